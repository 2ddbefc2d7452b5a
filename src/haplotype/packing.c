#include "haplotype/packing.h"

#include <string.h>

static int bits_for(int64_t count) {
  int bits = 0;
  while ((INT64_C(1) << bits) < count)
    bits++;
  return bits;
}

mc_status mc_haplotype_packing_make(mc_haplotype_packing *packing, int loci, const int64_t *count,
                                    mc_arena *arena) {
  packing->loci = loci;
  packing->word = mc_alloc(arena, loci, sizeof *packing->word);
  packing->shift = mc_alloc(arena, loci, sizeof *packing->shift);
  packing->bits = mc_alloc(arena, loci, sizeof *packing->bits);
  if (packing->word == NULL || packing->shift == NULL || packing->bits == NULL)
    return MC_ERR_MEMORY;
  int32_t word = 0, free = 64;
  for (int k = 0; k < loci; k++) {
    const int bits = bits_for(count[k]);
    if (bits > free) {
      word++;
      free = 64;
    }
    free -= bits;
    packing->word[k] = word;
    packing->shift[k] = bits == 0 ? 0 : free; /* always below 64 */
    packing->bits[k] = bits;
  }
  packing->words = word + 1;
  packing->locus = mc_alloc(arena, 64 * (int64_t) packing->words, sizeof *packing->locus);
  if (packing->locus == NULL)
    return MC_ERR_MEMORY;
  memset(packing->locus, 0, 64 * (size_t) packing->words * sizeof *packing->locus);
  for (int k = 0; k < loci; k++)
    for (int b = 0; b < packing->bits[k]; b++)
      packing->locus[64 * packing->word[k] + 63 - packing->shift[k] - b] = k;
  return MC_OK;
}

mc_status mc_haplotype_packing_of_alleles(mc_haplotype_packing *packing, int loci,
                                          const int32_t *alleles, const int32_t *order,
                                          mc_arena *arena) {
  int64_t *count = mc_alloc(arena, loci, sizeof *count);
  if (count == NULL)
    return MC_ERR_MEMORY;
  for (int k = 0; k < loci; k++)
    count[k] = alleles[order[k]];
  return mc_haplotype_packing_make(packing, loci, count, arena);
}

int mc_haplotype_packing_difference(const mc_haplotype_packing *packing, const uint64_t *x,
                                    const uint64_t *y) {
  for (int w = 0; w < packing->words; w++)
    if (x[w] != y[w])
      return mc_haplotype_packing_first_of(packing, w, x[w] ^ y[w]);
  return packing->loci;
}

int mc_haplotype_packing_compare(const mc_haplotype_packing *packing, const uint64_t *x,
                                 const uint64_t *y) {
  for (int w = 0; w < packing->words; w++)
    if (x[w] != y[w])
      return x[w] < y[w] ? -1 : 1;
  return 0;
}
