// Rows of pixels, put together out of bitmaps in cached memory and written straight to a display's, which is never read:
// a picture as plain data, and the functions that draw it.
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
// Kernels read whole lines: up to 15 pixels before and behind a run, of scaled bitmaps 31 more behind, in sources and in
// tables. What they read there, they do not show; but it must be memory, and columns of a bitmap where columns are read.
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
    // Whether it is calculated more than it is moved.
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
    // A shadow's pattern: of each of 8 rows three times the same 8 values, each in both halves of its word.
    const uint32_t *pattern;
    // How many rows ahead memory is asked for: some 16 KB of a source.
    ptrdiff_t rowsAhead;
    // How many groups are open at once at most.
    size_t depth;
} px_program;

// How the picture lies in the memory that it goes to: turned clockwise by so many quarters.
typedef enum { PX_UPRIGHT, PX_QUARTER, PX_HALF, PX_THREE_QUARTERS } px_turn;

// Where it goes: the first byte of the memory's first row, and the bytes from a row to the next. `width` and `height` are
// those of the whole screen, before it is turned.
typedef struct {
    uint8_t *base;
    ptrdiff_t pitch;
    int32_t width;
    int32_t height;
    px_turn turn;
    // 16 bits a pixel, five for red, six for green, five for blue; else 32.
    int32_t is565;
    // Memory that is read again soon: nothing goes past the caches.
    int32_t isCached;
} px_target;

// Sets of kernels, each with all that the one before it has. Other processors than x86-64 have one.
typedef enum { PX_BASE, PX_AVX2, PX_AVX512 } px_kernels;

// The best set that this processor has.
px_kernels px_best(void);

// Draws the rows `y` to `end` of a program. A picture that is turned, or not of 32 bits, is put together 16 rows at a time
// in memory of the calling thread's; then slices should begin at multiples of 16 rows.
void px_draw(px_kernels kernels, const px_program *program, px_target target, int y, int end);

// Threads that fill rows. They sleep until there is a picture.
typedef struct px_pool px_pool;

// A pool of `count` threads beside the caller's; fewer when the system gives no more. NULL when there is no memory.
px_pool *px_pool_make(int count);

// Ends the threads and frees the pool.
void px_pool_free(px_pool *pool);

// Draws the rows `y` to `end` of a program, `slice` at a time, by the caller's thread and the pool's. All are there when it
// returns; it waits for nothing but them.
void px_pool_draw(
    px_pool *pool, px_kernels kernels, const px_program *program, px_target target, int y, int end, int slice);
