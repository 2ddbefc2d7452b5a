#ifndef MC_KENDALL_TREND_REQUEST_H
#define MC_KENDALL_TREND_REQUEST_H

#include "base/columns.h"
#include "kendall/inference.h"

/* What the user asked for: the trend of each column of x, a series, by the tests of Mann (1945) and
   Kendall (1970), and by Sen's slope (1968).

   A season is a group of rows. Only rows of the same season are compared (Hirsch, Slack and Smith
   1982). Without seasons all rows are one season. */

/* How the autocorrelation of a series changes its test; in the order of R's argument. */
typedef enum {
  MC_TREND_UNCORRECTED,
  MC_TREND_HAMED_RAO,   /* Hamed and Rao (1998): the variance, by significant lags of ranks */
  MC_TREND_YUE_WANG,    /* Yue and Wang (2004): the variance, by all lags of values */
  MC_TREND_PREWHITENED, /* Yue et al. (2002): trend-free prewhitening */
  MC_TREND_HIRSCH_SLACK /* Hirsch and Slack (1984): the variance, by covariances of seasons */
} mc_trend_correction;
enum { MC_TREND_CORRECTIONS = 5 };

typedef struct {
  mc_columns x;
  int64_t seasons;
  const int32_t *begin; /* [seasons + 1]: season g has the places begin[g], ..., begin[g + 1] - 1 */
  const int32_t *row;   /* [place]: the row, from 0 on */
  const int32_t *year;  /* [place]: from 0 on; each year once in a season. For Hirsch and Slack */
  int64_t years;
  const double *time; /* [place]: finite with a finite range, ascending within a season */
  mc_kendall_alternative alternative;
  bool continuity;                /* |S| - 1 instead of |S| */
  double quantile;                /* of the normal distribution, for intervals; 0: no intervals */
  mc_trend_correction correction; /* but for the first and the last: for a single season */
  double lag_quantile;            /* a lag of Hamed and Rao counts if it is beyond this / sqrt(n) */
  double na;                      /* stands for NA */
} mc_kendall_trend_request;

/* The results, one number for each series. NULL: not wanted (low, high, factor). */
typedef struct {
  double *tau, *s, *variance, *z, *p, *slope, *low, *high, *intercept;
  double *factor; /* of the variance, by the correction */
  int32_t *n;
} mc_kendall_trends;

#endif
