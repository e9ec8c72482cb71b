// What Swift cannot express of libwayland-server.
#include "CWaylandServer.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    struct wl_listener gone;
    struct wl_listener made;
    void *context;
    bezel_client_events events;
} watch;

static void client_gone(struct wl_listener *listener, void *data) {
    (void)data;
    watch *watch = wl_container_of(listener, watch, gone);
    wl_list_remove(&watch->gone.link);
    wl_list_remove(&watch->made.link);
    watch->events.gone(watch->context);
    free(watch);
}

static void resource_made(struct wl_listener *listener, void *data) {
    watch *watch = wl_container_of(listener, watch, made);
    struct wl_resource *resource = data;
    watch->events.made(watch->context, wl_resource_get_class(resource), wl_resource_get_id(resource));
}

bool bezel_watch_client(struct wl_client *client, void *context, bezel_client_events events) {
    watch *watch = malloc(sizeof *watch);
    if (!watch) return false;
    watch->gone.notify = client_gone;
    watch->made.notify = resource_made;
    watch->context = context;
    watch->events = events;
    wl_client_add_destroy_listener(client, &watch->gone);
    wl_client_add_resource_created_listener(client, &watch->made);
    return true;
}

void *bezel_client_context(struct wl_client *client) {
    struct wl_listener *listener = wl_client_get_destroy_listener(client, client_gone);
    if (!listener) return NULL;
    watch *watch = wl_container_of(listener, watch, gone);
    return watch->context;
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
