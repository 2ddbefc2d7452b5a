#ifndef MC_SAFE_FILE_H
#define MC_SAFE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Files and folders below a root folder, in a tree that a stranger may have made. The root itself
   may be reached through links. Below the root no symbolic link is followed: a path to a link, or
   through a link, is ELOOP. A device or a pipe is never read or written: EINVAL. On POSIX each part
   of the path is opened relative to the folder before it. So a link that somebody puts there
   meanwhile is not followed either. Windows lacks such calls; there each part is looked at before
   it is used. */
typedef struct {
  const char *root;
  const char *path; /* such as "tiles/0000/1-2"; no part may be empty, "." or ".." */
} mc_safe_path;

typedef enum {
  MC_SAFE_MISSING,
  MC_SAFE_FILE,
  MC_SAFE_FOLDER,
  MC_SAFE_LINK,  /* a symbolic link, or behind one */
  MC_SAFE_OTHER, /* a device, a pipe, a socket; or a path through a file */
  MC_SAFE_HIDDEN /* not known: no permission, or the system lacks resources */
} mc_safe_kind;

/* The kind of a path; *bytes becomes the size of a file. */
mc_safe_kind mc_safe_look(mc_safe_path at, int64_t *bytes);

typedef enum {
  MC_SAFE_READ,    /* read an existing file */
  MC_SAFE_CREATE,  /* write a new file */
  MC_SAFE_REWRITE, /* write over an existing file of `bytes` bytes without a second name */
} mc_safe_mode;

/* NULL and errno if the file cannot be opened in this mode; EEXIST if the file has another size or
   a second name (MC_SAFE_REWRITE). */
FILE *mc_safe_open(mc_safe_path at, mc_safe_mode mode, int64_t bytes);

/* The size of an open file in bytes. */
int64_t mc_safe_size(FILE *file);

/* The functions below return 0 or errno. */

/* Renames a file, below the same root. An existing file with the new name is replaced
   atomically. */
int mc_safe_rename(mc_safe_path from, const char *to);

/* Gives a file a second name; EEXIST if the name is taken. */
int mc_safe_link(mc_safe_path from, const char *to);

/* Makes a folder and the folders above it, as far as they are missing. */
int mc_safe_make_folder(mc_safe_path at);

int mc_safe_remove_file(mc_safe_path at);

/* Removes an empty folder. */
int mc_safe_remove_folder(mc_safe_path at);

/* Calls name(data, ...) for each name in a folder, until it returns false. The path "" is the
   root. */
int mc_safe_list(mc_safe_path folder, bool (*name)(void *data, const char *name), void *data);

#endif
