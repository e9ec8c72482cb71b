// A compositor without a screen, for tests of a window: it says what the test says, and writes down what the window does.
#pragma once
#include <stdbool.h>

struct compositor;

// Starts one on a socket at `path`, in a thread of its own. `has_fractions`: whether it has wp_fractional_scale_v1 and
// wp_viewporter; `scale` is that of its one output, of 1920 by 1080 pixels.
struct compositor *compositor_start(const char *path, int scale, bool has_fractions);

// Ends it, and all connections to it.
void compositor_stop(struct compositor *compositor);

// Has it do what `lines` say, after what was said before, and send what comes of them together; at most 255 characters:
//   configure WIDTH HEIGHT [STATE]     the window is to have that size, and is in a state of xdg_toplevel
//   mute                       the window that comes is told no size
//   hide | show                frames of the window are not taken, or again
//   hang                       writes "hanging", and does nothing more until compositor_wake()
//   error                      the window has done something wrong
//   count INTERFACE            writes how many objects of that kind there are, such as "2 wl_buffer"
//   close                      somebody wants the window closed
//   scale N                    the window's scale is N/120
//   down MS ID X Y | motion MS ID X Y | up MS ID | frame | cancel     touches
//   release                    the buffers that it holds are not read any more
void compositor_say(struct compositor *compositor, const char *lines);

// Lets one that hangs go on.
void compositor_wake(struct compositor *compositor);

// Waits until it has written so many lines more than were read so far, at most ten seconds, and gives the last of them;
// NULL when there are fewer. Valid until the next call. A line is what a commit changed, such as
//   commit buffer 960x600 scale 1 destination 640x400 damage 0,0 960x600
// It ends with "as promised" where the commit is the first after an acknowledged size. One of another size is an error.
const char *compositor_wait(struct compositor *compositor, int lines);
