// The kernels, for one instruction set: included once for each, with PX_NAME and PX_TARGET set. Written with the compilers'
// vectors, so it is the same C for all of them.

#define PX_FUNCTION PX_TARGET static inline __attribute__((always_inline))
#include "blend.h"
#include "draw.h"
#include "rows.h"
#include "tiles.h"
#undef PX_FUNCTION
