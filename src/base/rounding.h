#ifndef MC_ROUNDING_H
#define MC_ROUNDING_H

/* Each operation on doubles and floats is rounded to doubles and floats, so that every machine has
   the same bits. The compiler reads this header before each file of the package (-include in
   src/Makevars, which configure writes), and needs no other flag.

   A product and a sum that are written apart are rounded apart. Compilers would make one fused
   operation of them, even of intrinsics, wherever the instruction set has it: gcc unless in
   ISO mode, clang within an expression. gcc ignores the pragma of standard C. No flag but clang's
   -ffp-contract=fast undoes these pragmas. Where fused is meant, kernels say mc_f64_fma().

   The same pragma says that debuggers are not told where each variable is at each instruction: for
   unrolled kernels that would be most of the library's size. (gcc turns that on again at
   any second pragma of this kind. So a file has one.)

   And on 64-bit ARM gcc is told not to order instructions before it gives out registers: a register
   tile then needs more registers than there are, and a fifth of its instructions spill them. (Such
   processors order instructions themselves.)

   32-bit x86 computes in the x87's registers, whose significands have 64 bits: gcc is told to use
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
