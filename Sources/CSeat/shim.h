// libseat.
#pragma once
#include <libseat.h>
#include <stdarg.h>
