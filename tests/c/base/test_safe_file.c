#define _XOPEN_SOURCE 700 /* symlink, mkfifo, realpath */

/* Paths below a root: links are followed on the way to the root, but not below it; names that lead
   out are refused; each call keeps its contract. */
#include "base/safe_file.h"

#ifndef _WIN32
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include "check.h"

#ifdef _WIN32
static void test_skipped(void) {
  check_skip("making a link takes a right on Windows");
}

static const check_test tests[] = {{"test_skipped", test_skipped}, {0}};
#else

static const char ROOT[] = "test_safe_file.root", OUTSIDE[] = "test_safe_file.outside";

static mc_safe_path at(const char *path) {
  return (mc_safe_path){ROOT, path};
}

static void put(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

static bool has(const char *path, const char *text) {
  char found[64] = {0};
  FILE *file = fopen(path, "rb");
  if (file == NULL)
    return false;
  const size_t count = fread(found, 1, sizeof found - 1, file);
  fclose(file);
  return count == strlen(text) && strcmp(found, text) == 0;
}

static void clear(void) {
  CHECK(system("rm -rf test_safe_file.root test_safe_file.outside test_safe_file.link") == 0);
}

/* Makes root/a/file, root/file, outside/file, outside/sub, and links to these in root. */
static void make(void) {
  clear();
  CHECK(mkdir(ROOT, 0700) == 0 && mkdir("test_safe_file.root/a", 0700) == 0);
  CHECK(mkdir(OUTSIDE, 0700) == 0 && mkdir("test_safe_file.outside/sub", 0700) == 0);
  put("test_safe_file.root/a/file", "mine");
  put("test_safe_file.root/file", "mine");
  put("test_safe_file.outside/file", "yours");
  CHECK(symlink("../test_safe_file.outside", "test_safe_file.root/folder") == 0);
  CHECK(symlink("../test_safe_file.outside/file", "test_safe_file.root/link") == 0);
  CHECK(symlink("nowhere", "test_safe_file.root/dangling") == 0);
  CHECK(mkfifo("test_safe_file.root/pipe", 0600) == 0);
}

static int kind_of(const char *path, int64_t *bytes) {
  return (int) mc_safe_look(at(path), bytes);
}

static void test_look(void) {
  make();
  int64_t bytes;
  CHECK_INT(kind_of("a/file", &bytes), MC_SAFE_FILE);
  CHECK_INT(bytes, 4);
  CHECK_INT(kind_of("a", &bytes), MC_SAFE_FOLDER);
  CHECK_INT(kind_of("none", &bytes), MC_SAFE_MISSING);
  CHECK_INT(kind_of("none/file", &bytes), MC_SAFE_MISSING);
  CHECK_INT(kind_of("link", &bytes), MC_SAFE_LINK);
  CHECK_INT(kind_of("dangling", &bytes), MC_SAFE_LINK);
  CHECK_INT(kind_of("folder", &bytes), MC_SAFE_LINK);
  CHECK_INT(kind_of("folder/file", &bytes), MC_SAFE_LINK);
  CHECK_INT(kind_of("folder/sub/file", &bytes), MC_SAFE_LINK);
  CHECK_INT(kind_of("pipe", &bytes), MC_SAFE_OTHER);
  CHECK_INT(kind_of("file/below", &bytes), MC_SAFE_OTHER);
  CHECK(symlink(ROOT, "test_safe_file.link") == 0); /* the root may be a link */
  CHECK_INT(mc_safe_look((mc_safe_path){"test_safe_file.link", "a/file"}, &bytes), MC_SAFE_FILE);
  clear();
}

static int error_of_open(const char *path, mc_safe_mode mode, int64_t bytes) {
  FILE *file = mc_safe_open(at(path), mode, bytes);
  const int error = file == NULL ? errno : 0;
  if (file != NULL)
    fclose(file);
  return error;
}

static void test_open(void) {
  make();
  CHECK_INT(error_of_open("a/file", MC_SAFE_READ, 0), 0);
  CHECK_INT(error_of_open("none", MC_SAFE_READ, 0), ENOENT);
  CHECK_INT(error_of_open("a", MC_SAFE_READ, 0), EISDIR);
  CHECK_INT(error_of_open("pipe", MC_SAFE_READ, 0), EINVAL);
  CHECK_INT(error_of_open("file/below", MC_SAFE_READ, 0), ENOTDIR);
  static const char *const links[] = {"link", "dangling", "folder", "folder/file", "folder/new"};
  for (int k = 0; k < 5; k++) {
    check_note("%s", links[k]);
    CHECK_INT(error_of_open(links[k], MC_SAFE_READ, 0), ELOOP);
    CHECK_INT(error_of_open(links[k], MC_SAFE_REWRITE, 5), ELOOP);
    CHECK(error_of_open(links[k], MC_SAFE_CREATE, 0) != 0);
  }
  static const char *const out[] = {
    "", ".", "..", "../test_safe_file.outside/file", "a/../file", "a//file", "/etc/passwd", "a/"};
  for (int k = 0; k < 8; k++) {
    check_note("%s", out[k]);
    CHECK_INT(error_of_open(out[k], MC_SAFE_READ, 0), EINVAL);
    CHECK_INT(error_of_open(out[k], MC_SAFE_CREATE, 0), EINVAL);
  }
  char name[300];
  memset(name, 'x', sizeof name);
  name[299] = '\0';
  CHECK_INT(error_of_open(name, MC_SAFE_READ, 0), ENAMETOOLONG);
  CHECK_INT(error_of_open("a/new", MC_SAFE_CREATE, 0), 0);
  CHECK_INT(error_of_open("a/new", MC_SAFE_CREATE, 0), EEXIST);
  CHECK_INT(error_of_open("a/file", MC_SAFE_REWRITE, 4), 0);
  CHECK_INT(error_of_open("a/file", MC_SAFE_REWRITE, 5), EEXIST);
  CHECK(link("test_safe_file.root/a/file", "test_safe_file.root/a/second") == 0);
  CHECK_INT(error_of_open("a/file", MC_SAFE_REWRITE, 4), EEXIST);
  CHECK(has("test_safe_file.outside/file", "yours") && has("test_safe_file.root/a/file", "mine"));
  CHECK(access("test_safe_file.outside/new", F_OK) != 0);
  clear();
}

static void test_names(void) {
  make();
  CHECK_INT(mc_safe_rename(at("a/file"), "file"), 0);
  CHECK_INT(mc_safe_rename(at("a/file"), "file"), ENOENT);
  CHECK_INT(mc_safe_rename(at("file"), "folder/file"), ELOOP);
  CHECK_INT(mc_safe_rename(at("folder/file"), "mine"), ELOOP);
  CHECK_INT(mc_safe_link(at("file"), "a/second"), 0);
  CHECK_INT(mc_safe_link(at("file"), "a/second"), EEXIST);
  CHECK_INT(mc_safe_link(at("file"), "folder/second"), ELOOP);
  CHECK_INT(mc_safe_link(at("folder/file"), "second"), ELOOP);
  CHECK_INT(mc_safe_make_folder(at("b/c/d")), 0);
  CHECK_INT(mc_safe_make_folder(at("b/c/d")), 0);
  CHECK_INT(mc_safe_make_folder(at("folder/new")), ELOOP);
  CHECK_INT(mc_safe_make_folder(at("folder")), ELOOP);
  CHECK_INT(mc_safe_make_folder(at("file")), ENOTDIR);
  CHECK_INT(mc_safe_make_folder(at("file/new")), ENOTDIR);
  CHECK_INT(mc_safe_remove_file(at("folder/file")), ELOOP);
  CHECK(mc_safe_remove_file(at("b")) != 0);
  CHECK_INT(mc_safe_remove_file(at("link")), 0); /* the link, not its target */
  CHECK(mc_safe_remove_folder(at("b")) != 0);    /* not empty */
  CHECK_INT(mc_safe_remove_folder(at("b/c/d")), 0);
  CHECK_INT(mc_safe_remove_folder(at("folder/sub")), ELOOP);
  CHECK(has("test_safe_file.outside/file", "yours"));
  CHECK(access("test_safe_file.outside/sub", F_OK) == 0);
  CHECK(access("test_safe_file.outside/new", F_OK) != 0);
  clear();
}

static bool count_names(void *data, const char *name) {
  int *count = data;
  CHECK(strcmp(name, ".") != 0 && strcmp(name, "..") != 0);
  return ++*count < 3;
}

static void test_list(void) {
  make();
  int count = 0;
  CHECK_INT(mc_safe_list(at("a"), count_names, &count), 0);
  CHECK_INT(count, 1);
  count = 0;
  CHECK_INT(mc_safe_list(at(""), count_names, &count), 0);
  CHECK_INT(count, 3); /* of seven names: the callback ends the list */
  CHECK_INT(mc_safe_list(at("folder"), count_names, &count), ELOOP);
  CHECK_INT(mc_safe_list(at("folder/sub"), count_names, &count), ELOOP);
  CHECK_INT(mc_safe_list(at("none"), count_names, &count), ENOENT);
  CHECK_INT(mc_safe_list(at("file"), count_names, &count), ENOTDIR);
  CHECK_INT(count, 3);
  clear();
}

/* Closes the folder that is being listed, so that the next read of it fails. */
static bool close_folder(void *data, const char *name) {
  (void) name;
  int *closed = data;
  for (int fd = 3; *closed == 0 && fd < 64; fd++) {
    struct stat is, wanted;
    if (fstat(fd, &is) == 0 && stat("test_safe_file.root/many", &wanted) == 0 &&
        is.st_dev == wanted.st_dev && is.st_ino == wanted.st_ino) {
      close(fd);
      *closed = 1;
    }
  }
  return true;
}

/* A folder that cannot be read to its end is an error, not a shorter folder. */
static void test_list_fails(void) {
  make();
  CHECK(mkdir("test_safe_file.root/many", 0777) == 0);
  char path[256];
  for (int k = 0; k < 2000; k++) { /* more than one read of the system gives */
    snprintf(path, sizeof path, "test_safe_file.root/many/a-name-of-thirty-bytes-%06d", k);
    put(path, "");
  }
  int closed = 0;
  CHECK_INT(mc_safe_list(at("many"), close_folder, &closed), EBADF);
  CHECK_INT(closed, 1);
  clear();
}

static const check_test tests[] = {{"test_look", test_look},
                                   {"test_open", test_open},
                                   {"test_names", test_names},
                                   {"test_list", test_list},
                                   {"test_list_fails", test_list_fails},
                                   {0}};
#endif

const check_suite suite_safe_file = {.name = "safe_file", .tests = tests};
