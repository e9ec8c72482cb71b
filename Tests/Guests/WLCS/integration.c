// Lets WLCS, Canonical's suite of tests for Wayland compositors, test the compositor of guests. WLCS loads this library. The compositor
// is a process of its own, the program in GUEST_TRIAL, which this library tells what to do over a socket: a line each, with an answer.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wayland-client-core.h>
#include <wlcs/display_server.h>
#include <wlcs/pointer.h>
#include <wlcs/touch.h>
#include "../../../Sources/CLinux/packet.h"

enum { MOST_CLIENTS = 64 };

typedef struct {
    WlcsDisplayServer interface;
    pid_t process;
    int control;
    // The descriptors of the clients' ends, in the order in which they were connected.
    int clients[MOST_CLIENTS];
    int client_count;
    int fingers;
} server;

typedef struct {
    WlcsTouch interface;
    server *server;
    int finger;
} touch;

typedef struct {
    WlcsPointer interface;
    server *server;
} pointer;

// Sends a line, and waits until it is done.
static void tell(server *server, const char *line, int descriptor) {
    if (bezel_send_packet(server->control, NULL, 0, line, strlen(line), descriptor) < 0) {
        perror("wlcs: sending to the compositor");
        return;
    }
    char answer[64];
    while (recv(server->control, answer, sizeof answer, 0) < 0 && errno == EINTR) {}
}

static void start(WlcsDisplayServer *interface) {
    server *self = (server *)interface;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) abort();
    self->process = fork();
    if (self->process == 0) {
        dup2(ends[1], 3);
        execl(getenv("GUEST_TRIAL"), "guest-trial", "--control", (char *)NULL);
        perror("wlcs: GUEST_TRIAL");
        _exit(127);
    }
    close(ends[1]);
    self->control = ends[0];
}

static void stop(WlcsDisplayServer *interface) {
    server *self = (server *)interface;
    close(self->control);
    waitpid(self->process, NULL, 0);
}

static int create_client_socket(WlcsDisplayServer *interface) {
    server *self = (server *)interface;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) abort();
    tell(self, "client", ends[1]);
    close(ends[1]);
    if (self->client_count < MOST_CLIENTS) self->clients[self->client_count++] = ends[0];
    return ends[0];
}

static void place(WlcsDisplayServer *interface, struct wl_display *client, struct wl_surface *surface, int x, int y) {
    server *self = (server *)interface;
    int descriptor = wl_display_get_fd(client);
    // A descriptor is used again, so the newest client counts.
    int index = self->client_count - 1;
    while (index >= 0 && self->clients[index] != descriptor) index--;
    char line[128];
    snprintf(line, sizeof line, "place %d %u %d %d", index, wl_proxy_get_id((struct wl_proxy *)surface), x, y);
    tell(self, line, -1);
}

// The positions are whole pixels, although their type is that of fractions: so does WLCS 1.5.
static void touch_line(WlcsTouch *interface, const char *verb, int x, int y) {
    touch *self = (touch *)interface;
    char line[128];
    snprintf(line, sizeof line, "%s %d %d %d", verb, self->finger, x, y);
    tell(self->server, line, -1);
}

static void touch_down(WlcsTouch *touch, wl_fixed_t x, wl_fixed_t y) { touch_line(touch, "down", x, y); }
static void touch_move(WlcsTouch *touch, wl_fixed_t x, wl_fixed_t y) { touch_line(touch, "move", x, y); }
static void touch_up(WlcsTouch *touch) { touch_line(touch, "up", 0, 0); }
static void destroy_touch(WlcsTouch *touch) { free(touch); }

static WlcsTouch *create_touch(WlcsDisplayServer *interface) {
    touch *made = calloc(1, sizeof *made);
    made->interface = (WlcsTouch){
        .version = WLCS_TOUCH_VERSION, .touch_down = touch_down, .touch_move = touch_move, .touch_up = touch_up,
        .destroy = destroy_touch};
    made->server = (server *)interface;
    made->finger = made->server->fingers++;
    return &made->interface;
}

static void pointer_line(WlcsPointer *interface, const char *verb, double x, double y) {
    char line[128];
    snprintf(line, sizeof line, "%s 0 %g %g", verb, x, y);
    tell(((pointer *)interface)->server, line, -1);
}

static void move_absolute(WlcsPointer *pointer, wl_fixed_t x, wl_fixed_t y) {
    pointer_line(pointer, "pointer", wl_fixed_to_double(x), wl_fixed_to_double(y));
}
static void move_relative(WlcsPointer *pointer, wl_fixed_t x, wl_fixed_t y) {
    pointer_line(pointer, "pointer-by", wl_fixed_to_double(x), wl_fixed_to_double(y));
}
static void button_up(WlcsPointer *pointer, int button) { pointer_line(pointer, "release", button, 0); }
static void button_down(WlcsPointer *pointer, int button) { pointer_line(pointer, "press", button, 0); }
static void destroy_pointer(WlcsPointer *pointer) { free(pointer); }

static WlcsPointer *create_pointer(WlcsDisplayServer *interface) {
    pointer *made = calloc(1, sizeof *made);
    made->interface = (WlcsPointer){
        .version = WLCS_POINTER_VERSION, .move_absolute = move_absolute, .move_relative = move_relative,
        .button_up = button_up, .button_down = button_down, .destroy = destroy_pointer};
    made->server = (server *)interface;
    return &made->interface;
}

// What the compositor offers. WLCS skips the tests of the rest.
static const WlcsExtensionDescriptor extensions[] = {
    {"wl_compositor", 5}, {"wl_shm", 1}, {"wl_seat", 7}, {"wl_output", 4}, {"wl_subcompositor", 1},
    {"wl_data_device_manager", 3}, {"wl_shell", 1}, {"xdg_wm_base", 5}, {"zxdg_shell_v6", 1},
    {"zxdg_output_manager_v1", 3}, {"wp_viewporter", 1}, {"zwlr_layer_shell_v1", 4},
    {"zwlr_foreign_toplevel_manager_v1", 2}, {"zwlr_virtual_pointer_manager_v1", 2},
    {"zwp_primary_selection_device_manager_v1", 1}, {"zwp_relative_pointer_manager_v1", 1},
    {"zwp_pointer_constraints_v1", 1},
};
static const WlcsIntegrationDescriptor descriptor = {
    .version = WLCS_INTEGRATION_DESCRIPTOR_VERSION, .num_extensions = sizeof extensions / sizeof *extensions,
    .supported_extensions = extensions};

static const WlcsIntegrationDescriptor *get_descriptor(const WlcsDisplayServer *server) {
    (void)server;
    return &descriptor;
}

static WlcsDisplayServer *create_server(int argc, const char **argv) {
    (void)argc;
    (void)argv;
    signal(SIGPIPE, SIG_IGN);
    server *made = calloc(1, sizeof *made);
    made->interface = (WlcsDisplayServer){
        .version = WLCS_DISPLAY_SERVER_VERSION, .start = start, .stop = stop,
        .create_client_socket = create_client_socket, .position_window_absolute = place,
        .create_pointer = create_pointer, .create_touch = create_touch, .get_descriptor = get_descriptor};
    return &made->interface;
}

static void destroy_server(WlcsDisplayServer *interface) { free(interface); }

const WlcsServerIntegration wlcs_server_integration = {
    .version = WLCS_SERVER_INTEGRATION_VERSION, .create_server = create_server, .destroy_server = destroy_server};
