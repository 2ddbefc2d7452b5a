/* Euclidean distances. A coordinate adds the square of its difference. */
#define METRIC euclidean
#define ADD_TERM(difference, sum) ADD_PRODUCT(difference, difference, sum)
#define ADD_TERM_BY_FMA(difference, one, sum) ADD_PRODUCT_BY_FMA(difference, difference, one, sum)
#define ADD_NUMBER(difference, sum) ((sum) + (difference) * (difference))
#include "kernels/distance/metric.h"
