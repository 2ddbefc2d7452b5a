#include "dynprog/accordion_oracle.h"

#include <string.h>

#include "check.h"
#include "guard.h"

static int meets(const accordion_chain *c, int64_t a, int64_t b) {
  return a >= 0 && b < c->n && c->hydrophobic[a] && c->hydrophobic[b];
}

/* The contacts of strands of `length` residues or more behind and before the turn e. */
static int contacts(const accordion_chain *c, int64_t e, int64_t length) {
  int count = 0;
  for (int64_t s = 1; s < length; s++)
    count += meets(c, e - 1 - s, e + s);
  return count;
}

static int64_t shorter(int64_t a, int64_t b) {
  return a < b ? a : b;
}

void accordion_solve(const accordion_chain *c) {
  const int64_t points = c->n + 1;
  int *f = GUARD_NEW(int, points);
  for (int64_t e = c->n; e > 0; e--) {
    for (int64_t length = 0; length <= c->n; length++)
      f[length] = length < 2 ? 0 : f[length - 1] + meets(c, e - length, e + length - 1);
    for (int64_t i = 0; i < e; i++) {
      int best = 0;
      for (int64_t k = e + 1; k <= c->n; k++) {
        const int x = f[shorter(e - i, k - e)] + c->s[e * points + k];
        best = x > best ? x : best;
      }
      c->s[i * points + e] = (uint16_t) best;
    }
  }
  guard_free(f);
}

void accordion_free(accordion_chain *c) {
  guard_free(c->hydrophobic);
  guard_free(c->s);
}

int64_t accordion_score(const accordion_chain *c, const int32_t *end, int64_t strands) {
  int64_t score = 0;
  for (int64_t t = 0; t + 1 < strands; t++) {
    const int64_t e = end[t], before = e - (t == 0 ? 0 : end[t - 1]);
    score += contacts(c, e, shorter(before, end[t + 1] - e));
  }
  return score;
}

/* Checks the strands by the table alone: the score, and the rule for ties. */
static void check_strands(const accordion_chain *c, const int32_t *end,
                          const mc_accordion_report *report) {
  const int64_t n = c->n, points = n + 1;
  int64_t i = 0, e = 0, at = 0;
  for (int64_t j = 1; j <= n; j++)
    e = e == 0 || c->s[j] >= c->s[e] ? j : e;
  CHECK_INT(report->score, n == 0 ? 0 : c->s[e]);
  while (n > 0) {
    CHECK(at < report->strands && end[at] == e);
    at++;
    if (e == n)
      break;
    int64_t k = n;
    while (contacts(c, e, shorter(e - i, k - e)) + c->s[e * points + k] != c->s[i * points + e])
      k--;
    i = e;
    e = k;
  }
  CHECK_INT(report->strands, at);
  CHECK_INT(accordion_score(c, end, at), report->score);
  for (int64_t t = 0; t + 1 < at; t++) /* every turn makes a contact */
    CHECK(contacts(c, end[t], shorter(end[t] - (t == 0 ? 0 : end[t - 1]), end[t + 1] - end[t])) >
          0);
}

mc_accordion_job accordion_job(const accordion_chain *c, mc_dynprog_algorithm algorithm) {
  return (mc_accordion_job){.n = c->n, .hydrophobic = c->hydrophobic, .algorithm = algorithm};
}

void accordion_check(const accordion_chain *c, mc_dynprog_algorithm algorithm, int threads) {
  const int64_t n = c->n, cells = (n + 1) * (n + 1);
  mc_accordion_job job = accordion_job(c, algorithm);
  job.poll_every = threads == 3 ? 1e6 : 0;
  job.table = GUARD_NEW(uint16_t, cells);
  memset(job.table, 0xee, (size_t) cells * sizeof *job.table);
  int32_t *end = GUARD_NEW(int32_t, n);
  guard_arena arena = guard_arena_make();
  mc_call call = mc_call_make(&arena.arena, NULL, threads);
  mc_accordion_report report;
  CHECK_INT(mc_accordion(&job, end, &report, &call), MC_OK);
  int64_t odd = 0;
  for (int64_t i = 0; i < n; i++)
    for (int64_t e = i + 1; e <= n; e++)
      odd += job.table[i * (n + 1) + e] != c->s[i * (n + 1) + e];
  CHECK_INT(odd, 0);
  check_strands(c, end, &report);
  CHECK(report.algorithm == algorithm && (n == 0 || report.threads >= 1));
  guard_arena_release(&arena);
  guard_free(job.table);
  guard_free(end);
}
