// The same kernels for each instruction set. The set to use is chosen at run time.
#include "cursor.h"

// Vectors that are wider than the registers never leave the function they are in.
#pragma GCC diagnostic ignored "-Wpsabi"

typedef uint32_t px_line __attribute__((vector_size(64)));
typedef uint16_t px_half __attribute__((vector_size(64)));
typedef uint32_t px_anywhere __attribute__((vector_size(64), aligned(4), may_alias));
typedef uint32_t px_wide __attribute__((vector_size(128)));
typedef uint32_t px_eight __attribute__((vector_size(32)));
typedef uint32_t px_quad __attribute__((vector_size(16)));
typedef struct {
    px_half even, odd;
} px_spread;
typedef uint16_t px_short __attribute__((vector_size(32)));
typedef union {
    px_line lines[2];
    uint32_t pixels[32];
} px_pair;
typedef union {
    px_eight halves[2];
    px_line line;
} px_column;

// The maximum number of lines that are drawn at a time.
enum { PX_BLOCK_MOST = 4 };

// The largest distance of two rows of a scaled bitmap, and thus of two columns, in 2^-32, at which 8 neighbouring pixels of the
// screen lie within 16 columns.
#define PX_LARGEST_STEP ((int64_t)0x1E0000000)

// The maximum number of lines of a scaled bitmap for which rows are mixed at a time, and the columns that so many lines need:
// fewer than two lines each at that distance, and up to 31 that kernels read and do not show.
enum { PX_MIXED = 32 };
#define PX_COLUMNS(lines) (16 * (2 * (lines) + 2))

// Repeats a statement for each of `n` lines. The compiler must know `n`, since it keeps the lines of a loop that it does not
// unroll in memory.
#if defined(__clang__)
#define PX_EACH(k, n) _Pragma("clang loop unroll(full)") for (int k = 0; k < (n); k++)
#else
#define PX_EACH(k, n) _Pragma("GCC unroll 4") for (int k = 0; k < (n); k++)
#endif

// Draws `count` whole lines of a run.
typedef void px_lines(
    const px_program *program, const px_run *run, ptrdiff_t row, ptrdiff_t i, int y, size_t count, uint8_t *out,
    const px_ahead *ahead, int streams, px_spread *saved);

// Draws 16 rows of a run, rotated.
typedef void px_tile_rows(
    const px_program *program, const px_run *run, ptrdiff_t row, int y, px_target target, px_spread *saved);

// Stores a line past the caches, where the compiler supports it. The line of the target is then not read first, and evicts
// nothing from the caches.
#if defined(__clang__)
#define PX_STREAM(out, line) __builtin_nontemporal_store(line, out)
#else
#define PX_STREAM(out, line) (*(out) = (line))
#endif
// The empty instructions keep the compiler from merging both branches into one ordinary store.
#define px_store(out, line, streams)                                                                                   \
    do {                                                                                                               \
        if (streams) {                                                                                                 \
            PX_STREAM(out, line);                                                                                      \
        } else {                                                                                                       \
            __asm__ volatile("" ::: "memory");                                                                         \
            *(out) = (line);                                                                                           \
            __asm__ volatile("" ::: "memory");                                                                         \
        }                                                                                                              \
    } while (0)

// Runs LOOP for the steps of `run`, which it finds in `a` and `b`: LOOP(0) draws `a`, LOOP(1) draws both. Each common combination
// of steps has a loop of its own, in which the compiler knows the steps. A LOOP returns from the function. For all other steps,
// the code after the macro runs.
#define PX_KNOWN(program, run, LOOP)                                                                                   \
    px_step a = program->steps[run->steps], b = program->steps[run->steps + run->count - 1];                           \
    if (a.kind == PX_SET && run->count == 1) {                                                                         \
        switch (a.fetch) {                                                                                             \
            PX_ONE(PX_SOLID, LOOP)                                                                                     \
            PX_ONE(PX_DIRECT, LOOP)                                                                                    \
            PX_ONE(PX_ACROSS, LOOP)                                                                                    \
            PX_ONE(PX_DOWN, LOOP)                                                                                      \
        }                                                                                                              \
    } else if (a.kind == PX_SET && run->count == 2) {                                                                  \
        switch (PX_PAIR(a.fetch, b.kind, b.fetch)) {                                                                   \
            PX_TWO(PX_DIRECT, PX_MIX, PX_DIRECT, LOOP)                                                                 \
            PX_TWO(PX_DIRECT, PX_OVER, PX_DIRECT, LOOP)                                                                \
            PX_TWO(PX_DIRECT, PX_OVER, PX_SOLID, LOOP)                                                                 \
            PX_TWO(PX_DIRECT, PX_SHADE, PX_SOLID, LOOP)                                                                \
            PX_TWO(PX_ACROSS, PX_SHADE, PX_SOLID, LOOP)                                                                \
            PX_TWO(PX_SOLID, PX_OVER, PX_DIRECT, LOOP)                                                                 \
        }                                                                                                              \
    }
#define PX_ONE(how, LOOP)                                                                                              \
    case how:                                                                                                          \
        a.kind = PX_SET;                                                                                               \
        a.fetch = how;                                                                                                 \
        if (a.keep == 256) {                                                                                           \
            a.keep = 256;                                                                                              \
            LOOP(0);                                                                                                   \
        }                                                                                                              \
        LOOP(0);
#define PX_TWO(how, what, with, LOOP)                                                                                  \
    case PX_PAIR(how, what, with):                                                                                     \
        a.kind = PX_SET;                                                                                               \
        a.fetch = how;                                                                                                 \
        b.kind = what;                                                                                                 \
        b.fetch = with;                                                                                                \
        if (a.keep == 256 && b.keep == 256 && b.weight == 256) {                                                       \
            a.keep = b.keep = 256;                                                                                     \
            LOOP(1);                                                                                                   \
        }                                                                                                              \
        LOOP(1);
#define PX_PAIR(how, what, with) ((how) << 8 | (what) << 4 | (with))

#if defined(__x86_64__)
#include <immintrin.h>
#define PX_FENCE __builtin_ia32_sfence()

#define PX_NAME(name) px_sse2_##name
#define PX_TARGET
#include "kernel.h"
#undef PX_NAME
#undef PX_TARGET

#define PX_NAME(name) px_avx2_##name
#define PX_TARGET __attribute__((target("avx2")))
// The product of two signed 16-bit numbers, shifted right by 15 and rounded.
#define PX_ROUNDED(a, b) px_avx2_rounded(a, b)
#define PX_PICK(from, table) px_avx2_pick(from, table)
PX_TARGET static inline __attribute__((always_inline)) px_half px_avx2_rounded(px_half a, px_half b) {
    union {
        px_half line;
        __m256i halves[2];
    } x = {a}, y = {b};
    for (int i = 0; i < 2; i++) x.halves[i] = _mm256_mulhrs_epi16(x.halves[i], y.halves[i]);
    return x.line;
}
PX_TARGET static inline __attribute__((always_inline)) px_line px_avx2_pick(const uint32_t *from, const uint32_t *table) {
    union {
        px_line line;
        __m256i halves[2];
    } picked;
    for (int i = 0; i < 2; i++) {
        // A permutation uses three bits of the column. The next bit selects one of the two vectors of 8 pixels.
        const uint32_t *start = from + ((table[8 * i] >> 9) - (table[0] >> 9));
        __m256i place = _mm256_srli_epi32(_mm256_loadu_si256((const __m256i *)(table + 8 * i)), 9);
        place = _mm256_sub_epi32(place, _mm256_set1_epi32((int)(table[8 * i] >> 9)));
        __m256 low = (__m256)_mm256_permutevar8x32_epi32(_mm256_loadu_si256((const __m256i *)start), place);
        __m256 high = (__m256)_mm256_permutevar8x32_epi32(_mm256_loadu_si256((const __m256i *)(start + 8)), place);
        picked.halves[i] = (__m256i)_mm256_blendv_ps(low, high, (__m256)_mm256_slli_epi32(place, 28));
    }
    return picked.line;
}
#include "kernel.h"
#undef PX_ROUNDED
#undef PX_PICK
#undef PX_NAME
#undef PX_TARGET

#define PX_NAME(name) px_avx512_##name
#define PX_TARGET __attribute__((target("avx512f,avx512bw,avx512vl")))
#define PX_PICK(from, table) px_avx512_pick(from, table)
PX_TARGET static inline __attribute__((always_inline)) px_line px_avx512_pick(const uint32_t *from, const uint32_t *table) {
    __m512i place = _mm512_srli_epi32(_mm512_loadu_si512(table), 9);
    place = _mm512_sub_epi32(place, _mm512_set1_epi32((int)(table[0] >> 9)));
    return (px_line)_mm512_permutex2var_epi32(_mm512_loadu_si512(from), place, _mm512_loadu_si512(from + 16));
}
#define PX_ROUNDED(a, b) (px_half) _mm512_mulhrs_epi16((__m512i)(a), (__m512i)(b))
#define PX_ONLY_LINES
#include "kernel.h"
#undef PX_ROUNDED
#undef PX_ONLY_LINES
#undef PX_PICK
#undef PX_NAME
#undef PX_TARGET
#else
#define PX_FENCE __atomic_thread_fence(__ATOMIC_SEQ_CST)

#define PX_NAME(name) px_native_##name
#define PX_TARGET
#include "kernel.h"
#undef PX_NAME
#undef PX_TARGET
#endif

px_kernels px_best(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) return PX_AVX512;
    if (__builtin_cpu_supports("avx2")) return PX_AVX2;
#endif
    return PX_BASE;
}

static void px_rows(const px_program *program, px_target target, int y, int end) {
#if defined(__x86_64__)
    static px_lines *const sets[] = {px_sse2_lines, px_avx2_lines, px_avx512_lines};
    const px_tuning *tuning = &program->tuning;
    if (tuning->copying == PX_BASE) {
        px_sse2_rows(program, target, y, end, sets[tuning->copying], sets[tuning->calculating]);
    } else {
        px_avx2_rows(program, target, y, end, sets[tuning->copying], sets[tuning->calculating]);
    }
#else
    px_native_rows(program, target, y, end, px_native_lines, px_native_lines);
#endif
}

// Draws 16 rows of a band to a target that is rotated by one or three quarter turns.
static void px_tiles(const px_program *program, const px_band *band, px_target target, int y) {
    px_spread saved[PX_BLOCK_MOST * (program->depth + 1)];
#if defined(__x86_64__)
    // As with rows, the widest registers are for runs that calculation limits.
    px_tile_rows *wide[] = {px_sse2_tiles, px_avx2_tiles, px_avx512_tiles};
    px_tile_rows *narrow = wide[program->tuning.copying == PX_BASE ? 0 : 1];
#else
    px_tile_rows *wide[] = {px_native_tiles}, *narrow = px_native_tiles;
#endif
    for (uint32_t k = 0; k < band->count; k++) {
        const px_run *run = program->runs + band->runs + k;
        (run->isHeavy ? wide[program->tuning.calculating] : narrow)(program, run, y - band->y, y, target, saved);
    }
    PX_FENCE;
}

// Draws at most 16 rows that cannot be rotated as tiles. They are composed in cached memory first.
static void px_turn_rows(const px_program *program, px_target target, int y, int end) {
    int left = program->runs[0].start, right = left;
    for (uint32_t i = 0; i < program->bands[0].count; i++) right = program->runs[i].end;
    ptrdiff_t pitch = (right - left + 31) / 16 * 16;
    uint32_t rows[16 * pitch] __attribute__((aligned(64)));
    px_target scratch = {.base = (uint8_t *)(rows - y * pitch - left), .pitch = 4 * pitch, .memory = PX_SCRATCH};
    px_rows(program, scratch, y, end);
#if defined(__x86_64__)
    (program->tuning.copying == PX_BASE ? px_sse2_turn : px_avx2_turn)(target, rows, pitch, left, right, y, end);
#else
    px_native_turn(target, rows, pitch, left, right, y, end);
#endif
}

void px_draw(const px_program *program, px_target target, int y, int end) {
    if (target.turn == PX_UPRIGHT && !target.is565) {
        px_rows(program, target, y, end);
        return;
    }
    int isSideways = target.turn == PX_QUARTER || target.turn == PX_THREE_QUARTERS;
    const px_band *band = program->bands;
    while (y < end) {
        while (band->end <= y) band++;
        // Blocks of rows are aligned to the lines of the memory, in which a sideways picture has a column for each of its rows.
        int first = target.turn == PX_QUARTER ? target.height - y : y;
        int count = target.turn == PX_QUARTER ? (first - 1) % 16 + 1 : 16 - first % 16;
        if (count > end - y) count = end - y;
        if (isSideways && !target.is565 && count == 16 && band->end >= y + 16) {
            px_tiles(program, band, target, y);
        } else {
            px_turn_rows(program, target, y, y + count);
        }
        y += count;
    }
}
