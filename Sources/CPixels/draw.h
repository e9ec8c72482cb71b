// The steps of a run. Each step reads its source and draws one line or several at a time. With several lines, the parameters of
// a step are computed once for all of them, and the lines stay in registers from step to step.

// Mixes the lines of two rows.
PX_FUNCTION px_spread PX_NAME(between)(const uint32_t *upper, const uint32_t *lower, px_half factor) {
    return PX_NAME(mix)(PX_NAME(spread)(PX_NAME(load)(upper)), PX_NAME(spread)(PX_NAME(load)(lower)), factor);
}

// Samples a line of a scaled bitmap, first between the rows, then along them.
PX_FUNCTION px_spread PX_NAME(zoom)(const px_step *step, ptrdiff_t row, const uint32_t *table) {
    int64_t at = (step->position + row * step->step) >> 24, first = at >> 8, last = step->lastRow;
    int64_t above = first < 0 ? 0 : first > last ? last : first;
    int64_t under = first < 0 ? 0 : first >= last ? last : first + 1;
    const uint32_t *upper = step->lower + above * step->pitch, *lower = step->lower + under * step->pitch;
    px_half down = PX_NAME(weight)((uint32_t)(at & 255));
    px_line places = PX_NAME(load)(table), left, right;
#ifdef PX_PICK
    // Two neighbouring lines contain all columns of this one, unless the bitmap is made much smaller.
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

// The line one pixel further back: the last pixel of `before`, and all but the last of `line`.
PX_FUNCTION px_half PX_NAME(shifted)(px_half before, px_half line) {
    return (px_half)__builtin_shufflevector(
        (px_line)before, (px_line)line, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
}

// Reads the source of a step for `n` lines, from pixel `i` of its run on. When `asks` is set, also fetches the same columns some
// rows further on.
PX_FUNCTION void PX_NAME(fetch)(
    const int n, px_spread *lines, const px_step *step, ptrdiff_t row, ptrdiff_t i, const px_program *program, int asks) {
    ptrdiff_t at = row * step->pitch + i;
    const uint32_t *lower = step->lower + at, *upper = step->upper + at;
    px_half across, down;
    if (asks && step->fetch != PX_SOLID) {
        const char *place = step->fetch == PX_ZOOM ? px_source(program, step, row + program->rowsAhead, i)
                                                   : (const char *)(lower + program->rowsAhead * step->pitch);
        PX_EACH(k, n) {
            for (int ask = 0; ask < PX_ASKS; ask++) __builtin_prefetch(place + 64 * k, 0, 2);
        }
    }
    switch (step->fetch) {
    case PX_SOLID:
        PX_EACH(k, n) lines[k] = PX_NAME(spread)((px_line)PX_NAME(all)(step->color));
        return;
    case PX_DIRECT:
        PX_EACH(k, n) lines[k] = PX_NAME(spread)(PX_NAME(load)(lower + 16 * k));
        break;
    case PX_ACROSS:
        across = PX_NAME(weight)(step->across);
        PX_EACH(k, n) lines[k] = PX_NAME(between)(lower + 16 * k - 1, lower + 16 * k, across);
        break;
    case PX_DOWN:
        down = PX_NAME(weight)(step->down);
        PX_EACH(k, n) lines[k] = PX_NAME(between)(upper + 16 * k, lower + 16 * k, down);
        break;
    case PX_BOTH: {
        across = PX_NAME(weight)(step->across);
        down = PX_NAME(weight)(step->down);
        px_spread before = PX_NAME(between)(upper - 1, lower - 1, down), last = before;
        PX_EACH(k, n) {
            px_spread here = PX_NAME(between)(upper + 16 * k, lower + 16 * k, down);
            if (k > 0) {
                before = (px_spread){PX_NAME(shifted)(last.even, here.even), PX_NAME(shifted)(last.odd, here.odd)};
            }
            lines[k] = PX_NAME(mix)(before, here, across);
            last = here;
        }
        break;
    }
    default:
        PX_EACH(k, n) lines[k] = PX_NAME(zoom)(step, row, program->tables + step->table + i + 16 * k);
    }
    if (step->keep < 256) {
        uint32_t alpha = step->keepsAlpha ? 256 : step->keep;
        px_half even = PX_NAME(weight)(step->keep), odd = PX_NAME(factor)(PX_NAME(all)(alpha << 16 | step->keep));
        PX_EACH(k, n) lines[k] = PX_NAME(scale)(lines[k], even, odd);
    }
}

// Draws one step on `n` lines, from pixel `i` of the run on, which is at `x` and `y` on the screen.
PX_FUNCTION void PX_NAME(draw)(
    const int n, px_spread *lines, const px_step *step, ptrdiff_t row, ptrdiff_t i, int x, int y,
    const px_program *program, px_spread **saved, int asks) {
    px_half weight;
    if (step->kind <= PX_OVER) {
        px_spread source[PX_BLOCK];
        PX_NAME(fetch)(n, source, step, row, i, program, asks);
        if (step->kind == PX_SET) {
            PX_EACH(k, n) lines[k] = source[k];
        } else if (step->kind == PX_MIX) {
            weight = PX_NAME(weight)(step->weight);
            PX_EACH(k, n) lines[k] = PX_NAME(mix)(lines[k], source[k], weight);
        } else {
            if (step->weight < 256) {
                weight = PX_NAME(weight)(step->weight);
                PX_EACH(k, n) source[k] = PX_NAME(scale)(source[k], weight, weight);
            }
            PX_EACH(k, n) lines[k] = PX_NAME(over)(lines[k], source[k]);
        }
        return;
    }
    const uint32_t *table = program->tables + step->table + row * step->tablePitch + i;
    if (step->kind == PX_SHADE) {
        px_half pattern = (px_half)PX_NAME(load)(program->pattern + (y & 7) * 24 + (x & 7));
        PX_EACH(k, n) lines[k] = PX_NAME(shade)(lines[k], (px_half)PX_NAME(load)(table + 16 * k), pattern);
    } else if (step->kind == PX_SAVE) {
        PX_EACH(k, n) *(*saved)++ = lines[k];
    } else {
        *saved -= n;
        weight = PX_NAME(weight)(step->weight);
        PX_EACH(k, n) {
            if (step->kind == PX_MASK) weight = PX_NAME(factor)((px_half)PX_NAME(load)(table + 16 * k));
            lines[k] = PX_NAME(mix)((*saved)[k], lines[k], weight);
        }
    }
}

// Draws all steps of a run, of any kind.
PX_FUNCTION void PX_NAME(draw_all)(
    const int n, px_spread *lines, const px_program *program, const px_run *run, ptrdiff_t row, ptrdiff_t i, int y,
    px_spread *saved, int asks) {
    const px_step *first = program->steps + run->steps, *end = first + run->count;
    for (const px_step *step = first; step < end; step++) {
        PX_NAME(draw)(n, lines, step, row, i, run->start + (int)i, y, program, &saved, asks);
    }
}
