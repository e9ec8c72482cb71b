// The tool of a contact, as the kernel has it.
#pragma once
#include <stdbool.h>

// Whether the device behind `file`, an evdev node, has a palm in `slot` at this moment. False where it reports no tools.
// libinput's slot for the touch of a panel without contacts is -1.
bool bezel_is_palm(int file, int slot);
