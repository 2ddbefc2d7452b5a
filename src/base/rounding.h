#ifndef MC_ROUNDING_H
#define MC_ROUNDING_H

/* Each operation on doubles and floats is rounded to a double or a float, so that every machine has
   the same bits. The compiler reads this header before each file of the package (-include in
   src/Makevars, which configure writes), and needs no other flag.

   A product and a sum that are written apart are rounded apart. Without these pragmas compilers
   would fuse them, even if written as intrinsics, wherever the instruction set has the fused
   operation: gcc unless in ISO mode, clang within an expression. gcc ignores the pragma of standard
   C. Of all flags only clang's -ffp-contract=fast overrides these pragmas. A kernel that wants a
   fused operation says mc_f64_fma().

   The same pragma switches off variable tracking for debuggers, which for unrolled kernels would be
   most of the library's size. (Any second pragma of this kind turns tracking on again in gcc. So a
   file has one.)

   On 64-bit ARM the pragma also switches off scheduling before register allocation. With that
   scheduling a register tile needs more registers than there are, and a fifth of its instructions
   are spills. (These processors reorder instructions themselves.)

   32-bit x86 would compute in x87 registers, whose significands have 64 bits. So gcc is told to use
   SSE2. */
#if defined(__GNUC__) && !defined(__clang__)
#ifdef __aarch64__
#pragma GCC optimize("fp-contract=off", "no-var-tracking", "no-schedule-insns")
#else
#pragma GCC optimize("fp-contract=off", "no-var-tracking")
#endif
#ifdef __i386__
#pragma GCC target("sse2,fpmath=sse")
#endif
#else
#pragma STDC FP_CONTRACT OFF
#endif

#if defined(__FLT_EVAL_METHOD__) && !defined(__SSE2_MATH__)
#if __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16 && __FLT_EVAL_METHOD__ != 32
#error "this compiler computes floats and doubles with more bits than they have"
#endif
#endif

#endif
