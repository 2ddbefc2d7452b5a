/* sort: quicksort of numbers of one type (i32, i64, f64): the parts that one thread does (chapters
   2.4 and 4 of the thesis that quicksort/ppmqsort.h names).

   sort_partition: numbers less than the pivot (or equal to it) to the front
     hold a run of vectors from either end, so that both ends have a gap
     until less than a run is left
       read a run from the end with the smaller gap, and prefetch a later run of that end
       split each vector by the pivot: lesser lanes to the left gap, the others to the right gap
     hold the last numbers, too; now both gaps are one
     split all numbers that were held into it

   sort_pivot: the median of up to 64 numbers at random places, to the front

   sort_few: up to four blocks; a block has 2, 4, 6, 8 (12 or 16) rows of a vector
     for each block
       sort columns by a network across rows: lanes do not meet
       for columns = 2, 4, ..., LANES
         merge neighbouring groups of columns / 2 (bitonic); the second sequence is read backwards,
         so that no row has to be reversed before
     merge neighbouring blocks, then pairs of blocks (bitonic)
     The last rows of a block are filled up with the greatest number. Rows that a block of 16 (8)
     has beyond those would have the greatest number, too, and would stay behind all others: so
     nothing is computed for them.

   sort_sequential: the whole
     while there are more numbers than sort_few() can sort
       pivot; if it equals the number before a, which is no greater than any:
         numbers equal to it are in place, go on with the others
       else partition, pivot between both sides, sort the left side, go on with the right side
       deeper than `depth`: heapsort

   Contract. a: n numbers of any alignment of their type, no NaN. The order is ascending. -0 equals
   0, and their order may get lost. sort_pivot: n is 16 or more. sort_partition:
   returns how many numbers came to the front; the pivot is not one of a. sort_sequential: unless
   `leftmost`, a[-1] is no greater than any number. O(n log n) time for any numbers, with depth
   O(log n). */

#include "kernels/sort/network.h"

#include "kernels/for_i32.h"
#include "kernels/sort/few_body.h"
#include "kernels/sort/sort_body.h"

#include "kernels/for_i64.h"
#include "kernels/sort/few_body.h"
#include "kernels/sort/sort_body.h"

#include "kernels/for_f64.h"
#include "kernels/sort/few_body.h"
#include "kernels/sort/sort_body.h"
