// Where the reading is ahead of the writing: memory is asked for in the order in which the picture is put together, also
// where one source ends and another begins, which is where the processor's own prefetcher loses its way.
#pragma once
#include "CPixels.h"

// How far ahead, in pixels, lines come into the first cache. Into the second they come some rows ahead, early enough for
// memory to answer. That does not make the processor's own prefetcher run on past the end of a source, into what is not
// shown, as reading or fetching into the first cache alone does.
#define PX_NEAR 1024

// How often each line far ahead is asked for: a processor that has enough under way leaves a request out.
#define PX_ASKS 2

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

// Asks for what is near, and `offset` bytes further on.
static inline __attribute__((always_inline)) void px_fetch_near(const px_ahead *ahead, size_t offset) {
    __builtin_prefetch(ahead->places[2] + offset, 0, 3);
    __builtin_prefetch(ahead->places[3] + offset, 0, 3);
}

// Asks for all that is `offset` bytes further on.
static inline __attribute__((always_inline)) void px_fetch_ahead(const px_ahead *ahead, size_t offset) {
    for (int n = 0; n < PX_ASKS; n++) {
        __builtin_prefetch(ahead->places[0] + offset, 0, 2);
        __builtin_prefetch(ahead->places[1] + offset, 0, 2);
    }
    px_fetch_near(ahead, offset);
}

// Where a step reads, in the row `row` of its band, at the pixel `i` of its run.
static inline const char *px_source(const px_program *program, const px_step *step, ptrdiff_t row, ptrdiff_t i) {
    if (step->fetch != PX_ZOOM) return (const char *)(step->lower + row * step->pitch + i);
    int64_t lower = ((step->position + row * step->step) >> 32) + 1;
    lower = lower < 0 ? 0 : lower > step->lastRow ? step->lastRow : lower;
    return (const char *)(step->lower + lower * step->pitch + (program->tables[step->table + (size_t)i] >> 9));
}

// Asks for what the run at the cursor reads there.
static inline void px_cursor_fetch(const px_cursor *cursor, const px_program *program) {
    for (int i = 0; i < 2; i++) {
        int index = cursor->run->streams[i];
        if (index < 0) continue;
        const px_step *step = program->steps + cursor->run->steps + index;
        __builtin_prefetch(
            px_source(program, step, cursor->y - cursor->band->y, cursor->x - cursor->run->start), 0, 3);
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

// What to fetch during the next lines of `run`, of which there must be no more than the cursor has; false when nothing.
// Where there is one source or one place, it stands for the other too. Far ahead is the same part of a row further on. With no
// cursor, near is what is read just then.
static inline int px_cursor_ahead(
    const px_cursor *near, const px_program *program, const px_run *run, ptrdiff_t row, ptrdiff_t i, px_ahead *ahead) {
    const char *place = NULL;
    for (int k = 0; k < 2; k++) {
        if (run->streams[k] >= 0) {
            const px_step *step = program->steps + run->steps + run->streams[k];
            place = px_source(program, step, row + program->rowsAhead, i);
        }
        ahead->places[k] = place;
    }
    for (int k = 0; k < 2; k++) {
        int index = near && near->run ? near->run->streams[k] : -1;
        if (!near && run->streams[k] >= 0) {
            place = px_source(program, program->steps + run->steps + run->streams[k], row, i);
        } else if (index >= 0) {
            const px_step *step = program->steps + near->run->steps + index;
            place = px_source(program, step, near->y - near->band->y, near->x - near->run->start);
        }
        ahead->places[2 + k] = place;
    }
    for (int k = 0; k < 4 && !ahead->places[k]; k++) ahead->places[k] = place;
    return place != NULL;
}

// Asks for what a line, of which a run has but a part, reads some rows further on. All of the line is read, so also pixels
// of the source that are not shown and that nobody else asks for.
static inline void px_fetch_part(const px_program *program, const px_run *run, ptrdiff_t row, ptrdiff_t i) {
    const px_step *first = program->steps + run->steps;
    for (const px_step *step = first; step < first + run->count; step++) {
        if (step->pitch == 0) continue;
        const char *place = px_source(program, step, row + program->rowsAhead, i);
        for (int n = 0; n < PX_ASKS; n++) {
            __builtin_prefetch(place, 0, 2);
            __builtin_prefetch(place + 64, 0, 2);
        }
    }
}

// How many bytes ahead of a tile lines of its own rows come into the first cache.
#define PX_BESIDE 512

// Where the sources of a run are read that is drawn 16 rows at a time, and how many bytes it is from a row to the next. Where
// there is one source, it stands for the other too.
typedef struct {
    const char *places[2];
    ptrdiff_t steps[2];
} px_tall;

static inline px_tall px_tall_of(const px_program *program, const px_run *run, ptrdiff_t row, ptrdiff_t i) {
    px_tall tall = {};
    for (int k = 0; k < 2; k++) {
        int index = run->streams[k] < 0 ? run->streams[0] : run->streams[k];
        if (index < 0) break;
        const px_step *step = program->steps + run->steps + index;
        tall.places[k] = px_source(program, step, row, i);
        tall.steps[k] = 4 * step->pitch;
    }
    return tall;
}

// For the row `row` of the 16, asks for what is read 16 rows further on, and for what is read next.
static inline __attribute__((always_inline)) void px_fetch_tall(const px_tall *tall, ptrdiff_t row, int both) {
    __builtin_prefetch(tall->places[0] + row * tall->steps[0] + PX_BESIDE, 0, 3);
    __builtin_prefetch(tall->places[0] + (row + 16) * tall->steps[0], 0, 2);
    if (both) __builtin_prefetch(tall->places[1] + (row + 16) * tall->steps[1], 0, 2);
}
