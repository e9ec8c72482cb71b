// libwayland-server, and the protocols that Bezel's compositor offers to guests (made by tools/protocols).
#pragma once
#define WL_HIDE_DEPRECATED
#include <stdbool.h>
#include <wayland-server-core.h>
#include <wayland-server-protocol.h>
#include "fractional-scale-v1-server.h"
#include "idle-inhibit-unstable-v1-server.h"
#include "presentation-time-server.h"
#include "single-pixel-buffer-v1-server.h"
#include "text-input-unstable-v1-server.h"
#include "text-input-unstable-v3-server.h"
#include "viewporter-server.h"
#include "xdg-activation-v1-server.h"
#include "xdg-decoration-unstable-v1-server.h"
#include "xdg-output-unstable-v1-server.h"
#include "xdg-shell-server.h"

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
BEZEL_INTERFACE(wl_shm)
BEZEL_INTERFACE(wl_shm_pool)
BEZEL_INTERFACE(wl_subcompositor)
BEZEL_INTERFACE(wl_subsurface)
BEZEL_INTERFACE(wl_surface)
BEZEL_INTERFACE(wl_touch)
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
BEZEL_INTERFACE(zwp_idle_inhibit_manager_v1)
BEZEL_INTERFACE(zwp_idle_inhibitor_v1)
BEZEL_INTERFACE(zwp_text_input_manager_v1)
BEZEL_INTERFACE(zwp_text_input_manager_v3)
BEZEL_INTERFACE(zwp_text_input_v1)
BEZEL_INTERFACE(zwp_text_input_v3)
BEZEL_INTERFACE(zxdg_decoration_manager_v1)
BEZEL_INTERFACE(zxdg_output_manager_v1)
BEZEL_INTERFACE(zxdg_output_v1)
BEZEL_INTERFACE(zxdg_toplevel_decoration_v1)
#undef BEZEL_INTERFACE

// Ends the client of `resource` with the error `code` of its interface.
static inline void bezel_post_error(struct wl_resource *resource, uint32_t code, const char *message) {
    wl_resource_post_error(resource, code, "%s", message);
}

// Calls `gone` with `context` when `client` has left, before its resources are destroyed.
bool bezel_on_client_gone(struct wl_client *client, void *context, void (*gone)(void *context));

// Calls `line` with each line that libwayland logs.
void bezel_log_wayland_server(void (*line)(const char *text));

// Memory that a client shares, which it may cut short while the compositor reads it.

// A mapping of `size` bytes of a client's file, with one readable page before it and one after it. What the file has not, or not any
// more, reads as zeros.
typedef struct bezel_shared_memory bezel_shared_memory;

// Maps the file `descriptor`. Returns NULL, and sets errno, if it cannot be mapped or as many mappings exist as can be guarded.
// Closes no descriptor.
bezel_shared_memory *bezel_share_memory(int descriptor, size_t size);

// The first byte.
void *bezel_shared_memory_start(const bezel_shared_memory *memory);

// Removes the mapping.
void bezel_unshare_memory(bezel_shared_memory *memory);
