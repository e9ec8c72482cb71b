// Packets with a file descriptor: Swift cannot use the macros of cmsg(3).
#pragma once
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

// Sends one packet with a copy of `descriptor`, or without one where it is -1, to `address`, or to the other end where that is
// NULL. It does not wait.
static inline ssize_t bezel_send_packet(
    int socket, const struct sockaddr *address, socklen_t address_length, const void *bytes, size_t length, int descriptor) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    memset(&control, 0, sizeof control);
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
    struct msghdr message = {
        .msg_name = (void *)address, .msg_namelen = address ? address_length : 0, .msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        message.msg_control = control.room;
        message.msg_controllen = sizeof control.room;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// Receives one packet, and the first descriptor that came with it, which is closed in programs that this one starts; -1 where none
// came. The other end may send more than one, also with an empty packet; those are closed. It does not wait.
static inline ssize_t bezel_receive_packet(int socket, void *bytes, size_t length, int *descriptor) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = length};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
    *descriptor = -1;
    ssize_t count = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (count < 0) return count;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
        size_t came = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < came; index++) {
            int each;
            memcpy(&each, CMSG_DATA(header) + index * sizeof each, sizeof each);
            if (index == 0 && count > 0)
                *descriptor = each;
            else
                close(each);
        }
    }
    return count;
}

// Receives one packet. Descriptors that come with it are dropped by the kernel. It does not wait.
static inline ssize_t bezel_receive_text(int socket, void *bytes, size_t length) {
    return recv(socket, bytes, length, MSG_DONTWAIT);
}
