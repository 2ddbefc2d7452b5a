/* kendall_bits_tile: popcounts of four columns against four.

   From the bits of bits.h, for columns x of panel a and y of panel b
   (C concordant, D discordant pairs of rows):

     t = |mx & my|,  d = |(gx ^ gy) & mx & my|,  C - D = t - 2 d,

   and with rows missing, the pairs not tied in x among the rows that both have
   are |mx & py|, those of y |px & my|. If rows are missing but none is tied, t
   follows from the number of rows that both have, and only d is counted. A panel
   without ties and missing rows has m and p full, so that one xor, popcount and
   addition for each 512 pairs of rows is all.

   Contract. Panels are [unit][plane][column][64 bytes], 64-byte aligned;
   `units` of them are read. counts[q][4 i + j] grows by the count of column i
   of a and column j of b; what is counted tells forms.def.

     for each group of rows of the register tile
       for each unit
         load g (and m, p) of the group's columns of a
         for each column of b: load g (m, p), combine with each of a, count

   A register tile is MC_ROWS_* x 4 pairs: as many counters as the target has
   registers for. */

MC_INLINE mc_bits bits_at(const uint64_t *unit, int plane, int column,
                          int vector) {
  return mc_bits_load(unit + (plane * MC_BITS_PANEL + column) * MC_BITS_UNIT_WORDS64 +
                      vector * (MC_BITS_BYTES / 8));
}

/* Units first <= u < last of `rows` columns of a, from `row`, against the four
   of b. form and rows are constants, last - first is at most what the counters
   take. */
MC_INLINE void bits_register_tile(const uint64_t *a, const uint64_t *b,
                                  int64_t first, int64_t last, int planes,
                                  mc_kendall_bits_form form, int row, int rows,
                                  int64_t *const *counts) {
  enum { VECTORS = MC_BITS_UNIT_WORDS64 * 8 / MC_BITS_BYTES };
  const mc_kendall_bits_needs needs = mc_kendall_bits_needs_of(form);
  const int kinds = needs.by_rows ? 1 : needs.counts;
  const int64_t step = (int64_t) planes * MC_BITS_PANEL * MC_BITS_UNIT_WORDS64;

  mc_count count[MC_BITS_COUNTS][MC_BITS_PANEL][MC_BITS_PANEL];
  MC_UNROLL for (int q = 0; q < kinds; q++)
    MC_UNROLL for (int i = 0; i < rows; i++)
      MC_UNROLL for (int j = 0; j < MC_BITS_PANEL; j++)
        count[q][i][j] = mc_count_zero();

  for (int64_t u = first; u < last; u++) {
    const uint64_t *au = a + u * step, *bu = b + u * step;
    MC_UNROLL for (int vector = 0; vector < VECTORS; vector++) {
      mc_bits ga[MC_BITS_PANEL], ma[MC_BITS_PANEL], pa[MC_BITS_PANEL];
      MC_UNROLL for (int i = 0; i < rows; i++) {
        ga[i] = bits_at(au, 0, row + i, vector);
        if (needs.a_masked)
          ma[i] = bits_at(au, 1, row + i, vector);
        if (kinds == 4)
          pa[i] = bits_at(au, 2, row + i, vector);
      }
      MC_UNROLL for (int j = 0; j < MC_BITS_PANEL; j++) {
        mc_bits gb = bits_at(bu, 0, j, vector), mb = gb, pb = gb;
        if (needs.b_masked)
          mb = bits_at(bu, 1, j, vector);
        if (kinds == 4)
          pb = bits_at(bu, 2, j, vector);
        MC_UNROLL for (int i = 0; i < rows; i++) {
          mc_bits d;
          if (!needs.a_masked && !needs.b_masked)
            d = mc_bits_xor(ga[i], gb);
          else if (!needs.b_masked)
            d = mc_bits_xor_and(ga[i], gb, ma[i]);
          else if (!needs.a_masked)
            d = mc_bits_xor_and(ga[i], gb, mb);
          else {
            mc_bits t = mc_bits_and(ma[i], mb);
            d = mc_bits_xor_and(ga[i], gb, t);
            if (kinds > 1)
              count[1][i][j] = mc_count_add(count[1][i][j], t);
          }
          count[0][i][j] = mc_count_add(count[0][i][j], d);
          if (kinds == 4) {
            count[2][i][j] =
              mc_count_add(count[2][i][j], mc_bits_and(ma[i], pb));
            count[3][i][j] =
              mc_count_add(count[3][i][j], mc_bits_and(pa[i], mb));
          }
        }
      }
    }
  }

  MC_UNROLL for (int q = 0; q < kinds; q++)
    MC_UNROLL for (int i = 0; i < rows; i++)
      mc_count_flush4(counts[q] + (row + i) * MC_BITS_PANEL, count[q][i][0],
                      count[q][i][1], count[q][i][2], count[q][i][3]);
}

/* All units and rows, in runs that the counters take. */
MC_INLINE void bits_form_tile(const uint64_t *a, const uint64_t *b,
                              int64_t units, int planes, mc_kendall_bits_form form,
                              int rows, int64_t *const *counts) {
  const int64_t run = MC_COUNT_RUN * MC_BITS_BYTES / (MC_BITS_UNIT_WORDS64 * 8);
  for (int64_t first = 0; first < units; first += run) {
    int64_t last = units - first < run ? units : first + run;
    for (int row = 0; row < MC_BITS_PANEL; row += rows)
      bits_register_tile(a, b, first, last, planes, form, row, rows, counts);
  }
}

static void MC_FN(kendall_bits_tile)(const uint64_t *a, const uint64_t *b,
                                     int64_t units, int planes,
                                     mc_kendall_bits_form form,
                                     int64_t *const *counts) {
  switch (form) {
  case MC_BITS_UNTIED:
    bits_form_tile(a, b, units, planes, MC_BITS_UNTIED, MC_ROWS_ONE_COUNT, counts);
    break;
  case MC_BITS_MASK_A:
    bits_form_tile(a, b, units, planes, MC_BITS_MASK_A, MC_ROWS_ONE_COUNT, counts);
    break;
  case MC_BITS_MASK_B:
    bits_form_tile(a, b, units, planes, MC_BITS_MASK_B, MC_ROWS_ONE_COUNT, counts);
    break;
  case MC_BITS_MISSING:
    bits_form_tile(a, b, units, planes, MC_BITS_MISSING, MC_ROWS_ONE_COUNT, counts);
    break;
  case MC_BITS_MASKED:
    bits_form_tile(a, b, units, planes, MC_BITS_MASKED, MC_ROWS_TWO_COUNTS, counts);
    break;
  case MC_BITS_GENERAL:
    bits_form_tile(a, b, units, planes, MC_BITS_GENERAL, MC_ROWS_FOUR_COUNTS,
                   counts);
    break;
  case MC_BITS_TABLE:
  case MC_BITS_TABLE_MISSING:
  case MC_BITS_FORMS:
    break;
  }
}
