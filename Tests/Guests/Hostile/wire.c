#define _GNU_SOURCE
#include "wire.h"
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

bool ended;
uint32_t last_serial, watched, last_offer;

static const char *const interfaces[GLOBALS] = {
    "wl_compositor", "wl_subcompositor", "wl_shm", "wl_output", "wl_seat", "wl_data_device_manager", "xdg_wm_base",
    "wp_viewporter", "wp_presentation", "wp_fractional_scale_manager_v1", "wp_single_pixel_buffer_manager_v1",
    "zxdg_decoration_manager_v1", "zwp_idle_inhibit_manager_v1", "xdg_activation_v1", "zxdg_output_manager_v1",
};
static struct { uint32_t name, version; } globals[GLOBALS];
enum { REGISTRY = 2 };
static uint32_t last_id = REGISTRY;
static bool has_registry;
static uint32_t awaited;

// Requests that were not sent yet.
static unsigned char out[1 << 17];
static size_t out_size;
static int out_descriptor = -1;
// Events of which the end has not come yet.
static unsigned char in[1 << 17];
static size_t in_size;

uint32_t new_id(void) { return ++last_id; }

void flush(void) {
    size_t sent = 0;
    while (!ended && sent < out_size) {
        union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control;
        struct iovec part = {out + sent, out_size - sent};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
        if (out_descriptor >= 0) {
            message.msg_control = &control;
            message.msg_controllen = sizeof control.space;
            struct cmsghdr *header = CMSG_FIRSTHDR(&message);
            *header = (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
            memcpy(CMSG_DATA(header), &out_descriptor, sizeof(int));
        }
        ssize_t count = sendmsg(WIRE, &message, MSG_NOSIGNAL);
        if (count < 0 && (errno == EINTR || errno == ETOOMANYREFS)) continue;
        if (count < 0) ended = true;
        if (count > 0) sent += (size_t)count;
        if (out_descriptor >= 0) close(out_descriptor);
        out_descriptor = -1;
    }
    out_size = 0;
}

void send_bytes(const void *bytes, size_t size) {
    if (out_size + size > sizeof out) flush();
    if (size > sizeof out) abort();
    memcpy(out + out_size, bytes, size);
    out_size += size;
}

void send_descriptor(int descriptor) {
    flush();
    out_descriptor = descriptor;
}

void send_all_last(const int *descriptors, size_t count, int flags, const void *bytes, size_t size) {
    flush();
    int turn[2];
    char byte = 0;
    if (pipe(turn) != 0) abort();
    pid_t other = fork();
    if (other == 0) {
        // The end of a process closes without waiting.
        if (read(turn[0], &byte, 1) != 1) _exit(1);
        union { struct cmsghdr header; char space[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))]; } control;
        struct iovec part = {(void *)bytes, size};
        struct msghdr message = {
            .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = CMSG_SPACE(count * sizeof(int))};
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        *header = (struct cmsghdr){
            .cmsg_len = CMSG_LEN(count * sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
        memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
        while (sendmsg(WIRE, &message, MSG_NOSIGNAL | flags) < 0 && (errno == EINTR || errno == ETOOMANYREFS)) {}
        _exit(0);
    }
    for (size_t i = 0; i < count; i++) close(descriptors[i]);
    if (write(turn[1], &byte, 1) != 1) abort();
    waitpid(other, NULL, 0);
    close(turn[0]);
    close(turn[1]);
}

void send_last(int descriptor, const void *bytes, size_t size) { send_all_last(&descriptor, 1, 0, bytes, size); }

void request(uint32_t object, int opcode, const char *arguments, ...) {
    static uint32_t words[1 << 14];
    size_t count = 2;
    va_list list;
    va_start(list, arguments);
    for (; *arguments; arguments++) {
        if (*arguments == 'i') {
            words[count++] = va_arg(list, uint32_t);
            continue;
        }
        const char *string = va_arg(list, const char *);
        size_t length = strlen(string) + 1;
        words[count++] = (uint32_t)length;
        words[count + length / 4] = 0;
        memcpy(words + count, string, length);
        count += (length + 3) / 4;
    }
    va_end(list);
    words[0] = object;
    words[1] = (uint32_t)(count * 4) << 16 | (uint32_t)opcode;
    send_bytes(words, count * 4);
}

static void take_event(uint32_t object, uint32_t opcode, const unsigned char *body, uint32_t size) {
    uint32_t first = 0;
    if (size >= 4) memcpy(&first, body, 4);
    if (object == 1 && opcode == 0) ended = true;
    if (object == awaited && awaited) awaited = 0;
    if (object == watched && opcode == 0) last_serial = first;
    // The server gives a number to nothing else.
    if (object != 1 && opcode == 0 && size == 4 && first >= 0xFF000000u) last_offer = first;
    if (object == REGISTRY && opcode == 0 && size > 12) {
        uint32_t length, version;
        memcpy(&length, body + 4, 4);
        memcpy(&version, body + 8 + (length + 3) / 4 * 4, 4);
        for (int index = 0; index < GLOBALS; index++) {
            if (strcmp((const char *)body + 8, interfaces[index]) != 0) continue;
            globals[index].name = first;
            globals[index].version = version;
        }
    }
}

static void read_some(int flags) {
    ssize_t count = recv(WIRE, in + in_size, sizeof in - in_size, flags);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) {
        ended = true;
        return;
    }
    in_size += (size_t)count;
    size_t at = 0;
    uint32_t header[2];
    while (in_size - at >= sizeof header) {
        memcpy(header, in + at, sizeof header);
        uint32_t size = header[1] >> 16;
        if (size < sizeof header || in_size - at < size) break;
        take_event(header[0], header[1] & 0xFFFF, in + at + sizeof header, size - (uint32_t)sizeof header);
        at += size;
    }
    memmove(in, in + at, in_size -= at);
}

void read_events(void) {
    struct pollfd ready = {.fd = WIRE, .events = POLLIN};
    while (!ended && poll(&ready, 1, 0) > 0) read_some(MSG_DONTWAIT);
}

void roundtrip(void) {
    uint32_t callback = new_id();
    request(1, 0, "i", callback);
    flush();
    awaited = callback;
    while (!ended && awaited) read_some(0);
}

static void find_globals(void) {
    if (has_registry) return;
    has_registry = true;
    request(1, 1, "i", REGISTRY);
    roundtrip();
}

uint32_t name_of(enum global global) {
    find_globals();
    return globals[global].name;
}

uint32_t bind_name(uint32_t name, const char *interface, uint32_t version) {
    find_globals();
    uint32_t id = new_id();
    request(REGISTRY, 0, "isii", name, interface, version, id);
    return id;
}

uint32_t bind_global(enum global global, uint32_t version) {
    uint32_t name = name_of(global);
    uint32_t offered = globals[global].version;
    return bind_name(name, interfaces[global], version < offered ? version : offered);
}
