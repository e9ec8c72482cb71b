// D-Bus connections.
#pragma once
#include <gio/gio.h>
