/* For configure: an instruction of the newest feature, which compiler and assembler have to
   know. */
__m512i mc_probe(__m512i v) {
  return _mm512_maskz_compress_epi16(1, _mm512_popcnt_epi64(v));
}
