// libwayland-server, and the protocols that Bezel's compositor offers to guests (made by tools/protocols).
#pragma once
#define WL_HIDE_DEPRECATED
#include <stdbool.h>
#include <wayland-server-core.h>
// Before the others, which include the library's own, older one unless this is there.
#include "wayland-core-server.h"
#include "cursor-shape-v1-server.h"
#include "fractional-scale-v1-server.h"
#include "idle-inhibit-unstable-v1-server.h"
#include "pointer-constraints-unstable-v1-server.h"
#include "presentation-time-server.h"
#include "primary-selection-unstable-v1-server.h"
#include "relative-pointer-unstable-v1-server.h"
#include "single-pixel-buffer-v1-server.h"
#include "text-input-unstable-v1-server.h"
#include "text-input-unstable-v3-server.h"
#include "viewporter-server.h"
#include "wlr-foreign-toplevel-management-unstable-v1-server.h"
#include "wlr-layer-shell-unstable-v1-server.h"
#include "wlr-virtual-pointer-unstable-v1-server.h"
#include "xdg-activation-v1-server.h"
#include "xdg-decoration-unstable-v1-server.h"
#include "xdg-output-unstable-v1-server.h"
#include "xdg-shell-server.h"
#include "xdg-shell-unstable-v6-server.h"

// Swift has no address for a constant of C, and cannot call functions with a variable number of arguments.

#define BEZEL_INTERFACE(name)                                                                                          \
    static inline const struct wl_interface *bezel_##name(void) { return &name##_interface; }
BEZEL_INTERFACE(wl_buffer)
BEZEL_INTERFACE(wl_callback)
BEZEL_INTERFACE(wl_compositor)
BEZEL_INTERFACE(wl_data_device)
BEZEL_INTERFACE(wl_data_device_manager)
BEZEL_INTERFACE(wl_data_offer)
BEZEL_INTERFACE(wl_data_source)
BEZEL_INTERFACE(wl_keyboard)
BEZEL_INTERFACE(wl_output)
BEZEL_INTERFACE(wl_pointer)
BEZEL_INTERFACE(wl_region)
BEZEL_INTERFACE(wl_seat)
BEZEL_INTERFACE(wl_shell)
BEZEL_INTERFACE(wl_shell_surface)
BEZEL_INTERFACE(wl_shm)
BEZEL_INTERFACE(wl_shm_pool)
BEZEL_INTERFACE(wl_subcompositor)
BEZEL_INTERFACE(wl_subsurface)
BEZEL_INTERFACE(wl_surface)
BEZEL_INTERFACE(wl_touch)
BEZEL_INTERFACE(wp_cursor_shape_device_v1)
BEZEL_INTERFACE(wp_cursor_shape_manager_v1)
BEZEL_INTERFACE(wp_fractional_scale_manager_v1)
BEZEL_INTERFACE(wp_fractional_scale_v1)
BEZEL_INTERFACE(wp_presentation)
BEZEL_INTERFACE(wp_presentation_feedback)
BEZEL_INTERFACE(wp_single_pixel_buffer_manager_v1)
BEZEL_INTERFACE(wp_viewport)
BEZEL_INTERFACE(wp_viewporter)
BEZEL_INTERFACE(xdg_activation_token_v1)
BEZEL_INTERFACE(xdg_activation_v1)
BEZEL_INTERFACE(xdg_popup)
BEZEL_INTERFACE(xdg_positioner)
BEZEL_INTERFACE(xdg_surface)
BEZEL_INTERFACE(xdg_toplevel)
BEZEL_INTERFACE(xdg_wm_base)
BEZEL_INTERFACE(zwlr_foreign_toplevel_handle_v1)
BEZEL_INTERFACE(zwlr_foreign_toplevel_manager_v1)
BEZEL_INTERFACE(zwlr_layer_shell_v1)
BEZEL_INTERFACE(zwlr_layer_surface_v1)
BEZEL_INTERFACE(zwlr_virtual_pointer_manager_v1)
BEZEL_INTERFACE(zwlr_virtual_pointer_v1)
BEZEL_INTERFACE(zwp_confined_pointer_v1)
BEZEL_INTERFACE(zwp_idle_inhibit_manager_v1)
BEZEL_INTERFACE(zwp_idle_inhibitor_v1)
BEZEL_INTERFACE(zwp_locked_pointer_v1)
BEZEL_INTERFACE(zwp_pointer_constraints_v1)
BEZEL_INTERFACE(zwp_primary_selection_device_manager_v1)
BEZEL_INTERFACE(zwp_primary_selection_device_v1)
BEZEL_INTERFACE(zwp_primary_selection_offer_v1)
BEZEL_INTERFACE(zwp_primary_selection_source_v1)
BEZEL_INTERFACE(zwp_relative_pointer_manager_v1)
BEZEL_INTERFACE(zwp_relative_pointer_v1)
BEZEL_INTERFACE(zwp_text_input_manager_v1)
BEZEL_INTERFACE(zwp_text_input_manager_v3)
BEZEL_INTERFACE(zwp_text_input_v1)
BEZEL_INTERFACE(zwp_text_input_v3)
BEZEL_INTERFACE(zxdg_decoration_manager_v1)
BEZEL_INTERFACE(zxdg_output_manager_v1)
BEZEL_INTERFACE(zxdg_output_v1)
BEZEL_INTERFACE(zxdg_popup_v6)
BEZEL_INTERFACE(zxdg_positioner_v6)
BEZEL_INTERFACE(zxdg_shell_v6)
BEZEL_INTERFACE(zxdg_surface_v6)
BEZEL_INTERFACE(zxdg_toplevel_decoration_v1)
BEZEL_INTERFACE(zxdg_toplevel_v6)
#undef BEZEL_INTERFACE

// Ends the client of `resource` with the error `code` of its interface.
static inline void bezel_post_error(struct wl_resource *resource, uint32_t code, const char *message) {
    wl_resource_post_error(resource, code, "%s", message);
}

// Ends `client` with `message`, since it wants more than the kiosk gives it.
static inline void bezel_end_client(struct wl_client *client, const char *message) {
    wl_client_post_implementation_error(client, "%s", message);
}

// What a connection tells its owner.
typedef struct {
    // The client has an object more, of `interface`, which it calls `id`.
    void (*made)(void *context, const char *interface, uint32_t id);
    // The client has left. Its objects are destroyed after this.
    void (*gone)(void *context);
} bezel_client_events;

// Calls `events` with `context`. Returns false if there is no memory for that.
bool bezel_watch_client(struct wl_client *client, void *context, bezel_client_events events);

// The context with which `client` is watched; NULL if it has left.
void *bezel_client_context(struct wl_client *client);

// What lies between a client and libwayland: two sockets.
typedef struct bezel_relay bezel_relay;

// What a client has sent.
typedef enum {
    // Nothing, or what libwayland has now.
    BEZEL_WELCOME,
    // Descriptors of another kind than those that clients have a reason to send. They are closed with the relay, and never wait.
    BEZEL_FOREIGN,
    // More descriptors with one message than libwayland takes, or than the process may have. They are closed in the same way.
    BEZEL_CROWDED,
    // The client is gone, or libwayland has ended it.
    BEZEL_GONE,
} bezel_arrival;

// A relay for the socket `client`, which it owns, and which wakes `loop`. Sets `inner` to the socket for libwayland. Returns NULL if there
// is no memory, or no descriptor, for that.
bezel_relay *bezel_make_relay(struct wl_event_loop *loop, int client, int *inner);

// Gives libwayland what has come from the client: at most as much as libwayland reads at a time.
bezel_arrival bezel_take_in(bezel_relay *relay);

// Gives the client what has come from libwayland, as far as it reads. Returns false when one of them is gone.
bool bezel_give_out(bezel_relay *relay);

void bezel_free_relay(bezel_relay *relay);

// Closes the local socket `socket`. The other end sees that at once. What came to it and was not read can hold descriptors whose closing
// waits; this does not wait for them.
void bezel_hang_up(int socket);

// Calls `line` with each line that libwayland logs.
void bezel_log_wayland_server(void (*line)(const char *text));

// Memory that a client shares, which it may cut short while the compositor reads it.

// A mapping of `size` bytes of a client's file, with one readable page before it and one after it. What the file has not, or not any
// more, reads as zeros.
typedef struct bezel_shared_memory bezel_shared_memory;

// Whether `descriptor` is a file in memory: memfd_create(2), or a file on a tmpfs such as /dev/shm and $XDG_RUNTIME_DIR. Never waits.
bool bezel_is_memory(int descriptor);

// Maps the file `descriptor`. Returns NULL, and sets errno, if it cannot be mapped, is no file in memory (EINVAL), or as many mappings
// exist as can be guarded (EMFILE). Closes no descriptor.
bezel_shared_memory *bezel_share_memory(int descriptor, size_t size);

// The first byte.
void *bezel_shared_memory_start(const bezel_shared_memory *memory);

// Removes the mapping.
void bezel_unshare_memory(bezel_shared_memory *memory);
