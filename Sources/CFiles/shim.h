// Opens files beneath a folder, whatever somebody puts into that folder meanwhile, and files that are only in memory.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

// glibc has these for programs that define _GNU_SOURCE, which Swift does not.
static const int BEZEL_O_PATH = 010000000;
extern long syscall(long number, ...);

// Opens `inner`, a path relative to the folder `root`, with the flags of open(2) and close-on-exec, and never waits for the other
// end of a pipe. Unless `follows_links`, a symbolic link in `inner` is refused with ELOOP and a path that leaves the folder with
// EXDEV, by the kernel at the moment of opening; `root` itself may be a link. Returns the descriptor, or -1 with errno.
static inline int bezel_open_beneath(const char *root, const char *inner, int flags, int follows_links)
{
    int folder;
    do
        folder = open(root, BEZEL_O_PATH | O_DIRECTORY | O_CLOEXEC);
    while (folder < 0 && errno == EINTR);
    if (folder < 0)
        return -1;
    struct open_how how = {
        .flags = (unsigned long long)(flags | O_NONBLOCK | O_CLOEXEC),
        .resolve = follows_links ? 0 : RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS,
    };
    int opened, tries = 0;
    // EAGAIN: something was renamed meanwhile, or another program holds a lease on the file, which can take long to break.
    do
        opened = (int)syscall(SYS_openat2, folder, inner, &how, sizeof how);
    while (opened < 0 && (errno == EINTR || errno == EAGAIN) && ++tries < 100);
    // Linux before 5.6: only a link in the last part of the path is refused.
    if (opened < 0 && errno == ENOSYS) {
        do
            opened = openat(folder, inner, flags | O_NONBLOCK | O_CLOEXEC | (follows_links ? 0 : O_NOFOLLOW));
        while (opened < 0 && errno == EINTR);
    }
    int error = errno;
    close(folder);
    errno = error;
    return opened;
}

// Makes a file of `count` bytes in memory, which is gone when it is closed. Returns its descriptor, or -1 with errno.
static inline int bezel_memory_file(const void *bytes, size_t count)
{
    int file = (int)syscall(SYS_memfd_create, "bezel", 1u /* close-on-exec */);
    if (file < 0)
        return -1;
    for (size_t written = 0; written < count;) {
        ssize_t part = write(file, (const char *)bytes + written, count - written);
        if (part < 0 && errno == EINTR)
            continue;
        if (part <= 0) {
            int error = errno;
            close(file);
            errno = error;
            return -1;
        }
        written += (size_t)part;
    }
    return file;
}
