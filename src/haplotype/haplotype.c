#include "haplotype/haplotype.h"

#include <string.h>

#include "haplotype/em.h"
#include "haplotype/groups.h"
#include "haplotype/pairs.h"

/* Notes the subjects of groups that are left without pairs. */
static void note_lost(int added, mc_haplotype_fit *fit) {
  for (int64_t g = 0; g < fit->groups.count; g++)
    if (fit->pairs.begin[g] == fit->pairs.begin[g + 1])
      for (int64_t i = fit->groups.begin[g]; i < fit->groups.begin[g + 1]; i++)
        if (fit->lost[fit->groups.subject[i]] == 0)
          fit->lost[fit->groups.subject[i]] = added;
}

/* Leaves out haplotypes that are in no pair and have (almost) no frequency. */
static mc_status keep_haplotypes(mc_haplotype_fit *fit, mc_arena *arena) {
  const double least = 1e-14;
  const int64_t pairs = fit->pairs.begin[fit->groups.count];
  mc_haplotypes *all = &fit->haplotypes;
  int32_t *number = mc_alloc(arena, all->count, sizeof *number);
  if (number == NULL)
    return MC_ERR_MEMORY;
  for (int64_t h = 0; h < all->count; h++)
    number[h] = all->frequency[h] >= least;
  for (int64_t i = 0; i < pairs; i++)
    number[fit->pairs.one[i]] = number[fit->pairs.two[i]] = 1;
  int32_t next = 0;
  for (int64_t h = 0; h < all->count; h++)
    if (number[h] != 0) {
      number[h] = next;
      all->frequency[next] = all->frequency[h];
      memmove(all->code + next * fit->packing.words, all->code + h * fit->packing.words,
              (size_t) fit->packing.words * sizeof *all->code);
      next++;
    }
  for (int64_t i = 0; i < pairs; i++) {
    fit->pairs.one[i] = number[fit->pairs.one[i]];
    fit->pairs.two[i] = number[fit->pairs.two[i]];
  }
  all->count = next;
  return MC_OK;
}

mc_status mc_haplotype(const mc_haplotype_job *job, mc_haplotype_fit *fit,
                       mc_haplotype_limit *limit, const mc_call *call) {
  mc_arena *arena = call->arena;
  mc_grouping grouping;
  mc_extension extension;
  mc_em_rooms rooms = {0};
  *fit =
    (mc_haplotype_fit){.lost = mc_alloc(arena, job->subjects, sizeof *fit->lost), .threads = 1};
  if (fit->lost == NULL)
    return MC_ERR_MEMORY;
  memset(fit->lost, 0, (size_t) job->subjects * sizeof *fit->lost);
  MC_TRY(mc_groups_begin(job, &grouping, &fit->groups, arena));
  MC_TRY(mc_pairs_begin(job, &extension, fit, arena));
  mc_monitor_start(call->monitor, job->loci);
  for (int added = 0; added < job->loci; added++) {
    mc_groups_refine(job, job->order[added], &grouping, &fit->groups, extension.parent,
                     extension.genotype);
    MC_TRY(mc_pairs_extend(job, added, &extension, fit, limit, call));
    if (added + 1 == job->loci || (job->cull_every > 0 && (added + 1) % job->cull_every == 0)) {
      MC_TRY(mc_em(job, added + 1, &rooms, fit, call));
      mc_pairs_cull(job->min_posterior, job->min_prior, &fit->groups, &fit->haplotypes,
                    &fit->pairs);
      note_lost(added + 1, fit);
    }
    MC_TRY(mc_monitor_step(call->monitor, 1));
  }
  return keep_haplotypes(fit, arena);
}
