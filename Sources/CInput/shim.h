// libinput and libudev, and of libevdev the names of keys.
#pragma once
#include <libevdev/libevdev.h>
#include <libinput.h>
#include <libudev.h>
