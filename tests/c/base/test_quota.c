#define _XOPEN_SOURCE 700 /* mkdir */

/* Quotas of processor time, in made-up folders of /proc and /sys. */
#include "base/quota.h"

#ifndef _WIN32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#endif

#include "check.h"

#ifdef _WIN32
static void test_skipped(void) {
  check_skip("Windows has no control groups");
}

static const check_test tests[] = {{"test_skipped", test_skipped}, {0}};
#else

static const char ROOT[] = "test_quota.root";

static void clear(void) {
  CHECK(system("rm -rf test_quota.root") == 0);
}

/* Writes a file below the root, and makes its folders. */
static void put(const char *path, const char *text) {
  char whole[512];
  snprintf(whole, sizeof whole, "%s/%s", ROOT, path);
  for (char *at = strchr(whole, '/'); at != NULL; at = strchr(at + 1, '/')) {
    *at = '\0';
    mkdir(whole, 0700);
    *at = '/';
  }
  FILE *file = fopen(whole, "wb");
  CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

/* The answer for these groups of the process. */
static int quota(const char *groups) {
  put("proc/self/cgroup", groups);
  return mc_quota_processors(ROOT);
}

#define TWO "sys/fs/cgroup/"
#define ONE "sys/fs/cgroup/cpu/"

static void test_none(void) {
  clear();
  CHECK_INT(mc_quota_processors(ROOT), 0);
  CHECK_INT(quota(""), 0);
  CHECK_INT(quota("0::/\n"), 0);
  CHECK_INT(quota("nonsense\n0:\n:\n::\n0::/a\n"), 0);
  clear();
}

static void test_version_2(void) {
  clear();
  put(TWO "jobs/job 1/step/cpu.max", "150000 100000\n");
  CHECK_INT(quota("0::/jobs/job 1/step\n"), 2);
  CHECK_INT(quota("0::/jobs/job 1/step"), 2); /* without the end of the line */
  CHECK_INT(quota("0::/jobs/job 1\n"), 0);
  CHECK_INT(quota("0::/jobs\n"), 0);
  put(TWO "jobs/cpu.max", "50000 100000\n"); /* the least of a group and those above */
  CHECK_INT(quota("0::/jobs/job 1/step\n"), 1);
  put(TWO "jobs/cpu.max", "max 100000\n");
  CHECK_INT(quota("0::/jobs/job 1/step\n"), 2);
  put(TWO "jobs/cpu.max", "300000 100000\n");
  CHECK_INT(quota("0::/jobs/job 1/step\n"), 2);
  put(TWO "jobs/job 1/step/cpu.max", "max 100000\n");
  CHECK_INT(quota("0::/jobs/job 1/step\n"), 3);
  put(TWO "cpu.max", "200000 100000\n"); /* of the root */
  CHECK_INT(quota("0::/jobs/job 1/step\n"), 2);
  CHECK_INT(quota("0::/\n"), 2);
  clear();
}

/* Batch systems limit groups of their own; the root has no limit. */
static void test_version_1(void) {
  clear();
  put(ONE "cpu.cfs_quota_us", "-1\n");
  put(ONE "cpu.cfs_period_us", "100000\n");
  put(ONE "slurm/job/cpu.cfs_quota_us", "250000\n");
  put(ONE "slurm/job/cpu.cfs_period_us", "100000\n");
  CHECK_INT(quota("9:name=systemd:/x\n4:cpu,cpuacct:/slurm/job/step\n"), 3);
  CHECK_INT(quota("4:cpuacct,cpu:/slurm/job\n"), 3);
  CHECK_INT(quota("4:cpu:/slurm/job\n0::/user\n"), 3);
  CHECK_INT(quota("4:cpuset:/slurm/job\n5:cpuacct:/slurm/job\n"), 0);
  put(ONE "slurm/cpu.cfs_quota_us", "100000\n"); /* without a period */
  CHECK_INT(quota("4:cpu,cpuacct:/slurm/job\n"), 3);
  put(ONE "slurm/cpu.cfs_period_us", "50000\n");
  CHECK_INT(quota("4:cpu,cpuacct:/slurm/job\n"), 2);
  clear();
}

/* A container may see its own group as the root, whatever the path of the group is called. */
static void test_containers(void) {
  clear();
  put(TWO "cpu.max", "400000 100000\n");
  CHECK_INT(quota("0::/../../docker/123\n"), 4);
  clear();
  put(ONE "cpu.cfs_quota_us", "400000\n");
  put(ONE "cpu.cfs_period_us", "100000\n");
  CHECK_INT(quota("4:cpu,cpuacct:/docker/123\n"), 4);
  put("sys/fs/cgroup/unified/user/cpu.max", "100000 100000\n"); /* both versions at once */
  CHECK_INT(quota("4:cpu,cpuacct:/docker/123\n0::/user\n"), 1);
  clear();
}

static void test_odd_numbers(void) {
  const struct {
    const char *text;
    int want;
  } cases[] = {
    {"", 0},           {"100000", 0},  {"100000 0", 0}, {"0 100000", 0},      {"-1 100000", 0},
    {"many 1", 0},     {"nan nan", 0}, {"1 1e300", 1},  {"1e300 1", 1 << 20}, {"inf 1", 1 << 20},
    {"1 100000 7", 1},
  };
  clear();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    check_note("'%s'", cases[i].text);
    put(TWO "a/cpu.max", cases[i].text);
    CHECK_INT(quota("0::/a\n"), cases[i].want);
  }
  clear();
}

/* The rest of a line that is too long is no line. Of a path that is too long the first groups
   count. */
static void test_long_lines(void) {
  char line[10000] = "0::/";
  memset(line + 4, 'a', sizeof line - 5);
  clear();
  put(TWO "a/cpu.max", "300000 100000");
  put(ONE "b/cpu.cfs_quota_us", "100000");
  put(ONE "b/cpu.cfs_period_us", "100000");
  CHECK_INT(quota(line), 0);
  for (size_t i = 5; i + 12 < sizeof line; i += 2)
    line[i] = '/';
  CHECK_INT(quota(line), 3);
  memcpy(line + sizeof line - 12, "\n4:cpu:/b", 10); /* a line of its own */
  CHECK_INT(quota(line), 1);
  memcpy(line + sizeof line - 12, "\n4:cpu:/c", 10);
  memcpy(line + 8191, "4:cpu:/b\n", 9); /* in the rest of the first line */
  CHECK_INT(quota(line), 3);
  clear();
}

static const check_test tests[] = {{"test_none", test_none},
                                   {"test_version_2", test_version_2},
                                   {"test_version_1", test_version_1},
                                   {"test_containers", test_containers},
                                   {"test_odd_numbers", test_odd_numbers},
                                   {"test_long_lines", test_long_lines},
                                   {0}};
#endif

const check_suite suite_quota = {.name = "quota", .tests = tests};
