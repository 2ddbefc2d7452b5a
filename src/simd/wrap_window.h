/* The 64 bytes from mc_wrap_window + 64 - wrap on are 0 below lane `wrap`, and 1 from there on. */
#ifndef MC_WRAP_WINDOW_H
#define MC_WRAP_WINDOW_H

#define MC_EIGHT(x) x, x, x, x, x, x, x, x
#define MC_64(x)                                                                             \
  MC_EIGHT(x), MC_EIGHT(x), MC_EIGHT(x), MC_EIGHT(x), MC_EIGHT(x), MC_EIGHT(x), MC_EIGHT(x), \
    MC_EIGHT(x)
static const int8_t mc_wrap_window[128] __attribute__((unused, aligned(64))) = {MC_64(0), MC_64(1)};
#undef MC_64
#undef MC_EIGHT

#endif
