#ifndef MC_KENDALL_PAIR_LIST_H
#define MC_KENDALL_PAIR_LIST_H

#include "kendall/column_order.h"
#include "kendall/sink.h"

/* A list of pairs of columns, in the place of all pairs: what a job takes to rank the columns that
   occur, about once; what a sink takes (`only`) to have no others counted; and where its numbers
   belong. Whatever is computed of a pair, sinks with a list do

     begin, panel    as for a matrix
     put             mc_pair_list_put() in the place of mc_kendall_put() */
typedef struct {
  mc_kendall_filter filter; /* first: handed on as a pointer to this */
  mc_column_order order;
  int64_t count;  /* of pairs */
  int64_t *first; /* those of place a of x are first[a], ..., first[a + 1] - 1, ... */
  uint32_t *b;    /* ... with these places of y, ascending */
  uint64_t *to;   /* and stand in the user's list at to / 2; to is odd if the user has a pair
                     b, a of a symmetric job */
} mc_pair_list;

/* Of pairs that are within their columns. 20 bytes a pair and 40 a column of the arena. MC_OK,
   MC_ERR_MEMORY. */
mc_status mc_pair_list_make(mc_pair_list *list, const mc_column_pairs *pairs, mc_arena *arena);

/* Has the job take the list's columns. */
void mc_pair_list_pick(const mc_pair_list *list, mc_kendall_job *job);

/* Writes a tile's numbers, element [tile->stride i + j] of the pair i, j, `mirrored` of the pair
   j, i, to result[k] for each pair k of the list that it has. */
void mc_pair_list_put(const mc_pair_list *list, const mc_kendall_tile *tile, const double *value,
                      const double *mirrored, double *result);

/* The same of numbers of rows, which a pair i, j and the pair j, i have in common. */
void mc_pair_list_put_rows(const mc_pair_list *list, const mc_kendall_tile *tile,
                           const int64_t *rows, int32_t *result);

#endif
