// The text input protocols as a client asks for them (made by tools/protocols). The code behind is in CWaylandServer.
#pragma once
#include <CWayland.h>
#include "text-input-unstable-v1.h"
#include "text-input-unstable-v3.h"
