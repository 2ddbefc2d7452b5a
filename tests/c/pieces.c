#include "pieces.h"

#include <string.h>

#include "check.h"
#include "guard.h"

static mc_status read_piece(const mc_columns *columns, int64_t first, int64_t last, mc_arena *arena,
                            mc_matrix *view) {
  pieces *p = columns->source;
  (void) arena;
  CHECK(0 <= first && first <= last && last <= columns->columns);
  CHECK(last - first <= columns->at_once);
  p->reads++;
  p->columns += last - first;
  pieces_release(p); /* a later access through an old view is now an error */
  const int64_t size = p->x.type == MC_F64 ? 8 : 4, bytes = (last - first) * p->x.rows * size;
  p->place = guard_alloc((size_t) bytes);
  if (bytes > 0)
    memcpy(p->place, (const unsigned char *) p->x.data + first * p->x.rows * size, (size_t) bytes);
  *view = (mc_matrix){p->place, p->x.type, p->x.rows, last - first};
  return MC_OK;
}

mc_columns pieces_of(pieces *p, int64_t at_once) {
  return (mc_columns){.rows = p->x.rows,
                      .columns = p->x.columns,
                      .at_once = at_once,
                      .read = read_piece,
                      .source = p};
}

void pieces_release(pieces *p) {
  if (p->place != NULL)
    guard_free(p->place);
  p->place = NULL;
}
