/* gcc for 64-bit Windows aligns the stack to 16 bytes and writes aligned moves for vectors of 32
   and 64 bytes that it keeps on the stack (its bug 54412): such a move ends the process. Here the
   assembler learns that the names of aligned moves stand for unaligned moves. On an aligned address
   an unaligned move is as fast, and its code is as long.

   Included first by begin.h: the macros stand before all functions of a target's translation
   unit. Link-time optimization would take the functions to assembly that lacks the macros;
   configure has these units compiled without it. clang aligns the stack.

   A test (harness.sh objects) defines MC_UNALIGNED_MOVES to have the macros elsewhere. */
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
