#ifndef MC_KENDALL_TREND_H
#define MC_KENDALL_TREND_H

#include "dispatch/call.h"
#include "kendall/trend_request.h"

/* The trend of each column of request->x: element [column] of the results. MC_OK, MC_ERR_MEMORY,
   MC_ERR_ARGUMENT (a correction with several seasons; times that are not finite, or whose range is
   not), MC_INTERRUPTED, and errors of the source.

   Series whose slopes fit into MC_TREND_HELD numbers are done by one thread each. Longer series are
   done one after the other, each by all threads. */
enum { MC_TREND_HELD = 1 << 19 };
mc_status mc_kendall_trend(const mc_kendall_trend_request *request, const mc_kendall_trends *to,
                           int *threads, const mc_call *call);

/* The same with series of more than `held` slopes done as long ones, for tests. */
mc_status mc_kendall_trend_held(const mc_kendall_trend_request *request,
                                const mc_kendall_trends *to, int64_t held, int *threads,
                                const mc_call *call);

#endif
