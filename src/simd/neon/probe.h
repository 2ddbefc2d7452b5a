/* For configure: an instruction that 64-bit ARM has and 32-bit ARM lacks. Compiler and assembler
   must know it. */
float64x2_t mc_probe(float64x2_t v) {
  return vfmaq_f64(v, v, v);
}
