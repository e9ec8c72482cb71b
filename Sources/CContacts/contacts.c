// The tool of a contact: what libinput hears, and what the kernel has.
#define _GNU_SOURCE
#include "contacts.h"

#include <dlfcn.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <stdint.h>
#include <sys/ioctl.h>

// libinput 1.22 to 1.28 asks libevdev for the tool as soon as it reads that a contact has come down (`fallback_process_touch` in
// evdev-fallback.c). The kernel reports the tool after that, so libevdev still has the tool of the last contact in the slot: after a
// palm, libinput takes a finger for a palm, and drops it. libinput finds this definition before the one of libevdev, because symbols
// of the program come first, and hears that each contact begins as a finger. When the kernel then reports a palm, libinput cancels the
// contact as usual. The kernel reports nothing when a palm follows a palm; `bezel_is_palm` is for these.
// packaging/libinput/0001-fallback-tool-type-at-end-of-frame.patch mends it in libinput, with a test.
int libevdev_get_slot_value(const struct libevdev *device, unsigned int slot, unsigned int code)
{
    if (code == ABS_MT_TOOL_TYPE)
        return MT_TOOL_FINGER;
    static int (*of_libevdev)(const struct libevdev *, unsigned int, unsigned int);
    if (!of_libevdev)
        of_libevdev = (int (*)(const struct libevdev *, unsigned int, unsigned int))dlsym(RTLD_NEXT, "libevdev_get_slot_value");
    return of_libevdev ? of_libevdev(device, slot, code) : 0;
}

bool bezel_is_palm(int file, int slot)
{
    // The kernel fills in as many slots as there is room for.
    struct {
        uint32_t code;
        int32_t tools[64];
    } request = {.code = ABS_MT_TOOL_TYPE};
    int most = sizeof request.tools / sizeof *request.tools;
    if (slot < 0 || slot >= most || ioctl(file, EVIOCGMTSLOTS(sizeof request), &request) < 0)
        return false;
    return request.tools[slot] == MT_TOOL_PALM;
}
