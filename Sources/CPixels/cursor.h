// Where the reading is ahead of the writing: memory is asked for in the order in which the picture is put together, also
// where one source ends and another begins, which is where the processor's own prefetcher loses its way.
#pragma once
#include "CPixels.h"

// How far ahead, in pixels: into the second cache early enough for memory to answer, then into the first. A fetch into the
// second alone does not make the processor's own prefetcher run on past the end of a source, into what is not shown.
#define PX_FAR 4096
#define PX_NEAR 512

typedef struct {
    const px_band *band;
    const px_run *run; // NULL at the end of the program
    int x;
    int y;
} px_cursor;

// What to fetch with each line: two sources far ahead, two near.
typedef struct {
    const char *places[4];
} px_ahead;

// Asks for what is `offset` bytes further on.
static inline __attribute__((always_inline)) void px_fetch_ahead(const px_ahead *ahead, size_t offset) {
    __builtin_prefetch(ahead->places[0] + offset, 0, 2);
    __builtin_prefetch(ahead->places[1] + offset, 0, 2);
    __builtin_prefetch(ahead->places[2] + offset, 0, 3);
    __builtin_prefetch(ahead->places[3] + offset, 0, 3);
}

// Where the step `index` of the run at the cursor reads next.
static inline const char *px_cursor_source(const px_cursor *cursor, const px_program *program, int index) {
    const px_step *step = program->steps + cursor->run->steps + index;
    ptrdiff_t row = cursor->y - cursor->band->y, i = cursor->x - cursor->run->start;
    if (step->fetch != PX_ZOOM) return (const char *)(step->lower + row * step->pitch + i);
    int64_t lower = ((step->position + row * step->step) >> 32) + 1;
    lower = lower < 0 ? 0 : lower > step->lastRow ? step->lastRow : lower;
    return (const char *)(step->lower + lower * step->pitch + (program->tables[step->table + i] >> 9));
}

// Asks for what the run at the cursor reads there.
static inline void px_cursor_fetch(const px_cursor *cursor, const px_program *program) {
    for (int i = 0; i < 2; i++) {
        int index = cursor->run->streams[i];
        if (index >= 0) __builtin_prefetch(px_cursor_source(cursor, program, index), 0, 3);
    }
}

// Moves on by `count` pixels. Asks for the beginning of each source that it comes to.
static inline void px_cursor_skip(px_cursor *cursor, const px_program *program, int count) {
    if (!cursor->run) return;
    cursor->x += count;
    while (cursor->x >= cursor->run->end) {
        int more = cursor->x - cursor->run->end;
        const px_run *runs = program->runs + cursor->band->runs;
        if (cursor->run < runs + cursor->band->count - 1) {
            cursor->run++;
        } else {
            if (++cursor->y == cursor->band->end && ++cursor->band == program->bands + program->bandCount) {
                cursor->run = NULL;
                return;
            }
            cursor->run = program->runs + cursor->band->runs;
        }
        cursor->x = cursor->run->start;
        px_cursor_fetch(cursor, program);
        cursor->x += more;
    }
}

// Moves on by less than a line, which nobody else asks for.
static inline void px_cursor_step(px_cursor *cursor, const px_program *program, int count) {
    if (cursor->run) px_cursor_fetch(cursor, program);
    px_cursor_skip(cursor, program, count);
}

// At the first pixel of the row `y` of `band`, and then `count` pixels on.
static inline px_cursor px_cursor_begin(const px_program *program, const px_band *band, int y, int count) {
    px_cursor cursor = {.band = band, .run = program->runs + band->runs, .y = y};
    cursor.x = cursor.run->start;
    px_cursor_skip(&cursor, program, count);
    return cursor;
}

// How many lines the run at the cursor still has.
static inline size_t px_cursor_lines(const px_cursor *cursor) {
    return cursor->run ? (size_t)(cursor->run->end - cursor->x + 15) / 16 : SIZE_MAX;
}

// What to fetch during the next lines, of which there must be no more than either cursor has; false when nothing. Where
// there is one source or one cursor, it stands for the other too.
static inline int px_cursors_ahead(
    const px_cursor *far, const px_cursor *near, const px_program *program, px_ahead *ahead) {
    const char *place = NULL;
    for (int i = 0; i < 4; i++) {
        const px_cursor *cursor = i < 2 ? far : near;
        int index = cursor->run ? cursor->run->streams[i & 1] : -1;
        if (index >= 0) place = px_cursor_source(cursor, program, index);
        ahead->places[i] = place;
    }
    for (int i = 0; i < 4 && !ahead->places[i]; i++) ahead->places[i] = place;
    return place != NULL;
}
