// Hostile clients of Bezel's Wayland compositor, by name. Each does the same each time.
//
//   HostileGuest --list    the names
//   HostileGuest NAME      is that client, with the connection on descriptor 3 and the test on 4. It writes one byte when it has
//                          done its worst, `+` if the server has ended or kept the connection as it should, or else `-`, and ends
//                          when the test closes its side, still holding what it has.
//   HostileGuest --unread NAME sends what the client of that name does that sends a socket whose closing takes a day, waits for no
//                              answer, writes `+`, and ends as the others do
//   HostileGuest --reconnect   is a program that connects to $WAYLAND_DISPLAY, asks for something and leaves, without end
#define _GNU_SOURCE
#include "wire.h"
#include <fcntl.h>
#include <limits.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { XRGB = 1, ARGB = 0, WIDTH = 320, HEIGHT = 240 };
static const uint32_t MOST = 0x7FFFFFFF;

// MARK: What honest clients do too

static uint32_t compositor, shm, shell;

static uint32_t make(uint32_t object, int opcode) {
    uint32_t id = new_id();
    request(object, opcode, "i", id);
    return id;
}

static uint32_t make_of(uint32_t object, int opcode, uint32_t other) {
    uint32_t id = new_id();
    request(object, opcode, "ii", id, other);
    return id;
}

static void begin(void) {
    compositor = bind_global(COMPOSITOR, 5);
    shm = bind_global(SHM, 1);
    shell = bind_global(SHELL, 3);
}

static uint32_t surface(void) { return make(compositor, 0); }
static void commit(uint32_t surface) { request(surface, 6, ""); }
static void attach(uint32_t surface, uint32_t buffer) { request(surface, 1, "iii", buffer, 0, 0); }
static void damage_all(uint32_t surface) { request(surface, 9, "iiii", 0, 0, MOST, MOST); }
static void destroy(uint32_t object) { request(object, 0, ""); }

// The name by which the test finds descriptors that the server did not close.
static int memory(off_t size) {
    int file = memfd_create("hostile", MFD_CLOEXEC);
    if (ftruncate(file, size) != 0) abort();
    return file;
}

static uint32_t pool(int file, uint32_t size) {
    uint32_t id = new_id();
    send_descriptor(dup(file));
    request(shm, 0, "ii", id, size);
    return id;
}

static uint32_t buffer_in(uint32_t pool, uint32_t offset, uint32_t width, uint32_t height, uint32_t stride, uint32_t format) {
    uint32_t id = new_id();
    request(pool, 0, "iiiiii", id, offset, width, height, stride, format);
    return id;
}

// A buffer of a file of its own.
static uint32_t buffer(uint32_t width, uint32_t height, int *file) {
    int own = memory((off_t)width * height * 4);
    uint32_t in = pool(own, width * height * 4), made = buffer_in(in, 0, width, height, width * 4, XRGB);
    request(in, 1, "");
    if (file) *file = own; else close(own);
    return made;
}

typedef struct { uint32_t surface, window, toplevel; } window;

static window unmapped(void) {
    window made = {.surface = surface()};
    made.window = watched = make_of(shell, 2, made.surface);
    made.toplevel = make(made.window, 1);
    commit(made.surface);
    roundtrip();
    request(made.window, 4, "i", last_serial);
    return made;
}

static window mapped(void) {
    window made = unmapped();
    attach(made.surface, buffer(WIDTH, HEIGHT, NULL));
    damage_all(made.surface);
    commit(made.surface);
    roundtrip();
    return made;
}

static uint32_t positioner(uint32_t width, uint32_t height) {
    uint32_t made = make(shell, 1);
    request(made, 1, "ii", width, height);
    request(made, 2, "iiii", 0, 0, 1, 1);
    return made;
}

static uint32_t popup_on(uint32_t parent, uint32_t *window, uint32_t *own) {
    uint32_t where = positioner(20, 20), shown = surface();
    *window = make_of(shell, 2, shown);
    uint32_t made = new_id();
    request(*window, 2, "iii", made, parent, where);
    destroy(where);
    if (own) *own = shown;
    return made;
}

static uint32_t subsurface(uint32_t subcompositor, uint32_t surface, uint32_t parent) {
    uint32_t made = new_id();
    request(subcompositor, 1, "iii", made, surface, parent);
    return made;
}

// Lets the server catch up now and then, and reads what it says.
static void now_and_then(int count) { if (count % 64 == 63) roundtrip(); }

// MARK: The clients

// Whether the client is in the middle of a message, so that it cannot ask whether it is alive.
static bool is_silent;

#define EACH(count) for (int i = 0; i < (count) && !ended; i++, now_and_then(i))

static void stride_too_small(void) { buffer_in(pool(memory(4096), 4096), 0, 32, 32, 8, XRGB); }
static void offset_overflows(void) { buffer_in(pool(memory(4096), 4096), MOST, 1, 2, MOST, XRGB); }
static void offset_negative(void) { buffer_in(pool(memory(4096), 4096), (uint32_t)-4096, 32, 32, 128, XRGB); }
static void size_zero(void) { buffer_in(pool(memory(4096), 4096), 0, 0, 32, 128, XRGB); }
static void size_negative(void) { buffer_in(pool(memory(4096), 4096), 0, 32, (uint32_t)-32, 128, XRGB); }
static void beyond_pool(void) { buffer_in(pool(memory(4096), 4096), 4, 32, 32, 128, XRGB); }
static void unknown_format(void) { buffer_in(pool(memory(4096), 4096), 0, 32, 32, 128, 0x20203852); }
static void pool_negative(void) { pool(memory(4096), (uint32_t)-1); }
static void pool_shrinks(void) { request(pool(memory(8192), 8192), 2, "i", 4096); }

static void pool_outgrows_file(void) {
    uint32_t large = pool(memory(4096), 4096);
    request(large, 2, "i", MOST);
    window made = unmapped();
    attach(made.surface, buffer_in(large, 0, 4096, 4096, 16384, XRGB));
    commit(made.surface);
}

static void short_file(void) {
    window made = unmapped();
    attach(made.surface, buffer_in(pool(memory(4096), WIDTH * HEIGHT * 4), 0, WIDTH, HEIGHT, WIDTH * 4, XRGB));
    commit(made.surface);
}

static void cut_file(void) {
    window made = unmapped();
    int file;
    attach(made.surface, buffer(WIDTH, HEIGHT, &file));
    commit(made.surface);
    roundtrip();
    if (ftruncate(file, 0) != 0) abort();
    EACH(64) {
        damage_all(made.surface);
        commit(made.surface);
    }
}

static void flickering_file(void) {
    window made = unmapped();
    int file;
    uint32_t shown = buffer(WIDTH, HEIGHT, &file);
    for (int i = 0; i < 200 && !ended; i++) {
        attach(made.surface, shown);
        damage_all(made.surface);
        commit(made.surface);
        roundtrip();
        // The server composes meanwhile, and more than once.
        for (int cut = 0; cut < 50; cut++) {
            if (ftruncate(file, 4096 * (cut % 3)) != 0 || ftruncate(file, WIDTH * HEIGHT * 4) != 0) abort();
        }
    }
}

static void holes(void) {
    window made = unmapped();
    int file;
    attach(made.surface, buffer(WIDTH, HEIGHT, &file));
    EACH(200) {
        if (fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, WIDTH * HEIGHT * 4) != 0) abort();
        damage_all(made.surface);
        commit(made.surface);
    }
}

static void pool_is_pipe(void) {
    int ends[2];
    if (pipe(ends) != 0) abort();
    pool(ends[0], 4096);
}

static void pool_is_socket(void) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) abort();
    pool(ends[0], 4096);
}

static void pool_is_zero(void) { pool(open("/dev/zero", O_RDWR), 4096); }
static void pool_is_null(void) { pool(open("/dev/null", O_RDWR), 4096); }
static void pool_is_folder(void) { pool(open("/", O_RDONLY | O_DIRECTORY), 4096); }
static void pool_is_path(void) { pool(open("/dev/shm", O_PATH), 4096); }
static void pool_is_program(void) { pool(open("/proc/self/exe", O_RDONLY), 4096); }

static void pool_is_fifo(void) {
    char name[64];
    snprintf(name, sizeof name, "/dev/shm/hostile-%d", getpid());
    if (mkfifo(name, 0600) != 0) abort();
    int file = open(name, O_RDWR);
    unlink(name);
    pool(file, 4096);
}

static void pool_only_written(void) {
    char name[64];
    snprintf(name, sizeof name, "/dev/shm/hostile-%d", getpid());
    int file = open(name, O_WRONLY | O_CREAT | O_EXCL, 0600);
    unlink(name);
    pool(file, 4096);
}

// The last one to close this socket waits for a day, since nothing reads what was sent.
static int lingering(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0), out = socket(AF_INET, SOCK_STREAM, 0);
    bool is_connected = bind(listener, (struct sockaddr *)&address, length) == 0 && listen(listener, 1) == 0
        && getsockname(listener, (struct sockaddr *)&address, &length) == 0
        && connect(out, (struct sockaddr *)&address, length) == 0;
    // Without a network it is a descriptor that no client has a reason to send.
    if (!is_connected) return out >= 0 ? out : open("/", O_RDONLY | O_DIRECTORY);
    struct linger linger = {.l_onoff = 1, .l_linger = 86400};
    setsockopt(out, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
    static char bytes[65536];
    while (send(out, bytes, sizeof bytes, MSG_DONTWAIT) > 0) {}
    return out;
}

static void pool_is_lingering(void) {
    uint32_t pool[] = {shm, 16u << 16, new_id(), 4096};
    send_last(lingering(), pool, 8);
    send_bytes(pool + 2, 8);
}

static void descriptor_is_lingering(void) {
    uint32_t sync[] = {1, 12u << 16, new_id()};
    send_last(lingering(), sync, 4);
    send_bytes(sync + 1, 8);
    // No request takes it, so it is closed with the connection.
    request(compositor, 77, "");
}

// The same in the queue of a Unix socket, which is closed with that.
static void descriptor_in_queue(void) {
    int ends[2], inner = lingering();
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) abort();
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control;
    struct iovec part = {"x", 1};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    *header = (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    memcpy(CMSG_DATA(header), &inner, sizeof inner);
    if (sendmsg(ends[0], &message, 0) != 1) abort();
    close(inner);
    close(ends[0]);
    uint32_t sync[] = {1, 12u << 16, new_id()};
    send_last(ends[1], sync, 4);
    send_bytes(sync + 1, 8);
    request(compositor, 77, "");
}

// More than the server has a reason to take with one message, so that the kernel may close the last ones.
static void descriptors_too_many(void) {
    int all[MOST_DESCRIPTORS];
    for (int i = 0; i < MOST_DESCRIPTORS - 1; i++) all[i] = memory(1);
    all[MOST_DESCRIPTORS - 1] = lingering();
    uint32_t sync[] = {1, 12u << 16, new_id()};
    send_all_last(all, MOST_DESCRIPTORS, 0, sync, sizeof sync);
}

// A byte that receivers that do not ask for it pass over.
static void send_out_of_band(void) {
    int descriptor = lingering();
    send_all_last(&descriptor, 1, MSG_OOB, "x", 1);
}

static void descriptor_out_of_band(void) {
    send_out_of_band();
    request(compositor, 77, "");
}

// When the server reads this, nobody else has the descriptor any more.
static int send_unread(const char *name) {
    const uint32_t sync[] = {1, 12u << 16, 2};
    if (strcmp(name, "descriptors_too_many") == 0) descriptors_too_many();
    else if (strcmp(name, "descriptor_out_of_band") == 0) send_out_of_band();
    else send_last(lingering(), sync, sizeof sync);
    char byte = '+';
    if (write(TEST, &byte, 1) != 1) return 1;
    return read(TEST, &byte, 1) != 0;
}

static void descriptor_missing(void) { request(shm, 0, "ii", new_id(), 4096); }

static void hoarded_descriptors(void) {
    int file = memory(1);
    for (int i = 0; i < 20000 && !ended; i++) {
        send_descriptor(dup(file));
        request(1, 0, "i", new_id());
        if (i % 16 == 15) read_events();
    }
}

static void kept_descriptors(void) {
    int file = memory(1);
    // A name that never ends keeps them waiting.
    uint32_t header[] = {1, 4096u << 16};
    send_descriptor(dup(file));
    send_bytes(header, sizeof header);
    for (int i = 0; i < 900 && !ended; i++) {
        send_descriptor(dup(file));
        send_bytes(header, 4);
        flush();
    }
    is_silent = true;
}

static void many_pools(void) {
    int file = memory(4096);
    EACH(10000) pool(file, 4096);
}

static void pools_of_all_addresses(void) {
    int file = memory(4096);
    EACH(64) pool(file, MOST);
}

static void pools_come_and_go(void) {
    int file = memory(4096);
    EACH(3000) {
        uint32_t one = pool(file, 4096);
        buffer_in(one, 0, 32, 32, 128, ARGB);
        request(one, 1, "");
        destroy(one + 1);
    }
}

static void giant_region(void) {
    uint32_t region = make(compositor, 1);
    EACH(100000) request(region, 1, "iiii", i, i, 1, 1);
}

static void region_churn(void) {
    window made = mapped();
    EACH(5000) {
        uint32_t region = make(compositor, 1);
        for (int rect = 0; rect < 8; rect++) request(region, 1 + rect % 2, "iiii", rect, rect, MOST, MOST);
        request(made.surface, 5, "i", region);
        request(made.surface, 4, "i", region);
        destroy(region);
        commit(made.surface);
    }
}

static void deep_subsurfaces(void) {
    uint32_t subcompositor = bind_global(SUBCOMPOSITOR, 1), parent = surface();
    EACH(10000) {
        uint32_t child = surface();
        subsurface(subcompositor, child, parent);
        parent = child;
    }
}

static void cyclic_subsurfaces(void) {
    uint32_t subcompositor = bind_global(SUBCOMPOSITOR, 1), first = surface(), second = surface(), third = surface();
    subsurface(subcompositor, second, first);
    subsurface(subcompositor, third, second);
    subsurface(subcompositor, first, third);
}

// 200 surfaces in 50 levels, whose order and whose ways to commit change all the time.
static void subsurface_churn(void) {
    uint32_t subcompositor = bind_global(SUBCOMPOSITOR, 1);
    uint32_t surfaces[200], parts[200];
    window made = mapped();
    for (int i = 0; i < 200; i++) {
        surfaces[i] = surface();
        parts[i] = subsurface(subcompositor, surfaces[i], i < 4 ? made.surface : surfaces[i - 4]);
    }
    EACH(10000) {
        request(parts[i % 4], 2, "i", i % 2 ? surfaces[(i + 1) % 4] : made.surface);
        request(parts[i % 200], 1, "ii", (uint32_t)i * 65537u, MOST);
        request(parts[i % 200], i % 3 ? 5 : 4, "");
        commit(surfaces[i % 200]);
        commit(made.surface);
    }
}

static void popup_storm(void) {
    window made = mapped();
    EACH(10000) {
        uint32_t window;
        popup_on(made.window, &window, NULL);
    }
}

static void popup_tower(void) {
    window made = mapped();
    uint32_t parent = made.window, seat = bind_global(SEAT, 5);
    for (int i = 0; i < 60; i++) {
        uint32_t window, shown, popup = popup_on(parent, &window, &shown);
        request(popup, 1, "ii", seat, 0);
        commit(shown);
        attach(shown, buffer(20, 20, NULL));
        commit(shown);
        parent = window;
    }
}

static void popups_come_and_go(void) {
    window made = mapped();
    EACH(2000) {
        uint32_t window, shown, popup = popup_on(made.window, &window, &shown);
        destroy(popup);
        destroy(window);
        destroy(shown);
    }
}

static void popup_below_popup_dies(void) {
    window made = mapped();
    uint32_t first_window, first_shown, second_window, second_shown;
    uint32_t first = popup_on(made.window, &first_window, &first_shown);
    attach(first_shown, buffer(20, 20, NULL));
    commit(first_shown);
    popup_on(first_window, &second_window, &second_shown);
    attach(second_shown, buffer(20, 20, NULL));
    commit(second_shown);
    roundtrip();
    destroy(first);
}

static void popup_outlives_window(void) {
    window made = mapped();
    uint32_t window, shown;
    popup_on(made.window, &window, &shown);
    attach(shown, buffer(20, 20, NULL));
    commit(shown);
    attach(made.surface, 0);
    commit(made.surface);
    destroy(made.toplevel);
    destroy(made.window);
    destroy(made.surface);
    attach(shown, 0);
    commit(shown);
    attach(shown, buffer(20, 20, NULL));
    commit(shown);
}

static void popup_without_rules(void) {
    window made = mapped();
    uint32_t window = make_of(shell, 2, surface());
    request(window, 2, "iii", new_id(), made.window, make(shell, 1));
}

static void positioner_absurd(void) {
    window made = mapped();
    uint32_t where = positioner(MOST, MOST), window = make_of(shell, 2, surface());
    request(where, 2, "iiii", 0x80000000u, MOST, MOST, MOST);
    request(where, 6, "ii", 0x80000000u, 0x80000000u);
    request(where, 5, "i", 0xFFFFFFFFu);
    request(window, 2, "iii", new_id(), made.window, where);
}

static void positioner_empty(void) { positioner(0, 0); }

static void never_acknowledges(void) {
    window made = mapped();
    EACH(20000) request(made.toplevel, 9, "");
}

static void acknowledges_nonsense(void) {
    window made = mapped();
    request(made.window, 4, "i", 0xDEADBEEFu);
}

static void acknowledges_late(void) {
    window made = mapped();
    request(made.toplevel, 9, "");
    roundtrip();
    uint32_t serial = last_serial;
    attach(made.surface, 0);
    commit(made.surface);
    request(made.window, 4, "i", serial);
}

static void dies_holding(void) {
    window made = mapped();
    for (int i = 0; i < 100; i++) make(made.surface, 3);
    buffer(WIDTH, HEIGHT, NULL);
    commit(made.surface);
    flush();
    kill(getpid(), SIGKILL);
}

static void dies_in_message(void) {
    mapped();
    uint32_t half[] = {shm, 16u << 16, new_id()};
    send_descriptor(memory(1));
    send_bytes(half, sizeof half);
    flush();
    kill(getpid(), SIGKILL);
}

static void half_message(void) {
    mapped();
    uint32_t half[] = {compositor, 12u << 16};
    send_bytes(half, sizeof half);
    is_silent = true;
}

static void message_without_size(void) { send_bytes((uint32_t[]){compositor, 0}, 8); }
static void message_of_four(void) { send_bytes((uint32_t[]){compositor, 4u << 16}, 8); }
static void message_too_short(void) { send_bytes((uint32_t[]){compositor, 8u << 16}, 8); }
static void message_odd(void) { send_bytes((uint32_t[]){compositor, 11u << 16, 77, 1}, 11); }

static void message_of_64k(void) {
    static unsigned char bytes[65535];
    uint32_t header[] = {compositor, 65535u << 16};
    memcpy(bytes, header, sizeof header);
    send_bytes(bytes, sizeof bytes);
}

static void string_too_long(void) {
    window made = unmapped();
    send_bytes((uint32_t[]){made.toplevel, 16u << 16 | 2, 0xFFFFFFF0u, 0x41414141}, 16);
}

static void string_without_end(void) {
    window made = unmapped();
    send_bytes((uint32_t[]){made.toplevel, 16u << 16 | 2, 4, 0x41414141}, 16);
}

static void title_of_64k(void) {
    window made = unmapped();
    static char title[65000];
    memset(title, 'a', sizeof title - 1);
    request(made.toplevel, 2, "s", title);
}

static void title_not_utf8(void) {
    window made = mapped();
    char title[4001];
    for (int i = 0; i < 4000; i++) title[i] = (char)(0x80 + i % 128);
    title[4000] = 0;
    EACH(500) request(made.toplevel, 2, "s", title);
}

static void random_bytes(void) {
    uint32_t state = 1, words[4096];
    for (int i = 0; i < 4096; i++) words[i] = state = state * 1664525u + 1013904223u;
    send_bytes(words, sizeof words);
}

static void frame_flood(void) {
    window made = mapped();
    EACH(100000) make(made.surface, 3);
}

static void frames_committed(void) {
    window made = mapped();
    EACH(20000) {
        make(made.surface, 3);
        commit(made.surface);
    }
}

static void frames_without_reading(void) {
    window made = mapped();
    for (int i = 0; i < 40000 && !ended; i++) {
        make(made.surface, 3);
        commit(made.surface);
    }
}

static void feedback_flood(void) {
    window made = mapped();
    uint32_t presentation = bind_global(PRESENTATION, 1);
    EACH(100000) request(presentation, 1, "ii", made.surface, new_id());
}

static void feedbacks_committed(void) {
    window made = mapped();
    uint32_t presentation = bind_global(PRESENTATION, 1);
    EACH(10000) {
        request(presentation, 1, "ii", made.surface, new_id());
        commit(made.surface);
    }
}

static void source_flood(void) {
    uint32_t manager = bind_global(DATA, 3);
    EACH(100000) make(manager, 0);
}

// A source with as many types as one may have, copied again and again.
static void copies_all_the_time(void) {
    uint32_t manager = bind_global(DATA, 3), device = make_of(manager, 1, bind_global(SEAT, 5));
    mapped();
    uint32_t sources[2] = {make(manager, 0), make(manager, 0)};
    for (int i = 0; i < 2000; i++) request(sources[i % 2], 0, "s", "text/plain;charset=utf-8");
    EACH(3000) request(device, 1, "ii", sources[i % 2], 1);
}

// Pastes what it has copied into the same file, and reads none of the requests to write.
static void pastes_all_the_time(void) {
    uint32_t manager = bind_global(DATA, 3), device = make_of(manager, 1, bind_global(SEAT, 5));
    mapped();
    uint32_t source = make(manager, 0);
    request(source, 0, "s", "text/plain");
    request(device, 1, "ii", source, 1);
    roundtrip();
    int file = memory(1);
    for (int i = 0; i < 20000 && !ended; i++) {
        send_descriptor(dup(file));
        request(last_offer, 1, "s", "text/plain");
    }
}

static void viewport_negative(void) {
    uint32_t viewport = make_of(bind_global(VIEWPORTER, 1), 1, surface());
    request(viewport, 1, "iiii", 0x80000000u, 0x80000000u, 256, 256);
}

static void viewport_outside(void) {
    window made = mapped();
    uint32_t viewport = make_of(bind_global(VIEWPORTER, 1), 1, made.surface);
    request(viewport, 1, "iiii", 1, 1, MOST, MOST);
    commit(made.surface);
}

static void viewport_vast(void) {
    window made = mapped();
    uint32_t viewport = make_of(bind_global(VIEWPORTER, 1), 1, made.surface);
    EACH(300) {
        request(viewport, 1, "iiii", i, 255 - i % 256, 1 + i, 1);
        request(viewport, 2, "ii", 65536 >> i % 17, 65536 >> (i + 5) % 17);
        commit(made.surface);
    }
}

static void viewport_too_vast(void) {
    request(make_of(bind_global(VIEWPORTER, 1), 1, surface()), 2, "ii", MOST, MOST);
}

static void scale_vast(void) {
    window made = mapped();
    request(made.surface, 8, "i", MOST);
    commit(made.surface);
}

static void scale_vast_with_viewport(void) {
    window made = mapped();
    request(make_of(bind_global(VIEWPORTER, 1), 1, made.surface), 2, "ii", 65536, 1);
    request(made.surface, 8, "i", MOST);
    commit(made.surface);
}

static void scale_zero(void) { request(surface(), 8, "i", 0); }
static void transform_unknown(void) { request(surface(), 7, "i", 99); }

static void surface_flood(void) { EACH(100000) surface(); }

static void surfaces_come_and_go(void) {
    EACH(20000) {
        uint32_t one = surface();
        commit(one);
        destroy(one);
    }
}

static void bind_flood(void) { EACH(10000) bind_global(OUTPUT, 4); }
static void registry_flood(void) { EACH(10000) make(1, 1); }
static void bind_other_interface(void) { bind_name(name_of(COMPOSITOR), "wl_shm", 1); }
static void bind_other_version(void) { bind_name(name_of(COMPOSITOR), "wl_compositor", 99); }
static void bind_no_version(void) { bind_name(name_of(COMPOSITOR), "wl_compositor", 0); }
static void bind_unknown(void) { bind_name(9999, "wl_compositor", 1); }

static void sync_flood(void) { for (int i = 0; i < 1000000 && !ended; i++) make(1, 0); }

static void syncs_with_one_number(void) {
    uint32_t id = new_id();
    for (int i = 0; i < 100000 && !ended; i++) {
        request(1, 0, "i", id);
        if (i % 64 == 63) {
            flush();
            read_events();
        }
    }
}

static void numbers_without_end(void) { EACH(100000) make(1, 0); }
static void number_used(void) { request(compositor, 0, "i", compositor); }
static void number_skipped(void) { request(compositor, 0, "i", 1000000); }
static void number_of_server(void) { request(compositor, 0, "i", 0xFF000001u); }
static void number_zero(void) { request(compositor, 0, "i", 0); }
static void object_unknown(void) { request(424242, 0, ""); }
static void object_of_other_kind(void) { request(surface(), 1, "iii", compositor, 0, 0); }
static void object_missing(void) { request(bind_global(SUBCOMPOSITOR, 1), 1, "iii", new_id(), 0, 0); }
static void opcode_unknown(void) { request(compositor, 77, ""); }
static void opcode_too_new(void) { request(make(bind_global(COMPOSITOR, 1), 0), 9, "iiii", 0, 0, 1, 1); }

static void pixel_flood(void) {
    uint32_t pixels = bind_global(PIXELS, 1);
    EACH(100000) request(pixels, 1, "iiiii", new_id(), i, i, i, i);
}

static void pixels_come_and_go(void) {
    uint32_t pixels = bind_global(PIXELS, 1);
    window made = mapped();
    EACH(10000) {
        uint32_t pixel = new_id();
        request(pixels, 1, "iiiii", pixel, MOST, 0, MOST, (uint32_t)i << 24);
        attach(made.surface, pixel);
        commit(made.surface);
        destroy(pixel);
    }
}

static void commit_loop(void) {
    window made = mapped();
    uint32_t buffers[2] = {buffer(WIDTH, HEIGHT, NULL), buffer(WIDTH, HEIGHT, NULL)};
    EACH(5000) {
        attach(made.surface, buffers[i % 2]);
        damage_all(made.surface);
        commit(made.surface);
    }
}

static void damage_flood(void) {
    window made = mapped();
    EACH(50000) request(made.surface, 2 + 7 * (i % 2), "iiii", (uint32_t)i * 7919u, (uint32_t)i * 104729u, i, i);
    commit(made.surface);
}

// Pictures that have to be turned and stretched in each frame, many of them.
static void turned_pictures(void) {
    uint32_t subcompositor = bind_global(SUBCOMPOSITOR, 1), viewporter = bind_global(VIEWPORTER, 1);
    window made = mapped();
    uint32_t parts[12];
    for (int i = 0; i < 12; i++) {
        parts[i] = surface();
        request(subsurface(subcompositor, parts[i], made.surface), 5, "");
        request(make_of(viewporter, 1, parts[i]), 2, "ii", WIDTH, HEIGHT);
        request(parts[i], 7, "i", 1 + i % 7);
        attach(parts[i], buffer(WIDTH, HEIGHT, NULL));
        commit(parts[i]);
    }
    EACH(5000) commit(i % 13 ? parts[i % 13 - 1] : made.surface);
}

static void covers_all(void) {
    uint32_t subcompositor = bind_global(SUBCOMPOSITOR, 1);
    window made = mapped();
    EACH(128) {
        uint32_t part = surface();
        request(subsurface(subcompositor, part, made.surface), 5, "");
        attach(part, buffer(WIDTH, HEIGHT, NULL));
        commit(part);
    }
}

// Pictures of synchronized subsurfaces come all at once, with their parent.
static void pictures_at_once(void) {
    uint32_t subcompositor = bind_global(SUBCOMPOSITOR, 1);
    window made = mapped();
    uint32_t same = buffer(4, 4, NULL);
    EACH(200) {
        uint32_t part = surface();
        subsurface(subcompositor, part, made.surface);
        attach(part, same);
        commit(part);
    }
    commit(made.surface);
}

static void vast_buffer(void) {
    window made = unmapped();
    attach(made.surface, buffer_in(pool(memory(16384l * 16384 * 4), 1 << 30), 0, 16384, 16384, 65536, XRGB));
    commit(made.surface);
}

static void buffer_dies_attached(void) {
    window made = mapped();
    EACH(1000) {
        uint32_t one = buffer(8, 8, NULL);
        attach(made.surface, one);
        if (i % 2) destroy(one);
        commit(made.surface);
        if (i % 2 == 0) destroy(one);
    }
}

static void window_before_toplevel(void) { destroy(unmapped().window); }
static void shell_before_windows(void) { unmapped(); destroy(shell); }

static void surface_before_roles(void) {
    uint32_t subcompositor = bind_global(SUBCOMPOSITOR, 1), child = surface(), parent = surface();
    uint32_t part = subsurface(subcompositor, child, parent);
    destroy(child);
    destroy(parent);
    request(part, 1, "ii", 1, 1);
    request(part, 2, "i", surface());
    destroy(part);
    window made = mapped();
    destroy(made.surface);
    request(made.toplevel, 2, "s", "no surface");
    request(made.window, 3, "iiii", 0, 0, 1, 1);
    destroy(made.toplevel);
    destroy(made.window);
}

static void role_twice(void) {
    window made = unmapped();
    make(made.window, 1);
}

static void roles_of_two_kinds(void) {
    window made = unmapped();
    subsurface(bind_global(SUBCOMPOSITOR, 1), made.surface, surface());
}

static void commit_without_role(void) {
    uint32_t shown = surface();
    make_of(shell, 2, shown);
    commit(shown);
}

static void dialogs_in_a_circle(void) {
    window first = mapped(), second = mapped();
    request(second.toplevel, 1, "i", first.toplevel);
    request(first.toplevel, 1, "i", second.toplevel);
}

static void window_storm(void) { EACH(1000) unmapped(); }

static void maps_and_unmaps(void) {
    window made = mapped();
    uint32_t shown = buffer(WIDTH, HEIGHT, NULL);
    EACH(3000) {
        attach(made.surface, i % 2 ? shown : 0);
        commit(made.surface);
    }
}

static void keyboards_come_and_go(void) {
    uint32_t seat = bind_global(SEAT, 5);
    EACH(5000) {
        uint32_t keyboard = make(seat, 1);
        destroy(keyboard);
    }
}

static void touch_flood(void) {
    uint32_t seat = bind_global(SEAT, 5);
    EACH(1000) make(seat, 2);
}

static void token_flood(void) {
    uint32_t activation = bind_global(ACTIVATION, 1);
    EACH(10000) request(make(activation, 1), 3, "");
}

static void tokens_come_and_go(void) {
    uint32_t activation = bind_global(ACTIVATION, 1);
    EACH(10000) {
        uint32_t token = make(activation, 1);
        request(token, 3, "");
        request(token, 4, "");
    }
}

static void inhibitor_flood(void) {
    uint32_t inhibitors = bind_global(INHIBITORS, 1), shown = surface();
    EACH(10000) request(inhibitors, 1, "ii", new_id(), shown);
}

// MARK: The table

enum { LIVES, ENDS };
static void reconnect(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s/%s", getenv("XDG_RUNTIME_DIR"), getenv("WAYLAND_DISPLAY"));
    // wl_display.get_registry, with the number 2.
    const uint32_t registry[] = {1, 12 << 16 | 1, 2};
    for (;;) {
        int wire = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connect(wire, (struct sockaddr *)&address, sizeof address) == 0) send(wire, registry, sizeof registry, MSG_NOSIGNAL);
        close(wire);
    }
}

static const struct { const char *name; void (*act)(void); int fate; const char *right; } clients[] = {
#define CLIENT(name, fate, right) {#name, name, fate, right},
    CLIENT(stride_too_small, ENDS, "Rows shorter than their pixels are refused.")
    CLIENT(offset_overflows, ENDS, "The end of a buffer is counted in 64 bits.")
    CLIENT(offset_negative, ENDS, "A buffer before its pool is refused.")
    CLIENT(size_zero, ENDS, "A buffer has pixels.")
    CLIENT(size_negative, ENDS, "A buffer has pixels.")
    CLIENT(beyond_pool, ENDS, "A buffer lies in its pool.")
    CLIENT(unknown_format, ENDS, "Only the formats that were offered are taken.")
    CLIENT(pool_negative, ENDS, "A pool has a size.")
    CLIENT(pool_shrinks, ENDS, "A pool only grows.")
    CLIENT(pool_outgrows_file, ENDS, "A buffer that its file does not have is not shown.")
    CLIENT(short_file, ENDS, "A buffer that its file does not have is not shown.")
    CLIENT(cut_file, LIVES, "What a file has no longer reads as zeros.")
    CLIENT(flickering_file, LIVES, "The same, while it is read.")
    CLIENT(holes, LIVES, "A hole reads as zeros.")
    CLIENT(pool_is_pipe, ENDS, "Only files in memory are mapped.")
    CLIENT(pool_is_socket, ENDS, "Only files in memory are mapped.")
    CLIENT(pool_is_zero, ENDS, "Only files in memory are mapped.")
    CLIENT(pool_is_null, ENDS, "Only files in memory are mapped.")
    CLIENT(pool_is_folder, ENDS, "Only files in memory are mapped.")
    CLIENT(pool_is_path, ENDS, "Only files in memory are mapped.")
    CLIENT(pool_is_program, ENDS, "Only files in memory are mapped: reading another one can wait for a disk.")
    CLIENT(pool_is_fifo, ENDS, "Only files in memory are mapped.")
    CLIENT(pool_only_written, ENDS, "A file that cannot be read cannot be shown.")
    CLIENT(pool_is_lingering, ENDS, "Closing what a client sent never waits.")
    CLIENT(descriptor_is_lingering, ENDS, "The same, where no request takes it.")
    CLIENT(descriptor_in_queue, ENDS, "The same, where it comes in another.")
    CLIENT(descriptors_too_many, ENDS, "The same, where the kernel may drop it.")
    CLIENT(descriptor_out_of_band, ENDS, "The same, where the kernel may pass over it.")
    CLIENT(descriptor_missing, ENDS, "A pool without its descriptor is refused.")
    CLIENT(hoarded_descriptors, ENDS, "Descriptors that no request takes are few, and closed in the end.")
    CLIENT(kept_descriptors, LIVES, "The kiosk can still open files.")
    CLIENT(many_pools, ENDS, "A guest has so many mappings, and other guests theirs.")
    CLIENT(pools_of_all_addresses, ENDS, "A guest has so many bytes of addresses.")
    CLIENT(pools_come_and_go, LIVES, "What is gone counts no longer.")
    CLIENT(giant_region, ENDS, "A region has so many rectangles.")
    CLIENT(region_churn, LIVES, "A region costs no more than its rectangles.")
    CLIENT(deep_subsurfaces, ENDS, "Surfaces lie in each other so many times.")
    CLIENT(cyclic_subsurfaces, ENDS, "No surface lies in itself.")
    CLIENT(subsurface_churn, LIVES, "A commit costs no more than its own surfaces.")
    CLIENT(popup_storm, ENDS, "A client has so many popups.")
    CLIENT(popup_tower, LIVES, "Popups lie on each other so many times; others are closed.")
    CLIENT(popups_come_and_go, LIVES, "What is gone counts no longer.")
    CLIENT(popup_below_popup_dies, ENDS, "The topmost popup goes first.")
    CLIENT(popup_outlives_window, LIVES, "A popup without its window is closed, and not shown again.")
    CLIENT(popup_without_rules, ENDS, "A popup has a size and an anchor.")
    CLIENT(positioner_absurd, LIVES, "The popup is wherever that is.")
    CLIENT(positioner_empty, ENDS, "A popup has a size.")
    CLIENT(never_acknowledges, LIVES, "It is told no more.")
    CLIENT(acknowledges_nonsense, ENDS, "A client acknowledges what it was told.")
    CLIENT(acknowledges_late, LIVES, "What was told before a window was hidden may still be acknowledged.")
    CLIENT(dies_holding, ENDS, "All that it had is gone.")
    CLIENT(dies_in_message, ENDS, "All that it had is gone.")
    CLIENT(half_message, LIVES, "The rest may come.")
    CLIENT(message_without_size, ENDS, "A message has a header.")
    CLIENT(message_of_four, ENDS, "A message has a header.")
    CLIENT(message_too_short, ENDS, "A message has its arguments.")
    CLIENT(message_odd, ENDS, "A message consists of words.")
    CLIENT(message_of_64k, ENDS, "A message has at most 4 KiB.")
    CLIENT(string_too_long, ENDS, "A string lies in its message.")
    CLIENT(string_without_end, ENDS, "A string ends with a zero.")
    CLIENT(title_of_64k, ENDS, "A message has at most 4 KiB.")
    CLIENT(title_not_utf8, LIVES, "The title is what can be read of it.")
    CLIENT(random_bytes, ENDS, "Nothing else happens.")
    CLIENT(frame_flood, ENDS, "A commit waits for so many frames.")
    CLIENT(frames_committed, LIVES, "Too many are called before their time.")
    CLIENT(frames_without_reading, ENDS, "Events that are not read cost no memory.")
    CLIENT(feedback_flood, ENDS, "A commit waits for so many frames.")
    CLIENT(feedbacks_committed, LIVES, "A commit that was replaced was never presented.")
    CLIENT(source_flood, ENDS, "A client has so many sources.")
    CLIENT(copies_all_the_time, LIVES, "What was copied is told once for all that came at a time.")
    CLIENT(pastes_all_the_time, ENDS, "Descriptors that are not read are few, and closed in the end.")
    CLIENT(viewport_negative, ENDS, "A part of a picture lies in it.")
    CLIENT(viewport_outside, ENDS, "A part of a picture lies in it.")
    CLIENT(viewport_vast, LIVES, "What is beyond the glass is not drawn.")
    CLIENT(viewport_too_vast, ENDS, "A surface has at most 65,536 units.")
    CLIENT(scale_vast, ENDS, "A buffer is a multiple of its scale.")
    CLIENT(scale_vast_with_viewport, LIVES, "It is what the viewport says.")
    CLIENT(scale_zero, ENDS, "A scale is at least 1.")
    CLIENT(transform_unknown, ENDS, "There are eight transforms.")
    CLIENT(surface_flood, ENDS, "A guest has so many surfaces.")
    CLIENT(surfaces_come_and_go, LIVES, "What is gone counts no longer.")
    CLIENT(bind_flood, ENDS, "A client has so many objects of a kind.")
    CLIENT(registry_flood, ENDS, "A client has so many registries, which live as long as it does.")
    CLIENT(bind_other_interface, ENDS, "A global has one interface.")
    CLIENT(bind_other_version, ENDS, "A global has at most its version.")
    CLIENT(bind_no_version, ENDS, "A version is at least 1.")
    CLIENT(bind_unknown, ENDS, "There is no other global.")
    CLIENT(sync_flood, ENDS, "Events that are not read cost no memory.")
    CLIENT(syncs_with_one_number, LIVES, "Each turn of the kiosk carries out so many.")
    CLIENT(numbers_without_end, ENDS, "A place for each number that was ever used would cost memory.")
    CLIENT(number_used, ENDS, "A number belongs to one object.")
    CLIENT(number_skipped, ENDS, "Numbers follow each other.")
    CLIENT(number_of_server, ENDS, "The server gives its own numbers.")
    CLIENT(number_zero, ENDS, "No object is called 0.")
    CLIENT(object_unknown, ENDS, "A request has an object.")
    CLIENT(object_of_other_kind, ENDS, "Arguments have their kind.")
    CLIENT(object_missing, ENDS, "Arguments are there.")
    CLIENT(opcode_unknown, ENDS, "A request exists.")
    CLIENT(opcode_too_new, ENDS, "A request exists in the version that was bound.")
    CLIENT(pixel_flood, ENDS, "A client has so many buffers.")
    CLIENT(pixels_come_and_go, LIVES, "What is gone counts no longer.")
    CLIENT(commit_loop, LIVES, "Each frame draws once.")
    CLIENT(damage_flood, LIVES, "The damage is a few rectangles.")
    CLIENT(turned_pictures, LIVES, "Each frame turns so many pixels.")
    CLIENT(covers_all, ENDS, "A guest covers the screen so many times.")
    CLIENT(pictures_at_once, ENDS, "A guest shows so many pictures.")
    CLIENT(vast_buffer, ENDS, "A guest shows so many pixels.")
    CLIENT(buffer_dies_attached, LIVES, "What was attached is shown.")
    CLIENT(window_before_toplevel, ENDS, "A toplevel goes before its xdg_surface.")
    CLIENT(shell_before_windows, ENDS, "Windows go before their shell.")
    CLIENT(surface_before_roles, LIVES, "What is left does nothing.")
    CLIENT(role_twice, ENDS, "A surface has one role.")
    CLIENT(roles_of_two_kinds, ENDS, "A surface has one role.")
    CLIENT(commit_without_role, ENDS, "An xdg_surface has a role before it is committed.")
    CLIENT(dialogs_in_a_circle, ENDS, "No window is a dialog of itself.")
    CLIENT(window_storm, ENDS, "A client has so many windows.")
    CLIENT(maps_and_unmaps, LIVES, "It comes and goes.")
    CLIENT(keyboards_come_and_go, LIVES, "What is gone counts no longer.")
    CLIENT(touch_flood, ENDS, "A client has so many objects of a kind.")
    CLIENT(token_flood, ENDS, "A client has so many tokens.")
    CLIENT(tokens_come_and_go, LIVES, "The oldest are forgotten.")
    CLIENT(inhibitor_flood, ENDS, "A client has so many inhibitors.")
};
enum { COUNT = sizeof clients / sizeof *clients };

int main(int count, char **arguments) {
    const char *name = count > 1 ? arguments[1] : "--list";
    if (strcmp(name, "--reconnect") == 0) reconnect();
    if (strcmp(name, "--unread") == 0) return send_unread(count > 2 ? arguments[2] : "");
    for (int i = 0; i < COUNT; i++) {
        if (strcmp(name, "--list") == 0) puts(clients[i].name);
        if (strcmp(name, clients[i].name) != 0) continue;
        signal(SIGPIPE, SIG_IGN);
        begin();
        clients[i].act();
        if (is_silent) flush(); else roundtrip();
        char byte = ended == (clients[i].fate == ENDS) ? '+' : '-';
        if (write(TEST, &byte, 1) != 1) return 1;
        // Until the test has seen enough.
        if (read(TEST, &byte, 1) != 0) return 1;
        return 0;
    }
    return strcmp(name, "--list") == 0 ? 0 : 1;
}
