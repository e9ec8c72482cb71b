// libwayland-client, and the protocols of a window, its scale and presentation times (made by tools/protocols).
#pragma once
// Before the library's own header, which is older and includes nothing once this is there.
#include "wayland-core.h"
#include "fractional-scale-v1.h"
#include "presentation-time.h"
#include "viewporter.h"
#include "xdg-shell.h"

// A proxy keeps the address of its interface, and Swift has none for a constant of C.
static inline const struct wl_interface *bezel_wl_compositor(void) { return &wl_compositor_interface; }
static inline const struct wl_interface *bezel_wl_shm(void) { return &wl_shm_interface; }
static inline const struct wl_interface *bezel_wl_seat(void) { return &wl_seat_interface; }
static inline const struct wl_interface *bezel_wl_output(void) { return &wl_output_interface; }
static inline const struct wl_interface *bezel_wp_presentation(void) { return &wp_presentation_interface; }
static inline const struct wl_interface *bezel_wp_viewporter(void) { return &wp_viewporter_interface; }
static inline const struct wl_interface *bezel_wp_fractional_scale_manager(void) {
    return &wp_fractional_scale_manager_v1_interface;
}
static inline const struct wl_interface *bezel_xdg_wm_base(void) { return &xdg_wm_base_interface; }
