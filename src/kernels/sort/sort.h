/* sort: quicksort of numbers of one type (chapters 2.4 and 4 of the thesis that
   quicksort/ppmqsort.h names), of i32, i64 and f64: the parts that one thread does.

   sort_partition   numbers less than the pivot (or equal to it) to the front
     hold a run of vectors from either end, so that there are gaps at both
     until all is read
       read a run from the end with the smaller gap
       split each vector by the pivot; its lesser lanes go to the left gap, the
       others to the right one
     the last numbers, with those that were held, by way of a buffer

   sort_pivot       the median of up to 64 numbers, at random places, to the front

   sort_few         up to 16 (8) rows of a vector
     sort columns by a network across rows: no lane meets another
     for columns = 2, 4, ..., LANES
       merge neighbouring groups of columns / 2: bitonic, with the second sequence read
       backwards, so that no row has to be turned round before

   sort_sequential  the whole
     while there are more than sort_few() can sort
       pivot; if the number before a, which is no greater than any, is equal to it:
         those equal to it are in place, the others are left
       otherwise partition, pivot between, sort the lesser, go on with the others
       deeper than `depth`: heapsort

   Contract. a: n numbers, no NaN, of any alignment of their type. Ascending; -0 equals 0,
   and which of them is which may get lost. sort_pivot: n
   is beyond what sort_few() sorts. sort_partition: returns how
   many came to the front; the pivot is not among a. sort_sequential: unless `leftmost`,
   a[-1] is no greater than any. O(n log n) time at any data, with depth O(log n). */

#include "kernels/sort/network.h"

#include "kernels/for_i32.h"
#include "kernels/sort/sort_body.h"

#include "kernels/for_i64.h"
#include "kernels/sort/sort_body.h"

#include "kernels/for_f64.h"
#include "kernels/sort/sort_body.h"
