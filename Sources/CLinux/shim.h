// The kernel's headers that Swift's Glibc module lacks, and a constant for each function-like macro that is used.
#pragma once
#include <linux/input.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <termios.h>

static const unsigned long BEZEL_TIOCGDEV = TIOCGDEV;
