#ifndef SORT_ORACLE_H
#define SORT_ORACLE_H

#include "sort/rank.h"
#include "sort/sort.h"

/* References for sorts, orders and ranks, by qsort() of C, by insertion and by counting. */

/* A total order of two numbers: -0 before 0, NaN last. */
int sort_compare(mc_sort_type type, const void *x, const void *y);

/* Sorts by this order. NaN stay last if decreasing. */
void sort_plainly(mc_sort_type type, bool decreasing, void *a, int64_t n);

/* Are two vectors of numbers the same by this order? */
bool sort_same(mc_sort_type type, const void *x, const void *y, int64_t n);

/* The places of a vector's numbers in its stable order, with missing values as they are asked for;
   -0 and 0 are equal. Returns how many there are. */
int64_t sort_places(mc_sort_type type, const void *from_, int64_t n, bool decreasing,
                    mc_sort_missing missing, int64_t *place);

/* The rows in order, from 0 on. Returns how many there are. */
int64_t sort_rows(const mc_sort_order_job *job, int64_t *rows);

/* Orders, and checks the order by sort_rows(). `wide`: the numbers are doubles. */
void sort_check_order(const mc_sort_order_job *job, bool wide, int threads);

bool sort_is_missing_at(const mc_sort_key *k, int64_t i);

/* Ranks, and checks each by counting what is less and what is equal. */
void sort_check_ranks(const mc_sort_rank_job *job, int threads, bool wide);

#endif
