/* gcc for 64-bit Windows aligns the stack to 16 bytes, but uses aligned moves for vectors of 32 and
   64 bytes on the stack (its bug 54412). A misaligned aligned move ends the process. Macros of the
   assembler turn the names of aligned moves into unaligned moves. On an aligned address an
   unaligned move is as fast, and its code has the same length.

   begin.h includes this header first, so the macros come before all functions of a target's
   translation unit. Link-time optimization would move the functions into assembly without the
   macros; so configure compiles these units without it. clang aligns the stack and needs no macros.

   A test (harness.sh objects) defines MC_UNALIGNED_MOVES to use the macros on Linux. */
#if !defined(MC_UNALIGNED_MOVES) && defined(_WIN32) && defined(__x86_64__) && defined(__GNUC__) && \
  !defined(__clang__)
#define MC_UNALIGNED_MOVES
#endif

#ifdef MC_UNALIGNED_MOVES
#define MC_MOVE(aligned, unaligned) \
  __asm__(".macro " #aligned " operands:vararg\n\t" #unaligned " \\operands\n.endm");
MC_MOVE(vmovaps, vmovups)
MC_MOVE(vmovapd, vmovupd)
MC_MOVE(vmovdqa, vmovdqu)
MC_MOVE(vmovdqa32, vmovdqu32)
MC_MOVE(vmovdqa64, vmovdqu64)
#undef MC_MOVE
#endif
