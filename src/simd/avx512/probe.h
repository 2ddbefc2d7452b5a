/* For configure: an instruction of the newest feature. Compiler and assembler must know it. */
__m512i mc_probe(__m512i v) {
  return _mm512_maskz_mov_epi16(_mm512_cmpgt_epu16_mask(v, v), v);
}
