// The kernels, for one instruction set: included once for each, with PX_NAME and PX_TARGET set. Written with the compilers'
// vectors, so it is the same C for all of them.

#ifdef __OPTIMIZE__
#define PX_FUNCTION PX_TARGET static inline __attribute__((always_inline))
#else
// In a debug build what is inlined keeps its variables apart: one function of all would take 11 MB of stack.
#define PX_FUNCTION PX_TARGET static inline
#endif
#include "blend.h"
#include "draw.h"
#include "rows.h"
#include "tiles.h"
#undef PX_FUNCTION
