// One client, one window, one output, one seat with a touch panel. Nothing is drawn.

#include "compositor.h"

#include <CWayland.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wayland-server-core.h>

enum { LINES = 256, LENGTH = 256, HELD = 8 };
enum { SURFACE_ENTER = 0, CALLBACK_DONE = 0, BUFFER_RELEASE = 0, SCALE_PREFERRED = 0 };
enum { OUTPUT_GEOMETRY, OUTPUT_MODE, OUTPUT_DONE, OUTPUT_SCALE };
enum { ROLE_CONFIGURE = 0, TOPLEVEL_CONFIGURE = 0, TOPLEVEL_CLOSE = 1, SEAT_CAPABILITIES = 0 };
enum { TOUCH_DOWN, TOUCH_UP, TOUCH_MOTION, TOUCH_FRAME, TOUCH_CANCEL };

struct compositor {
    struct wl_display *display;
    pthread_t thread;
    int orders[2];
    int scale;
    // The objects of the one client. A window's objects exist while the window does.
    struct wl_client *client;
    struct wl_listener gone;
    struct wl_resource *surface, *role, *toplevel, *fraction, *touch;
    uint32_t attached, callback, held[HELD];
    int held_count, size[2], buffer_scale, destination[2], damage[4];
    // The last configure, and the one that the window has acknowledged. A size of 0 is the window's choice.
    struct size { uint32_t serial; int width, height; } sent, promised;
    bool has_configured, has_promised, is_mute, is_hidden;
    sem_t wake;
    struct wl_interface shell;
    char unread[LENGTH];
    size_t unread_length;
    char lines[LINES][LENGTH];
    int written, read;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
};

static int dispatch(const void *, void *, uint32_t, const struct wl_message *, union wl_argument *);

static struct wl_resource *make(
    struct compositor *this, struct wl_client *client, const struct wl_interface *interface, int version, uint32_t id) {
    struct wl_resource *resource = wl_resource_create(client, interface, version, id);
    wl_resource_set_dispatcher(resource, dispatch, this, this, NULL);
    return resource;
}

static void note(struct compositor *this, const char *line) {
    pthread_mutex_lock(&this->mutex);
    // A test with more lines than that would wait for lines that were not kept.
    if (this->written == LINES) abort();
    snprintf(this->lines[this->written++], LENGTH, "%s", line);
    pthread_cond_broadcast(&this->changed);
    pthread_mutex_unlock(&this->mutex);
}

static void configure(struct compositor *this, int width, int height, int state) {
    struct wl_array states;
    wl_array_init(&states);
    if (state) *(uint32_t *)wl_array_add(&states, sizeof(uint32_t)) = state;
    this->sent = (struct size){wl_display_next_serial(this->display), width, height};
    wl_resource_post_event(this->toplevel, TOPLEVEL_CONFIGURE, width, height, &states);
    wl_resource_post_event(this->role, ROLE_CONFIGURE, this->sent.serial);
    wl_array_release(&states);
}

static void take_frame(struct compositor *this) {
    struct wl_resource *callback = wl_client_get_object(this->client, this->callback);
    if (callback) {
        wl_resource_post_event(callback, CALLBACK_DONE, 0);
        wl_resource_destroy(callback);
    }
    this->callback = 0;
}

// Weston refuses a maximized window whose commit has another size than it has acknowledged. This compositor does
// so for any window.
static void check_size(struct compositor *this) {
    int width = this->size[0] / this->buffer_scale, height = this->size[1] / this->buffer_scale;
    if (this->destination[0]) {
        width = this->destination[0];
        height = this->destination[1];
    }
    if (!this->promised.width || (width == this->promised.width && height == this->promised.height)) return;
    wl_resource_post_error(this->role, 4, "a window of %dx%d has promised to be %dx%d", width, height,
        this->promised.width, this->promised.height);
}

// Applies what the window has set for its next picture.
static void commit(struct compositor *this) {
    struct wl_resource *buffer = this->attached ? wl_client_get_object(this->client, this->attached) : NULL;
    char line[LENGTH] = "commit", text[64];
    if (buffer) {
        struct wl_shm_buffer *memory = wl_shm_buffer_get(buffer);
        this->size[0] = wl_shm_buffer_get_width(memory);
        this->size[1] = wl_shm_buffer_get_height(memory);
        snprintf(line, LENGTH, "commit buffer %dx%d", this->size[0], this->size[1]);
        if (this->held_count < HELD) this->held[this->held_count++] = this->attached;
        this->attached = 0;
    } else if (!this->size[0]) {
        if (this->toplevel && !this->has_configured && !this->is_mute) configure(this, 0, 0, 0);
        this->has_configured = true;
        return;
    }
    snprintf(text, sizeof text, " scale %d", this->buffer_scale);
    strcat(line, text);
    if (this->destination[0]) {
        snprintf(text, sizeof text, " destination %dx%d", this->destination[0], this->destination[1]);
        strcat(line, text);
    }
    if (buffer) {
        const int *damage = this->damage;
        snprintf(text, sizeof text, " damage %d,%d %dx%d", damage[0], damage[1], damage[2], damage[3]);
        strcat(line, text);
    }
    if (this->has_promised && this->promised.width) {
        snprintf(text, sizeof text, " as promised");
        strcat(line, text);
    }
    this->has_promised = false;
    note(this, line);
    check_size(this);
    if (!this->is_hidden) take_frame(this);
}

static void requested(
    struct compositor *this, struct wl_resource *target, const char *interface, const char *request,
    union wl_argument *arguments, struct wl_resource *made) {
    bool is_window = target == this->surface;
    if (!strcmp(interface, "wl_surface")) {
        if (!is_window) return;
        if (!strcmp(request, "attach"))
            this->attached = arguments[0].o ? wl_resource_get_id((struct wl_resource *)arguments[0].o) : 0;
        if (!strcmp(request, "frame")) this->callback = arguments[0].n;
        if (!strcmp(request, "set_buffer_scale")) this->buffer_scale = arguments[0].i;
        if (!strcmp(request, "damage_buffer"))
            for (int index = 0; index < 4; index++) this->damage[index] = arguments[index].i;
        if (!strcmp(request, "commit")) commit(this);
    } else if (!strcmp(request, "ack_configure")) {
        // An acknowledgement sets a size only for the last configure; the tests need no other.
        if (arguments[0].u == this->sent.serial) this->promised = this->sent;
        this->has_promised = true;
    } else if (!strcmp(request, "get_xdg_surface")) {
        this->role = made;
        this->surface = (struct wl_resource *)arguments[1].o;
    } else if (!strcmp(request, "get_toplevel")) {
        this->toplevel = made;
    } else if (!strcmp(request, "get_fractional_scale")) {
        this->fraction = made;
    } else if (!strcmp(request, "get_touch")) {
        this->touch = made;
    } else if (!strcmp(request, "set_destination")) {
        this->destination[0] = arguments[0].i;
        this->destination[1] = arguments[1].i;
    }
}

// Every request of every object comes here.
static int dispatch(
    const void *data, void *target, uint32_t opcode, const struct wl_message *message, union wl_argument *arguments) {
    struct compositor *this = (struct compositor *)data;
    struct wl_resource *resource = target, *made = NULL;
    int index = 0;
    for (const char *sign = message->signature; *sign; sign++) {
        if (*sign == '?' || (*sign >= '0' && *sign <= '9')) continue;
        if (*sign == 'n')
            made = make(this, wl_resource_get_client(resource), message->types[index], wl_resource_get_version(resource),
                arguments[index].n);
        index++;
    }
    requested(this, resource, wl_resource_get_class(resource), message->name, arguments, made);
    if (!strcmp(message->name, "destroy") || !strcmp(message->name, "release")) {
        if (resource == this->touch) this->touch = NULL;
        if (resource == this->fraction) this->fraction = NULL;
        if (resource == this->toplevel) this->toplevel = NULL;
        wl_resource_destroy(resource);
    }
    return 0;
}

static void client_gone(struct wl_listener *listener, void *client) {
    struct compositor *this = wl_container_of(listener, this, gone);
    this->client = NULL;
    this->surface = this->role = this->toplevel = this->fraction = this->touch = NULL;
    this->held_count = 0;
}

static void bind_any(struct wl_client *client, void *data, uint32_t version, uint32_t id, const struct wl_interface *kind) {
    struct compositor *this = data;
    struct wl_resource *resource = make(this, client, kind, version, id);
    if (!this->client) {
        this->client = client;
        this->gone.notify = client_gone;
        wl_client_add_destroy_listener(client, &this->gone);
    }
    if (kind == &wl_output_interface) {
        wl_resource_post_event(resource, OUTPUT_GEOMETRY, 0, 0, 0, 0, 0, "", "", 0);
        wl_resource_post_event(resource, OUTPUT_MODE, 1, 1920, 1080, 60000);
        wl_resource_post_event(resource, OUTPUT_SCALE, this->scale);
        wl_resource_post_event(resource, OUTPUT_DONE);
    }
    if (kind == &wl_seat_interface) wl_resource_post_event(resource, SEAT_CAPABILITIES, 4);
}

// libwayland does not tell a bind function which interface is bound.
#define BINDER(name)                                                                                                   \
    static void bind_##name(struct wl_client *client, void *data, uint32_t version, uint32_t id) {                     \
        bind_any(client, data, version, id, &name##_interface);                                                        \
    }
BINDER(wl_compositor)
BINDER(wl_output)
BINDER(wl_seat)
BINDER(xdg_wm_base)
BINDER(wp_viewporter)
BINDER(wp_fractional_scale_manager_v1)

struct tally { char interface[64]; int count; };

static enum wl_iterator_result count(struct wl_resource *resource, void *data) {
    struct tally *tally = data;
    if (!strcmp(wl_resource_get_class(resource), tally->interface)) tally->count++;
    return WL_ITERATOR_CONTINUE;
}

static void obey(struct compositor *this, const char *line) {
    int milliseconds, finger, value, width, height, state = 0;
    struct tally tally = {.count = 0};
    double x, y;
    uint32_t serial = wl_display_next_serial(this->display);
    if (sscanf(line, "configure %d %d %d", &width, &height, &state) >= 2 && this->toplevel)
        configure(this, width, height, state);
    if (!strcmp(line, "mute")) this->is_mute = true;
    if (!strcmp(line, "hide")) this->is_hidden = true;
    if (!strcmp(line, "show") && this->client) {
        this->is_hidden = false;
        take_frame(this);
    }
    if (!strcmp(line, "hang")) {
        note(this, "hanging");
        sem_wait(&this->wake);
    }
    if (!strcmp(line, "error") && this->surface) wl_resource_post_error(this->surface, 0, "the test wants it");
    if (sscanf(line, "count %63s", tally.interface) == 1 && this->client) {
        wl_client_for_each_resource(this->client, count, &tally);
        char text[LENGTH];
        snprintf(text, LENGTH, "%d %s", tally.count, tally.interface);
        note(this, text);
    }
    if (!strcmp(line, "close") && this->toplevel) wl_resource_post_event(this->toplevel, TOPLEVEL_CLOSE);
    if (sscanf(line, "scale %d", &value) == 1 && this->fraction)
        wl_resource_post_event(this->fraction, SCALE_PREFERRED, value);
    if (!strcmp(line, "release")) {
        for (int index = 0; index < this->held_count; index++) {
            struct wl_resource *buffer = this->client ? wl_client_get_object(this->client, this->held[index]) : NULL;
            if (buffer) wl_resource_post_event(buffer, BUFFER_RELEASE);
        }
        this->held_count = 0;
    }
    if (!this->touch) return;
    if (sscanf(line, "down %d %d %lf %lf", &milliseconds, &finger, &x, &y) == 4)
        wl_resource_post_event(this->touch, TOUCH_DOWN, serial, milliseconds, this->surface, finger,
            wl_fixed_from_double(x), wl_fixed_from_double(y));
    if (sscanf(line, "motion %d %d %lf %lf", &milliseconds, &finger, &x, &y) == 4)
        wl_resource_post_event(
            this->touch, TOUCH_MOTION, milliseconds, finger, wl_fixed_from_double(x), wl_fixed_from_double(y));
    if (sscanf(line, "up %d %d", &milliseconds, &finger) == 2)
        wl_resource_post_event(this->touch, TOUCH_UP, serial, milliseconds, finger);
    if (!strcmp(line, "frame")) wl_resource_post_event(this->touch, TOUCH_FRAME);
    if (!strcmp(line, "cancel")) wl_resource_post_event(this->touch, TOUCH_CANCEL);
}

static void obey_all(void *data) {
    struct compositor *this = data;
    ssize_t count = read(this->orders[0], this->unread + this->unread_length, LENGTH - 1 - this->unread_length);
    if (count <= 0) {
        wl_display_terminate(this->display);
        return;
    }
    this->unread_length += count;
    this->unread[this->unread_length] = 0;
    for (char *end; (end = strchr(this->unread, '\n'));) {
        *end = 0;
        obey(this, this->unread);
        this->unread_length -= end + 1 - this->unread;
        memmove(this->unread, end + 1, this->unread_length + 1);
    }
    wl_display_flush_clients(this->display);
}

// Requests that the window sent before the test's order are handled first.
static int hear(int orders, uint32_t mask, void *data) {
    struct compositor *this = data;
    wl_event_loop_add_idle(wl_display_get_event_loop(this->display), obey_all, this);
    return 0;
}

static void *run(void *data) {
    struct compositor *this = data;
    wl_display_run(this->display);
    wl_display_destroy_clients(this->display);
    wl_display_destroy(this->display);
    return NULL;
}

struct compositor *compositor_start(const char *path, int scale, bool has_fractions) {
    struct compositor *this = calloc(1, sizeof *this);
    this->scale = scale;
    this->buffer_scale = 1;
    this->display = wl_display_create();
    if (wl_display_add_socket(this->display, path) || pipe(this->orders)) abort();
    sem_init(&this->wake, 0, 0);
    pthread_mutex_init(&this->mutex, NULL);
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&this->changed, &clock);
    pthread_condattr_destroy(&clock);
    wl_display_init_shm(this->display);
    wl_global_create(this->display, &wl_compositor_interface, 4, this, bind_wl_compositor);
    wl_global_create(this->display, &wl_output_interface, 3, this, bind_wl_output);
    wl_global_create(this->display, &wl_seat_interface, 5, this, bind_wl_seat);
    // CWayland has version 5. Version 6 adds only a number, but libwayland refuses a global above its interface's version.
    this->shell = xdg_wm_base_interface;
    this->shell.version = 6;
    wl_global_create(this->display, &this->shell, 6, this, bind_xdg_wm_base);
    if (has_fractions) {
        wl_global_create(this->display, &wp_viewporter_interface, 1, this, bind_wp_viewporter);
        wl_global_create(
            this->display, &wp_fractional_scale_manager_v1_interface, 1, this, bind_wp_fractional_scale_manager_v1);
    }
    wl_event_loop_add_fd(
        wl_display_get_event_loop(this->display), this->orders[0], WL_EVENT_READABLE, hear, this);
    pthread_create(&this->thread, NULL, run, this);
    return this;
}

void compositor_stop(struct compositor *this) {
    close(this->orders[1]);
    pthread_join(this->thread, NULL);
    close(this->orders[0]);
    pthread_cond_destroy(&this->changed);
    sem_destroy(&this->wake);
    pthread_mutex_destroy(&this->mutex);
    free(this);
}

void compositor_say(struct compositor *this, const char *lines) {
    if (strlen(lines) >= LENGTH - 1 || dprintf(this->orders[1], "%s\n", lines) < 0) abort();
}

void compositor_wake(struct compositor *this) { sem_post(&this->wake); }

const char *compositor_wait(struct compositor *this, int lines) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += 10;
    pthread_mutex_lock(&this->mutex);
    while (this->written < this->read + lines
        && !pthread_cond_timedwait(&this->changed, &this->mutex, &end)) {}
    bool is_there = this->written >= this->read + lines;
    if (is_there) this->read += lines;
    const char *line = is_there ? this->lines[this->read - 1] : NULL;
    pthread_mutex_unlock(&this->mutex);
    return line;
}
