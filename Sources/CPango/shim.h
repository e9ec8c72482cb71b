// Pango and Cairo.
#pragma once
#include <pango/pangocairo.h>
