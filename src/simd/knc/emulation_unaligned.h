/* Unaligned loads and stores for emulation.h, which defines VECTOR, TYPE and IMCI(). They are
   undefined here. */

MC_KNC(VECTOR) IMCI(loadunpacklo)(VECTOR old, const void *p) {
  mc_knc_load_low(&old, p, sizeof(TYPE));
  return old;
}

MC_KNC(VECTOR) IMCI(loadunpackhi)(VECTOR old, const void *p) {
  mc_knc_load_high(&old, p, sizeof(TYPE));
  return old;
}

MC_KNC(void) IMCI(packstorelo)(void *p, VECTOR v) {
  mc_knc_store_low(p, &v, sizeof(TYPE));
}

MC_KNC(void) IMCI(packstorehi)(void *p, VECTOR v) {
  mc_knc_store_high(p, &v, sizeof(TYPE));
}

#undef VECTOR
#undef TYPE
#undef IMCI
