// The log lines of libinput, libseat and libwayland. Their handlers get a va_list, and on arm64 Swift cannot make a function that
// takes one, so C formats the lines. Each library has one handler, for all of its contexts.
#pragma once

struct libinput;

void bezel_log_libinput(struct libinput *context, void (*handler)(struct libinput *context, int priority, const char *line));
// Discards the lines of `context`.
void bezel_silence_libinput(struct libinput *context);
void bezel_log_libseat(void (*handler)(const char *line));
void bezel_log_wayland(void (*handler)(const char *line));
