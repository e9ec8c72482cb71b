// Devices that this machine need not have: the test's program answers their ioctls itself.
#pragma once
#include <stdbool.h>

// Answers an ioctl: sets `*error` to 0 or an error number and returns true; returns false if `fd` is no device of a test.
typedef bool (*device_answer)(int fd, unsigned long request, void *argument, int *error);

// From now on `answer` is asked first, on any thread.
void devices_answer(device_answer answer);
