// Keyboard layouts, and what characters consist of.
#pragma once
#include <glib.h>
#include <xkbcommon/xkbcommon.h>
