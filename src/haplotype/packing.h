#ifndef MC_HAPLOTYPE_PACKING_H
#define MC_HAPLOTYPE_PACKING_H

#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"

/* A number for each locus, packed into 64-bit words: an allele of a haplotype, or the code of a
   genotype. The first locus has the highest bits of the first word. So the order of packed words is
   the lexicographic order of the numbers. */
typedef struct {
  int loci, words;
  int32_t *word, *shift, *bits; /* of each locus: its word, its lowest bit there, its length */
  int32_t *locus;               /* [64 * words]: of each bit, the highest bits first */
} mc_haplotype_packing;

/* For numbers 0 <= number < count[k] of locus k. MC_OK, MC_ERR_MEMORY. */
mc_status mc_haplotype_packing_make(mc_haplotype_packing *packing, int loci, const int64_t *count,
                                    mc_arena *arena);

/* For haplotypes: the k-th locus of the packing is locus order[k] of `alleles`, which says how many
   alleles each locus has. MC_OK, MC_ERR_MEMORY. */
mc_status mc_haplotype_packing_of_alleles(mc_haplotype_packing *packing, int loci,
                                          const int32_t *alleles, const int32_t *order,
                                          mc_arena *arena);

/* The bits of locus k in its word. */
static inline uint64_t mc_haplotype_packing_mask(const mc_haplotype_packing *packing, int k) {
  return ((UINT64_C(1) << packing->bits[k]) - 1) << packing->shift[k];
}

/* Writes a number to locus k, whose bits are 0. */
static inline void mc_haplotype_packing_put(const mc_haplotype_packing *packing, uint64_t *code,
                                            int k, uint64_t number) {
  code[packing->word[k]] |= number << packing->shift[k];
}

/* The allele of a haplotype at locus k, from 1 on. */
static inline int32_t mc_haplotype_packed_allele(const mc_haplotype_packing *packing,
                                                 const uint64_t *code, int k) {
  const uint64_t mask = (UINT64_C(1) << packing->bits[k]) - 1;
  return (int32_t) (code[packing->word[k]] >> packing->shift[k] & mask) + 1;
}

/* The first locus at which two packed words differ, by the bits in which they do: not 0. */
static inline int32_t mc_haplotype_packing_first_of(const mc_haplotype_packing *packing, int word,
                                                    uint64_t bits) {
  return packing->locus[64 * word + __builtin_clzll(bits)];
}

/* The first locus at which x and y differ; packing->loci if they are the same. */
int mc_haplotype_packing_difference(const mc_haplotype_packing *packing, const uint64_t *x,
                                    const uint64_t *y);

/* The lexicographic order: < 0, 0 or > 0. */
int mc_haplotype_packing_compare(const mc_haplotype_packing *packing, const uint64_t *x,
                                 const uint64_t *y);

#endif
