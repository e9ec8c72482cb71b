// Draws rows of an upright picture: whole lines of a run, and lines in which runs meet.

// Draws `count` lines of a run with any steps to `out`, as many at a time as the registers hold. When `streams` is set, the
// stores bypass the caches.
PX_TARGET static __attribute__((noinline)) void PX_NAME(compose)(
    const px_program *program, const px_run *run, ptrdiff_t row, ptrdiff_t i, int y, size_t count, uint8_t *out,
    const px_ahead *ahead, int streams, px_spread *saved) {
    size_t offset = 0;
#define PX_LINES(n)                                                                                                    \
    for (; count >= n; count -= n, i += 16 * n, offset += 64 * n) {                                                    \
        px_spread lines[n] = {};                                                                                       \
        if (ahead) {                                                                                                   \
            PX_EACH(k, n) px_fetch_near(ahead, offset + 64 * (size_t)k);                                               \
        }                                                                                                              \
        PX_NAME(draw_all)(n, lines, program, run, row, i, y, saved, ahead != NULL);                                    \
        PX_EACH(k, n) px_store((px_line *)(out + offset) + k, PX_NAME(packed)(lines[k]), streams);                     \
    }
    if (program->tuning.lines >= 4) { PX_LINES(4) }
    if (program->tuning.lines >= 2) { PX_LINES(2) }
    PX_LINES(1)
#undef PX_LINES
}

// Draws `count` whole lines of a run, from its pixel `i` on.
PX_TARGET static __attribute__((noinline)) void PX_NAME(lines)(
    const px_program *program, const px_run *run, ptrdiff_t row, ptrdiff_t i, int y, size_t count, uint8_t *out,
    const px_ahead *ahead, int streams, px_spread *saved) {
#define PX_STEP(step) PX_NAME(draw)(1, &line, step, row, i, run->start + (int)i, y, program, &saved, 0)
#define PX_LINES(two)                                                                                                  \
    for (size_t offset = 0; count > 0; count--, i += 16, offset += 64) {                                               \
        if (ahead) px_fetch_ahead(ahead, offset);                                                                      \
        px_spread line = {};                                                                                           \
        PX_STEP(&a);                                                                                                   \
        if (two) PX_STEP(&b);                                                                                          \
        px_store((px_line *)(out + offset), PX_NAME(packed)(line), streams);                                           \
    }                                                                                                                  \
    return
    PX_KNOWN(program, run, PX_LINES)
    if (run->count == 1 && a.kind == PX_SET && a.fetch == PX_ZOOM && a.step <= PX_LARGEST_STEP) {
        PX_NAME(scaled)(program, run, row, i, count, out, ahead, streams);
        return;
    }
    PX_NAME(compose)(program, run, row, i, y, count, out, ahead, streams, saved);
#undef PX_LINES
#undef PX_STEP
}

#ifndef PX_ONLY_LINES
// Draws a line that belongs to a run only in part. Pixels that are only copied need not go through the steps.
PX_FUNCTION px_line PX_NAME(seam)(
    const px_program *program, const px_run *run, ptrdiff_t row, ptrdiff_t i, int y, px_spread *saved) {
    const px_step *step = program->steps + run->steps;
    if (run->count == 1 && step->fetch == PX_SOLID) return (px_line)PX_NAME(all)(step->color);
    if (run->count == 1 && step->fetch == PX_DIRECT && step->keep == 256) {
        return PX_NAME(load)(step->lower + row * step->pitch + i);
    }
    px_line line;
    PX_NAME(compose)(program, run, row, i, y, 1, (uint8_t *)&line, NULL, 0, saved);
    return line;
}

// Draws the rows from `y` up to `end` of a program. `wide` draws the whole lines of runs that calculation limits.
//
// Every line of the target is written once and in order, and whole except at the ends of a row. A line in which runs meet is
// composed in a register: each of these runs draws the whole line, and its own part is kept.
PX_TARGET static void PX_NAME(rows)(
    const px_program *program, px_target target, int y, int end, px_lines *narrow, px_lines *wide) {
    const px_line lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    px_spread saved[PX_BLOCK_MOST * (program->depth + 1)];
    px_line part, seam = {};
    int streams = target.memory == PX_DISPLAY ? program->tuning.streams
        : target.memory == PX_CACHED ? program->tuning.streamsToCached : 0;
    const px_band *band = program->bands;
    while (band->end <= y) band++;
    px_cursor near = px_cursor_begin(program, band, y, program->tuning.near);
    for (; y < end; y++) {
        if (y == band->end) band++;
        const px_run *run = program->runs + band->runs, *last = run + band->count - 1;
        uint8_t *row = target.base + y * target.pitch;
        // The first pixel in the composed line that belongs to this row.
        size_t held = ((uintptr_t)(row + 4 * (ptrdiff_t)run->start) & 63) / 4;
        for (; run <= last; run++) {
            int x = run->start;
            while (x < run->end) {
                uint8_t *out = row + 4 * (ptrdiff_t)x;
                size_t from = ((uintptr_t)out & 63) / 4, left = (size_t)(run->end - x), count = left / 16;
                if (from == 0 && count > 0) {
                    // A run with many steps has time to read its lines from the second-level cache.
                    const px_cursor *cursor = program->tuning.near == 0 || (run->isHeavy && run->count > 2) ? NULL : &near;
                    if (cursor && count > px_cursor_lines(cursor)) count = px_cursor_lines(cursor);
                    px_ahead ahead;
                    int reads = px_cursor_ahead(cursor, program, run, y - band->y, x - run->start, &ahead);
                    px_lines *lines = run->isHeavy ? wide : narrow;
                    lines(
                        program, run, y - band->y, x - run->start, y, count, out, reads ? &ahead : NULL, streams,
                        saved);
                    count *= 16;
                    px_cursor_skip(&near, program, (int)count);
                } else {
                    count = 16 - from < left ? 16 - from : left;
                    px_fetch_part(program, run, y - band->y, x - run->start - (ptrdiff_t)from);
                    part = PX_NAME(seam)(program, run, y - band->y, x - run->start - (ptrdiff_t)from, y, saved);
                    px_line kept = (px_line)(lanes < (uint32_t)from);
                    seam = (seam & kept) | (part & ~kept);
                    out -= 4 * from;
                    if (from + count == 16 && held == 0) {
                        px_store((px_line *)out, seam, streams);
                    } else if (from + count == 16 || (run == last && count == left)) {
                        part = seam;
                        __builtin_memcpy(out + 4 * held, (uint32_t *)&part + held, 4 * (from + count - held));
                    }
                    if (from + count == 16) held = 0;
                    px_cursor_step(&near, program, (int)count);
                }
                x += (int)count;
            }
        }
    }
    PX_FENCE;
}
#endif
