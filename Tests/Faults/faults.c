// An LD_PRELOAD library that makes calls into the C library fail, each at one place (call site).
//
//   BEZEL_FAULTS_LOG     the log file: `fail …` for each failure, and at exit `place KEY FUNCTION COUNT STACK` for each place
//   BEZEL_FAULTS_KINDS   which functions can fail: `calls`, `memory` or `all`
//   BEZEL_FAULTS_ONLY    the key of the place that fails; by default none fails
//   BEZEL_FAULTS_NTH     which call at that place fails, counted from 1
//   BEZEL_FAULTS_CHOICE  which of the function's error numbers to use, counted from 0
//   BEZEL_FAULTS_EACH    every place fails once, instead of one place. The value is the least number of loop turns between two
//                        failures. A place that has failed according to the log does not fail again.
//   BEZEL_FAULTS_WHEN    nothing fails before this file exists; by default the first place reached fails
//   BEZEL_FAULTS_SHARE   only one in N places can fail, selected by its key
//   BEZEL_FAULTS_PART    which one of the N, counted from 0; by default 0
//   BEZEL_FAULTS_DEVICES only calls from the program and from libraries that talk to devices can fail
//   BEZEL_FAULTS_NAMES   the functions that can fail, between commas: `,ioctl,read,`
//   BEZEL_FAULTS_EINTR   at each place, the first, third, fifth … call of an interruptible function fails with EINTR. This holds
//                        for calls from the program and from libraries that talk to devices: signals do not interrupt reads of
//                        regular files, which other libraries make.
//
// A place is a function and the return addresses of the five innermost calls, each as an offset in its binary. So a place has the
// same key in every run, and a thousand equal calls in a loop are one place.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

enum { DEPTH = 5, OWN = 2, PLACES = 1 << 16, CHOICES = 5 };

static struct place {
    uint64_t key;  // 0: none
    const char *function;
    long count;
    bool has_failed;
    void *stack[DEPTH];
} places[PLACES];
static atomic_flag lock = ATOMIC_FLAG_INIT;

static bool counts_calls, counts_memory, counts_devices, interrupts, is_started;
static uint64_t only;
static long nth = 1;
static long each, turns;  // turns of the loop since the last failure
static uint64_t share = 1, part;
static const char *when, *names;
static int choice, log_file = -1;
static _Thread_local bool is_busy __attribute__((tls_model("initial-exec")));

static long (*real_syscall)(long, ...);  // not the one that this library wraps

// A direct system call: the write that this library wraps may be the one that fails.
static void say(const char *text, size_t length) {
    if (log_file >= 0) real_syscall(SYS_write, log_file, text, length);
}

static void say_place(const char *what, const struct place *place, long number) {
    char text[2048];
    int length = snprintf(text, sizeof text, "%s %016lx %s %ld", what, place->key, place->function, number);
    for (int i = 0; i < DEPTH && place->stack[i]; i++) {
        struct dl_find_object object;
        bool is_known = _dl_find_object(place->stack[i], &object) == 0;
        const char *name = is_known ? object.dlfo_link_map->l_name : "?";
        const char *slash = strrchr(name, '/');
        uintptr_t offset = (uintptr_t)place->stack[i] - (is_known ? object.dlfo_link_map->l_addr : 0);
        length += snprintf(text + length, sizeof text - (size_t)length, " %s+0x%lx", slash ? slash + 1 : name, offset);
    }
    text[length] = '\n';
    say(text, (size_t)length + 1);
}

static struct place *place_of(uint64_t key) {
    struct place *place = &places[key % PLACES];
    while (place->key && place->key != key) place = place == &places[PLACES - 1] ? places : place + 1;
    place->key = key;
    return place;
}

// Reads from the log which places failed in earlier runs.
static void remember(void) {
    FILE *file = fopen(getenv("BEZEL_FAULTS_LOG"), "re");
    char line[2048];
    uint64_t key;
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "fail %lx", &key) == 1) place_of(key)->has_failed = true;
    if (file) fclose(file);
}

// With BEZEL_FAULTS_EACH, whether this place fails now.
static bool is_next(struct place *place) {
    if (place->has_failed || turns < each || place->key % share != part) return false;
    if (when && real_syscall(SYS_faccessat, AT_FDCWD, when, F_OK) != 0) return false;
    turns = 0;
    place->has_failed = true;
    return true;
}

__attribute__((constructor)) static void start(void) {
    const char *kinds = getenv("BEZEL_FAULTS_KINDS"), *text;
    *(void **)&real_syscall = dlsym(RTLD_NEXT, "syscall");
    if (!kinds) return;
    counts_calls = strcmp(kinds, "memory") != 0;
    counts_memory = strcmp(kinds, "calls") != 0;
    interrupts = getenv("BEZEL_FAULTS_EINTR");
    if ((text = getenv("BEZEL_FAULTS_ONLY"))) only = strtoul(text, NULL, 16);
    if ((text = getenv("BEZEL_FAULTS_NTH"))) nth = atol(text);
    if ((text = getenv("BEZEL_FAULTS_CHOICE"))) choice = atoi(text) % CHOICES;
    if ((text = getenv("BEZEL_FAULTS_LOG")))
        log_file = (int)real_syscall(SYS_openat, AT_FDCWD, text, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if ((text = getenv("BEZEL_FAULTS_EACH"))) each = atol(text);
    when = getenv("BEZEL_FAULTS_WHEN");
    names = getenv("BEZEL_FAULTS_NAMES");
    counts_devices = getenv("BEZEL_FAULTS_DEVICES");
    if ((text = getenv("BEZEL_FAULTS_SHARE"))) share = strtoul(text, NULL, 10);
    if ((text = getenv("BEZEL_FAULTS_PART"))) part = strtoul(text, NULL, 10) % share;
    if (!when) turns = each;
    if (each) remember();
    void *calls[1];
    backtrace(calls, 1);  // the first call loads a library
    is_started = true;
}

__attribute__((destructor)) static void stop(void) {
    is_started = false;
    for (int i = 0; i < PLACES; i++)
        if (places[i].count) say_place("place", &places[i], places[i].count);
}

static uint64_t mixed(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15;
    return hash ^ (hash >> 32);
}

// Whether the caller is the program or a library that talks to devices.
static bool is_at_devices(void *caller) {
    static const char *const names[] = {"libdrm", "libseat", "libinput", "libudev", "libevdev", "libmtdev", "libwayland"};
    struct dl_find_object object;
    if (_dl_find_object(caller, &object) != 0) return false;
    const char *name = object.dlfo_link_map->l_name;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(name, names[i])) return true;
    return *name == 0;
}

// The error number that this call fails with, or 0 if it succeeds. The top OWN frames of the stack are this function and the
// wrapper that calls it.
__attribute__((noinline)) static int fault(
    const char *function, bool is_memory, bool can_be_interrupted, const int numbers[CHOICES]) {
    if (!is_started || is_busy || (is_memory ? !counts_memory : !counts_calls)) return 0;
    if (interrupts && !can_be_interrupted) return 0;
    if (!is_memory && strcmp(function, "epoll_wait") == 0) turns++;
    if (names) {
        char name[64];
        snprintf(name, sizeof name, ",%s,", function);
        if (!strstr(names, name)) return 0;
    }
    is_busy = true;
    int before = errno;
    void *stack[OWN + DEPTH] = {0};
    int depth = backtrace(stack, OWN + DEPTH);
    if (counts_devices && !is_at_devices(stack[OWN])) {
        errno = before;
        is_busy = false;
        return 0;
    }
    uint64_t key = 1;
    for (const char *letter = function; *letter; letter++) key = mixed(key, (uint64_t)*letter);
    for (int i = OWN; i < depth; i++) {
        struct dl_find_object object;
        if (_dl_find_object(stack[i], &object) != 0) continue;
        const char *name = strrchr(object.dlfo_link_map->l_name, '/');
        for (; name && *name; name++) key = mixed(key, (uint64_t)*name);
        key = mixed(key, (uintptr_t)stack[i] - object.dlfo_link_map->l_addr);
    }
    while (atomic_flag_test_and_set(&lock)) {}
    struct place *place = place_of(key);
    place->function = function;
    memcpy(place->stack, stack + OWN, sizeof place->stack);
    long count = ++place->count;
    bool fails = each ? is_next(place) : key == only && count == nth;
    atomic_flag_clear(&lock);
    int number = 0;
    if (interrupts) {
        number = count % 2 && is_at_devices(stack[OWN]) ? EINTR : 0;
    } else if (fails) {
        number = numbers[choice] ? numbers[choice] : numbers[0];
        say_place("fail", place, number);
    }
    errno = before;
    is_busy = false;
    return number;
}

// MARK: Functions

#define REAL(name)                                     \
    static __typeof__(&name) real;                     \
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name)

// Wraps RESULT name(PARAMETERS), which reports an error by returning FAILURE and setting errno.
#define CALL(RESULT, name, PARAMETERS, ARGUMENTS, FAILURE, INTERRUPTED, ...)          \
    RESULT name PARAMETERS {                                                          \
        REAL(name);                                                                   \
        static const int numbers[CHOICES] = {__VA_ARGS__};                            \
        int number = fault(#name, false, INTERRUPTED, numbers);                       \
        if (number == 0) return real ARGUMENTS;                                       \
        errno = number;                                                               \
        return FAILURE;                                                               \
    }

// Wraps a function that returns the error number.
#define CODE(name, PARAMETERS, ARGUMENTS, INTERRUPTED, ...)                           \
    int name PARAMETERS {                                                             \
        REAL(name);                                                                   \
        static const int numbers[CHOICES] = {__VA_ARGS__};                            \
        int number = fault(#name, false, INTERRUPTED, numbers);                       \
        return number ? number : real ARGUMENTS;                                      \
    }

// Wraps a function that takes an optional mode after its flags.
#define OPEN(name, PARAMETERS, ...)                                                   \
    int name PARAMETERS {                                                             \
        REAL(name);                                                                   \
        mode_t mode = 0;                                                              \
        va_list rest;                                                                 \
        va_start(rest, flags);                                                        \
        if (flags & (O_CREAT | O_TMPFILE)) mode = va_arg(rest, mode_t);               \
        va_end(rest);                                                                 \
        static const int numbers[CHOICES] = {EMFILE, EACCES, ENOENT, EIO, EINTR};     \
        int number = fault(#name, false, true, numbers);                              \
        if (number == 0) return real(__VA_ARGS__, flags, mode);                       \
        errno = number;                                                               \
        return -1;                                                                    \
    }

OPEN(open, (const char *path, int flags, ...), path)
OPEN(open64, (const char *path, int flags, ...), path)
OPEN(openat, (int at, const char *path, int flags, ...), at, path)
OPEN(openat64, (int at, const char *path, int flags, ...), at, path)
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
CALL(int, __open_2, (const char *path, int flags), (path, flags), -1, true, EMFILE, EACCES, ENOENT, EIO, EINTR)
CALL(int, __open64_2, (const char *path, int flags), (path, flags), -1, true, EMFILE, EACCES, ENOENT, EIO, EINTR)
CALL(FILE *, fopen, (const char *path, const char *mode), (path, mode), NULL, false, EMFILE, EACCES, ENOENT)
CALL(FILE *, fopen64, (const char *path, const char *mode), (path, mode), NULL, false, EMFILE, EACCES, ENOENT)
CALL(DIR *, opendir, (const char *path), (path), NULL, false, EMFILE, EACCES, ENOENT)
CALL(int, memfd_create, (const char *name, unsigned flags), (name, flags), -1, false, EMFILE, ENOMEM)
CALL(int, mkdir, (const char *path, mode_t mode), (path, mode), -1, false, EROFS, ENOSPC, EACCES)
CALL(int, rename, (const char *from, const char *to), (from, to), -1, false, EROFS, ENOSPC, EIO)
CALL(int, link, (const char *from, const char *to), (from, to), -1, false, EROFS, ENOSPC)
CALL(int, unlink, (const char *path), (path), -1, false, EROFS, EIO)
CALL(int, access, (const char *path, int mode), (path, mode), -1, false, EACCES, EIO)
CALL(int, stat, (const char *path, struct stat *status), (path, status), -1, false, EACCES, ENOENT, EIO)
CALL(int, lstat, (const char *path, struct stat *status), (path, status), -1, false, EACCES, ENOENT, EIO)
CALL(int, fstat, (int fd, struct stat *status), (fd, status), -1, false, EIO)
CALL(int, fsync, (int fd), (fd), -1, true, EIO, ENOSPC)
CALL(int, ftruncate, (int fd, off_t size), (fd, size), -1, true, ENOSPC, EIO)
CODE(posix_fallocate, (int fd, off_t from, off_t size), (fd, from, size), true, ENOSPC, EINTR, EIO)

CALL(ssize_t, read, (int fd, void *bytes, size_t size), (fd, bytes, size), -1, true, EIO, EAGAIN, ENODEV, EISDIR, EINTR)
ssize_t __read_chk(int fd, void *bytes, size_t size, size_t room);
CALL(ssize_t, __read_chk, (int fd, void *bytes, size_t size, size_t room), (fd, bytes, size, room), -1, true, EIO, EAGAIN,
     ENODEV, EISDIR, EINTR)
CALL(ssize_t, pread, (int fd, void *bytes, size_t size, off_t at), (fd, bytes, size, at), -1, true, EIO)

ssize_t write(int fd, const void *bytes, size_t size) {
    REAL(write);
    static const int file_numbers[CHOICES] = {ENOSPC, EIO, EDQUOT, EPIPE, EINTR}, event_numbers[CHOICES] = {EINTR};
    // Of the files without a type, only an eventfd can be written. The kernel can interrupt that write; no error is possible.
    struct stat status;
    bool is_event = is_started && real_syscall(SYS_fstat, fd, &status) == 0 && (status.st_mode & S_IFMT) == 0;
    int number = fault("write", false, true, is_event ? event_numbers : file_numbers);
    if (number == 0) return real(fd, bytes, size);
    errno = number;
    return -1;
}

CALL(ssize_t, recv, (int fd, void *bytes, size_t size, int flags), (fd, bytes, size, flags), -1, true, ECONNRESET, EAGAIN,
     ENOMEM)
CALL(ssize_t, recvmsg, (int fd, struct msghdr *message, int flags), (fd, message, flags), -1, true, ENOBUFS, EAGAIN, ENOMEM)
CALL(ssize_t, send, (int fd, const void *bytes, size_t size, int flags), (fd, bytes, size, flags), -1, true, EPIPE, EAGAIN,
     ENOBUFS)
CALL(ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags), (fd, message, flags), -1, true, EPIPE, EAGAIN,
     ENOBUFS)
CALL(int, socket, (int domain, int type, int protocol), (domain, type, protocol), -1, false, EMFILE, EAFNOSUPPORT)
CALL(int, bind, (int fd, const struct sockaddr *address, socklen_t size), (fd, address, size), -1, false, EADDRINUSE, EACCES,
     EROFS)
CALL(int, listen, (int fd, int most), (fd, most), -1, false, EADDRINUSE)
CALL(int, connect, (int fd, const struct sockaddr *address, socklen_t size), (fd, address, size), -1, false, ECONNREFUSED)
CALL(int, accept4, (int fd, struct sockaddr *address, socklen_t *size, int flags), (fd, address, size, flags), -1, true,
     EMFILE, ECONNABORTED, ENOBUFS)
CALL(int, getsockopt, (int fd, int level, int name, void *value, socklen_t *size), (fd, level, name, value, size), -1, false,
     ENOPROTOOPT)
CALL(int, setsockopt, (int fd, int level, int name, const void *value, socklen_t size), (fd, level, name, value, size), -1,
     false, ENOPROTOOPT)

CALL(int, poll, (struct pollfd *files, nfds_t count, int timeout), (files, count, timeout), -1, true, EINTR, ENOMEM)
CALL(int, epoll_create1, (int flags), (flags), -1, false, EMFILE, ENOMEM)
CALL(int, epoll_ctl, (int epoll, int operation, int fd, struct epoll_event *event), (epoll, operation, fd, event), -1, false,
     ENOMEM, ENOSPC)
CALL(int, epoll_wait, (int epoll, struct epoll_event *events, int most, int timeout), (epoll, events, most, timeout), -1, true,
     EINTR)
int timerfd_create(int clock, int flags);
int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old);
CALL(int, timerfd_create, (int clock, int flags), (clock, flags), -1, false, EMFILE, ENOMEM)
CALL(int, timerfd_settime, (int fd, int flags, const struct itimerspec *new, struct itimerspec *old), (fd, flags, new, old), -1,
     false, ECANCELED, ENOMEM)
int signalfd(int fd, const sigset_t *mask, int flags);
CALL(int, signalfd, (int fd, const sigset_t *mask, int flags), (fd, mask, flags), -1, false, EMFILE, ENOMEM)
int eventfd(unsigned count, int flags);
CALL(int, eventfd, (unsigned count, int flags), (count, flags), -1, false, EMFILE, ENOMEM)
int inotify_init1(int flags);
int inotify_add_watch(int fd, const char *path, uint32_t mask);
CALL(int, inotify_init1, (int flags), (flags), -1, false, EMFILE, ENOMEM)
CALL(int, inotify_add_watch, (int fd, const char *path, uint32_t mask), (fd, path, mask), -1, false, ENOSPC, ENOENT, ENOMEM)

CALL(void *, mmap, (void *place, size_t size, int protection, int flags, int fd, off_t at),
     (place, size, protection, flags, fd, at), MAP_FAILED, false, ENOMEM, EAGAIN)
CALL(void *, mmap64, (void *place, size_t size, int protection, int flags, int fd, off_t at),
     (place, size, protection, flags, fd, at), MAP_FAILED, false, ENOMEM, EAGAIN)
CODE(pthread_create, (pthread_t *thread, const pthread_attr_t *traits, void *(*body)(void *), void *argument),
     (thread, traits, body, argument), false, EAGAIN)

int ioctl(int fd, unsigned long request, ...) {
    REAL(ioctl);
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    static const int numbers[CHOICES] = {EBUSY, EINVAL, ENOMEM, EACCES, EINTR};
    int number = fault("ioctl", false, true, numbers);
    if (number == 0) return real(fd, request, argument);
    errno = number;
    return -1;
}

// openat2 has no function in glibc. Every other direct system call goes through.
long syscall(long call, ...) {
    REAL(syscall);
    va_list rest;
    va_start(rest, call);
    long arguments[6];
    for (int i = 0; i < 6; i++) arguments[i] = va_arg(rest, long);
    va_end(rest);
    static const int numbers[CHOICES] = {EMFILE, EACCES, ENOENT, EIO, EINTR};
    int number = call == SYS_openat2 ? fault("openat2", false, true, numbers) : 0;
    if (number == 0)
        return real(call, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
    errno = number;
    return -1;
}

// MARK: Memory

static const int no_memory[CHOICES] = {ENOMEM};

#define MEMORY(name, GET)                              \
    if (fault(name, true, false, no_memory) != 0) {          \
        errno = ENOMEM;                                      \
        return NULL;                                         \
    }                                                        \
    return GET

void *malloc(size_t size) { MEMORY("malloc", __libc_malloc(size)); }
void *calloc(size_t count, size_t size) { MEMORY("calloc", __libc_calloc(count, size)); }
void *realloc(void *memory, size_t size) { MEMORY("realloc", __libc_realloc(memory, size)); }
void *aligned_alloc(size_t alignment, size_t size) { MEMORY("aligned_alloc", __libc_memalign(alignment, size)); }
void *memalign(size_t alignment, size_t size) { MEMORY("memalign", __libc_memalign(alignment, size)); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (fault("posix_memalign", true, false, no_memory) != 0) return ENOMEM;
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}
