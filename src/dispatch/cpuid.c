#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* syscall */
#endif
#include "dispatch/cpuid.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__) || defined(__i386__)

#include <cpuid.h>
#ifdef __APPLE__
#include <sys/sysctl.h>
#elif defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

typedef enum { ECX_1, EBX_7, ECX_7, EDX_7, ECX_81, REGISTERS } cpuid_register; /* and leaves */

/* XCR0 says which registers the operating system saves at a task switch. A feature of CPUID is
   usable only if its registers are saved. */
enum {
  NONE = 0,
  YMM = 0x06,        /* bits 1 and 2: XMM and YMM */
  ZMM = 0x06 | 0xe0, /* bits 5 to 7: masks, ZMM 0-15, ZMM 16-31 */
  TMM = 0x60000      /* bits 17 and 18: configuration of tiles, tiles */
};

static const struct {
  const char *name; /* as the compiler's target attribute spells it */
  cpuid_register in;
  int bit;
  uint64_t saved;
} known[] = {
  {"popcnt", ECX_1, 23, NONE},      {"lzcnt", ECX_81, 5, NONE},
  {"bmi", EBX_7, 3, NONE},          {"bmi2", EBX_7, 8, NONE},
  {"fma", ECX_1, 12, YMM},          {"avx2", EBX_7, 5, YMM},
  {"avx512f", EBX_7, 16, ZMM},      {"avx512dq", EBX_7, 17, ZMM},
  {"avx512cd", EBX_7, 28, ZMM},     {"avx512bw", EBX_7, 30, ZMM},
  {"avx512vl", EBX_7, 31, ZMM},     {"avx512vbmi", ECX_7, 1, ZMM},
  {"avx512vbmi2", ECX_7, 6, ZMM},   {"avx512vnni", ECX_7, 11, ZMM},
  {"avx512bitalg", ECX_7, 12, ZMM}, {"avx512vpopcntdq", ECX_7, 14, ZMM},
  {"amx-tile", EDX_7, 24, TMM},     {"amx-int8", EDX_7, 25, TMM},
};

typedef struct {
  uint32_t value[REGISTERS];
  uint64_t saved;
} processor;

static uint64_t xcr0(void) {
  uint32_t low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (uint64_t) high << 32 | low;
}

/* macOS saves a thread's AVX-512 registers from the thread's first use on. Before that XCR0 lacks
   their bits, but sysctlbyname() says whether they will be saved. */
static uint64_t saved_when_used(void) {
#ifdef __APPLE__
  int yes = 0;
  size_t size = sizeof yes;
  if (sysctlbyname("hw.optional.avx512f", &yes, &size, NULL, 0) == 0 && yes != 0)
    return ZMM;
#endif
  return NONE;
}

/* May this process use tiles? Linux gives the permission to a process that asks for it, and to its
   children; other systems are not asked. With the permission Linux refuses alternate signal stacks
   that are too small to save tiles. So the request is made only if the processor has tiles, and
   fails if a thread has such a stack already. */
static bool tiles_permitted(void) {
#if defined(__linux__) && defined(__x86_64__) && defined(SYS_arch_prctl)
  enum { REQUEST_PERMISSION = 0x1023, TILES = 18 };
  return syscall(SYS_arch_prctl, REQUEST_PERMISSION, TILES) == 0;
#else
  return false;
#endif
}

static processor ask(void) {
  processor p = {{0}, 0};
  uint32_t a, b, c, d;
  if (__get_cpuid(1, &a, &b, &c, &d))
    p.value[ECX_1] = c;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
    p.value[EBX_7] = b;
    p.value[ECX_7] = c;
    p.value[EDX_7] = d;
  }
  if (__get_cpuid(0x80000001u, &a, &b, &c, &d))
    p.value[ECX_81] = c;
  const uint32_t needed = 1u << 27 | 1u << 28; /* OSXSAVE (xgetbv exists), AVX */
  if ((p.value[ECX_1] & needed) == needed)
    p.saved = xcr0() | saved_when_used();
  return p;
}

static bool has(const processor *p, const char *word, size_t length) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strlen(known[i].name) == length && memcmp(known[i].name, word, length) == 0)
      return (p->value[known[i].in] >> known[i].bit & 1) != 0 &&
             (p->saved & known[i].saved) == known[i].saved &&
             (known[i].saved != TMM || tiles_permitted());
  return false;
}

bool mc_cpu_is_intel(void) {
  uint32_t most, name[3];
  return __get_cpuid(0, &most, &name[0], &name[2], &name[1]) != 0 &&
         memcmp(name, "GenuineIntel", sizeof name) == 0;
}

#else

bool mc_cpu_is_intel(void) {
  return false;
}

typedef int processor; /* no features beyond the compiler's default */

static processor ask(void) {
  return 0;
}

static bool has(const processor *p, const char *word, size_t length) {
  (void) p, (void) word, (void) length;
  return false;
}

#endif

bool mc_cpu_has(const char *features) {
  const processor p = ask();
  for (const char *word = features; *word != '\0';) {
    const size_t length = strcspn(word, ",");
    if (!has(&p, word, length))
      return false;
    word += length + (word[length] == ',');
  }
  return true;
}
