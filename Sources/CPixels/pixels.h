// Rows of pixels, put together out of bitmaps in cached memory and written straight to a display's, which is never read.
// The same kernels for each instruction set; which is used is chosen at run time.
#pragma once
#include "cursor.h"
#include "program.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

typedef uint32_t px_line __attribute__((vector_size(64)));
typedef uint16_t px_half __attribute__((vector_size(64)));
typedef uint32_t px_anywhere __attribute__((vector_size(64), aligned(4), may_alias));
typedef uint32_t px_wide __attribute__((vector_size(128)));
typedef union {
    px_line lines[2];
    uint32_t pixels[32];
} px_pair;

// Past the caches where that can be said: the target's lines are not read first, and push out nothing.
#if defined(__clang__)
#define PX_STREAM(out, line) __builtin_nontemporal_store(line, out)
#else
#define PX_STREAM(out, line) (*(out) = (line))
#endif

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
#define PX_PICK(low, high, column) px_avx2_pick(low, high, column)
PX_TARGET static inline __attribute__((always_inline)) px_line px_avx2_pick(px_line low, px_line high, px_line column) {
    union {
        px_line line;
        __m256i halves[2];
    } a = {low}, b = {high}, at = {column}, picked;
    for (int i = 0; i < 2; i++) {
        // A permutation looks at three bits; the next two say which of the four halves is meant.
        __m256i place = at.halves[i], second = _mm256_slli_epi32(place, 28), last = _mm256_slli_epi32(place, 27);
        __m256 first = (__m256)_mm256_permutevar8x32_epi32(a.halves[0], place);
        first = _mm256_blendv_ps(first, (__m256)_mm256_permutevar8x32_epi32(a.halves[1], place), (__m256)second);
        __m256 other = (__m256)_mm256_permutevar8x32_epi32(b.halves[0], place);
        other = _mm256_blendv_ps(other, (__m256)_mm256_permutevar8x32_epi32(b.halves[1], place), (__m256)second);
        picked.halves[i] = (__m256i)_mm256_blendv_ps(first, other, (__m256)last);
    }
    return picked.line;
}
#include "kernel.h"
#undef PX_PICK
#undef PX_NAME
#undef PX_TARGET

#define PX_NAME(name) px_avx512_##name
#define PX_TARGET __attribute__((target("avx512f,avx512bw,avx512vl")))
#define PX_PICK(low, high, column) (px_line) _mm512_permutex2var_epi32((__m512i)(low), (__m512i)(column), (__m512i)(high))
#include "kernel.h"
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

// Sets of kernels, each with all that the one before it has.
typedef enum { PX_BASE, PX_AVX2, PX_AVX512 } px_kernels;

// The best set that this processor has.
static inline px_kernels px_best(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) return PX_AVX512;
    if (__builtin_cpu_supports("avx2")) return PX_AVX2;
#endif
    return PX_BASE;
}

// Draws the rows `y` to `end` of a program.
static inline void px_draw(px_kernels kernels, const px_program *program, px_target target, int y, int end) {
#if defined(__x86_64__)
    switch (kernels) {
    case PX_AVX512:
        px_avx512_rows(program, target, y, end);
        return;
    case PX_AVX2:
        px_avx2_rows(program, target, y, end);
        return;
    case PX_BASE:
        px_sse2_rows(program, target, y, end);
    }
#else
    (void)kernels;
    px_native_rows(program, target, y, end);
#endif
}

#pragma GCC diagnostic pop
