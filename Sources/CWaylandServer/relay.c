// What a client sends passes through here before libwayland has it. libwayland takes whatever descriptors come, and closes those that no
// request has taken when the client goes. Closing can wait for as long as the client likes: for a TCP socket that lingers, or for a file
// system that is a program of the client's. So only descriptors that close at once go on to libwayland.
#define _GNU_SOURCE
#include "CWaylandServer.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// What libwayland reads at a time, and the most descriptors that the kernel sends with one message (SCM_MAX_FD). For what there is no
// room, the kernel closes where it is received.
enum { BYTES = 4096, DESCRIPTORS = 28, MOST_DESCRIPTORS = 253 };

typedef struct {
    char bytes[BYTES];
    size_t start, end;
    int descriptors[MOST_DESCRIPTORS];
    size_t count;
    // Whether the kernel has closed some, since the process may have no more.
    bool is_cut;
} parcel;

struct bezel_relay {
    int client, server;
    struct wl_event_source *source;
    parcel in, out;
    bool awaits_room;
};

// A thread of its own closes what may wait. While it waits, descriptors stay open, as many as the pipe to it has room for.
static int to_close = -1;

static void *close_what_comes(void *context) {
    int descriptor, pipe = (int)(intptr_t)context;
    while (read(pipe, &descriptor, sizeof descriptor) == sizeof descriptor) close(descriptor);
    return NULL;
}

static void start_closing(void) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    // It makes no faults, and handles no signals.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int failure = pthread_create(&thread, NULL, close_what_comes, (void *)(intptr_t)ends[0]);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failure) {
        close(ends[0]);
        close(ends[1]);
        return;
    }
    pthread_detach(thread);
    to_close = ends[1];
}

// Whether `descriptor` is a file in memory or a pipe, which are all that clients have a reason to send: pools, and where to write what is
// pasted. A Unix socket can have others in its queue, which are closed with it. No question here waits.
static bool closes_at_once(int descriptor) {
    return bezel_is_memory(descriptor) || fcntl(descriptor, F_GETPIPE_SZ) >= 0;
}

static void close_elsewhere(int descriptor) {
    if (to_close < 0) start_closing();
    // Without a thread, or room in the pipe, it stays open.
    if (to_close >= 0 && write(to_close, &descriptor, sizeof descriptor) < 0) return;
}

// Takes what has come from `socket`. Returns what recvmsg(2) does.
static ssize_t take(parcel *parcel, int socket) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
    } control;
    struct iovec part = {parcel->bytes, BYTES};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space};
    ssize_t size;
    do size = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    while (size < 0 && errno == EINTR);
    if (size < 0) return size;
    parcel->start = parcel->count = 0;
    parcel->end = (size_t)size;
    parcel->is_cut = message.msg_flags & MSG_CTRUNC;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        parcel->count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(parcel->descriptors, CMSG_DATA(header), parcel->count * sizeof(int));
    }
    return size;
}

// Closes the descriptors that were taken. Returns whether all of them close at once.
static bool drop(parcel *parcel) {
    bool all_close = true;
    for (size_t i = 0; i < parcel->count; i++) {
        int descriptor = parcel->descriptors[i];
        if (closes_at_once(descriptor)) {
            close(descriptor);
            continue;
        }
        close_elsewhere(descriptor);
        all_close = false;
    }
    parcel->count = 0;
    return all_close;
}

// Sends what was taken on to `socket`, as far as that has room. Returns false when the other end is gone.
static bool give(parcel *parcel, int socket) {
    while (parcel->start < parcel->end) {
        union {
            struct cmsghdr header;
            char space[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
        } control = {.space = {0}};
        struct iovec part = {parcel->bytes + parcel->start, parcel->end - parcel->start};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
        if (parcel->count > 0) {
            size_t size = parcel->count * sizeof(int);
            message.msg_control = &control;
            message.msg_controllen = CMSG_SPACE(size);
            struct cmsghdr *header = CMSG_FIRSTHDR(&message);
            header->cmsg_len = CMSG_LEN(size);
            header->cmsg_level = SOL_SOCKET;
            header->cmsg_type = SCM_RIGHTS;
            memcpy(CMSG_DATA(header), parcel->descriptors, size);
        }
        ssize_t sent = sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) return errno == EAGAIN;
        // They went with the first bytes.
        for (size_t i = 0; i < parcel->count; i++) close(parcel->descriptors[i]);
        parcel->count = 0;
        parcel->start += (size_t)sent;
    }
    return true;
}

static int wake(int descriptor, uint32_t mask, void *context) {
    (void)descriptor;
    (void)mask;
    (void)context;
    return 0;
}

bezel_relay *bezel_make_relay(struct wl_event_loop *loop, int client, int *inner) {
    int ends[2];
    bezel_relay *relay = calloc(1, sizeof *relay);
    if (!relay || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        free(relay);
        bezel_hang_up(client);
        return NULL;
    }
    // A byte out of band, which is passed over where it is not asked for, has its descriptors closed here.
    int inlined = 1;
    setsockopt(client, SOL_SOCKET, SO_OOBINLINE, &inlined, sizeof inlined);
    relay->client = client;
    relay->server = ends[0];
    *inner = ends[1];
    relay->source = wl_event_loop_add_fd(loop, client, WL_EVENT_READABLE, wake, NULL);
    if (relay->source) return relay;
    close(ends[1]);
    bezel_free_relay(relay);
    return NULL;
}

bezel_arrival bezel_take_in(bezel_relay *relay) {
    if (relay->in.start == relay->in.end) {
        ssize_t size = take(&relay->in, relay->client);
        if (size < 0 && errno == EAGAIN) return BEZEL_WELCOME;
        if (size <= 0) return BEZEL_GONE;
        if (relay->in.count > DESCRIPTORS || relay->in.is_cut) return BEZEL_CROWDED;
        bool is_foreign = false;
        for (size_t i = 0; i < relay->in.count; i++) is_foreign |= !closes_at_once(relay->in.descriptors[i]);
        if (is_foreign) return BEZEL_FOREIGN;
    }
    return give(&relay->in, relay->server) ? BEZEL_WELCOME : BEZEL_GONE;
}

bool bezel_give_out(bezel_relay *relay) {
    bool is_open = true;
    while (is_open) {
        if (relay->out.start == relay->out.end) {
            ssize_t size = take(&relay->out, relay->server);
            if (size < 0 && errno == EAGAIN) break;
            if (size <= 0) return false;
        }
        is_open = give(&relay->out, relay->client);
        if (relay->out.start < relay->out.end) break;
    }
    bool awaits_room = relay->out.start < relay->out.end;
    if (awaits_room != relay->awaits_room) {
        relay->awaits_room = awaits_room;
        wl_event_source_fd_update(relay->source, WL_EVENT_READABLE | (awaits_room ? WL_EVENT_WRITABLE : 0));
    }
    return is_open;
}

void bezel_hang_up(int socket) {
    // From here on nothing more comes. What closes at once is closed here, so that few sockets have to wait for the thread.
    shutdown(socket, SHUT_RDWR);
    int inlined = 1;
    setsockopt(socket, SOL_SOCKET, SO_OOBINLINE, &inlined, sizeof inlined);
    parcel rest = {.count = 0};
    bool closes_here = true;
    while (closes_here && (take(&rest, socket) > 0 || rest.count > 0)) closes_here = drop(&rest);
    // What was not taken then stays in the socket, which has one number for all of it.
    if (closes_here)
        close(socket);
    else
        close_elsewhere(socket);
}

void bezel_free_relay(bezel_relay *relay) {
    if (relay->source) wl_event_source_remove(relay->source);
    drop(&relay->in);
    // These are libwayland's.
    for (size_t i = 0; i < relay->out.count; i++) close(relay->out.descriptors[i]);
    bezel_hang_up(relay->client);
    close(relay->server);
    free(relay);
}
