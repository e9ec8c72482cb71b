// The kernels, for one instruction set: included once for each, with PX_NAME and PX_TARGET set.
//
// Written with the compilers' vectors, so it is the same C for all of them. All arithmetic is of integers of 16 bits, two
// channels of a pixel in a 32-bit lane: even bytes are blue and red, odd ones green and alpha.

#define PX_FUNCTION PX_TARGET static inline __attribute__((always_inline))

PX_FUNCTION px_line PX_NAME(load)(const uint32_t *from) { return *(const px_anywhere *)from; }

PX_FUNCTION px_half PX_NAME(all)(uint32_t value) { return (px_half)(value - (px_line){}); }

// The channels of 16 pixels, each in 16 bits. What is calculated stays like this until a line is done.
PX_FUNCTION px_spread PX_NAME(spread)(px_line line) {
    return (px_spread){(px_half)line & PX_NAME(all)(0x00FF00FF), (px_half)line >> 8};
}

PX_FUNCTION px_line PX_NAME(packed)(px_spread a) { return (px_line)(a.even | a.odd << 8); }

// A weight of n/256 as the multiplications below want it.
PX_FUNCTION px_half PX_NAME(factor)(px_half weight) {
#ifdef PX_ROUNDED
    // n/256 in 15 bits; a little less than one is one, for numbers of nine bits.
    return (weight << 7) - (weight >> 8);
#else
    return weight;
#endif
}

PX_FUNCTION px_half PX_NAME(weight)(uint32_t weight) { return PX_NAME(factor)(PX_NAME(all)(weight * 0x00010001)); }

// From a (weight 0) to b (weight 256), rounded to nearest: a + floor(((b − a)·w + 128) / 256).
PX_FUNCTION px_spread PX_NAME(mix)(px_spread a, px_spread b, px_half factor) {
#ifdef PX_ROUNDED
    return (px_spread){
        a.even + PX_ROUNDED(b.even - a.even, factor),
        a.odd + PX_ROUNDED(b.odd - a.odd, factor),
    };
#else
    const px_half half = PX_NAME(all)(0x00800080), rest = 256 - factor;
    return (px_spread){
        (a.even * rest + b.even * factor + half) >> 8,
        (a.odd * rest + b.odd * factor + half) >> 8,
    };
#endif
}

// Even channels times one factor, odd ones times another.
PX_FUNCTION px_spread PX_NAME(scale)(px_spread a, px_half even, px_half odd) {
#ifdef PX_ROUNDED
    return (px_spread){PX_ROUNDED(a.even, even), PX_ROUNDED(a.odd, odd)};
#else
    const px_half half = PX_NAME(all)(0x00800080);
    return (px_spread){(a.even * even + half) >> 8, (a.odd * odd + half) >> 8};
#endif
}

// The upper half of each product.
PX_FUNCTION px_half PX_NAME(high)(px_half a, px_half b) {
    px_wide product = __builtin_convertvector(a, px_wide) * __builtin_convertvector(b, px_wide);
    return __builtin_convertvector(product >> 16, px_half);
}

// `a` over `below`: t = x·(255 − alpha) + 128; (t + t >> 8) >> 8 is the division by 255, rounded to nearest.
PX_FUNCTION px_spread PX_NAME(over)(px_spread below, px_spread a) {
    const px_half half = PX_NAME(all)(0x00800080);
    px_half rest = 255 - __builtin_shufflevector(
        a.odd, a.odd, 1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11, 13, 13, 15, 15, 17, 17, 19, 19, 21, 21, 23, 23, 25, 25, 27,
        27, 29, 29, 31, 31);
    px_half even = below.even * rest + half, odd = below.odd * rest + half;
#ifdef PX_ROUNDED
    const px_half both = PX_NAME(all)(0x01010101);
    return (px_spread){a.even + PX_NAME(high)(even, both), a.odd + PX_NAME(high)(odd, both)};
#else
    return (px_spread){a.even + ((even + (even >> 8)) >> 8), a.odd + ((odd + (odd >> 8)) >> 8)};
#endif
}

// Black over `below`: floor((c·(65536 − shade) + pattern) / 65536) = c − ceil((c·shade − pattern) / 65536). A shade of
// 65535 gives what 65536 would, since no pattern is above 65024.
PX_FUNCTION px_spread PX_NAME(shade)(px_spread below, px_half shade, px_half pattern) {
    px_half even = below.even, odd = below.odd;
    px_half evenMore = (px_half)(even * shade > pattern), oddMore = (px_half)(odd * shade > pattern);
    even = even - PX_NAME(high)(even, shade) + evenMore;
    odd = odd - PX_NAME(high)(odd, shade) + oddMore;
    return (px_spread){even, (px_half)(((px_line)odd & 0xFFFF) | 0x00FF0000)};
}

// Lines of two rows, mixed.
PX_FUNCTION px_spread PX_NAME(between)(const uint32_t *upper, const uint32_t *lower, px_half factor) {
    return PX_NAME(mix)(PX_NAME(spread)(PX_NAME(load)(upper)), PX_NAME(spread)(PX_NAME(load)(lower)), factor);
}

// The pixels of a scaled bitmap: first between the rows, then along them.
PX_FUNCTION px_spread PX_NAME(zoom)(const px_step *step, ptrdiff_t row, const uint32_t *table) {
    int64_t at = (step->position + row * step->step) >> 24, first = at >> 8, last = step->lastRow;
    int64_t above = first < 0 ? 0 : first > last ? last : first;
    int64_t under = first < 0 ? 0 : first >= last ? last : first + 1;
    const uint32_t *upper = step->lower + above * step->pitch, *lower = step->lower + under * step->pitch;
    px_half down = PX_NAME(weight)((uint32_t)(at & 255));
    px_line places = PX_NAME(load)(table), left, right;
#ifdef PX_PICK
    // Two neighbouring lines hold all columns of this one, unless the bitmap is made a good deal smaller.
    uint32_t start = table[0] >> 9;
    if ((table[15] >> 9) - start < 31) {
        px_line low = PX_NAME(packed)(PX_NAME(between)(upper + start, lower + start, down));
        px_line high = PX_NAME(packed)(PX_NAME(between)(upper + start + 16, lower + start + 16, down));
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
        px_line low = PX_NAME(packed)(PX_NAME(between)(a.pixels, b.pixels, down));
        px_line high = PX_NAME(packed)(PX_NAME(between)(a.pixels + 16, b.pixels + 16, down));
        left = __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
        right = __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    }
    px_line weight = places & 511;
    return PX_NAME(mix)(
        PX_NAME(spread)(left), PX_NAME(spread)(right), PX_NAME(factor)((px_half)(weight | weight << 16)));
}

PX_FUNCTION px_spread PX_NAME(fetch)(const px_step *step, ptrdiff_t row, ptrdiff_t i, const uint32_t *tables) {
    ptrdiff_t at = row * step->pitch + i;
    const uint32_t *lower = step->lower + at, *upper = step->upper + at;
    px_half across = PX_NAME(weight)(step->across), down = PX_NAME(weight)(step->down);
    px_spread line;
    switch (step->fetch) {
    case PX_SOLID:
        return PX_NAME(spread)((px_line)PX_NAME(all)(step->color));
    case PX_DIRECT:
        line = PX_NAME(spread)(PX_NAME(load)(lower));
        break;
    case PX_ACROSS:
        line = PX_NAME(between)(lower - 1, lower, across);
        break;
    case PX_DOWN:
        line = PX_NAME(between)(upper, lower, down);
        break;
    case PX_BOTH:
        line = PX_NAME(mix)(
            PX_NAME(between)(upper - 1, lower - 1, down), PX_NAME(between)(upper, lower, down), across);
        break;
    default:
        line = PX_NAME(zoom)(step, row, tables + step->table + i);
    }
    if (step->keep < 256) {
        uint32_t alpha = step->keepsAlpha ? 256 : step->keep;
        line = PX_NAME(scale)(
            line, PX_NAME(weight)(step->keep), PX_NAME(factor)(PX_NAME(all)(alpha << 16 | step->keep)));
    }
    return line;
}

// One step, on the line of the pixels from `i` on of a run, which is at `x` and `y` on the screen.
PX_FUNCTION px_spread PX_NAME(draw)(
    px_spread line, const px_step *step, ptrdiff_t row, ptrdiff_t i, int x, int y, const px_program *program,
    px_spread **saved) {
    px_half weight = PX_NAME(weight)(step->weight);
    const uint32_t *table = program->tables + step->table + row * step->tablePitch + i;
    px_spread source;
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
        return PX_NAME(mix)(*--*saved, line, PX_NAME(factor)((px_half)PX_NAME(load)(table)));
    }
}

// Any steps: `count` lines to `out`, past the caches when `streams`.
PX_TARGET static __attribute__((noinline)) void PX_NAME(compose)(
    const px_program *program, const px_run *run, ptrdiff_t row, ptrdiff_t i, int y, size_t count, uint8_t *out,
    const px_ahead *ahead, int streams, px_spread *saved) {
    const px_step *first = program->steps + run->steps, *end = first + run->count;
    for (size_t offset = 0; count > 0; count--, i += 16, offset += 64) {
        px_spread line = {};
        for (const px_step *step = first; step < end; step++) {
            line = PX_NAME(draw)(line, step, row, i, run->start + (int)i, y, program, &saved);
        }
        if (ahead) px_fetch_ahead(ahead, offset);
        px_store((px_line *)(out + offset), PX_NAME(packed)(line), streams);
    }
}

// `count` whole lines of a run from its pixel `i` on. What pictures mostly consist of has a loop of its own, in which the
// compiler knows the steps.
PX_TARGET static __attribute__((noinline)) void PX_NAME(lines)(
    const px_program *program, const px_run *run, ptrdiff_t row, ptrdiff_t i, int y, size_t count, uint8_t *out,
    const px_ahead *ahead, int streams, px_spread *saved) {
    px_step a = program->steps[run->steps], b = program->steps[run->steps + run->count - 1];
#define PX_LINES(last)                                                                                                 \
    for (size_t offset = 0; count > 0; count--, i += 16, offset += 64) {                                               \
        if (ahead) px_fetch_ahead(ahead, offset);                                                                      \
        px_spread line = PX_NAME(draw)((px_spread){}, &a, row, i, run->start + (int)i, y, program, &saved);                \
        if (last) line = PX_NAME(draw)(line, &b, row, i, run->start + (int)i, y, program, &saved);                     \
        px_store((px_line *)(out + offset), PX_NAME(packed)(line), streams);                                           \
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
    px_spread saved[program->depth + 1];
    px_line part, seam = {};
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
                    px_fetch_part(program, run, y - band->y, x - run->start - (ptrdiff_t)from);
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
