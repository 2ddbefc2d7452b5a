#if defined(_WIN32)
#include "base/safe_file.h"

#include "base/safe_file_windows.inc"
#else

#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* openat() and its kin; O_PATH, where Linux has no O_SEARCH */
#endif
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE
#endif

#include "base/safe_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PART = 256 }; /* bytes of a name, including the 0 at its end */

/* A path through a folder needs the right to search it, not to read it. */
#if defined(O_SEARCH)
enum { SEARCH = O_SEARCH };
#elif defined(O_PATH)
enum { SEARCH = O_PATH };
#else
enum { SEARCH = O_RDONLY };
#endif

/* close() leaves errno as it was. */
static void close_quietly(int fd) {
  const int error = errno;
  close(fd);
  errno = error;
}

static mc_safe_kind kind_of_error(int error) {
  switch (error) {
  case ENOENT:
  case ENAMETOOLONG:
  case EINVAL: return MC_SAFE_MISSING;
  case ELOOP: return MC_SAFE_LINK;
  case ENOTDIR: return MC_SAFE_OTHER;
  default: return MC_SAFE_HIDDEN;
  }
}

/* The kind of a name in the open folder `folder`. */
static mc_safe_kind look_in(int folder, const char *name, struct stat *is) {
  if (fstatat(folder, name, is, AT_SYMLINK_NOFOLLOW) != 0)
    return kind_of_error(errno);
  return S_ISREG(is->st_mode)   ? MC_SAFE_FILE
         : S_ISDIR(is->st_mode) ? MC_SAFE_FOLDER
         : S_ISLNK(is->st_mode) ? MC_SAFE_LINK
                                : MC_SAFE_OTHER;
}

/* Opens a folder in a folder. For a link systems set ELOOP, ENOTDIR or EMLINK; here it is always
   ELOOP. */
static int open_folder_in(int folder, const char *name, int how) {
  const int fd = openat(folder, name, how | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) {
    const int error = errno;
    struct stat is;
    errno = look_in(folder, name, &is) == MC_SAFE_LINK ? ELOOP : error;
  }
  return fd;
}

/* Copies the first part of the path, and moves *path behind it; NULL after the last part. */
static bool next_part(const char **path, char *part) {
  const char *slash = strchr(*path, '/');
  const size_t length = slash == NULL ? strlen(*path) : (size_t) (slash - *path);
  if (length >= PART) {
    errno = ENAMETOOLONG;
    return false;
  }
  memcpy(part, *path, length);
  part[length] = '\0';
  *path = slash == NULL ? NULL : slash + 1;
  if (length == 0 || strcmp(part, ".") == 0 || strcmp(part, "..") == 0) {
    errno = EINVAL;
    return false;
  }
  return true;
}

/* Opens the folder that holds the path's last part, and copies that part to `name`. With `make`
   missing folders are made. Returns -1 and sets errno if that fails. */
static int open_way(mc_safe_path at, char *name, bool make) {
  int folder = open(at.root, SEARCH | O_DIRECTORY | O_CLOEXEC);
  const char *path = at.path;
  while (folder >= 0) {
    if (!next_part(&path, name)) {
      close_quietly(folder);
      return -1;
    }
    if (path == NULL)
      break;
    if (make && mkdirat(folder, name, 0777) != 0 && errno != EEXIST) {
      close_quietly(folder);
      return -1;
    }
    const int next = open_folder_in(folder, name, SEARCH);
    close_quietly(folder);
    folder = next;
  }
  return folder;
}

mc_safe_kind mc_safe_look(mc_safe_path at, int64_t *bytes) {
  char name[PART];
  struct stat is;
  *bytes = 0;
  const int folder = open_way(at, name, false);
  if (folder < 0)
    return kind_of_error(errno);
  const mc_safe_kind kind = look_in(folder, name, &is);
  close(folder);
  if (kind == MC_SAFE_FILE)
    *bytes = (int64_t) is.st_size;
  return kind;
}

/* May the open file be used in this mode? It is no link (O_NOFOLLOW). */
static bool fits(int fd, mc_safe_mode mode, int64_t bytes) {
  struct stat is;
  if (fstat(fd, &is) != 0)
    return false;
  if (!S_ISREG(is.st_mode)) {
    errno = S_ISDIR(is.st_mode) ? EISDIR : EINVAL;
    return false;
  }
  if (mode == MC_SAFE_REWRITE && (is.st_nlink != 1 || (int64_t) is.st_size != bytes)) {
    errno = EEXIST;
    return false;
  }
  return true;
}

FILE *mc_safe_open(mc_safe_path at, mc_safe_mode mode, int64_t bytes) {
  /* O_NONBLOCK: opening a pipe without a writer does not block; fits() then refuses it */
  static const int flags[] = {O_RDONLY | O_NONBLOCK, O_WRONLY | O_CREAT | O_EXCL,
                              O_RDWR | O_NONBLOCK};
  static const char *const words[] = {"rb", "wb", "r+b"};
  char name[PART];
  const int folder = open_way(at, name, false);
  if (folder < 0)
    return NULL;
  const int fd = openat(folder, name, flags[mode] | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0666);
  if (fd < 0) {
    const int error = errno;
    struct stat is;
    errno = mode != MC_SAFE_CREATE && look_in(folder, name, &is) == MC_SAFE_LINK ? ELOOP : error;
  }
  close_quietly(folder);
  if (fd < 0)
    return NULL;
  FILE *file = fits(fd, mode, bytes) ? fdopen(fd, words[mode]) : NULL;
  if (file == NULL)
    close_quietly(fd);
  return file;
}

int64_t mc_safe_size(FILE *file) {
  struct stat is;
  return fstat(fileno(file), &is) == 0 ? (int64_t) is.st_size : 0;
}

/* renameat() or linkat() on two paths. */
static int on_two(mc_safe_path from, const char *to,
                  int (*call)(int folder, const char *name, int other_folder, const char *other)) {
  char name[PART], other[PART];
  const int folder = open_way(from, name, false);
  if (folder < 0)
    return errno;
  const int other_folder = open_way((mc_safe_path){from.root, to}, other, false);
  int error = other_folder < 0 ? errno : 0;
  if (error == 0 && call(folder, name, other_folder, other) != 0)
    error = errno;
  if (other_folder >= 0)
    close(other_folder);
  close(folder);
  return error;
}

static int link_in(int folder, const char *name, int other_folder, const char *other) {
  return linkat(folder, name, other_folder, other, 0);
}

int mc_safe_rename(mc_safe_path from, const char *to) {
  return on_two(from, to, renameat);
}

int mc_safe_link(mc_safe_path from, const char *to) {
  return on_two(from, to, link_in);
}

int mc_safe_make_folder(mc_safe_path at) {
  char name[PART];
  struct stat is;
  const int folder = open_way(at, name, true);
  if (folder < 0)
    return errno;
  int error = mkdirat(folder, name, 0777) == 0 ? 0 : errno;
  if (error == EEXIST) {
    const mc_safe_kind kind = look_in(folder, name, &is);
    error = kind == MC_SAFE_FOLDER ? 0 : kind == MC_SAFE_LINK ? ELOOP : ENOTDIR;
  }
  close(folder);
  return error;
}

static int remove_in(mc_safe_path at, int flags) {
  char name[PART];
  const int folder = open_way(at, name, false);
  if (folder < 0)
    return errno;
  const int error = unlinkat(folder, name, flags) == 0 ? 0 : errno;
  close(folder);
  return error;
}

int mc_safe_remove_file(mc_safe_path at) {
  return remove_in(at, 0);
}

int mc_safe_remove_folder(mc_safe_path at) {
  return remove_in(at, AT_REMOVEDIR);
}

/* Opens a folder; the root if the path is empty. */
static int open_folder(mc_safe_path at) {
  if (*at.path == '\0')
    return open(at.root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  char name[PART];
  const int folder = open_way(at, name, false);
  if (folder < 0)
    return -1;
  const int fd = open_folder_in(folder, name, O_RDONLY);
  close_quietly(folder);
  return fd;
}

int mc_safe_list(mc_safe_path folder, bool (*name)(void *data, const char *name), void *data) {
  const int fd = open_folder(folder);
  if (fd < 0)
    return errno;
  DIR *list = fdopendir(fd);
  if (list == NULL) {
    const int error = errno;
    close(fd);
    return error;
  }
  int error = 0;
  for (bool more = true; more;) {
    errno = 0; /* readdir() returns NULL at the end and after an error */
    const struct dirent *found = readdir(list);
    if (found == NULL)
      error = errno;
    more = found != NULL && (strcmp(found->d_name, ".") == 0 || strcmp(found->d_name, "..") == 0 ||
                             name(data, found->d_name));
  }
  closedir(list);
  return error;
}

#endif
