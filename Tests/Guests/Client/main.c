// A program with a window, for tests of what becomes of programs: test-guest [FRAMES quit STATUS | FRAMES kill | FRAMES hang].
// It shows another colour in each frame that its compositor asks for, and after FRAMES of them does what it was told.
#define _GNU_SOURCE
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>
#include "xdg-shell.h"

static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct xdg_wm_base *shell;
static struct wl_surface *surface;
static struct wl_buffer *buffer;
static uint32_t *pixels;
static int width = 320, height = 200, made_width, made_height;
static long frames, wanted = -1;
static const char *end = "";
static int status;

static void draw(void);

static void done(void *data, struct wl_callback *callback, uint32_t time) {
    wl_callback_destroy(callback);
    if (++frames == wanted) {
        if (!strcmp(end, "quit")) exit(status);
        if (!strcmp(end, "kill")) kill(getpid(), SIGKILL);
        for (;;) pause();
    }
    draw();
}
static const struct wl_callback_listener on_frame = {done};

static void draw(void) {
    if (width != made_width || height != made_height) {
        size_t size = (size_t)width * height * 4;
        int file = memfd_create("test-guest", MFD_CLOEXEC);
        if (file < 0 || ftruncate(file, size)) exit(90);
        pixels = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (pixels == MAP_FAILED) exit(91);
        struct wl_shm_pool *pool = wl_shm_create_pool(shm, file, size);
        buffer = wl_shm_pool_create_buffer(pool, 0, width, height, width * 4, WL_SHM_FORMAT_XRGB8888);
        wl_shm_pool_destroy(pool);
        close(file);
        made_width = width, made_height = height;
    }
    for (int i = 0; i < width * height; i++) pixels[i] = 0xFF204080 + (uint32_t)(frames % 64);
    wl_callback_add_listener(wl_surface_frame(surface), &on_frame, NULL);
    wl_surface_attach(surface, buffer, 0, 0);
    wl_surface_damage(surface, 0, 0, width, height);
    wl_surface_commit(surface);
}

static void size_is(void *data, struct xdg_toplevel *window, int32_t w, int32_t h, struct wl_array *states) {
    if (w > 0 && h > 0) width = w, height = h;
}
static void close_is_wanted(void *data, struct xdg_toplevel *window) { exit(0); }
static const struct xdg_toplevel_listener on_window = {size_is, close_is_wanted};

static void configured(void *data, struct xdg_surface *role, uint32_t serial) {
    xdg_surface_ack_configure(role, serial);
    if (!made_width) draw();
}
static const struct xdg_surface_listener on_role = {configured};

static void ping(void *data, struct xdg_wm_base *base, uint32_t serial) { xdg_wm_base_pong(base, serial); }
static const struct xdg_wm_base_listener on_shell = {ping};

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    if (!strcmp(interface, "wl_compositor")) compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
    if (!strcmp(interface, "wl_shm")) shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    if (!strcmp(interface, "xdg_wm_base")) shell = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
}
static void global_is_gone(void *data, struct wl_registry *registry, uint32_t name) {}
static const struct wl_registry_listener on_registry = {global, global_is_gone};

int main(int count, char **words) {
    if (count > 2) wanted = atol(words[1]), end = words[2];
    if (count > 3) status = atoi(words[3]);
    struct wl_display *display = wl_display_connect(NULL);
    if (!display) return 92;
    wl_registry_add_listener(wl_display_get_registry(display), &on_registry, NULL);
    if (wl_display_roundtrip(display) < 0 || !compositor || !shm || !shell) return 93;
    xdg_wm_base_add_listener(shell, &on_shell, NULL);
    surface = wl_compositor_create_surface(compositor);
    struct xdg_surface *role = xdg_wm_base_get_xdg_surface(shell, surface);
    xdg_surface_add_listener(role, &on_role, NULL);
    struct xdg_toplevel *window = xdg_surface_get_toplevel(role);
    xdg_toplevel_add_listener(window, &on_window, NULL);
    xdg_toplevel_set_title(window, "A guest for tests");
    wl_surface_commit(surface);
    while (wl_display_dispatch(display) >= 0) {}
    return 94;
}
