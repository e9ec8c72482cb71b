// The steps of a run. Each step reads its source and draws one line or several at a time. With several lines, the parameters of
// a step are computed once for all of them, and the lines stay in registers from step to step.

// Mixes the lines of two rows.
PX_FUNCTION px_spread PX_NAME(between)(const uint32_t *upper, const uint32_t *lower, px_half factor) {
    return PX_NAME(mix)(PX_NAME(spread)(PX_NAME(load)(upper)), PX_NAME(spread)(PX_NAME(load)(lower)), factor);
}

// Multiplies a line's colours by what the dim of a step leaves.
PX_FUNCTION px_spread PX_NAME(dimmed)(px_spread line, const px_step *step) {
    if (step->keep == 256) return line;
    uint32_t alpha = step->keepsAlpha ? 256 : step->keep;
    return PX_NAME(scale)(line, PX_NAME(weight)(step->keep), PX_NAME(factor)(PX_NAME(all)(alpha << 16 | step->keep)));
}

// The two rows of a scaled bitmap between which a row of the screen lies, and the weight of the lower one.
typedef struct {
    const uint32_t *upper;
    const uint32_t *lower;
    px_half down;
} PX_NAME(row_pair);

PX_FUNCTION PX_NAME(row_pair) PX_NAME(rows_at)(const px_step *step, ptrdiff_t row) {
    int64_t at = (step->position + row * step->step) >> 24, first = at >> 8, last = step->lastRow;
    int64_t above = first < 0 ? 0 : first > last ? last : first;
    int64_t under = first < 0 ? 0 : first >= last ? last : first + 1;
    return (PX_NAME(row_pair)){
        step->lower + above * step->pitch, step->lower + under * step->pitch, PX_NAME(weight)((uint32_t)(at & 255))};
}

// Mixes 16 pixels with their neighbours to the right, by the weights of a table.
PX_FUNCTION px_spread PX_NAME(along)(px_line left, px_line right, const uint32_t *table) {
    px_line weight = PX_NAME(load)(table) & 511;
    return PX_NAME(mix)(
        PX_NAME(spread)(left), PX_NAME(spread)(right), PX_NAME(factor)((px_half)(weight | weight << 16)));
}

// Mixes the rows from the column in table[0] on, as far as `lines` lines need them. `ahead` are the places to fetch, or NULL.
PX_FUNCTION void PX_NAME(down)(
    PX_NAME(row_pair) rows, const uint32_t *table, int lines, uint32_t *mixed, const px_ahead *ahead) {
    uint32_t first = table[0] >> 9, count = (table[16 * lines - 1] >> 9) + 2 - first;
    for (uint32_t k = 0; k < count; k += 16) {
        if (ahead) px_fetch_ahead(ahead, 4 * k);
        px_spread line = PX_NAME(between)(rows.upper + first + k, rows.lower + first + k, rows.down);
        *(px_line *)(mixed + k) = PX_NAME(packed)(line);
    }
}

// Mixes a line along the mixed rows, of which `from` is the column in table[0].
PX_FUNCTION px_spread PX_NAME(across)(const uint32_t *from, const uint32_t *table) {
#ifdef PX_PICK
    return PX_NAME(along)(PX_PICK(from, table), PX_PICK(from + 1, table), table);
#else
    px_pair picked;
    for (int i = 0; i < 16; i++) {
        uint32_t column = (table[i] >> 9) - (table[0] >> 9);
        picked.pixels[i] = from[column];
        picked.pixels[16 + i] = from[column + 1];
    }
    return PX_NAME(along)(picked.lines[0], picked.lines[1], table);
#endif
}

// Mixes a line of a bitmap that is made so small that most of its columns are not read.
PX_FUNCTION px_spread PX_NAME(shrunk)(PX_NAME(row_pair) rows, const uint32_t *table) {
    px_pair left, right;
    for (int i = 0; i < 16; i++) {
        uint32_t column = table[i] >> 9;
        left.pixels[i] = rows.upper[column];
        left.pixels[16 + i] = rows.lower[column];
        right.pixels[i] = rows.upper[column + 1];
        right.pixels[16 + i] = rows.lower[column + 1];
    }
    return PX_NAME(along)(
        PX_NAME(packed)(PX_NAME(between)(left.pixels, left.pixels + 16, rows.down)),
        PX_NAME(packed)(PX_NAME(between)(right.pixels, right.pixels + 16, rows.down)), table);
}

// Samples `n` lines of a scaled bitmap, first between the rows, then along them.
PX_FUNCTION void PX_NAME(zoom)(
    const int n, px_spread *lines, const px_step *step, ptrdiff_t row, const uint32_t *table) {
    PX_NAME(row_pair) rows = PX_NAME(rows_at)(step, row);
    if (step->step > PX_LARGEST_STEP) {
        PX_EACH(k, n) lines[k] = PX_NAME(shrunk)(rows, table + 16 * k);
        return;
    }
    uint32_t mixed[PX_COLUMNS(PX_BLOCK_MOST)] __attribute__((aligned(64)));
    PX_NAME(down)(rows, table, n, mixed, NULL);
    PX_EACH(k, n) lines[k] = PX_NAME(across)(mixed + ((table[16 * k] >> 9) - (table[0] >> 9)), table + 16 * k);
}

// Draws `count` lines of a run that is one scaled bitmap. Its rows are mixed once for many lines at a time.
PX_TARGET static __attribute__((noinline)) void PX_NAME(scaled)(
    const px_program *program, const px_run *run, ptrdiff_t row, ptrdiff_t i, size_t count, uint8_t *out,
    const px_ahead *ahead, int streams) {
    const px_step *step = program->steps + run->steps;
    PX_NAME(row_pair) rows = PX_NAME(rows_at)(step, row);
    uint32_t mixed[PX_COLUMNS(PX_MIXED)] __attribute__((aligned(64)));
    px_ahead places = {};
    if (ahead) places = *ahead;
    const uint32_t *table = program->tables + step->table + i;
    while (count > 0) {
        size_t some = count < PX_MIXED ? count : PX_MIXED;
        PX_NAME(down)(rows, table, (int)some, mixed, ahead ? &places : NULL);
        uint32_t first = table[0] >> 9;
        for (size_t k = 0; k < some; k++, table += 16, out += 64) {
            px_spread line = PX_NAME(dimmed)(PX_NAME(across)(mixed + ((table[0] >> 9) - first), table), step);
            px_store((px_line *)out, PX_NAME(packed)(line), streams);
        }
        // The table is padded, so it has an entry behind the last line.
        for (int k = 0; k < 4; k++) places.places[k] += 4 * ((table[0] >> 9) - first);
        count -= some;
    }
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
            px_request(place + 64 * k, program->tuning.asks, program->tuning.cache);
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
        PX_NAME(zoom)(n, lines, step, row, program->tables + step->table + i);
    }
    if (step->keep < 256) {
        PX_EACH(k, n) lines[k] = PX_NAME(dimmed)(lines[k], step);
    }
}

// Draws one step on `n` lines, from pixel `i` of the run on, which is at `x` and `y` on the screen.
PX_FUNCTION void PX_NAME(draw)(
    const int n, px_spread *lines, const px_step *step, ptrdiff_t row, ptrdiff_t i, int x, int y,
    const px_program *program, px_spread **saved, int asks) {
    px_half weight;
    if (step->kind <= PX_OVER) {
        px_spread source[PX_BLOCK_MOST];
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
