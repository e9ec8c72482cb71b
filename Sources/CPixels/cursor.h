// Prefetches sources ahead of the writing, in the order in which the picture is composed. This includes the places where one
// source ends and another begins, which the processor's own prefetcher does not predict.
#pragma once
#include "CPixels.h"

typedef struct {
    const px_band *band;
    const px_run *run; // NULL at the end of the program
    int x;
    int y;
} px_cursor;

// The places to fetch with each line: two sources far ahead, then two near.
typedef struct {
    const char *places[4];
    int asks;
    int cache;
    int isNear;
} px_ahead;

// Requests a line `asks` times, into a cache.
static inline __attribute__((always_inline)) void px_request(const char *place, int asks, int cache) {
    if (cache == 2) {
        for (int n = 0; n < asks; n++) __builtin_prefetch(place, 0, 2);
    } else if (cache == 1) {
        for (int n = 0; n < asks; n++) __builtin_prefetch(place, 0, 3);
    } else {
        for (int n = 0; n < asks; n++) __builtin_prefetch(place, 0, 1);
    }
}

// Fetches the near places, `offset` bytes further on.
static inline __attribute__((always_inline)) void px_fetch_near(const px_ahead *ahead, size_t offset) {
    if (!ahead->isNear) return;
    __builtin_prefetch(ahead->places[2] + offset, 0, 3);
    __builtin_prefetch(ahead->places[3] + offset, 0, 3);
}

// Fetches all places, `offset` bytes further on.
static inline __attribute__((always_inline)) void px_fetch_ahead(const px_ahead *ahead, size_t offset) {
    px_request(ahead->places[0] + offset, ahead->asks, ahead->cache);
    px_request(ahead->places[1] + offset, ahead->asks, ahead->cache);
    px_fetch_near(ahead, offset);
}

// The address that a step reads in row `row` of its band, at pixel `i` of its run.
static inline const char *px_source(const px_program *program, const px_step *step, ptrdiff_t row, ptrdiff_t i) {
    if (step->fetch != PX_ZOOM) return (const char *)(step->lower + row * step->pitch + i);
    int64_t lower = ((step->position + row * step->step) >> 32) + 1;
    lower = lower < 0 ? 0 : lower > step->lastRow ? step->lastRow : lower;
    return (const char *)(step->lower + lower * step->pitch + (program->tables[step->table + (size_t)i] >> 9));
}

// Fetches the sources of the run at the cursor, from the cursor's position.
static inline void px_cursor_fetch(const px_cursor *cursor, const px_program *program) {
    for (int i = 0; i < 2; i++) {
        int index = cursor->run->streams[i];
        if (index < 0) continue;
        const px_step *step = program->steps + cursor->run->steps + index;
        __builtin_prefetch(
            px_source(program, step, cursor->y - cursor->band->y, cursor->x - cursor->run->start), 0, 3);
    }
}

// Moves the cursor on by `count` pixels. Fetches the beginning of each source that the cursor reaches.
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

// Moves the cursor on by less than a line. Fetches that part of a line, since no other code does.
static inline void px_cursor_step(px_cursor *cursor, const px_program *program, int count) {
    if (cursor->run) px_cursor_fetch(cursor, program);
    px_cursor_skip(cursor, program, count);
}

// A cursor that is `count` pixels after the first pixel of row `y` of `band`.
static inline px_cursor px_cursor_begin(const px_program *program, const px_band *band, int y, int count) {
    px_cursor cursor = {.band = band, .run = program->runs + band->runs, .y = y};
    cursor.x = cursor.run->start;
    px_cursor_skip(&cursor, program, count);
    return cursor;
}

// The number of lines that are left in the run at the cursor. No limit at the end of the program.
static inline size_t px_cursor_lines(const px_cursor *cursor) {
    return cursor->run ? (size_t)(cursor->run->end - cursor->x + 15) / 16 : SIZE_MAX;
}

// Sets the places to fetch while the next lines of `run` are drawn, at most as many lines as the cursor has left. Returns false
// when there is nothing to fetch. A single source or place is used twice. The far places are in the same columns, some rows
// further on. Without a cursor, the near places are those that the run reads at the same time.
static inline int px_cursor_ahead(
    const px_cursor *near, const px_program *program, const px_run *run, ptrdiff_t row, ptrdiff_t i, px_ahead *ahead) {
    const char *place = NULL;
    ahead->asks = program->tuning.asks;
    ahead->cache = program->tuning.cache;
    ahead->isNear = program->tuning.near > 0;
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

// Fetches, some rows further on, the sources of a line that belongs to a run only in part. The whole line is read, including
// pixels of the source that are not shown and that no other code fetches.
static inline void px_fetch_part(const px_program *program, const px_run *run, ptrdiff_t row, ptrdiff_t i) {
    const px_step *first = program->steps + run->steps;
    for (const px_step *step = first; step < first + run->count; step++) {
        if (step->pitch == 0) continue;
        const char *place = px_source(program, step, row + program->rowsAhead, i);
        px_request(place, program->tuning.asks, program->tuning.cache);
        px_request(place + 64, program->tuning.asks, program->tuning.cache);
    }
}

// The places where a run that is drawn 16 rows at a time reads its sources, and the number of bytes from one row to the next.
// A single source is used twice.
typedef struct {
    const char *places[2];
    ptrdiff_t steps[2];
    const px_tuning *tuning;
} px_tall;

static inline px_tall px_tall_of(const px_program *program, const px_run *run, ptrdiff_t row, ptrdiff_t i) {
    px_tall tall = {.tuning = &program->tuning};
    for (int k = 0; k < 2; k++) {
        int index = run->streams[k] < 0 ? run->streams[0] : run->streams[k];
        if (index < 0) break;
        const px_step *step = program->steps + run->steps + index;
        tall.places[k] = px_source(program, step, row, i);
        tall.steps[k] = 4 * step->pitch;
    }
    return tall;
}

// For row `row` of the 16, fetches the pixels 16 rows further on, and the next pixels of the first source's own row.
static inline __attribute__((always_inline)) void px_fetch_tall(const px_tall *tall, ptrdiff_t row, int both) {
    const px_tuning *tuning = tall->tuning;
    if (tuning->beside > 0) __builtin_prefetch(tall->places[0] + row * tall->steps[0] + tuning->beside, 0, 3);
    px_request(tall->places[0] + (row + 16) * tall->steps[0], tuning->asks > 0, tuning->cache);
    if (both) px_request(tall->places[1] + (row + 16) * tall->steps[1], tuning->asks > 0, tuning->cache);
}
