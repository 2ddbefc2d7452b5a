#include "cpu.h"

#include <stdint.h>

bool mc_cpu_runs_portable(void) {
  return true;
}

/* The KNC path is real IMCI code on a Xeon Phi coprocessor and plain C through
   isa/knc/emulation.h everywhere else: either way it runs. */
bool mc_cpu_runs_knc(void) {
  return true;
}

#if defined(__x86_64__) || defined(__i386__)

#include <cpuid.h>

/* XCR0: which register files the operating system saves at a task switch.
   Without that a CPUID bit is worth nothing. */
static uint64_t xcr0(void) {
  uint32_t low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (uint64_t) high << 32 | low;
}

enum {
  XCR0_SSE_AVX = 0x06,       /* bits 1 and 2: XMM and YMM */
  XCR0_AVX512 = 0x06 | 0xe0  /* bits 5 to 7: masks, ZMM 0-15, ZMM 16-31 */
};

typedef struct {
  uint32_t ecx1, ebx7, ecx7, ecx81; /* register and leaf */
  uint64_t saved;                   /* XCR0 */
} features;

static features ask(void) {
  features f = {0};
  uint32_t a, b, c, d;
  if (__get_cpuid(1, &a, &b, &c, &d))
    f.ecx1 = c;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
    f.ebx7 = b;
    f.ecx7 = c;
  }
  if (__get_cpuid(0x80000001u, &a, &b, &c, &d))
    f.ecx81 = c;
  if (f.ecx1 & (1u << 27)) /* OSXSAVE: xgetbv may be executed */
    f.saved = xcr0();
  return f;
}

static bool all(uint32_t value, uint32_t bits) {
  return (value & bits) == bits;
}

static bool has_avx2(const features *f) {
  return (f->saved & XCR0_SSE_AVX) == XCR0_SSE_AVX &&
         all(f->ecx1, 1u << 28 | 1u << 23 | 1u << 12) && /* AVX, POPCNT, FMA */
         all(f->ebx7, 1u << 3 | 1u << 5 | 1u << 8) && /* BMI, AVX2, BMI2 */
         all(f->ecx81, 1u << 5);                      /* LZCNT */
}

static bool has_avx512(const features *f) {
  return has_avx2(f) && (f->saved & XCR0_AVX512) == XCR0_AVX512 &&
         /* F, DQ, CD, BW, VL: Skylake-X and later; a Xeon Phi KNL has no
            DQ, BW and VL. */
         all(f->ebx7, 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31);
}

static bool has_avx512icl(const features *f) {
  return has_avx512(f) &&
         /* VBMI, VBMI2, VNNI, BITALG, VPOPCNTDQ: Ice Lake, Zen 4 and later. */
         all(f->ecx7, 1u << 1 | 1u << 6 | 1u << 11 | 1u << 12 | 1u << 14);
}

bool mc_cpu_runs_avx2(void) {
  features f = ask();
  return has_avx2(&f);
}

bool mc_cpu_runs_avx512(void) {
  features f = ask();
  return has_avx512(&f);
}

bool mc_cpu_runs_avx512icl(void) {
  features f = ask();
  return has_avx512icl(&f);
}

#else

bool mc_cpu_runs_avx2(void) {
  return false;
}
bool mc_cpu_runs_avx512(void) {
  return false;
}
bool mc_cpu_runs_avx512icl(void) {
  return false;
}

#endif
