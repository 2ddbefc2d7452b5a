/* Shortest paths tile by tile. R's matrix of distances from I to J, by columns, is C's matrix of J
   and I, by rows: R's rows are C's columns. */

#include "r/buffer.h"
#include "r/entries.h"
#include "r/ffi.h"
#include "paths/phase.h"
#include "paths/transfer.h"

static int64_t whole(SEXP x, int at) {
  if (TYPEOF(x) != INTSXP || Rf_xlength(x) <= at || INTEGER_RO(x)[at] < 0)
    Rf_error("internal error: bad argument");
  return INTEGER_RO(x)[at];
}

/* A buffer of doubles of this size: `room`, if that is one, or a new buffer. */
static SEXP buffer_in(SEXP room, int rows, int columns) {
  SEXP matrix = ffi_buffer_matrix(room);
  const bool fits =
    TYPEOF(matrix) == REALSXP && Rf_nrows(matrix) == rows && Rf_ncols(matrix) == columns;
  return fits ? room : ffi_buffer_make(REALSXP, rows, columns);
}

/* list(distance, at): dim[1] x dim[2] weights of a graph of n vertices as distances: the part of w
   from row from[1] and column from[2] on. Its first row and column are those of vertices first[1]
   and first[2]. All count from 0 on. at: the first invalid weight, or 0. The distances are a
   buffer: `room`, if that has the right size. */
SEXP ffi_paths_part(SEXP w, SEXP from, SEXP dim, SEXP first, SEXP n, SEXP single, SEXP room) {
  const mc_matrix matrix = ffi_matrix(w, INT_MAX, "w");
  const mc_paths_part part = {.row = whole(from, 1),
                              .column = whole(from, 0),
                              .rows = whole(dim, 1),
                              .columns = whole(dim, 0),
                              .diagonal = whole(first, 1) - whole(first, 0),
                              .n = whole(n, 0),
                              .single = ffi_int(single, 0, 1, "single")};
  if (part.row + part.rows > matrix.columns || part.column + part.columns > matrix.rows)
    Rf_error("internal error: bad argument");
  SEXP result = ffi_list_begin(2);
  SEXP distance = buffer_in(room, (int) part.columns, (int) part.rows);
  ffi_put(result, "distance", distance);
  double *to = REAL(ffi_buffer_matrix(distance));
  ffi_put(result, "at", Rf_ScalarReal((double) mc_paths_import_part(&matrix, &part, to)));
  return ffi_list_end(result);
}

/* A tile of distances, R's x, with the intermediate vertices of its paths, or NULL. Both are
   buffers, which are overwritten (a copy would take a fifth of the time of a phase). */
static mc_paths_tile tile_of(SEXP x, SEXP via, int64_t before, int64_t steps, SEXP single) {
  SEXP distance = ffi_buffer_matrix(x), vertices = ffi_buffer_matrix(via);
  if (TYPEOF(distance) != REALSXP)
    Rf_error("internal error: bad argument");
  if (via != R_NilValue &&
      (TYPEOF(vertices) != INTSXP || Rf_xlength(vertices) != Rf_xlength(distance)))
    Rf_error("internal error: bad argument");
  return (mc_paths_tile){.distance = REAL(distance),
                         .via = via == R_NilValue ? NULL : INTEGER(vertices),
                         .rows = Rf_ncols(distance),
                         .columns = Rf_nrows(distance),
                         .before = before,
                         .steps = steps,
                         .single = ffi_int(single, 0, 1, "single")};
}

static int64_t rows_of(SEXP x) {
  return Rf_nrows(ffi_buffer_matrix(x));
}

static int64_t columns_of(SEXP x) {
  return Rf_ncols(ffi_buffer_matrix(x));
}

/* A buffer of panels for so many lanes, with a column for each panel: `room`, if that has the right
   size. */
static SEXP panels_in(SEXP room, int64_t steps, int64_t lanes) {
  const int64_t apart = mc_paths_panels_apart(steps);
  const int64_t count = apart == 0 ? 0 : mc_paths_panels_count(steps, lanes) / apart;
  return buffer_in(room, (int) apart, (int) count);
}

static double *panels_to(SEXP panels) {
  return REAL(ffi_buffer_matrix(panels));
}

static const double *panels_of(SEXP panels, int64_t steps, int64_t lanes) {
  SEXP matrix = ffi_buffer_matrix(panels);
  if (TYPEOF(matrix) != REALSXP || Rf_xlength(matrix) != mc_paths_panels_count(steps, lanes))
    Rf_error("internal error: bad panels");
  return REAL_RO(matrix);
}

/* TRUE if all integers of a buffer or matrix are vertices, from 1 to n, or NA. */
SEXP ffi_paths_are_vertices(SEXP x, SEXP n) {
  SEXP matrix = ffi_buffer_read(x);
  const int most = ffi_int(n, 0, INT_MAX, "n");
  if (TYPEOF(matrix) != INTSXP)
    Rf_error("internal error: bad argument");
  const int *vertex = INTEGER_RO(matrix);
  for (R_xlen_t k = 0; k < Rf_xlength(matrix); k++)
    if (vertex[k] != NA_INTEGER && (vertex[k] < 1 || vertex[k] > most))
      return Rf_ScalarLogical(FALSE);
  return Rf_ScalarLogical(TRUE);
}

/* In the following entries x and via are buffers, which are changed in place: a tile of distances,
   and of intermediate vertices (or NULL). `before`: how many vertices come before those of the
   block. */

/* Phase 1, a tile on the diagonal. list(row, column, at): its panels, in the buffers `row` and
   `column` if these have the right size; at: the step at which a negative cycle shows, or 0. */
SEXP ffi_paths_diagonal(SEXP x, SEXP via, SEXP before, SEXP single, SEXP threads, SEXP tick,
                        SEXP row, SEXP column) {
  SEXP result = ffi_list_begin(3);
  const int64_t steps = rows_of(x);
  const mc_paths_tile t = tile_of(x, via, whole(before, 0), steps, single);
  if (t.rows != steps)
    Rf_error("internal error: bad argument");
  row = panels_in(row, steps, steps);
  ffi_put(result, "row", row);
  column = panels_in(column, steps, steps);
  ffi_put(result, "column", column);
  int64_t negative;
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  const mc_status status =
    mc_paths_phase_diagonal(&t, panels_to(column), panels_to(row), &negative, call);
  if (status != MC_ERR_CYCLE)
    ffi_check_in(&c, status);
  ffi_end(&c);
  ffi_put(result, "at", Rf_ScalarReal((double) negative));
  return ffi_list_end(result);
}

/* Phase 2, the cross. With `row`: a tile in the row of the diagonal tile, by the diagonal tile's
   columns; else a tile in its column, by its rows. Returns the tile's panels, in `room` if that has
   the right size. */
SEXP ffi_paths_cross(SEXP x, SEXP via, SEXP before, SEXP row, SEXP diagonal, SEXP single,
                     SEXP threads, SEXP tick, SEXP room) {
  const bool in_row = ffi_int(row, 0, 1, "row");
  const int64_t steps = in_row ? rows_of(x) : columns_of(x);
  const mc_paths_tile t = tile_of(x, via, whole(before, 0), steps, single);
  SEXP panels = PROTECT(panels_in(room, steps, in_row ? t.rows : t.columns));
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  ffi_check_in(&c, mc_paths_phase_cross(&t, in_row, panels_of(diagonal, steps, steps),
                                        panels_to(panels), call));
  ffi_end(&c);
  UNPROTECT(1);
  return panels;
}

/* Phase 3, any other tile, by the columns of the tile in its row and the rows of the tile in its
   column. */
SEXP ffi_paths_others(SEXP x, SEXP via, SEXP before, SEXP column, SEXP row, SEXP steps, SEXP single,
                      SEXP threads, SEXP tick) {
  const mc_paths_tile t = tile_of(x, via, whole(before, 0), whole(steps, 0), single);
  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  ffi_check_in(&c, mc_paths_phase_others(&t, panels_of(row, t.steps, t.rows),
                                         panels_of(column, t.steps, t.columns), call));
  ffi_end(&c);
  return R_NilValue;
}
