/* For configure: an instruction of the newest feature. Compiler and assembler must know it. */
__m512i mc_probe(__m512i v) {
  return _mm512_maskz_compress_epi16(1, _mm512_popcnt_epi64(v));
}
