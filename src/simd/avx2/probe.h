/* For configure: an instruction of the newest feature. Compiler and assembler must know it. */
__m256i mc_probe(__m256i v) {
  return _mm256_shuffle_epi8(v, v);
}
