// What Swift cannot express of libwayland-server.
#include "CWaylandServer.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    struct wl_listener listener;
    void *context;
    void (*gone)(void *context);
} departure;

static void departed(struct wl_listener *listener, void *data) {
    (void)data;
    departure *departure = wl_container_of(listener, departure, listener);
    wl_list_remove(&departure->listener.link);
    departure->gone(departure->context);
    free(departure);
}

bool bezel_on_client_gone(struct wl_client *client, void *context, void (*gone)(void *context)) {
    departure *departure = malloc(sizeof *departure);
    if (!departure) return false;
    departure->listener.notify = departed;
    departure->context = context;
    departure->gone = gone;
    wl_client_add_destroy_listener(client, &departure->listener);
    return true;
}

static void (*log_line)(const char *text);

static void format_line(const char *format, va_list arguments) {
    char text[512];
    vsnprintf(text, sizeof text, format, arguments);
    log_line(text);
}

void bezel_log_wayland_server(void (*line)(const char *text)) {
    log_line = line;
    wl_log_set_handler_server(format_line);
}
