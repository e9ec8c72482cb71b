// The kernel's headers that Swift's Glibc module lacks, and a constant for each function-like macro that is used.
#pragma once
#include <crypt.h>
#include <linux/fb.h>
#include <linux/input.h>
#include <linux/kd.h>
#include <linux/memfd.h>
#include <linux/vt.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/pidfd.h>
#include <sys/signalfd.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <termios.h>

// glibc has these for programs that define _GNU_SOURCE, which Swift does not.
extern int memfd_create(const char *name, unsigned int flags);
static const int BEZEL_F_ADD_SEALS = 1033, BEZEL_F_SEAL_SHRINK = 2;

static const unsigned long BEZEL_TIOCGDEV = TIOCGDEV;
