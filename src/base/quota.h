#ifndef MC_QUOTA_H
#define MC_QUOTA_H

/* Quotas of processor time: the control groups of Linux, as containers and batch systems set them.

   Returns the processors that the least quota pays for, rounded up; 0 if there is no quota. The
   groups are those of this process and all groups above them, of both versions of control groups. A
   container may see its own group as the root, so the root counts, too. Files that are missing or
   have no numbers are no quota.

   `root`: the folder of /proc and /sys: "" but in tests. */
int mc_quota_processors(const char *root);

#endif
