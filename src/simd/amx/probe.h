/* For configure: an instruction of the newest feature. Compiler and assembler must know it. */
void mc_probe(void) {
  _tile_dpbssd(0, 1, 2);
}
