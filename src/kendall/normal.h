#ifndef MC_KENDALL_NORMAL_H
#define MC_KENDALL_NORMAL_H

/* P(Z > z) of a standard normal Z. */
double mc_kendall_normal_upper(double z);

#endif
