// The kernel's headers that Swift's Glibc module lacks, and a constant for each function-like macro that is used.
#pragma once
#include <crypt.h>
#include <linux/fb.h>
#include <linux/input.h>
#include <linux/kd.h>
#include <linux/memfd.h>
#include <linux/vt.h>
#include <signal.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/pidfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <termios.h>
#include <time.h>
#include <sys/prctl.h>
#include "confine.h"
#include "crash.h"
#include "packet.h"

// glibc has these for programs that define _GNU_SOURCE, which Swift does not.
extern int memfd_create(const char *name, unsigned int flags);
extern int pipe2(int ends[2], int flags);
static const int BEZEL_F_ADD_SEALS = 1033;
static const int BEZEL_F_SEAL_SHRINK = 2, BEZEL_F_SEAL_GROW = 4, BEZEL_F_SEAL_SEAL = 1, BEZEL_F_SEAL_WRITE = 8;
extern int malloc_trim(size_t pad);
extern pid_t gettid(void);
// libdispatch has these for Core Foundation, which runs the main queue in a loop of its own as we do.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *_Nullable message);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
struct bezel_ucred {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};

// Makes the processes whose parents end children of this one. (prctl(2) takes any number of arguments, which Swift cannot call.)
static inline int bezel_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }
// Keeps other processes of the same user from reading this one's memory and taking its files. What it starts is not kept so.
static inline int bezel_keep_to_itself(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
// Creates a timer at whose end the kernel kills this process, also one that is stopped. (The fields of sigevent are macros.)
static inline int bezel_create_killing_timer(timer_t *timer)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};
    return timer_create(CLOCK_MONOTONIC, &event, timer);
}

static const unsigned long BEZEL_TIOCGDEV = TIOCGDEV;
// glibc has these as both an enumeration and macros of the same names.
static const int BEZEL_TFD_TIMER_CANCEL_ON_SET = TFD_TIMER_CANCEL_ON_SET;
static const int BEZEL_IN_CLOEXEC = IN_CLOEXEC, BEZEL_IN_NONBLOCK = IN_NONBLOCK;
