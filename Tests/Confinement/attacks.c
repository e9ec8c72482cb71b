// What a picture could try that has taken over its decoder. A child confines itself as a decoder does, and tries each attack on its
// parent, the files and the kernel. Prints the attacks that succeed, and what a decoder needs and cannot do.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include "../../Sources/CLinux/confine.h"

static int failed, tried;

// The call must fail with EPERM (seccomp), EACCES (landlock) or ENOSYS (clone3).
static void refused(const char *what, long result)
{
    int error = errno;
    tried++;
    if (result == -1 && (error == EPERM || error == EACCES || error == ENOSYS))
        return;
    failed++;
    printf("not refused: %s: %ld (%s)\n", what, result, result == -1 ? strerror(error) : "done");
}

static void allowed(const char *what, int holds)
{
    tried++;
    if (holds)
        return;
    failed++;
    printf("not possible: %s (%s)\n", what, strerror(errno));
}

static void *run(void *argument) { return argument; }

// What landlock prevents.
static void read_files(const char *folder, const char *inner, pid_t parent)
{
    char path[4096];
    refused("reading /etc/passwd", open("/etc/passwd", O_RDONLY));
    refused("reading /etc/bezel", open("/etc/hostname", O_RDONLY));
    refused("reading the kiosk's state", open(inner, O_RDONLY));
    refused("listing a folder", (long)opendir(folder) == 0 ? -1 : 0);
    refused("reading through /usr/..", open("/usr/../etc/passwd", O_RDONLY));
    snprintf(path, sizeof path, "/proc/%d/mem", parent);
    refused("reading the parent's memory", open(path, O_RDONLY));
    snprintf(path, sizeof path, "/proc/%d/environ", parent);
    refused("reading the parent's environment", open(path, O_RDONLY));
}

// What seccomp prevents, also without landlock.
static void attack(const char *folder, const char *inner, int connection, pid_t parent)
{
    char path[4096];

    // Files.
    refused("a device", open("/dev/tty", O_RDWR));
    refused("its own memory", open("/proc/self/mem", O_RDWR));
    snprintf(path, sizeof path, "/proc/%d/mem", parent);
    refused("writing the parent's memory", open(path, O_RDWR));
    refused("writing a file", open(inner, O_WRONLY));
    refused("emptying a file as it is opened", open(inner, O_RDONLY | O_TRUNC));
    snprintf(path, sizeof path, "%s/new", folder);
    refused("making a file", open(path, O_WRONLY | O_CREAT, 0600));
    refused("an unnamed file", open(folder, O_WRONLY | O_TMPFILE, 0600));
    refused("writing /dev/null as a file of the system", open("/usr/bezel", O_WRONLY | O_CREAT, 0600));
    refused("emptying a file", truncate(inner, 0));
    refused("removing a file", unlink(inner));
    refused("renaming a file", rename(inner, path));
    refused("a hard link", link(inner, path));
    refused("a symbolic link", symlink(inner, path));
    refused("making a folder", mkdir(path, 0700));
    refused("a named pipe", mkfifo(path, 0600));
    refused("changing a mode", chmod(inner, 0777));
    refused("changing an owner", chown(inner, 1, 1));
    refused("changing the root", chroot("/usr"));
    refused("changing the folder", chdir("/"));
    refused("mounting", mount("none", "/mnt", "tmpfs", 0, NULL));
    refused("openat2", syscall(SYS_openat2, AT_FDCWD, "/usr", NULL, 0));
    refused("a file by its handle", syscall(SYS_open_by_handle_at, AT_FDCWD, NULL, 0));
    refused("watching files", syscall(SYS_inotify_init1, 0));
    refused("watching all files", syscall(SYS_fanotify_init, 0, 0));

    // Other programs and the network.
    refused("a local socket", socket(AF_UNIX, SOCK_STREAM, 0));
    refused("a socket for packets", socket(AF_UNIX, SOCK_SEQPACKET, 0));
    refused("TCP", socket(AF_INET, SOCK_STREAM, 0));
    refused("UDP", socket(AF_INET6, SOCK_DGRAM, 0));
    refused("netlink", socket(AF_NETLINK, SOCK_RAW, 0));
    refused("a pair of sockets", socketpair(AF_UNIX, SOCK_STREAM, 0, (int[2]){0}));
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/run/systemd/notify"};
    refused("connecting its socket anew", connect(connection, (struct sockaddr *)&address, sizeof address));
    refused("binding its socket", bind(connection, (struct sockaddr *)&address, sizeof address));
    refused("listening", listen(connection, 1));
    refused("taking a connection", accept(connection, NULL, NULL));
    refused("options of its socket", setsockopt(connection, SOL_SOCKET, SO_RCVBUF, &(int){1}, 4));

    // Processes.
    refused("fork", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
#ifdef SYS_fork
    refused("the old fork", syscall(SYS_fork));
    refused("vfork", syscall(SYS_vfork));
#endif
    refused("clone3", syscall(SYS_clone3, NULL, 0));
    refused("another program", execl("/usr/bin/true", "true", NULL));
    refused("another program by a descriptor", syscall(SYS_execveat, AT_FDCWD, "/usr/bin/true", NULL, NULL, 0));
    refused("tracing the parent", ptrace(PTRACE_ATTACH, parent, NULL, NULL));
    struct iovec its = {(void *)&failed, 4}, mine = {(void *)&tried, 4};
    refused("reading the parent", process_vm_readv(parent, &mine, 1, &its, 1, 0));
    refused("writing the parent", process_vm_writev(parent, &mine, 1, &its, 1, 0));
    refused("killing the parent", kill(parent, SIGKILL));
    refused("killing everything", kill(-1, SIGKILL));
    refused("signalling a thread of the parent", syscall(SYS_tgkill, parent, parent, SIGKILL));
    refused("signalling a thread", syscall(SYS_tkill, parent, SIGKILL));
    refused("queueing a signal", syscall(SYS_rt_sigqueueinfo, parent, SIGTERM, NULL));
    refused("a descriptor of the parent", syscall(SYS_pidfd_open, parent, 0));
    refused("signals by its socket's owner", fcntl(connection, F_SETOWN, parent));
    refused("another signal of its socket", fcntl(connection, F_SETSIG, SIGKILL));
    refused("signals to a thread", fcntl(connection, 15 /* F_SETOWN_EX */, NULL));
    refused("locks", fcntl(connection, F_SETLK, NULL));
    refused("limits of the parent", prlimit(parent, RLIMIT_NOFILE, &(struct rlimit){0, 0}, NULL));
    refused("a higher limit of its own", prlimit(0, RLIMIT_CPU, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY}, NULL));
    refused("a higher limit by the old call", syscall(SYS_setrlimit, RLIMIT_AS, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY}));
    refused("the parent's priority", setpriority(PRIO_PROCESS, parent, 19));
    refused("the parent's scheduling", sched_setscheduler(parent, SCHED_IDLE, &(struct sched_param){0}));
    refused("the parent's processors", syscall(SYS_sched_setaffinity, parent, 0, NULL));
    refused("waiting", waitpid(-1, NULL, WNOHANG));
    refused("another session", setsid());

    // The kernel.
    refused("another user", setuid(1));
    refused("capabilities", syscall(SYS_capset, NULL, NULL));
    refused("namespaces", unshare(CLONE_NEWUSER));
    refused("another's namespaces", setns(connection, 0));
    refused("BPF", syscall(SYS_bpf, 0, NULL, 0));
    refused("performance counters", syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
    refused("io_uring", syscall(SYS_io_uring_setup, 1, NULL));
    refused("userfaultfd", syscall(SYS_userfaultfd, 0));
    refused("keys", syscall(SYS_add_key, "user", "a", "b", 1, 0));
    refused("modules", syscall(SYS_init_module, NULL, 0, NULL));
    refused("the kernel's log", syscall(SYS_syslog, 3, NULL, 0));
    refused("the time", syscall(SYS_clock_settime, CLOCK_REALTIME, NULL));
    refused("a reboot", syscall(SYS_reboot, 0, 0, 0, NULL));
    refused("kexec", syscall(SYS_kexec_load, 0, 0, NULL, 0));
    refused("typing on a terminal", ioctl(0, TIOCSTI, "x"));
    refused("the filter's own removal", prctl(PR_SET_SECCOMP, 0, 0, 0, 0));
    refused("becoming dumpable", prctl(PR_SET_DUMPABLE, 1, 0, 0, 0));
    refused("shared memory", syscall(SYS_shmget, 1, 4096, 0600));
    refused("memory that outlives it", memfd_create("bezel", MFD_ALLOW_SEALING));
    refused("a longer file", ftruncate(connection, 1 << 20));
    refused("message queues", syscall(SYS_mq_open, "/a", O_CREAT, 0600, NULL));
    refused("a number that no call has", syscall(100000));

    // What decoding needs.
    int library = open("/usr/lib", O_RDONLY | O_DIRECTORY);
    allowed("reading the system's libraries", library >= 0);
    pthread_t thread;
    allowed("a thread", pthread_create(&thread, NULL, run, NULL) == 0 && pthread_join(thread, NULL) == 0);
    allowed("the flags of a descriptor", fcntl(connection, F_GETFD) >= 0 && fcntl(connection, F_GETFL) >= 0);
    allowed("memory", mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
    allowed("reading its own limits", getrlimit(RLIMIT_NOFILE, &(struct rlimit){0, 0}) == 0);
    allowed("its connection", send(connection, "x", 1, 0) == 1 || syscall(SYS_sendmsg, connection,
        &(struct msghdr){.msg_iov = &(struct iovec){"x", 1}, .msg_iovlen = 1}, 0) == 1);
    allowed("a signal to itself", syscall(SYS_tgkill, getpid(), gettid(), 0) == 0);
}

int main(void)
{
    char folder[] = "/tmp/bezel-attacks-XXXXXX", path[4096];
    if (!mkdtemp(folder))
        return perror("mkdtemp"), 1;
    snprintf(path, sizeof path, "%s/secret", folder);
    close(open(path, O_WRONLY | O_CREAT, 0600));
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0)
        return perror("socketpair"), 1;
    pid_t parent = getpid();
    int status = 0;
    for (int with_landlock = 0; with_landlock <= 1; with_landlock++) {
        pid_t child = fork();
        if (child == 0) {
            const char *readable[] = {"/usr", "/lib", "/dev/null", NULL};
            if (with_landlock && bezel_limit_files(readable) != 0) {
                printf("this kernel has no landlock: %s\n", strerror(errno));
                _exit(errno != ENOSYS && errno != EOPNOTSUPP);
            }
            if (bezel_limit_calls() != 0)
                printf("this kernel has no seccomp: %s\n", strerror(errno)), failed++;
            if (with_landlock)
                read_files(folder, path, parent);
            attack(folder, path, ends[1], parent);
            printf("%s landlock: %d of %d attacks and needs are as they should be\n", with_landlock ? "with" : "without",
                tried - failed, tried);
            fflush(stdout);
            _exit(failed != 0);
        }
        int ending = 0;
        waitpid(child, &ending, 0);
        if (WIFSIGNALED(ending))
            printf("the child was ended by signal %d\n", WTERMSIG(ending));
        status |= ending;
    }
#if defined __x86_64__
    // The calls of 32-bit programs have other numbers. A process that makes one is killed.
    pid_t child = fork();
    if (child == 0) {
        bezel_limit_calls();
        int result = 20; // getpid
        __asm__ volatile("int $0x80" : "+a"(result) : : "memory");
        _exit(0);
    }
    int other = 0;
    waitpid(child, &other, 0);
    if (!WIFSIGNALED(other)) {
        printf("not refused: a call of a 32-bit program\n");
        status = 1;
    }
#endif
    unlink(path);
    rmdir(folder);
    return status != 0;
}
