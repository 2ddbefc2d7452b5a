/* For configure: an instruction that 64-bit ARM has and 32-bit ARM lacks, which compiler and
   assembler have to know. */
float64x2_t mc_probe(float64x2_t v) {
  return vfmaq_f64(v, v, v);
}
