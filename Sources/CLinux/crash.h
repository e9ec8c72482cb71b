// What is done in a signal handler when the program crashes: only what signal-safety(7) allows, in memory that is there.
#pragma once
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct bezel_crash {
    char path[512];
    char head[512];
    struct sigaction before[32];
    // Whether log lines wait for their thread.
    int lines_wait;
};

// Swift's importer leaves out variables of a header, except those within functions.
static inline struct bezel_crash *bezel_crash(void) {
    static struct bezel_crash crash;
    return &crash;
}

static inline void bezel_write_text(int file, const char *text) {
    size_t left = strlen(text);
    while (left > 0) {
        ssize_t count = write(file, text, left);
        if (count <= 0) return;
        text += count;
        left -= (size_t)count;
    }
}

static inline void bezel_write_number(int file, unsigned long number, unsigned base) {
    char digits[32] = {0};
    int place = 31;
    do {
        digits[--place] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number > 0);
    bezel_write_text(file, digits + place);
}

static inline void bezel_lines_wait(bool wait) { __atomic_store_n(&bezel_crash()->lines_wait, wait, __ATOMIC_RELAXED); }

// Gives the thread that writes log lines a tenth of a second, as it goes on while this one has crashed.
static inline void bezel_let_lines_out(void) {
    struct timespec pause = {.tv_nsec = 1000000};
    for (int i = 0; i < 100 && __atomic_load_n(&bezel_crash()->lines_wait, __ATOMIC_RELAXED); i++) nanosleep(&pause, NULL);
}

// Writes which signal it was, where, and the calls that led there, and leaves the rest to whoever handled the signal
// before: the system, which ends the program, or Swift's own backtracer.
static inline void bezel_crashed(int number, siginfo_t *info, void *context) {
    (void)context;
    int file = open(bezel_crash()->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file >= 0) {
        bezel_write_text(file, bezel_crash()->head);
        bezel_write_text(file, "signal ");
        bezel_write_number(file, (unsigned long)number, 10);
        bezel_write_text(file, " at address 0x");
        bezel_write_number(file, (unsigned long)info->si_addr, 16);
        bezel_write_text(file, "\n");
        void *calls[64];
        backtrace_symbols_fd(calls, backtrace(calls, 64), file);
        close(file);
    }
    bezel_let_lines_out();
    sigaction(number, &bezel_crash()->before[number], NULL);
    // A fault happens again as soon as this returns, with the registers that it had; a signal that was sent does not. Swift's
    // backtracer, which returns too, is who may get the first of these.
    if (info->si_code <= 0) raise(number);
    if (info->si_code <= 0) raise(number);
}

// From now on a crash writes `head` and a backtrace to the file at `path`, on a stack of its own of `size` bytes. False
// where one of the two is too long.
static inline bool bezel_catch_crashes(const char *path, const char *head, void *stack, size_t size) {
    struct bezel_crash *crash = bezel_crash();
    if (strlen(path) >= sizeof crash->path || strlen(head) >= sizeof crash->head) return false;
    strcpy(crash->path, path);
    strcpy(crash->head, head);
    // The first call loads a library, which a handler must not.
    void *calls[1];
    backtrace(calls, 1);
    stack_t alternative = {.ss_sp = stack, .ss_size = size};
    sigaltstack(&alternative, NULL);
    int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction action = {.sa_sigaction = bezel_crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
        sigemptyset(&action.sa_mask);
        struct sigaction last;
        sigaction(signals[i], &action, &last);
        // Asked for again, by the next run in this process, it would else take itself for who handled the signal before.
        if (last.sa_sigaction != bezel_crashed) crash->before[signals[i]] = last;
    }
    return true;
}
