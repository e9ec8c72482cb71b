// Confines a process to what a decoder of pictures needs: seccomp(2) limits the system calls, landlock(7) the files.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

extern long syscall(long number, ...);

#if defined __x86_64__
#define BEZEL_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define BEZEL_AUDIT_ARCH AUDIT_ARCH_AARCH64
#else
#error "the system calls of this processor are not known here"
#endif

// Lets the process and what it starts read only beneath the folders and files of `readable`, whose list ends with NULL, and write
// no file at all. Files that are open stay open. Returns -1 with errno where the kernel cannot do that (ENOSYS, EOPNOTSUPP).
static inline int bezel_limit_files(const char *const *readable)
{
    // What the first version of landlock knows: executing, writing, reading, and making and removing each kind of file.
    const uint64_t reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
    struct landlock_ruleset_attr all = {.handled_access_fs = (1ULL << 13) - 1};
    // The second added renaming between folders, the third truncating.
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 0)
        return -1;
    if (version >= 2)
        all.handled_access_fs |= 1ULL << 13;
    if (version >= 3)
        all.handled_access_fs |= 1ULL << 14;
    int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all.handled_access_fs, 0);
    if (rules < 0)
        return -1;
    for (; *readable; readable++) {
        const int path_only = 010000000; // O_PATH, for which glibc wants _GNU_SOURCE
        struct landlock_path_beneath_attr beneath = {.allowed_access = reading};
        beneath.parent_fd = open(*readable, path_only | O_CLOEXEC);
        if (beneath.parent_fd < 0)
            continue;
        if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) != 0) {
            // Not a folder.
            beneath.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
            syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
        }
        close(beneath.parent_fd);
    }
    int result = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (result == 0)
        result = (int)syscall(SYS_landlock_restrict_self, rules, 0);
    int error = errno;
    close(rules);
    errno = error;
    return result;
}

// Refuses with EPERM every system call but those with which a program reads files, computes, starts threads and talks over what is
// open, and opening a file to write it. Returns -1 with errno where the kernel cannot do that (EINVAL).
static inline int bezel_limit_calls(void)
{
#define ALLOW(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
    struct sock_filter filter[] = {
        // A call by the table of another processor is no call of this program.
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, BEZEL_AUDIT_ARCH, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOW(read), ALLOW(pread64), ALLOW(readv), ALLOW(write), ALLOW(pwrite64), ALLOW(writev), ALLOW(close), ALLOW(lseek),
        ALLOW(recvmsg), ALLOW(sendmsg), ALLOW(ppoll),
        ALLOW(mmap), ALLOW(munmap), ALLOW(mremap), ALLOW(mprotect), ALLOW(madvise), ALLOW(brk),
        ALLOW(futex), ALLOW(sched_yield), ALLOW(sched_getaffinity), ALLOW(set_robust_list), ALLOW(set_tid_address), ALLOW(rseq),
        ALLOW(getrandom), ALLOW(getpid), ALLOW(gettid), ALLOW(getuid), ALLOW(geteuid), ALLOW(getgid), ALLOW(getegid),
        ALLOW(clock_gettime), ALLOW(clock_getres), ALLOW(clock_nanosleep), ALLOW(nanosleep), ALLOW(gettimeofday),
        ALLOW(setitimer), ALLOW(getrusage), ALLOW(sysinfo), ALLOW(uname), ALLOW(getcwd),
        ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn), ALLOW(sigaltstack),
        ALLOW(restart_syscall), ALLOW(exit), ALLOW(exit_group),
        ALLOW(newfstatat), ALLOW(fstat), ALLOW(statx), ALLOW(faccessat), ALLOW(readlinkat), ALLOW(getdents64),
        ALLOW(statfs), ALLOW(fstatfs),
#ifdef __x86_64__
        ALLOW(stat), ALLOW(lstat), ALLOW(access), ALLOW(readlink), ALLOW(poll), ALLOW(time), ALLOW(arch_prctl),
#endif
#ifdef SYS_faccessat2
        ALLOW(faccessat2),
#endif
        // Files are opened to be read, also where the kernel has no landlock.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
#ifdef __x86_64__
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_open, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
#endif
        // F_SETOWN and F_SETSIG would have the kernel signal another process of this user.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fcntl, 0, 7),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_GETFD, 4, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_SETFD, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_GETFL, 2, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_DUPFD_CLOEXEC, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        // abort() signals its own process. No other process is signalled.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        // It reads its own limits. Root could raise them, so there are no new ones: the third argument is NULL.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 8),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 5),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2]) + 4),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        // glibc uses clone when there is no clone3, whose flags a filter cannot see. Threads are allowed, processes are not.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x00010000 /* CLONE_THREAD */, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    };
#undef ALLOW
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
