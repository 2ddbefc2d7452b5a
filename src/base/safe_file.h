#ifndef MC_SAFE_FILE_H
#define MC_SAFE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Files and folders below a root folder, in a tree that a stranger may have made. The root itself
   may be reached through links. Below it no symbolic link is followed: a path that is one, or
   leads through one, is ELOOP. What is neither a file nor a folder (a device, a pipe) is never
   opened to be read or written: EINVAL. On POSIX each part of the path is opened relative to the
   folder before it, so that a link which is put there meanwhile is not followed either. Windows has
   no such calls: there each part is looked at first. */
typedef struct {
  const char *root;
  const char *path; /* such as "tiles/0000/1-2": parts that are neither empty nor "." nor ".." */
} mc_safe_path;

typedef enum {
  MC_SAFE_MISSING,
  MC_SAFE_FILE,
  MC_SAFE_FOLDER,
  MC_SAFE_LINK,  /* a symbolic link, or behind one */
  MC_SAFE_OTHER, /* a device, a pipe, a socket; or behind a file */
  MC_SAFE_HIDDEN /* not known, for want of a right or of the system's means */
} mc_safe_kind;

/* What there is; of a file its size in bytes. */
mc_safe_kind mc_safe_look(mc_safe_path at, int64_t *bytes);

typedef enum {
  MC_SAFE_READ,    /* a file that is there */
  MC_SAFE_CREATE,  /* a file that is not there yet, to be written */
  MC_SAFE_REWRITE, /* a file that is there, with no second name, of `bytes` bytes: to be written */
} mc_safe_mode;

/* NULL and errno if the file cannot be opened so; EEXIST if it is not as MC_SAFE_REWRITE asks. */
FILE *mc_safe_open(mc_safe_path at, mc_safe_mode mode, int64_t bytes);

/* Of an open file, in bytes. */
int64_t mc_safe_size(FILE *file);

/* These answer 0 or errno. */

/* Gives a file another name, below the same root; a file of that name is replaced at once. */
int mc_safe_rename(mc_safe_path from, const char *to);

/* Gives a file a second name, that nothing has: EEXIST. */
int mc_safe_link(mc_safe_path from, const char *to);

/* Makes a folder, and those on the way to it, where they are missing. */
int mc_safe_make_folder(mc_safe_path at);

int mc_safe_remove_file(mc_safe_path at);

/* Of an empty folder. */
int mc_safe_remove_folder(mc_safe_path at);

/* Calls name(data, ...) for each name in a folder; its answer of false ends the list. The root is
   the path "". */
int mc_safe_list(mc_safe_path folder, bool (*name)(void *data, const char *name), void *data);

#endif
