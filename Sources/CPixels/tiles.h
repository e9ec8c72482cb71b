// Draws pictures that are rotated, and those with 16 bits per pixel.

// Writes the pixels from `from` up to `end` of a line to row `y` of the memory, in its format. The line begins at column `x`.
PX_FUNCTION void PX_NAME(put)(px_target target, px_line line, int x, int y, int from, int end) {
    uint8_t *row = target.base + y * target.pitch;
    if (target.is565) {
        px_line packed = (line >> 8 & 0xF800) | (line >> 5 & 0x07E0) | (line >> 3 & 0x001F);
        px_short pixels = __builtin_convertvector(packed, px_short);
        if (from == 0 && end == 16) {
            __builtin_memcpy(row + 2 * (ptrdiff_t)x, &pixels, 32);
        } else {
            __builtin_memcpy(row + 2 * (ptrdiff_t)(x + from), (uint16_t *)&pixels + from, 2 * (size_t)(end - from));
        }
        return;
    }
    uint8_t *out = row + 4 * (ptrdiff_t)x;
    if (from == 0 && end == 16 && ((uintptr_t)out & 63) == 0) {
        PX_STREAM((px_line *)out, line);
    } else {
        __builtin_memcpy(out + 4 * from, (uint32_t *)&line + from, 4 * (size_t)(end - from));
    }
}

// Transposes 8 rows of 8 pixels, `stride` pixels apart. Halves of rows that are four apart are combined as they are read, which
// replaces the last of three rounds of shuffles.
PX_FUNCTION void PX_NAME(transpose)(const uint32_t *rows, ptrdiff_t stride, px_eight *columns) {
    for (int part = 0; part < 2; part++, rows += 4) {
        px_eight both[4], pairs[4];
        for (int i = 0; i < 4; i++) {
            px_quad upper, lower;
            __builtin_memcpy(&upper, rows + i * stride, 16);
            __builtin_memcpy(&lower, rows + (i + 4) * stride, 16);
            both[i] = __builtin_shufflevector(upper, lower, 0, 1, 2, 3, 4, 5, 6, 7);
        }
        for (int i = 0; i < 4; i += 2) {
            pairs[i] = __builtin_shufflevector(both[i], both[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
            pairs[i + 1] = __builtin_shufflevector(both[i], both[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
        }
        for (int i = 0; i < 2; i++) {
            columns[4 * part + 2 * i] = __builtin_shufflevector(pairs[i], pairs[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
            columns[4 * part + 2 * i + 1] = __builtin_shufflevector(pairs[i], pairs[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        }
    }
}

// Converts eight columns of 16 rows, `stride` pixels apart, to lines of 16 pixels. The registers hold eight at a time.
PX_FUNCTION void PX_NAME(columns)(const uint32_t *rows, ptrdiff_t stride, px_column *columns) {
    px_eight upper[8], lower[8];
    PX_NAME(transpose)(rows, stride, upper);
    PX_NAME(transpose)(rows + 8 * stride, stride, lower);
    for (int i = 0; i < 8; i++) columns[i] = (px_column){.halves = {upper[i], lower[i]}};
}

// Writes the first `count` columns of 16 rows, `stride` pixels apart, to `out`. The written lines are `step` bytes apart.
PX_FUNCTION void PX_NAME(tile)(const uint32_t *rows, ptrdiff_t stride, int count, uint8_t *out, ptrdiff_t step) {
    px_column columns[16];
    if (count == 16 && (((uintptr_t)out | (uintptr_t)step) & 63) == 0) {
        for (int half = 0; half < 2; half++) {
            PX_NAME(columns)(rows + 8 * half, stride, columns);
            for (int i = 0; i < 8; i++, out += step) {
                PX_STREAM((px_eight *)out, columns[i].halves[0]);
                PX_STREAM((px_eight *)(out + 32), columns[i].halves[1]);
            }
        }
        return;
    }
    for (int half = 0; half < 2; half++) PX_NAME(columns)(rows + 8 * half, stride, columns + 8 * half);
    for (int i = 0; i < count; i++) __builtin_memcpy(out + i * step, &columns[i], 64);
}

// Draws 16 rows of a run, from row `row` of its band on, to a target that is rotated by one or three quarter turns. Each tile is
// composed in registers.
PX_TARGET static __attribute__((noinline)) void PX_NAME(tiles)(
    const px_program *program, const px_run *run, ptrdiff_t row, int y, px_target target, px_spread *saved) {
    ptrdiff_t i = 0, width = run->end - run->start;
    int isQuarter = target.turn == PX_QUARTER;
    // The address of the run's first column, and the distance to the next. The first row is the first pixel of a column's line
    // in memory; after a quarter turn, it is the last.
    uint8_t *out = target.base + (isQuarter ? run->start : target.width - 1 - run->start) * target.pitch
        + 4 * (isQuarter ? target.height - 16 - y : y);
    ptrdiff_t step = isQuarter ? target.pitch : -target.pitch, first = isQuarter ? 15 : 0, next = isQuarter ? -1 : 1;
    const px_step *only = program->steps + run->steps;
    if (run->count == 1 && only->fetch == PX_DIRECT && only->keep == 256) {
        // Pixels that are only copied need not go through the steps.
        const uint32_t *rows = only->lower + row * only->pitch;
        for (; i < width; i += 16, out += 16 * step) {
            px_tall tall = px_tall_of(program, run, row, i);
            for (int k = 0; k < 16; k++) px_fetch_tall(&tall, k, 0);
            PX_NAME(tile)(
                rows + first * only->pitch + i, next * only->pitch, width - i < 16 ? (int)(width - i) : 16, out, step);
        }
        return;
    }
#define PX_TILES(steps)                                                                                                \
    for (; i < width; i += 16, out += 16 * step) {                                                                     \
        px_line lines[16];                                                                                             \
        px_tall tall = px_tall_of(program, run, row, i);                                                               \
        for (ptrdiff_t k = 0; k < 16; k++) {                                                                           \
            px_fetch_tall(&tall, k, 1);                                                                                \
            px_spread line = {};                                                                                       \
            steps;                                                                                                     \
            lines[k] = PX_NAME(packed)(line);                                                                          \
        }                                                                                                              \
        PX_NAME(tile)(                                                                                                 \
            (const uint32_t *)(lines + first), 16 * next, width - i < 16 ? (int)(width - i) : 16, out, step);          \
    }                                                                                                                  \
    return
#define PX_STEP(step) PX_NAME(draw)(1, &line, step, row + k, i, run->start + (int)i, y + (int)k, program, &saved, 0)
#define PX_STEPS(two)                                                                                                  \
    PX_TILES(PX_STEP(&a); if (two) PX_STEP(&b))
    PX_KNOWN(program, run, PX_STEPS)
    PX_TILES(PX_NAME(draw_all)(1, &line, program, run, row + k, i, y + (int)k, saved, 0));
#undef PX_STEPS
#undef PX_STEP
#undef PX_TILES
}

#ifndef PX_ONLY_LINES
// Writes the rows from `y` up to `end`, at most 16, to the target, rotated. `rows` holds their pixels from column `left` up to
// `right`; its rows are `pitch` pixels apart.
PX_TARGET static void PX_NAME(turn)(
    px_target target, const uint32_t *rows, ptrdiff_t pitch, int left, int right, int y, int end) {
    for (int x = left; x < right; x += 16) {
        int count = right - x < 16 ? right - x : 16;
        // The lines beyond the last row are rotated too, but not shown.
        px_line lines[16] = {};
        px_column columns[16];
        int isQuarter = target.turn == PX_QUARTER;
        for (int i = 0; i < end - y; i++) {
            lines[isQuarter ? 15 - i : i] = PX_NAME(load)(rows + i * pitch + (x - left));
        }
        switch (target.turn) {
        case PX_UPRIGHT:
            for (int i = 0; i < end - y; i++) PX_NAME(put)(target, lines[i], x, y + i, 0, count);
            break;
        case PX_HALF:
            for (int i = 0; i < end - y; i++) {
                px_line line = __builtin_shufflevector(
                    lines[i], lines[i], 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
                PX_NAME(put)(target, line, target.width - 16 - x, target.height - 1 - y - i, 16 - count, 16);
            }
            break;
        case PX_QUARTER:
        case PX_THREE_QUARTERS:
            for (int half = 0; half < 2; half++) PX_NAME(columns)((const uint32_t *)lines + 8 * half, 16, columns + 8 * half);
            for (int i = 0; i < count; i++) {
                if (isQuarter) {
                    PX_NAME(put)(target, columns[i].line, target.height - 16 - y, x + i, 16 - (end - y), 16);
                } else {
                    PX_NAME(put)(target, columns[i].line, y, target.width - 1 - x - i, 0, end - y);
                }
            }
        }
    }
    PX_FENCE;
}
#endif
