/* kendall_vse32 and kendall_vse64: the vectorized sorting-enabled kernel
   (section 3.3, algorithms 3-5 of Liu et al.).

   A row's ranks (u, v) are packed into one integer, u above v, so that sorting
   the integers sorts the rows by u and then by v. The sort is a merge sort
   whose merge takes a vector at a time through an in-register bitonic network:

     merge(left run A, right run B):                              algorithm 3
       lo = first vector of A, hi = first vector of B
       repeat
         if all of lo >= all of hi: put hi; hi = lo          predict and skip
         else if all of hi >= all of lo: put lo
         else bitonic(lo, hi); put lo                             algorithm 4
         stop when A or B has no full vector left
         if all of hi <= both heads: put hi; lo, hi = next of A, next of B
         else lo = the next vector of the run with the smaller head
       leftovers: the same with vectors filled up with the greatest integer,
       counting how many lanes are real                           algorithm 5

   Steps as in gse.h:
     1  sort the packed rows; 2  scan for n_1, n_3
     3  keep v alone; merge sort again, and before each merge walk both runs:
        an element of B that goes before k elements of A is discordant with k
     4  scan for n_2; 5  the numerator

   Runs of one vector are made by insertion (each step past a greater element
   is one discordant pair), instead of by the paper's scalar merges of runs of
   1, 2, 4 and 8.

   vse32 packs into 32 bits with 16 lanes and takes ranks below 2^15; vse64
   packs into 64 bits with 8 lanes, the widening that the paper leaves as
   future work, and takes ranks below 2^31. The greatest integer stays free
   in both to fill vectors up.

   Contract. Dense enough ranks of n rows (see above), ties equal, none
   missing. O(n log n). `scratch` is 64-byte aligned and has room for
   mc_kendall_vse_scratch(n) bytes. */

#define VSE(name) vse32_##name
#define VSE_KERNEL kendall_vse32
#define ROW int32_t
#define ROW_MAX INT32_MAX
#define HALF 16
#define LANES 16
#define STEPS 4
#define VECTOR mc_i32x16
#define V(operation) mc_i32x16_##operation
#include "kernels/kendall/vse_body.h"

#define VSE(name) vse64_##name
#define VSE_KERNEL kendall_vse64
#define ROW int64_t
#define ROW_MAX INT64_MAX
#define HALF 32
#define LANES 8
#define STEPS 3
#define VECTOR mc_i64x8
#define V(operation) mc_i64x8_##operation
#include "kernels/kendall/vse_body.h"
