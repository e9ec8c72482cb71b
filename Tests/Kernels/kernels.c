// Compares the kernels with plain C, pixel by pixel, on random programs. Not one bit may differ. This covers processors on which
// the Swift tests do not run: Tests/Kernels/kernels builds this file for each of them, and runs it under an emulator if needed.
#include "CPixels.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Wide enough for more lines of a scaled bitmap than are mixed at a time.
enum { WIDTH = 700, HEIGHT = 48, ROWS = 40, SPARE = 64, SCENES = 1000 };

static uint64_t state = 1;

static uint32_t number(uint32_t limit) {
    state += 0x9E3779B97F4A7C15;
    uint64_t z = state;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return (uint32_t)((z ^ z >> 31) % limit);
}

// MARK: One pixel, as the comments of CPixels.h say

static uint32_t each(uint32_t a, uint32_t b, uint32_t (*body)(uint32_t, uint32_t, uint32_t, int), uint32_t weight) {
    uint32_t out = 0;
    for (int i = 0; i < 4; i++) out |= body(a >> 8 * i & 255, b >> 8 * i & 255, weight, i) << 8 * i;
    return out;
}

static uint32_t mixed(uint32_t a, uint32_t b, uint32_t weight, int channel) {
    (void)channel;
    return (a * (256 - weight) + b * weight + 128) / 256;
}

static uint32_t colour(uint32_t a, uint32_t b, uint32_t weight, int channel) {
    (void)b;
    return channel == 3 ? a : (a * weight + 128) / 256;
}

// Rounded to nearest; 255 is odd, so there are no halves.
static uint32_t let_through(uint32_t a, uint32_t b, uint32_t rest, int channel) {
    (void)channel;
    return b + (2 * a * rest + 255) / 510;
}

static uint32_t mix(uint32_t a, uint32_t b, uint32_t weight) { return each(a, b, mixed, weight); }

static uint32_t shaded(uint32_t below, uint32_t shade, uint32_t pattern) {
    uint32_t out = 0xFF000000;
    for (int i = 0; i < 3; i++) out |= ((below >> 8 * i & 255) * (65536 - shade) + pattern) / 65536 << 8 * i;
    return out;
}

// The distance of two columns and of two rows of scaled bitmaps, in 2^-32.
static int64_t columnStep;

static uint32_t fetched(const px_step *step, ptrdiff_t row, ptrdiff_t i, const uint32_t *tables) {
    ptrdiff_t at = row * step->pitch + i;
    const uint32_t *lower = step->lower, *upper = step->upper;
    uint32_t pixel = step->color;
    switch (step->fetch) {
    case PX_SOLID:
        return pixel;
    case PX_DIRECT:
        pixel = lower[at];
        break;
    case PX_ACROSS:
        pixel = mix(lower[at - 1], lower[at], step->across);
        break;
    case PX_DOWN:
        pixel = mix(upper[at], lower[at], step->down);
        break;
    case PX_BOTH:
        pixel = mix(
            mix(upper[at - 1], lower[at - 1], step->down), mix(upper[at], lower[at], step->down), step->across);
        break;
    case PX_ZOOM: {
        int64_t y = (step->position + row * step->step) >> 24;
        int64_t above = y >> 8, under = above + 1, last = step->lastRow;
        above = above < 0 ? 0 : above > last ? last : above;
        under = under < 0 ? 0 : under > last ? last : under;
        uint32_t place = tables[step->table + (size_t)i], column = place >> 9;
        const uint32_t *a = lower + above * step->pitch + column, *b = lower + under * step->pitch + column;
        pixel = mix(mix(a[0], b[0], y & 255), mix(a[1], b[1], y & 255), place & 511);
    }
    }
    if (step->keep == 256) return pixel;
    return step->keepsAlpha ? each(pixel, 0, colour, step->keep) : mix(0, pixel, step->keep);
}

static uint32_t plain(const px_program *program, const px_run *run, const px_band *band, int x, int y) {
    uint32_t line = 0, saved[8], depth = 0, source;
    ptrdiff_t row = y - band->y, i = x - run->start;
    for (uint32_t k = 0; k < run->count; k++) {
        const px_step *step = program->steps + run->steps + k;
        uint32_t entry = program->tables[step->table + (size_t)row * step->tablePitch + (size_t)i] & 0xFFFF;
        switch (step->kind) {
        case PX_SET:
            line = fetched(step, row, i, program->tables);
            break;
        case PX_MIX:
            line = mix(line, fetched(step, row, i, program->tables), step->weight);
            break;
        case PX_OVER:
            source = mix(0, fetched(step, row, i, program->tables), step->weight);
            line = each(line, source, let_through, 255 - (source >> 24));
            break;
        case PX_SHADE:
            line = shaded(line, entry, program->pattern[(y & 7) * 24 + (x & 7)] & 0xFFFF);
            break;
        case PX_SAVE:
            saved[depth++] = line;
            break;
        case PX_BLEND:
            line = mix(saved[--depth], line, step->weight);
            break;
        case PX_MASK:
            line = mix(saved[--depth], line, entry);
        }
    }
    return line;
}

// MARK: Programs

static uint32_t *bitmap(int opaque) {
    uint32_t *pixels = calloc(WIDTH * HEIGHT + 2 * SPARE, 4);
    for (int i = 0; i < WIDTH * HEIGHT + 2 * SPARE; i++) {
        uint32_t alpha = opaque || number(3) == 0 ? 255 : number(2) ? 0 : number(256);
        pixels[i] = alpha << 24 | number(alpha + 1) << 16 | number(alpha + 1) << 8 | number(alpha + 1);
    }
    return pixels + SPARE;
}

// Room for a row of each table, for rows that begin up to two entries later each, and for what kernels read beside a run.
enum { TABLE = WIDTH + 3 * ROWS + 64 };
static uint32_t tables[3 * TABLE];
static uint32_t *opaque_bitmap, *glass;
enum { WEIGHTS = 16, SHADES = TABLE + 16, PLACES = 2 * TABLE + 16 };

static px_step made(int kind, int x) {
    px_step step = {.kind = (uint8_t)kind, .keep = 256, .weight = 256, .color = 0xFF000000 | number(1 << 24)};
    step.fetch = (uint8_t)number(6);
    step.weight = kind == PX_SET ? 256 : (uint16_t)(number(3) ? number(257) : 256);
    if (number(3) == 0) step.keep = (uint16_t)number(257);
    step.across = (uint16_t)(1 + number(255));
    step.down = (uint16_t)(1 + number(255));
    step.keepsAlpha = kind == PX_OVER;
    step.pitch = WIDTH;
    const uint32_t *pixels = kind == PX_OVER ? glass : opaque_bitmap;
    step.upper = pixels + number(4) * WIDTH + (uint32_t)x;
    step.lower = step.upper + WIDTH;
    if (kind == PX_SHADE) step.table = SHADES;
    if (kind == PX_MASK) {
        step.table = WEIGHTS;
        step.tablePitch = number(3);
    }
    if (kind != PX_SHADE && kind != PX_MASK && step.fetch == PX_ZOOM) {
        step.table = PLACES;
        step.lower = pixels;
        step.position = ((int64_t)number(HEIGHT * 256 + 512) - 256) * (1 << 24);
        step.step = columnStep;
        step.lastRow = HEIGHT - 1;
    }
    return step;
}

// A tuning by chance, for a processor that has the sets of kernels up to `best`.
static px_tuning tuned(px_kernels best) {
    return (px_tuning){
        .copying = (px_kernels)number(best + 1),
        .calculating = (px_kernels)number(best + 1),
        .lines = 1 << number(3),
        .asks = (int32_t)number(3),
        .cache = 1 + (int32_t)number(3),
        .near = number(2) ? 0 : (int32_t)number(2000),
        .beside = number(2) ? 0 : (int32_t)number(2000),
        .streams = (int32_t)number(2),
        .streamsToCached = (int32_t)number(2),
    };
}

static int compare(px_kernels best, uint32_t *pattern) {
    px_step steps[64];
    px_run runs[16];
    int cut = 1 + (int)number(ROWS - 1);
    px_band bands[2] = {{.y = 0, .end = cut}, {.y = cut, .end = ROWS}};
    uint32_t stepCount = 0, runCount = 0, places = 256 * (1 + number(900));
    columnStep = (int64_t)places << 16;
    for (int i = -16; i < WIDTH + 16; i++) {
        uint32_t place = (uint32_t)(i < 0 ? 0 : i) * places / 256, last = (WIDTH - 2) * 256;
        place = place > last ? last : place;
        tables[PLACES + i] = place >> 8 << 9 | (place & 255);
    }
    int end = WIDTH - (int)number(40);
    for (int b = 0; b < 2; b++) {
        bands[b].runs = runCount;
        for (int x = 0; x < end;) {
            int next = x + 1 + (int)number(number(2) ? 6 : number(2) ? 100 : WIDTH);
            if (next > end || runCount % 8 == 7) next = end;
            px_run *run = &runs[runCount++];
            *run = (px_run){.start = x, .end = next, .steps = stepCount, .streams = {0, -1}, .isHeavy = number(2) == 0};
            steps[stepCount++] = made(PX_SET, x);
            int open = 0;
            for (uint32_t more = number(4); more > 0; more--) {
                int kind = (int)number(open ? 7 : 5);
                if (kind == PX_SET || stepCount > 50) continue;
                open += kind == PX_SAVE ? 1 : kind >= PX_BLEND ? -1 : 0;
                steps[stepCount++] = made(kind, x);
            }
            for (; open > 0; open--) steps[stepCount++] = made(PX_BLEND, x);
            if (steps[run->steps].fetch == PX_SOLID) run->streams[0] = -1;
            run->count = stepCount - run->steps;
            x = next;
            if (stepCount > 50) {
                run->end = end;
                x = end;
            }
        }
        bands[b].count = runCount - bands[b].runs;
    }
    px_program program = {bands, 2, runs, steps, tables, pattern, number(4), tuned(best), 8};

    // What each pixel of the screen should be.
    static uint32_t wanted[ROWS][WIDTH];
    for (int y = 0; y < ROWS; y++) {
        const px_band *band = &bands[y >= cut];
        const px_run *run = runs + band->runs;
        for (int x = 0; x < end; x++) {
            if (x == run->end) run++;
            wanted[y][x] = plain(&program, run, band, x, y);
        }
    }

    static uint32_t memory[WIDTH * 176 + 32] __attribute__((aligned(64)));
    memset(memory, 0xA5, sizeof memory);
    px_turn turn = (px_turn)number(4);
    int is565 = number(4) == 0, isSideways = turn == PX_QUARTER || turn == PX_THREE_QUARTERS;
    int columns = isSideways ? ROWS : end, lines = isSideways ? end : ROWS;
    // Sometimes rows that begin on cache lines, sometimes not.
    uint8_t *base = (uint8_t *)(memory + (number(2) ? 0 : number(16)));
    ptrdiff_t pitch = 4 * (number(2) ? (columns + 15) / 16 * 16 : columns + (ptrdiff_t)number(20));
    px_target target = {base, pitch, end, ROWS, turn, is565, (px_memory)number(3)};
    int middle = (int)number(ROWS + 1);
    if (middle > 0) px_draw(&program, target, 0, middle);
    if (middle < ROWS) px_draw(&program, target, middle, ROWS);
    for (int line = 0; line < lines; line++) {
        for (int column = 0; column < pitch / (is565 ? 2 : 4); column++) {
            int x = isSideways ? line : column, y = isSideways ? column : line;
            if (turn == PX_HALF || turn == PX_THREE_QUARTERS) x = end - 1 - x;
            if (turn == PX_HALF || turn == PX_QUARTER) y = ROWS - 1 - y;
            uint32_t pixel = column < columns ? wanted[y][x] : 0xA5A5A5A5, drawn;
            if (is565) {
                drawn = ((uint16_t *)(base + line * pitch))[column];
                pixel = column < columns ? (pixel >> 8 & 0xF800) | (pixel >> 5 & 0x07E0) | (pixel >> 3 & 0x1F) : 0xA5A5;
            } else {
                drawn = ((uint32_t *)(base + line * pitch))[column];
            }
            if (drawn != pixel) {
                printf("turn %d, (%d, %d): %08X, not %08X\n", (int)turn, x, y, drawn, pixel);
                return 1;
            }
        }
    }
    return 0;
}

int main(void) {
    uint32_t pattern[192];
    for (uint32_t i = 0; i < 192; i++) pattern[i] = (512 + 1024 * ((i / 24 * 8 + i % 8) * 37 % 64)) * 0x10001;
    for (int i = 0; i < TABLE; i++) {
        tables[i] = (i % 7 ? number(257) : 256) * 0x10001;
        tables[TABLE + i] = (i % 7 ? number(65536) : 65535) * 0x10001;
    }
    opaque_bitmap = bitmap(1);
    glass = bitmap(0);
    for (px_kernels kernels = PX_BASE; kernels <= px_best(); kernels++) {
        for (int scene = 0; scene < SCENES; scene++) {
            state = (uint64_t)scene + 1;
            if (compare(kernels, pattern)) {
                printf("kernels up to %d, scene %d\n", (int)kernels, scene);
                return 1;
            }
        }
        printf("kernels up to %d: %d programs, no bit differs\n", (int)kernels, SCENES);
    }
    return 0;
}
