/* Sorting networks for 2, 4, 8 and 16 places: X(i, j) brings places i < j in order. They have the
   fewest known comparisons (Knuth, The Art of Computer Programming 3, section 5.3.4; the one for 16
   is Green's). */

#define MC_NETWORK2(X)                                                                          \
  X(0, 1)

#define MC_NETWORK4(X)                                                                          \
  X(0, 1) X(2, 3) X(0, 2) X(1, 3) X(1, 2)

#define MC_NETWORK8(X)                                                                          \
  X(0, 2) X(1, 3) X(4, 6) X(5, 7) X(0, 4) X(1, 5) X(2, 6) X(3, 7)                               \
  X(0, 1) X(2, 3) X(4, 5) X(6, 7) X(2, 4) X(3, 5) X(1, 4) X(3, 6)                               \
  X(1, 2) X(3, 4) X(5, 6)

#define MC_NETWORK16(X)                                                                         \
  X(0, 1) X(2, 3) X(4, 5) X(6, 7) X(8, 9) X(10, 11) X(12, 13) X(14, 15)                         \
  X(0, 2) X(1, 3) X(4, 6) X(5, 7) X(8, 10) X(9, 11) X(12, 14) X(13, 15)                         \
  X(0, 4) X(1, 5) X(2, 6) X(3, 7) X(8, 12) X(9, 13) X(10, 14) X(11, 15)                         \
  X(0, 8) X(1, 9) X(2, 10) X(3, 11) X(4, 12) X(5, 13) X(6, 14) X(7, 15)                         \
  X(5, 10) X(6, 9) X(3, 12) X(13, 14) X(4, 8) X(7, 11) X(1, 2) X(1, 4)                          \
  X(7, 13) X(2, 8) X(11, 14) X(2, 4) X(5, 6) X(9, 10) X(11, 13) X(3, 8)                         \
  X(7, 12) X(6, 8) X(10, 12) X(3, 5) X(7, 9) X(3, 4) X(5, 6) X(7, 8)                            \
  X(9, 10) X(11, 12) X(6, 7) X(8, 9)
