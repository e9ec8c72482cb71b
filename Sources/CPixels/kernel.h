// The kernels for one instruction set. This file is included once for each, with PX_NAME and PX_TARGET defined. It
// uses the compilers' vector extensions, so the same C serves all instruction sets.

#ifdef __OPTIMIZE__
#define PX_FUNCTION PX_TARGET static inline __attribute__((always_inline))
#else
// In a debug build, inlined functions do not share memory for their variables. With all of them in one function, it would take
// 11 MB of stack.
#define PX_FUNCTION PX_TARGET static inline
#endif
#include "blend.h"
#include "draw.h"
#include "rows.h"
#include "tiles.h"
#undef PX_FUNCTION
