/* 64-bit integers to be sorted: the words of i32.h, mc_i64_load to mc_i64_split. */

enum { MC_I64_LANES = 1 };
typedef int64_t mc_i64;

#define TYPE int64_t
#define WORD(name) mc_i64_##name
#include "simd/portable/one_lane_body.h"

#define TYPE int64_t
#define WORD(name) mc_i64_##name
#include "simd/portable/one_lane_sort_body.h"
