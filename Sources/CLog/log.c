#include "CLog.h"
#include <libinput.h>
#include <libseat.h>
#include <stdarg.h>
#include <stdio.h>
#include <wayland-client.h>

// The most bytes of a line. What is longer is cut off.
enum { most = 1024 };

static void (*libinput_handler)(struct libinput *context, int priority, const char *line);
static void (*libseat_handler)(const char *line);
static void (*wayland_handler)(const char *line);

static void take_libinput(
    struct libinput *context, enum libinput_log_priority priority, const char *format, va_list arguments) {
    char line[most];
    vsnprintf(line, sizeof line, format, arguments);
    libinput_handler(context, priority, line);
}

static void take_libseat(enum libseat_log_level level, const char *format, va_list arguments) {
    char line[most];
    (void)level;
    vsnprintf(line, sizeof line, format, arguments);
    libseat_handler(line);
}

static void take_wayland(const char *format, va_list arguments) {
    char line[most];
    vsnprintf(line, sizeof line, format, arguments);
    wayland_handler(line);
}

void bezel_log_libinput(struct libinput *context, void (*handler)(struct libinput *, int, const char *)) {
    libinput_handler = handler;
    libinput_log_set_handler(context, take_libinput);
}

void bezel_silence_libinput(struct libinput *context) { libinput_log_set_handler(context, NULL); }

void bezel_log_libseat(void (*handler)(const char *line)) {
    libseat_handler = handler;
    libseat_set_log_handler(take_libseat);
}

void bezel_log_wayland(void (*handler)(const char *line)) {
    wayland_handler = handler;
    wl_log_set_handler_client(take_wayland);
}
