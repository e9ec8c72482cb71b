// Where the reading is ahead of the writing: memory is asked for in the order in which the picture is put together, also
// where one source ends and another begins, which is where the processor's own prefetcher loses its way.
#pragma once
#include "program.h"

// How far ahead, in pixels: 4 KB of a source.
#define PX_AHEAD 1024

typedef struct {
    const px_band *band;
    const px_run *run; // NULL at the end of the program
    int x;
    int y;
} px_cursor;

// What to fetch with each line, and how far it moves on with each.
typedef struct {
    const char *first;
    const char *second;
    ptrdiff_t firstStep;
    ptrdiff_t secondStep;
} px_ahead;

static inline px_ahead px_ahead_nothing(void) {
    static const char nothing[64];
    return (px_ahead){.first = nothing, .second = nothing};
}

static inline __attribute__((always_inline)) void px_fetch_ahead(px_ahead *ahead) {
    __builtin_prefetch(ahead->first, 0, 0);
    __builtin_prefetch(ahead->second, 0, 0);
    ahead->first += ahead->firstStep;
    ahead->second += ahead->secondStep;
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

// Moves on by `count` pixels.
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
        for (int i = 0; i < 2 && more > 0; i++) {
            int index = cursor->run->streams[i];
            if (index >= 0) __builtin_prefetch(px_cursor_source(cursor, program, index), 0, 0);
        }
        cursor->x += more;
    }
}

// At the first pixel of the row `y` of `band`, and then `count` pixels on.
static inline px_cursor px_cursor_begin(const px_program *program, const px_band *band, int y, int count) {
    px_cursor cursor = {.band = band, .run = program->runs + band->runs, .y = y};
    cursor.x = cursor.run->start;
    px_cursor_skip(&cursor, program, count);
    return cursor;
}

// What to fetch during the next lines, of which there are `count` or, when the sources ahead end sooner, fewer. Moves on
// by as many.
static inline px_ahead px_cursor_ahead(px_cursor *cursor, const px_program *program, size_t *count) {
    px_ahead ahead = px_ahead_nothing();
    if (!cursor->run) return ahead;
    size_t left = (size_t)(cursor->run->end - cursor->x + 15) / 16;
    if (*count > left) *count = left;
    const int32_t *streams = cursor->run->streams;
    if (streams[0] >= 0) {
        ahead.first = px_cursor_source(cursor, program, streams[0]);
        ahead.firstStep = 64;
    }
    if (streams[1] >= 0) {
        ahead.second = px_cursor_source(cursor, program, streams[1]);
        ahead.secondStep = 64;
    }
    px_cursor_skip(cursor, program, 16 * (int)*count);
    return ahead;
}
