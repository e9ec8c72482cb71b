// Composes rows of pixels from bitmaps in cached memory and writes them directly to the memory of a display, which is never
// read. This header defines a picture as plain data, and the functions that draw it.
#pragma once
#include <stddef.h>
#include <stdint.h>

// The ways in which a step reads its source. A line is the unit in which kernels work: 16 pixels, 64 bytes, one cache line.
enum {
    PX_SOLID,  // one colour
    PX_DIRECT, // pixel for pixel
    PX_ACROSS, // mixed from a pixel and the one before it
    PX_DOWN,   // mixed from a row and the one above it
    PX_BOTH,   // mixed from four pixels
    PX_ZOOM,   // mixed from the four nearest pixels of a scaled bitmap
};

// The ways in which a step changes the current pixels, with or without a source that it has read.
enum {
    PX_SET,   // replaces them with the source
    PX_MIX,   // mixes from them to the source, by the step's weight
    PX_OVER,  // draws the source over them
    PX_SHADE, // draws black over them, by the table
    PX_SAVE,  // saves them
    PX_BLEND, // mixes from the saved pixels to them, by the weight
    PX_MASK,  // as PX_BLEND, by the table
};

// The sets of kernels, each with the instructions of the one before it and more. Processors other than x86-64 have one set.
typedef enum { PX_BASE, PX_AVX2, PX_AVX512 } px_kernels;

// How the kernels use the processor and its memory. No value changes a pixel.
typedef struct {
    // The set for runs that memory limits, and the one for runs that calculation limits. The processor must support both.
    px_kernels copying;
    px_kernels calculating;
    // The maximum number of lines that go through the steps of a run together: 1, 2 or 4.
    int32_t lines;
    // How often each line is requested some rows before it is read: 0 to 2 times. A processor with enough requests under way
    // drops some.
    int32_t asks;
    // The cache into which it is requested: 1 to 3.
    int32_t cache;
    // The distance, in pixels of the picture, at which lines are requested once more, into the first cache; 0 for never.
    int32_t near;
    // The same for pictures that are rotated, in bytes of a source's row.
    int32_t beside;
    // Whether stores of upright pictures to a display's memory bypass the caches. Those of turned ones always do.
    int32_t streams;
    // The same for memory that is read again after the frame.
    int32_t streamsToCached;
} px_tuning;

// One step of drawing a run. Weights are n/256. In row r of its band, at pixel i of its run, a step reads the source at
// lower[r * pitch + i], the row above at upper[r * pitch + i], and the table at tables[table + r * tablePitch + i].
//
// Kernels read whole lines: up to 15 pixels before and after a run, and for scaled bitmaps 31 more after it, in sources and in
// tables. These pixels are not shown. They must be readable memory, and where a table holds columns, columns of the bitmap.
typedef struct {
    uint8_t kind;
    uint8_t fetch;
    uint16_t keep;   // the share of the colours that a dim leaves
    uint16_t weight;
    uint16_t across; // the weight of a pixel; the pixel before it has the rest
    uint16_t down;   // the weight of a row; the row above it has the rest
    uint8_t keepsAlpha; // whether the dim leaves the alpha unchanged
    uint32_t color;
    const uint32_t *upper;
    const uint32_t *lower;
    ptrdiff_t pitch;
    size_t table;
    size_t tablePitch;
    // PX_ZOOM: `lower` is the bitmap's first pixel. `position` is that of the band's first row, in 2^-32 of the bitmap's rows
    // as the planner counts them, and `step` the distance of one row of the screen, and of one column. The table holds
    // column << 9 | weight for each pixel, with the weight of the column to the right.
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
    // The steps, counted from the run's first, whose sources are fetched ahead; -1 for none.
    int32_t streams[2];
    // Whether the run is limited by calculation rather than by memory.
    int32_t isHeavy;
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
    // The dither pattern of shadows: 8 rows of three times the same 8 values, each in both halves of its word.
    const uint32_t *pattern;
    // The number of rows ahead at which memory is requested.
    ptrdiff_t rowsAhead;
    px_tuning tuning;
    // The maximum number of groups that are open at once.
    size_t depth;
} px_program;

// The clockwise rotation of the picture in the memory of the display, in quarter turns.
typedef enum { PX_UPRIGHT, PX_QUARTER, PX_HALF, PX_THREE_QUARTERS } px_turn;

// The memory that is drawn to.
typedef enum {
    PX_DISPLAY, // a display reads it; the processor's caches may not hold it
    PX_CACHED,  // other code reads it after the frame
    PX_SCRATCH, // read at once; stores never bypass the caches
} px_memory;

// The memory to draw to: the first byte of its first row, and the number of bytes from one row to the next. `width` and
// `height` are those of the whole screen, before it is rotated.
typedef struct {
    uint8_t *base;
    ptrdiff_t pitch;
    int32_t width;
    int32_t height;
    px_turn turn;
    // Whether a pixel has 16 bits: five for red, six for green, five for blue. Otherwise it has 32.
    int32_t is565;
    // What becomes of the pixels that are written.
    px_memory memory;
} px_target;

// Returns the best set that this processor supports.
px_kernels px_best(void);

// Draws the rows from `y` up to `end` of a program. A picture that is rotated, or has 16 bits per pixel, is composed up to 16
// rows at a time, in registers or on the stack of the calling thread. Slices should then begin at multiples of 16 rows.
void px_draw(const px_program *program, px_target target, int y, int end);

// Threads that fill rows. They sleep until there is a picture.
typedef struct px_pool px_pool;

// Creates a pool of `count` threads besides the caller's, or of fewer when the system creates no more. Returns NULL when there
// is no memory.
px_pool *px_pool_make(int count);

// Ends the threads and frees the pool.
void px_pool_free(px_pool *pool);

// Draws the rows from `y` up to `end` of a program, `slice` rows at a time, on the caller's thread and the pool's. Returns when
// all rows are drawn.
void px_pool_draw(
    px_pool *pool, const px_program *program, px_target target, int y, int end, int slice);
