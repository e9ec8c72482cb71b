// Counts what a program asks of the Swift runtime: objects, retains and releases. The runtime calls these three through
// pointers, which it has for instruments; they are exported under these names. And what Swift's Glibc lacks: malloc.h.
#pragma once
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

extern void *(*_swift_allocObject)(const void *type, size_t size, size_t alignment);
extern void *(*_swift_retain)(void *object);
extern void (*_swift_release)(void *object);
// Without this the runtime goes past the pointers.
extern bool _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly;

struct bezel_runtime_calls {
    long objects, retains, releases;
};

struct bezel_runtime {
    struct bezel_runtime_calls calls;
    void *(*allocate)(const void *, size_t, size_t);
    void *(*retain)(void *);
    void (*release)(void *);
};

// Swift's importer leaves out variables of a header, except those within functions.
static inline struct bezel_runtime *bezel_runtime(void) {
    static struct bezel_runtime runtime;
    return &runtime;
}

static inline void *bezel_count_object(const void *type, size_t size, size_t alignment) {
    bezel_runtime()->calls.objects += 1;
    return bezel_runtime()->allocate(type, size, alignment);
}

// Whether there is memory at `object`. A text of up to 15 bytes lies in the place of its object. The runtime leaves such a text alone,
// but calls its pointers with the last of its bytes as an address (Swift 6.3). Pages that were found to be there are remembered, since asking
// takes longer than all else.
static inline bool bezel_is_object(void *object) {
    static uintptr_t known[4096];
    uintptr_t place = (uintptr_t)object, page = place / (uintptr_t)getpagesize();
    uintptr_t *slot = &known[page % 4096];
    unsigned char is_resident;
    if (place % 8 != 0) return false;
    if (*slot != page && mincore((void *)(page * (uintptr_t)getpagesize()), 1, &is_resident) == 0) *slot = page;
    return page != 0 && *slot == page;
}

static inline void *bezel_count_retain(void *object) {
    if (!bezel_is_object(object)) return object;
    bezel_runtime()->calls.retains += 1;
    return bezel_runtime()->retain(object);
}

static inline void bezel_count_release(void *object) {
    if (!bezel_is_object(object)) return;
    bezel_runtime()->calls.releases += 1;
    bezel_runtime()->release(object);
}

// Counts from zero. Not for programs with several threads.
static inline void bezel_start_counting(void) {
    *bezel_runtime() = (struct bezel_runtime){{0, 0, 0}, _swift_allocObject, _swift_retain, _swift_release};
    _swift_allocObject = bezel_count_object;
    _swift_retain = bezel_count_retain;
    _swift_release = bezel_count_release;
    _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly = true;
}

// What has been counted since.
static inline struct bezel_runtime_calls bezel_stop_counting(void) {
    _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly = false;
    _swift_allocObject = bezel_runtime()->allocate;
    _swift_retain = bezel_runtime()->retain;
    _swift_release = bezel_runtime()->release;
    return bezel_runtime()->calls;
}

// Copies `count` bytes past the caches, 64 at a time, both places on a line of the caches: the least that a picture can cost.
static inline void bezel_copy_past_caches(void *to, const void *from, size_t count) {
    typedef int line __attribute__((vector_size(64), may_alias));
    line *out = (line *)to;
    const line *in = (const line *)from;
    for (size_t i = 0; i < count / 64; i++) __builtin_nontemporal_store(in[i], out + i);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

// Fills `count` bytes past the caches: what writing alone takes.
static inline void bezel_fill_past_caches(void *to, size_t count) {
    typedef int line __attribute__((vector_size(64), may_alias));
    line *out = (line *)to, value = (line){} + 0x00336699;
    for (size_t i = 0; i < count / 64; i++) __builtin_nontemporal_store(value, out + i);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

struct bezel_copy {
    char *to;
    const char *from;
    size_t count;
};

static inline void *bezel_copy_run(void *copy) {
    struct bezel_copy *own = (struct bezel_copy *)copy;
    bezel_copy_past_caches(own->to, own->from, own->count);
    return NULL;
}

// The same by two threads, half each; false when there is no second one.
static inline bool bezel_copy_by_two(void *to, const void *from, size_t count) {
    size_t half = count / 128 * 64;
    struct bezel_copy other = {(char *)to, (const char *)from, half};
    pthread_t thread;
    if (pthread_create(&thread, NULL, bezel_copy_run, &other) != 0) return false;
    bezel_copy_past_caches((char *)to + half, (const char *)from + half, count - half);
    return pthread_join(thread, NULL) == 0;
}
