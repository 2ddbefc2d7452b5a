/* for each line "number:controllers:path" of /proc/self/cgroup, and for the root
     for the group `path` and each group above it
       the least of quota / period, if the group has both */

#include "base/quota.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 4096, LINE = 2 * LONGEST, MOST = 1 << 20 };

/* Where a version of control groups has its quotas. Version 2 has quota and period in one file. */
typedef struct {
  const char *mount, *quota, *period;
} layout;
static const layout versions[] = {
  {"/sys/fs/cgroup", "cpu.max", NULL},
  {"/sys/fs/cgroup/unified", "cpu.max", NULL}, /* both versions at once */
  {"/sys/fs/cgroup/cpu", "cpu.cfs_quota_us", "cpu.cfs_period_us"},
  {"/sys/fs/cgroup/cpu,cpuacct", "cpu.cfs_quota_us", "cpu.cfs_period_us"},
};
enum { FIRST_OF_2 = 0, FIRST_OF_1 = 2, VERSIONS = 4 };

/* Reads up to `count` numbers from the beginning of a file. Returns how many there are. */
static int read_numbers(const char *root, const layout *at, const char *group, const char *name,
                        double *numbers, int count) {
  char path[4 * LONGEST];
  const int length = snprintf(path, sizeof path, "%s%s%s/%s", root, at->mount, group, name);
  if (length < 0 || (size_t) length >= sizeof path)
    return 0;
  FILE *f = fopen(path, "r");
  if (f == NULL)
    return 0;
  int read = 0;
  while (read < count && fscanf(f, "%lf", &numbers[read]) == 1)
    read++;
  fclose(f);
  return read;
}

/* The quota of one group in processors, or 0. Version 2 writes "max", version 1 a negative number
   where a group has no limit. */
static int quota_of(const char *root, const layout *at, const char *group) {
  double numbers[2] = {0, 0}; /* quota, period */
  const int read = at->period == NULL ? read_numbers(root, at, group, at->quota, numbers, 2)
                                      : read_numbers(root, at, group, at->quota, numbers, 1) +
                                          read_numbers(root, at, group, at->period, numbers + 1, 1);
  if (read != 2 || !(numbers[0] > 0) || !(numbers[1] > 0))
    return 0;
  const double share = numbers[0] / numbers[1];
  return share >= MOST ? MOST : (int) share + (share > (int) share);
}

static int lesser(int a, int b) {
  return a == 0 ? b : b == 0 || a < b ? a : b;
}

/* The least quota of a group and the groups above it. Cuts `group`. */
static int least_above(const char *root, const layout *at, char *group) {
  for (int least = 0;;) {
    least = lesser(least, quota_of(root, at, group));
    char *last = strrchr(group, '/');
    if (last == NULL)
      return least;
    *last = '\0';
  }
}

/* Is "cpu" one of these controllers, "cpu,cpuacct"? */
static bool has_cpu(const char *controllers) {
  for (const char *at = controllers; at != NULL; at = strchr(at, ',')) {
    at += *at == ',';
    if (strncmp(at, "cpu", 3) == 0 && (at[3] == ',' || at[3] == '\0'))
      return true;
  }
  return false;
}

/* The least quota of the groups of one line of /proc/self/cgroup. Changes the line. Version 2 names
   no controllers. */
static int quota_of_line(const char *root, char *line) {
  line[strcspn(line, "\n")] = '\0';
  char *controllers = strchr(line, ':'), *path = NULL;
  if (controllers != NULL)
    path = strchr(++controllers, ':');
  if (path == NULL)
    return 0;
  *path++ = '\0';
  const bool two = *controllers == '\0';
  if (!two && !has_cpu(controllers))
    return 0;
  int least = 0;
  for (int v = two ? FIRST_OF_2 : FIRST_OF_1; v < (two ? FIRST_OF_1 : VERSIONS); v++) {
    char copy[LINE];
    strcpy(copy, path);
    least = lesser(least, least_above(root, &versions[v], copy));
  }
  return least;
}

int mc_quota_processors(const char *root) {
  char text[LINE];
  int least = 0;
  for (int v = 0; v < VERSIONS; v++)
    least = lesser(least, quota_of(root, &versions[v], ""));
  if (snprintf(text, sizeof text, "%s/proc/self/cgroup", root) >= (int) sizeof text)
    return least;
  FILE *f = fopen(text, "r");
  if (f == NULL)
    return least;
  while (fgets(text, sizeof text, f) != NULL) {
    const bool cut = strchr(text, '\n') == NULL;
    least = lesser(least, quota_of_line(root, text));
    for (int c = 0; cut && c != '\n' && c != EOF;) /* the rest of the line is no line */
      c = getc(f);
  }
  fclose(f);
  return least;
}
