// A picture as the kernels take it: plain data, made by the planning thread, read by all that fill rows.
#pragma once
#include <stddef.h>
#include <stdint.h>

// How a step reads its source. A line is what the kernels work on at a time: 16 pixels, 64 bytes, one cache line.
enum {
    PX_SOLID,  // one colour
    PX_DIRECT, // pixel for pixel
    PX_ACROSS, // between a pixel and the one before it
    PX_DOWN,   // between a row and the one above it
    PX_BOTH,   // between four
    PX_ZOOM,   // between the four nearest, of a bitmap that is scaled
};

// What a step does with what it has read, or with the lines that are there.
enum {
    PX_SET,   // put it there
    PX_MIX,   // from what is there to it, by the step's weight
    PX_OVER,  // put it over what is there
    PX_SHADE, // black over what is there, by the table
    PX_SAVE,  // remember what is there
    PX_BLEND, // from what was remembered to what is there, by the weight
    PX_MASK,  // the same, by the table
};

// One step of drawing a run. Weights are n/256. What a step reads in the row r of its band, at the pixel i of its run, is
// at lower[r * pitch + i], the row above at upper[r * pitch + i]; a table's value at tables[table + r * tablePitch + i].
//
// Kernels read whole lines: up to 15 pixels past the end of a run, in sources and in tables. What they read there, they
// do not show; but it must be memory.
typedef struct {
    uint8_t kind;
    uint8_t fetch;
    uint16_t keep;   // of the colours, what a dim leaves
    uint16_t weight;
    uint16_t across; // of a pixel, the rest is of the one before
    uint16_t down;   // of a row, the rest is of the one above
    uint8_t keepsAlpha; // whether the dim is for the colours alone
    uint32_t color;
    const uint32_t *upper;
    const uint32_t *lower;
    ptrdiff_t pitch;
    size_t table;
    size_t tablePitch;
    // PX_ZOOM: `lower` is the bitmap's first pixel. The position of the band's first row in 2^-32 of the bitmap's, as the
    // planner counts them, and how far one row of the screen is. The table holds column << 9 | weight for each pixel; the
    // weight is of the column to the right.
    int64_t position;
    int64_t step;
    int64_t lastRow;
} px_step;

// Pixels of a row that are drawn with the same steps, back to front.
typedef struct {
    int32_t start;
    int32_t end;
    uint32_t steps;
    uint32_t count;
    // The steps whose sources are fetched ahead; -1 is none.
    int32_t streams[2];
} px_run;

// Rows that are drawn with the same runs.
typedef struct {
    int32_t y;
    int32_t end;
    uint32_t runs;
    uint32_t count;
} px_band;

// A rectangle of the screen. Its bands follow each other without a gap, and so do the runs of a band.
typedef struct {
    const px_band *bands;
    size_t bandCount;
    const px_run *runs;
    const px_step *steps;
    const uint32_t *tables;
    // A shadow's pattern: of each of 8 rows three times the same 8 values, each in both halves of its word.
    const uint32_t *pattern;
    // How many groups are open at once at most.
    size_t depth;
} px_program;

// Where it goes: the place of the screen's pixel (0, 0), and the bytes from a row to the next.
typedef struct {
    uint8_t *base;
    ptrdiff_t pitch;
} px_target;
