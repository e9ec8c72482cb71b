// An LD_PRELOAD library that gives virtual time to a program with one epoll loop. While the program works, each reading of a clock
// advances time by one microsecond. When the program would sleep, time jumps to its next deadline. So a virtual day takes only as
// long as the work in it, and every run is identical to the nanosecond. Files, sockets and signals stay real.
//
//   BEZEL_TIME_START  CLOCK_MONOTONIC at the start, in seconds; by default 1000
//   BEZEL_TIME_WALL   CLOCK_REALTIME at the start, in seconds since 1970; by default the real one
//   BEZEL_TIME_END    the length of virtual time in seconds; then time continues at the real rate
//   BEZEL_TIME_JUMPS  clock jumps, as time:clock:seconds: `12.5:realtime:-3600,20:monotonic:3600`
//   BEZEL_TIME_LOG    the log file: the jumps, the end of virtual time, and at exit how often the program woke up
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { TIMERS = 64, JUMPS = 64 };
static const int64_t second = 1000000000;

static _Atomic int64_t monotonic;
static int64_t wall;  // CLOCK_REALTIME minus CLOCK_MONOTONIC
static int64_t begin, end = INT64_MAX;
static int64_t ahead;  // virtual minus real time after the end of virtual time; 0 before

static struct timer {
    int fd;  // 0: none
    bool is_wall, cancels_on_set, is_due, was_set;
    bool is_told_once, is_told;  // EPOLLET: epoll reports each expiry once, whether or not it is read
    int64_t deadline;  // 0: none
    int epoll;  // the epoll that waits for it; 0: none
    epoll_data_t data;
} timers[TIMERS];

static struct jump {
    int64_t at, by;
    bool is_wall;
} jumps[JUMPS];
static int jump_count, jumps_done;

static long turns, turns_in_second, most_in_second;
static int64_t counted_second;
static int log_file = -1;

static int (*real_gettime)(clockid_t, struct timespec *);
static int (*real_epoll_wait)(int, struct epoll_event *, int, int);
static int (*real_epoll_ctl)(int, int, int, struct epoll_event *);
static int (*real_timerfd_create)(int, int);
static int (*real_close)(int);
static ssize_t (*real_read)(int, void *, size_t);
static int (*real_cond_timedwait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);

static void say(const char *format, ...) {
    if (log_file < 0) return;
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    int count = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    // A library that is preloaded before this one may make a write fail.
    if (syscall(SYS_write, log_file, text, (size_t)count) != count) log_file = -1;
}

__attribute__((constructor)) static void start(void) {
    if (real_gettime) return;
    *(void **)&real_epoll_wait = dlsym(RTLD_NEXT, "epoll_wait");
    *(void **)&real_epoll_ctl = dlsym(RTLD_NEXT, "epoll_ctl");
    *(void **)&real_timerfd_create = dlsym(RTLD_NEXT, "timerfd_create");
    *(void **)&real_close = dlsym(RTLD_NEXT, "close");
    *(void **)&real_read = dlsym(RTLD_NEXT, "read");
    // dlsym would find the condition variables of old programs.
    *(void **)&real_cond_timedwait = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
    *(void **)&real_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    struct timespec real;
    real_gettime(CLOCK_REALTIME, &real);
    const char *text = getenv("BEZEL_TIME_START");
    begin = text ? (int64_t)(atof(text) * (double)second) : 1000 * second;
    monotonic = begin;
    text = getenv("BEZEL_TIME_WALL");
    wall = (text ? atoll(text) * second : real.tv_sec * second + real.tv_nsec) - begin;
    if ((text = getenv("BEZEL_TIME_END"))) end = begin + (int64_t)(atof(text) * (double)second);
    if ((text = getenv("BEZEL_TIME_LOG"))) log_file = open(text, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    for (text = getenv("BEZEL_TIME_JUMPS"); text && *text && jump_count < JUMPS; text++) {
        double at, by;
        char clock[16];
        if (sscanf(text, "%lf:%15[a-z]:%lf", &at, clock, &by) != 3) break;
        jumps[jump_count++] = (struct jump){
            begin + (int64_t)(at * (double)second), (int64_t)(by * (double)second), strcmp(clock, "realtime") == 0};
        if (!(text = strchr(text, ','))) break;
    }
}

__attribute__((destructor)) static void stop(void) {
    say("seconds %.3f turns %ld most-in-a-second %ld\n", (double)(monotonic - begin) / 1e9, turns, most_in_second);
}

// The program looks this symbol up to detect virtual time, and to say when its other threads are at work. Virtual time stands still
// then: otherwise hours could pass while a thread reads a picture, and how many would depend on the machine.
static bool (*is_busy)(void);
void bezel_hold_time_while(bool (*busy)(void)) { is_busy = busy; }

// MARK: The clocks

static int64_t real_now(void) {
    struct timespec now;
    real_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * second + now.tv_nsec;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!real_gettime) start();
    bool is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID) return real_gettime(clock, time);
    int64_t now = ahead ? real_now() + ahead : atomic_fetch_add(&monotonic, 1000) + 1000;
    if (is_wall) now += wall;
    *time = (struct timespec){now / second, now % second};
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *time, void *zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

// Other threads work in real time while virtual time stands still, so their work takes the same virtual time in each run.
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
    if (!real_gettime) start();
    int64_t deadline = until->tv_sec * second + until->tv_nsec;
    int64_t rest = deadline - (ahead ? real_now() + ahead : monotonic);
    int64_t moment = real_now() + (rest > 0 ? rest : 0);
    struct timespec real = {moment / second, moment % second};
    int result = real_cond_timedwait(condition, mutex, &real);
    if (result == ETIMEDOUT && !ahead && monotonic < deadline) monotonic = deadline;
    return result;
}

// MARK: Timers

static struct timer *timer_of(int fd) {
    for (int i = 0; i < TIMERS; i++)
        if (timers[i].fd == fd) return &timers[i];
    return NULL;
}

int timerfd_create(int clock, int flags) {
    if (!real_timerfd_create) start();
    int fd = real_timerfd_create(clock, flags);  // never armed: it only provides a descriptor for epoll
    if (fd < 0) return fd;
    struct timer *timer = timer_of(0);
    if (!timer) abort();
    *timer = (struct timer){.fd = fd, .is_wall = clock == CLOCK_REALTIME};
    return fd;
}

int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old) {
    struct timer *timer = timer_of(fd);
    if (!timer || old || new->it_interval.tv_sec || new->it_interval.tv_nsec) abort();  // not supported
    int64_t value = new->it_value.tv_sec * second + new->it_value.tv_nsec;
    int64_t now = monotonic + (timer->is_wall ? wall : 0);
    bool was_set = timer->was_set;
    timer->deadline = value == 0 || (flags & TFD_TIMER_ABSTIME) ? value : now + value;
    timer->cancels_on_set = flags & TFD_TIMER_CANCEL_ON_SET;
    timer->is_due = timer->was_set = false;
    if (!was_set) return 0;
    errno = ECANCELED;
    return -1;
}

ssize_t read(int fd, void *bytes, size_t size) {
    if (!real_read) start();
    struct timer *timer = fd > 0 ? timer_of(fd) : NULL;
    if (!timer) return real_read(fd, bytes, size);
    if (timer->was_set || !timer->is_due) {
        errno = timer->was_set ? ECANCELED : EAGAIN;
        timer->was_set = false;
        return -1;
    }
    timer->is_due = false;
    *(uint64_t *)bytes = 1;
    return 8;
}

int close(int fd) {
    if (!real_close) start();
    struct timer *timer = fd > 0 ? timer_of(fd) : NULL;
    if (timer) *timer = (struct timer){0};
    return real_close(fd);
}

// MARK: The loop

int epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event) {
    if (!real_epoll_ctl) start();
    struct timer *timer = fd > 0 ? timer_of(fd) : NULL;
    if (timer && operation == EPOLL_CTL_DEL) timer->epoll = 0;
    if (timer && operation != EPOLL_CTL_DEL) {
        timer->epoll = epoll;
        timer->data = event->data;
        timer->is_told_once = event->events & EPOLLET;
    }
    return real_epoll_ctl(epoll, operation, fd, event);
}

// Performs the jumps that are due.
static void jump(void) {
    while (jumps_done < jump_count && jumps[jumps_done].at <= monotonic) {
        struct jump *jump = &jumps[jumps_done++];
        say("jump %s %.0f at %.3f\n", jump->is_wall ? "realtime" : "monotonic", (double)jump->by / 1e9,
            (double)(monotonic - begin) / 1e9);
        if (!jump->is_wall) {
            monotonic += jump->by;
            wall -= jump->by;
            if (end != INT64_MAX) end += jump->by;
            for (int i = jumps_done; i < jump_count; i++) jumps[i].at += jump->by;
            continue;
        }
        wall += jump->by;
        for (int i = 0; i < TIMERS; i++)
            if (timers[i].fd && timers[i].is_wall && timers[i].cancels_on_set) timers[i].was_set = true;
    }
}

// Marks the timers that are due. Returns the time of the next timer or jump.
static int64_t next_moment(void) {
    int64_t next = jumps_done < jump_count ? jumps[jumps_done].at : INT64_MAX;
    for (int i = 0; i < TIMERS; i++) {
        struct timer *timer = &timers[i];
        if (!timer->fd || !timer->deadline) continue;
        int64_t at = timer->deadline - (timer->is_wall ? wall : 0);
        if (at <= monotonic) {
            timer->is_due = true;
            timer->is_told = false;
            timer->deadline = 0;
        } else if (at < next) next = at;
    }
    return next;
}

static void count_turn(void) {
    turns++;
    if (monotonic / second != counted_second) {
        counted_second = monotonic / second;
        turns_in_second = 0;
    }
    if (++turns_in_second > most_in_second) most_in_second = turns_in_second;
}

int epoll_wait(int epoll, struct epoll_event *events, int most, int timeout) {
    if (!real_epoll_wait) start();
    int64_t limit = timeout < 0 ? INT64_MAX : monotonic + timeout * (second / 1000);
    while (true) {
        if (ahead) monotonic = real_now() + ahead;
        jump();
        int64_t next = next_moment();
        int count = real_epoll_wait(epoll, events, most, 0);
        if (count < 0) return count;
        for (int i = 0; i < TIMERS && count < most; i++) {
            struct timer *timer = &timers[i];
            bool is_due = timer->is_due && !(timer->is_told_once && timer->is_told);
            if (!timer->fd || timer->epoll != epoll || !(is_due || timer->was_set)) continue;
            timer->is_told = timer->is_due;
            events[count++] = (struct epoll_event){EPOLLIN, timer->data};
        }
        if (count > 0 || monotonic >= limit) {
            count_turn();
            return count;
        }
        if (limit < next) next = limit;
        if (next > end && !ahead) {
            monotonic = end;
            ahead = end - real_now();
            say("end\n");
        } else if (next == INT64_MAX) {
            return real_epoll_wait(epoll, events, most, -1);  // no timer is set: wait for real events
        } else if (ahead) {
            int64_t wait = (next - monotonic) / (second / 1000) + 1;
            count = real_epoll_wait(epoll, events, most, wait > 1000 ? 1000 : (int)wait);
            if (count != 0) return count;
        } else if (is_busy && is_busy()) {
            count = real_epoll_wait(epoll, events, most, 1000);
            if (count != 0) return count;
        } else monotonic = next;
    }
}
