// Shared memory of clients. A client can shorten its file at any time. The kernel then answers a read beyond the end with SIGBUS, on
// whichever thread reads. The handler here puts pages of zeros in place of what is missing, and the read goes on.
#define _GNU_SOURCE
#include "CWaylandServer.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct bezel_shared_memory {
    // 0 while the slot is free.
    _Atomic uintptr_t start;
    _Atomic size_t size;
};

// A signal handler can neither take locks nor allocate memory, so the mappings have fixed slots. They are enough for as many guests as
// share the most that they may (`SharedMemory.mostMappings`), 32 at a time.
enum { SLOTS = 8192 };
static bezel_shared_memory slots[SLOTS];
// The slots that were ever used are the first ones.
static _Atomic size_t used;
static struct sigaction other;
static uintptr_t page;

static void bus_error(int number, siginfo_t *info, void *context) {
    uintptr_t address = (uintptr_t)info->si_addr;
    size_t count = atomic_load(&used);
    for (size_t index = 0; index < count; index++) {
        bezel_shared_memory *memory = &slots[index];
        uintptr_t start = atomic_load(&memory->start);
        if (start == 0 || address < start || address - start >= atomic_load(&memory->size)) continue;
        int saved = errno;
        // All that is left of the mapping: a client that shortened its file may do so again.
        uintptr_t first = address & ~(page - 1);
        size_t rest = start + atomic_load(&memory->size) - first;
        int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
        if (mmap((void *)first, rest, PROT_READ, flags, -1, 0) == MAP_FAILED) break;
        errno = saved;
        return;
    }
    // The fault is not in a client's memory. The handler that was there before gets it, when the instruction is repeated.
    sigaction(SIGBUS, &other, NULL);
}

static void catch_bus_errors(void) {
    page = (uintptr_t)sysconf(_SC_PAGESIZE);
    struct sigaction action = {.sa_sigaction = bus_error, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &other);
}

// Only files in memory have seals. Asking for them neither reads the file nor asks its file system, as fstat(2) does: with FUSE, the file
// system can be a program of the client's, which never answers. For the same reason no other file is mapped.
bool bezel_is_memory(int descriptor) { return fcntl(descriptor, F_GET_SEALS) >= 0; }

bezel_shared_memory *bezel_share_memory(int descriptor, size_t size) {
    if (!bezel_is_memory(descriptor)) {
        errno = EINVAL;
        return NULL;
    }
    if (!page) catch_bus_errors();
    bezel_shared_memory *memory = NULL;
    size_t count = atomic_load(&used);
    for (size_t index = 0; index < count && !memory; index++) {
        if (atomic_load(&slots[index].start) == 0) memory = &slots[index];
    }
    if (!memory) {
        if (count == SLOTS) {
            errno = EMFILE;
            return NULL;
        }
        memory = &slots[count];
    }
    if (size == 0 || size > SIZE_MAX / 4) {
        errno = EINVAL;
        return NULL;
    }
    size_t pages = (size + page - 1) & ~(page - 1);
    uint8_t *all = mmap(NULL, pages + 2 * page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) return NULL;
    if (mmap(all + page, size, PROT_READ, MAP_SHARED | MAP_FIXED, descriptor, 0) == MAP_FAILED) {
        int error = errno;
        munmap(all, pages + 2 * page);
        errno = error;
        return NULL;
    }
    atomic_store(&memory->size, pages);
    atomic_store(&memory->start, (uintptr_t)all + page);
    if (memory == &slots[count]) atomic_store(&used, count + 1);
    return memory;
}

void *bezel_shared_memory_start(const bezel_shared_memory *memory) { return (void *)atomic_load(&memory->start); }

void bezel_unshare_memory(bezel_shared_memory *memory) {
    uintptr_t start = atomic_load(&memory->start);
    size_t size = atomic_load(&memory->size);
    atomic_store(&memory->start, 0);
    munmap((void *)(start - page), size + 2 * page);
}
