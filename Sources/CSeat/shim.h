// libseat.
#pragma once
#include <libseat.h>
