// One step of a run: what it reads, and what it does with it.

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

// All steps of a run, whatever they are.
PX_FUNCTION px_spread PX_NAME(draw_all)(
    const px_program *program, const px_run *run, ptrdiff_t row, ptrdiff_t i, int y, px_spread *saved) {
    const px_step *first = program->steps + run->steps, *end = first + run->count;
    px_spread line = {};
    for (const px_step *step = first; step < end; step++) {
        line = PX_NAME(draw)(line, step, row, i, run->start + (int)i, y, program, &saved);
    }
    return line;
}
