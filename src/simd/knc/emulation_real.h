/* Arithmetic of doubles or floats for emulation.h, which defines VECTOR, TYPE, BITS (an integer of
   TYPE's size), LANES, MASK, IMCI() and IMCI_MASK(). They are undefined here.

   cmplt is a < b; false if either is NaN. mask_mov has no branches, because no machine could
   predict them. */

MC_KNC(VECTOR) IMCI(set1)(TYPE x) {
  VECTOR v;
  for (int l = 0; l < LANES; l++)
    v.lane[l] = x;
  return v;
}

MC_KNC(VECTOR) IMCI(add)(VECTOR a, VECTOR b) {
  for (int l = 0; l < LANES; l++)
    a.lane[l] += b.lane[l];
  return a;
}

MC_KNC(MASK) IMCI_MASK(cmplt)(VECTOR a, VECTOR b) {
  unsigned k = 0;
  for (int l = 0; l < LANES; l++)
    k |= (unsigned) (a.lane[l] < b.lane[l]) << l;
  return (MASK) k;
}

MC_KNC(VECTOR) IMCI(mask_mov)(VECTOR old, MASK k, VECTOR v) {
  for (int l = 0; l < LANES; l++)
    old.bits[l] ^= (old.bits[l] ^ v.bits[l]) & -(BITS) (k >> l & 1);
  return old;
}

#undef VECTOR
#undef TYPE
#undef BITS
#undef LANES
#undef MASK
#undef IMCI
#undef IMCI_MASK
