// The kernels, for one instruction set: included once for each, with PX_NAME and PX_TARGET set.
//
// Written with the compilers' vectors, so it is the same C for all of them. All arithmetic is of integers of 16 bits, two
// channels of a pixel in a 32-bit lane: even bytes are blue and red, odd ones green and alpha.

#define PX_FUNCTION PX_TARGET static inline __attribute__((always_inline))

PX_FUNCTION px_line PX_NAME(load)(const uint32_t *from) { return *(const px_anywhere *)from; }

PX_FUNCTION px_half PX_NAME(all)(uint32_t value) { return (px_half)(value - (px_line){}); }

// From a (weight 0) to b (weight 256), rounded to nearest: a + floor(((b − a)·w + 128) / 256).
PX_FUNCTION px_line PX_NAME(mix)(px_line a, px_line b, px_half weight) {
    const px_half low = PX_NAME(all)(0x00FF00FF);
    px_half evenA = (px_half)a & low, oddA = (px_half)a >> 8;
    px_half evenB = (px_half)b & low, oddB = (px_half)b >> 8;
#ifdef PX_ROUNDED
    px_half even = evenA + PX_ROUNDED((evenB - evenA) << 1, weight << 6);
    px_half odd = oddA + PX_ROUNDED((oddB - oddA) << 1, weight << 6);
    return (px_line)(even | odd << 8);
#else
    // a·256 + (b − a)·w + 128 never leaves 0 to 65535, whatever its parts do on the way.
    const px_half half = PX_NAME(all)(0x00800080);
    px_half even = ((evenA << 8) + (evenB - evenA) * weight + half) >> 8;
    px_half odd = (((px_half)a & ~low) + (oddB - oddA) * weight + half) & ~low;
    return (px_line)(even | odd);
#endif
}

// Even channels times `evenWeight`/256, odd ones times `oddWeight`/256.
PX_FUNCTION px_line PX_NAME(scale)(px_line a, px_half evenWeight, px_half oddWeight) {
    const px_half low = PX_NAME(all)(0x00FF00FF), half = PX_NAME(all)(0x00800080);
    px_half even = (((px_half)a & low) * evenWeight + half) >> 8;
    px_half odd = (((px_half)a >> 8) * oddWeight + half) & ~low;
    return (px_line)(even | odd);
}

// `a` over `below`: t = x·(255 − alpha) + 128; (t + t >> 8) >> 8 is the division by 255, rounded to nearest.
PX_FUNCTION px_line PX_NAME(over)(px_line below, px_line a) {
    const px_half low = PX_NAME(all)(0x00FF00FF), half = PX_NAME(all)(0x00800080);
    px_line rest = 255 - (a >> 24);
    px_half factor = (px_half)(rest | rest << 16);
    px_half even = ((px_half)below & low) * factor + half;
    px_half odd = ((px_half)below >> 8) * factor + half;
    even = (even + (even >> 8)) >> 8;
    odd = (odd + (odd >> 8)) & ~low;
    return a + (px_line)(even | odd);
}

// The upper half of each product.
PX_FUNCTION px_half PX_NAME(high)(px_half a, px_half b) {
    px_wide product = __builtin_convertvector(a, px_wide) * __builtin_convertvector(b, px_wide);
    return __builtin_convertvector(product >> 16, px_half);
}

// Black over `below`: floor((c·(65536 − shade) + pattern) / 65536) = c − ceil((c·shade − pattern) / 65536). A shade of
// 65535 gives what 65536 would, since no pattern is above 65024.
PX_FUNCTION px_line PX_NAME(shade)(px_line below, px_half shade, px_half pattern) {
    const px_half low = PX_NAME(all)(0x00FF00FF);
    px_half even = (px_half)below & low, odd = (px_half)below >> 8;
    px_half evenMore = (px_half)(even * shade > pattern), oddMore = (px_half)(odd * shade > pattern);
    even = even - PX_NAME(high)(even, shade) + evenMore;
    odd = odd - PX_NAME(high)(odd, shade) + oddMore;
    return (px_line)(even | odd << 8) | 0xFF000000;
}

// The pixels of a scaled bitmap: first between the rows, then along them.
PX_FUNCTION px_line PX_NAME(zoom)(const px_step *step, ptrdiff_t row, const uint32_t *table) {
    int64_t at = (step->position + row * step->step) >> 24, first = at >> 8, last = step->lastRow;
    int64_t above = first < 0 ? 0 : first > last ? last : first;
    int64_t under = first < 0 ? 0 : first >= last ? last : first + 1;
    const uint32_t *upper = step->lower + above * step->pitch, *lower = step->lower + under * step->pitch;
    px_half down = PX_NAME(all)((uint32_t)(at & 255) * 0x00010001);
    px_line places = PX_NAME(load)(table), left, right;
#ifdef PX_PICK
    // Two neighbouring lines hold all columns of this one, unless the bitmap is made a good deal smaller.
    uint32_t start = table[0] >> 9;
    if ((table[15] >> 9) - start < 31) {
        px_line low = PX_NAME(mix)(PX_NAME(load)(upper + start), PX_NAME(load)(lower + start), down);
        px_line high = PX_NAME(mix)(PX_NAME(load)(upper + start + 16), PX_NAME(load)(lower + start + 16), down);
        px_line column = (places >> 9) - start;
        left = PX_PICK(low, high, column);
        right = PX_PICK(low, high, column + 1);
    } else
#endif
    {
        px_pair a, b;
        for (int i = 0; i < 16; i++) {
            uint32_t column = table[i] >> 9;
            __builtin_memcpy(&a.pixels[2 * i], upper + column, 8);
            __builtin_memcpy(&b.pixels[2 * i], lower + column, 8);
        }
        px_line low = PX_NAME(mix)(a.lines[0], b.lines[0], down);
        px_line high = PX_NAME(mix)(a.lines[1], b.lines[1], down);
        left = __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
        right = __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    }
    px_line weight = places & 511;
    return PX_NAME(mix)(left, right, (px_half)(weight | weight << 16));
}

PX_FUNCTION px_line PX_NAME(fetch)(const px_step *step, ptrdiff_t row, ptrdiff_t i, const uint32_t *tables) {
    ptrdiff_t at = row * step->pitch + i;
    px_half across = PX_NAME(all)(step->across * 0x00010001u), down = PX_NAME(all)(step->down * 0x00010001u);
    px_line line;
    switch (step->fetch) {
    case PX_SOLID:
        return (px_line)PX_NAME(all)(step->color);
    case PX_DIRECT:
        line = PX_NAME(load)(step->lower + at);
        break;
    case PX_ACROSS:
        line = PX_NAME(mix)(PX_NAME(load)(step->lower + at - 1), PX_NAME(load)(step->lower + at), across);
        break;
    case PX_DOWN:
        line = PX_NAME(mix)(PX_NAME(load)(step->upper + at), PX_NAME(load)(step->lower + at), down);
        break;
    case PX_BOTH:
        line = PX_NAME(mix)(
            PX_NAME(mix)(PX_NAME(load)(step->upper + at - 1), PX_NAME(load)(step->lower + at - 1), down),
            PX_NAME(mix)(PX_NAME(load)(step->upper + at), PX_NAME(load)(step->lower + at), down), across);
        break;
    default:
        line = PX_NAME(zoom)(step, row, tables + step->table + i);
    }
    if (step->keep < 256) {
        uint32_t alpha = step->keepsAlpha ? 256 : step->keep;
        line = PX_NAME(scale)(
            line, PX_NAME(all)(step->keep * 0x00010001u), PX_NAME(all)(alpha << 16 | step->keep));
    }
    return line;
}

// One step, on the line of the pixels from `i` on of a run, which is at `x` and `y` on the screen.
PX_FUNCTION px_line PX_NAME(draw)(
    px_line line, const px_step *step, ptrdiff_t row, ptrdiff_t i, int x, int y, const px_program *program,
    px_line **saved) {
    px_half weight = PX_NAME(all)(step->weight * 0x00010001u);
    const uint32_t *table = program->tables + step->table + row * step->tablePitch + i;
    px_line source;
    switch (step->kind) {
    case PX_SET:
        return PX_NAME(fetch)(step, row, i, program->tables);
    case PX_MIX:
        return PX_NAME(mix)(line, PX_NAME(fetch)(step, row, i, program->tables), weight);
    case PX_OVER:
        source = PX_NAME(fetch)(step, row, i, program->tables);
        if (step->weight < 256) source = PX_NAME(scale)(source, weight, weight);
        return PX_NAME(over)(line, source);
    case PX_SHADE:
        return PX_NAME(shade)(
            line, (px_half)PX_NAME(load)(table), (px_half)PX_NAME(load)(program->pattern + (y & 7) * 24 + (x & 7)));
    case PX_SAVE:
        *(*saved)++ = line;
        return line;
    case PX_BLEND:
        return PX_NAME(mix)(*--*saved, line, weight);
    default:
        return PX_NAME(mix)(*--*saved, line, (px_half)PX_NAME(load)(table));
    }
}

// Any steps: `count` lines to `out`, past the caches when `streams`.
PX_TARGET static __attribute__((noinline)) void PX_NAME(compose)(
    const px_program *program, const px_run *run, ptrdiff_t row, ptrdiff_t i, int y, size_t count, uint8_t *out,
    const px_ahead *ahead, int streams, px_line *saved) {
    const px_step *first = program->steps + run->steps, *end = first + run->count;
    for (size_t offset = 0; count > 0; count--, i += 16, offset += 64) {
        px_line line = {};
        for (const px_step *step = first; step < end; step++) {
            line = PX_NAME(draw)(line, step, row, i, run->start + (int)i, y, program, &saved);
        }
        if (ahead) px_fetch_ahead(ahead, offset);
        px_store((px_line *)(out + offset), line, streams);
    }
}

// `count` whole lines of a run from its pixel `i` on. What pictures mostly consist of has a loop of its own, in which the
// compiler knows the steps.
PX_TARGET static __attribute__((noinline)) void PX_NAME(lines)(
    const px_program *program, const px_run *run, ptrdiff_t row, ptrdiff_t i, int y, size_t count, uint8_t *out,
    const px_ahead *ahead, int streams, px_line *saved) {
    px_step a = program->steps[run->steps], b = program->steps[run->steps + run->count - 1];
#define PX_LINES(last)                                                                                                 \
    for (size_t offset = 0; count > 0; count--, i += 16, offset += 64) {                                               \
        if (ahead) px_fetch_ahead(ahead, offset);                                                                      \
        px_line line = PX_NAME(draw)((px_line){}, &a, row, i, run->start + (int)i, y, program, &saved);                \
        if (last) line = PX_NAME(draw)(line, &b, row, i, run->start + (int)i, y, program, &saved);                     \
        px_store((px_line *)(out + offset), line, streams);                                                            \
    }                                                                                                                  \
    return
#define PX_ONE(how)                                                                                                    \
    case how:                                                                                                          \
        a.kind = PX_SET;                                                                                               \
        a.fetch = how;                                                                                                 \
        PX_LINES(0)
#define PX_TWO(how, what, with)                                                                                        \
    case PX_PAIR(how, what, with):                                                                                     \
        a.kind = PX_SET;                                                                                               \
        a.fetch = how;                                                                                                 \
        b.kind = what;                                                                                                 \
        b.fetch = with;                                                                                                \
        PX_LINES(1)
#define PX_PAIR(how, what, with) ((how) << 8 | (what) << 4 | (with))
    if (a.kind == PX_SET && run->count == 1) {
        switch (a.fetch) {
            PX_ONE(PX_SOLID);
            PX_ONE(PX_DIRECT);
            PX_ONE(PX_ACROSS);
            PX_ONE(PX_DOWN);
            PX_ONE(PX_BOTH);
            PX_ONE(PX_ZOOM);
        }
    } else if (a.kind == PX_SET && run->count == 2) {
        switch (PX_PAIR(a.fetch, b.kind, b.fetch)) {
            PX_TWO(PX_DIRECT, PX_MIX, PX_DIRECT);
            PX_TWO(PX_DIRECT, PX_OVER, PX_DIRECT);
            PX_TWO(PX_DIRECT, PX_OVER, PX_SOLID);
            PX_TWO(PX_DIRECT, PX_SHADE, PX_SOLID);
            PX_TWO(PX_ACROSS, PX_SHADE, PX_SOLID);
            PX_TWO(PX_SOLID, PX_OVER, PX_DIRECT);
        }
    }
    PX_NAME(compose)(program, run, row, i, y, count, out, ahead, streams, saved);
#undef PX_LINES
#undef PX_ONE
#undef PX_TWO
#undef PX_PAIR
}

#ifndef PX_ONLY_LINES
// The rows `y` to `end` of a program; `wide` draws the whole lines of runs that are calculated more than they are moved.
//
// Every line of the target is written once, whole, in order. One in which runs meet is put together in a register, where
// each run that has a part in it draws all of it and keeps its part.
PX_TARGET static void PX_NAME(rows)(
    const px_program *program, px_target target, int y, int end, px_lines *wide) {
    const px_line lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    px_line saved[program->depth + 1], part, seam = {};
    int streams = !target.isCached;
    const px_band *band = program->bands;
    while (band->end <= y) band++;
    px_cursor near = px_cursor_begin(program, band, y, PX_NEAR);
    for (; y < end; y++) {
        if (y == band->end) band++;
        const px_run *run = program->runs + band->runs, *last = run + band->count - 1;
        uint8_t *row = target.base + y * target.pitch;
        // Where in the line that is put together something of this row begins.
        size_t held = ((uintptr_t)(row + 4 * (ptrdiff_t)run->start) & 63) / 4;
        for (; run <= last; run++) {
            int x = run->start;
            while (x < run->end) {
                uint8_t *out = row + 4 * (ptrdiff_t)x;
                size_t from = ((uintptr_t)out & 63) / 4, left = (size_t)(run->end - x), count = left / 16;
                if (from == 0 && count > 0) {
                    if (count > px_cursor_lines(&near)) count = px_cursor_lines(&near);
                    px_ahead ahead;
                    int reads = px_cursor_ahead(&near, program, run, y - band->y, x - run->start, &ahead);
                    px_lines *lines = run->isHeavy ? wide : PX_NAME(lines);
                    lines(
                        program, run, y - band->y, x - run->start, y, count, out, reads ? &ahead : NULL, streams,
                        saved);
                    count *= 16;
                    px_cursor_skip(&near, program, (int)count);
                } else {
                    count = 16 - from < left ? 16 - from : left;
                    PX_NAME(compose)(
                        program, run, y - band->y, x - run->start - (ptrdiff_t)from, y, 1, (uint8_t *)&part, NULL,
                        0, saved);
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

// Turns 16 lines of 16 pixels over their diagonal: exchanges halves, then quarters, and so on.
PX_FUNCTION void PX_NAME(transpose)(px_line *lines) {
#define PX_EXCHANGE(size, ...)                                                                                         \
    for (int i = 0; i < 16; i++) {                                                                                     \
        if (i & size) continue;                                                                                        \
        px_line a = lines[i], b = lines[i + size];                                                                     \
        lines[i] = __builtin_shufflevector(a, b, __VA_ARGS__);                                                         \
        lines[i + size] = px_upper(a, b, size);                                                                        \
    }
#define px_upper(a, b, size) px_upper_##size(a, b)
#define px_upper_8(a, b) __builtin_shufflevector(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31)
#define px_upper_4(a, b) __builtin_shufflevector(a, b, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31)
#define px_upper_2(a, b) __builtin_shufflevector(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31)
#define px_upper_1(a, b) __builtin_shufflevector(a, b, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31)
    PX_EXCHANGE(8, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23)
    PX_EXCHANGE(4, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27)
    PX_EXCHANGE(2, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29)
    PX_EXCHANGE(1, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30)
#undef PX_EXCHANGE
#undef px_upper
#undef px_upper_8
#undef px_upper_4
#undef px_upper_2
#undef px_upper_1
}

// The pixels `from` to `end` of a line, to the column `x` and the row `y` of the memory, as it wants them.
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

// The rows `y` to `end`, at most 16, whose pixels `left` to `right` are in `rows`, `pitch` pixels apart, beginning with
// those of the column `left`: to the target, turned.
PX_TARGET static void PX_NAME(turn)(
    px_target target, const uint32_t *rows, ptrdiff_t pitch, int left, int right, int y, int end) {
    for (int x = left; x < right; x += 16) {
        int count = right - x < 16 ? right - x : 16;
        px_line lines[16];
        for (int i = 0; i < 16; i++) {
            // What lies beyond the last row is turned too, and not shown.
            int row = i < end - y ? i : 0;
            lines[target.turn == PX_QUARTER ? 15 - i : i] = PX_NAME(load)(rows + row * pitch + (x - left));
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
            PX_NAME(transpose)(lines);
            for (int i = 0; i < count; i++) {
                PX_NAME(put)(target, lines[i], target.height - 16 - y, x + i, 16 - (end - y), 16);
            }
            break;
        case PX_THREE_QUARTERS:
            PX_NAME(transpose)(lines);
            for (int i = 0; i < count; i++) PX_NAME(put)(target, lines[i], y, target.width - 1 - x - i, 0, end - y);
            break;
        }
    }
    PX_FENCE;
}
#endif
#undef PX_FUNCTION
