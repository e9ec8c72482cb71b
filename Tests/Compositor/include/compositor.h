// A compositor without a screen, for tests of a window: it sends the events that the test orders, and logs what the window does.
#pragma once
#include <stdbool.h>

struct compositor;

// Starts a compositor on a socket at `path`, in a thread of its own. `has_fractions`: whether it has wp_fractional_scale_v1 and
// wp_viewporter; `scale` is that of its one output, of 1920 by 1080 pixels.
struct compositor *compositor_start(const char *path, int scale, bool has_fractions);

// Stops the compositor, and closes all connections to it.
void compositor_stop(struct compositor *compositor);

// Orders what `lines` say, after all earlier orders. The resulting events are sent together. At most 255 characters:
//   configure WIDTH HEIGHT [STATE]     the window gets that size, and a state of xdg_toplevel
//   mute                       the next window is told no size
//   hide | show                the window's frames are not taken, or are taken again
//   hang                       writes "hanging", and does nothing more until compositor_wake()
//   error                      sends a protocol error
//   count INTERFACE            writes how many objects of that kind there are, such as "2 wl_buffer"
//   close                      asks the window to close
//   scale N                    the window's scale is N/120
//   down MS ID X Y | motion MS ID X Y | up MS ID | frame | cancel     touches
//   release                    releases the buffers that the compositor holds
void compositor_say(struct compositor *compositor, const char *lines);

// Lets a compositor that hangs go on.
void compositor_wake(struct compositor *compositor);

// Waits, at most ten seconds, until the compositor has written `lines` more lines than were read so far. Returns the last of
// them, valid until the next call, or NULL if there are fewer. A line says what a commit changed, such as
//   commit buffer 960x600 scale 1 destination 640x400 damage 0,0 960x600
// It ends with "as promised" if the commit is the first after an acknowledged size. A commit of another size is an error.
const char *compositor_wait(struct compositor *compositor, int lines);
