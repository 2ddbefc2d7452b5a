/* The portable path: plain C that every compiler builds. */
#define MC_ISA portable
#define MC_ISA_PORTABLE
#include "isa/begin.h"
#include "isa/portable/vec.h"
#include "isa/end.h"
