// Traps reads of memory: by its access rights, the kind of each page fault, and the processor's single step.

#define _GNU_SOURCE
#include "read_trap.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#ifdef __x86_64__

// Tests that run at the same time have a place each.
enum { PLACES = 64 };
typedef struct {
    _Atomic(uintptr_t) base; // 0 where the place is free
    size_t length;
    size_t reads;
    // The thread that uses the memory, and whether its next instruction may.
    pid_t thread;
    bool isOpen;
} place;
static place places[PLACES];
static struct sigaction before[2];
static pthread_once_t once = PTHREAD_ONCE_INIT;

bool read_trap_works(void) { return true; }

// Direct calls, because sanitizers' versions may not run in a signal handler.
static pid_t thread(void) { return (pid_t)syscall(SYS_gettid); }
static void protect(place *it, int rights) { syscall(SYS_mprotect, it->base, it->length, rights); }

static void on_fault(int number, siginfo_t *info, void *context) {
    (void)number;
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    uintptr_t address = (uintptr_t)info->si_addr;
    for (place *it = places; it < places + PLACES; it++) {
        uintptr_t base = it->base;
        if (!base || address < base || address >= base + it->length || it->thread != thread()) continue;
        // Bit 1 of the page fault's error code is set for writes; bit 8 of the flags stops after the next instruction.
        if (!(registers[REG_ERR] & 2)) it->reads++;
        it->isOpen = true;
        protect(it, PROT_READ | PROT_WRITE);
        registers[REG_EFL] |= 0x100;
        return;
    }
    // A fault of something else comes again, as before.
    sigaction(SIGSEGV, &before[0], NULL);
}

static void on_step(int number, siginfo_t *info, void *context) {
    (void)number, (void)info;
    bool isOurs = false;
    for (place *it = places; it < places + PLACES; it++) {
        if (!it->base || !it->isOpen || it->thread != thread()) continue;
        it->isOpen = false;
        isOurs = true;
        protect(it, PROT_NONE);
    }
    if (isOurs) {
        ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)0x100;
    } else {
        sigaction(SIGTRAP, &before[1], NULL);
        raise(SIGTRAP);
    }
}

static void install(void) {
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigaction(SIGSEGV, &action, &before[0]);
    action.sa_sigaction = on_step;
    sigaction(SIGTRAP, &action, &before[1]);
}

void read_trap_arm(void *base, size_t length) {
    pthread_once(&once, install);
    for (place *it = places; it < places + PLACES; it++) {
        uintptr_t none = 0;
        // 1 is no page: nothing faults there while the place is filled in.
        if (!atomic_compare_exchange_strong(&it->base, &none, 1)) continue;
        it->length = length, it->reads = 0, it->thread = thread(), it->isOpen = false;
        it->base = (uintptr_t)base;
        protect(it, PROT_NONE);
        return;
    }
    abort();
}

size_t read_trap_disarm(void *base) {
    for (place *it = places; it < places + PLACES; it++) {
        if (it->base != (uintptr_t)base) continue;
        protect(it, PROT_READ | PROT_WRITE);
        size_t reads = it->reads;
        it->base = 0;
        return reads;
    }
    abort();
}

#else

bool read_trap_works(void) { return false; }
void read_trap_arm(void *base, size_t length) { (void)base, (void)length; }
size_t read_trap_disarm(void *base) { return (void)base, 0; }

#endif
