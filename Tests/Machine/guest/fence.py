#!/usr/bin/env python3
"""Runs as the service and tries what its sandbox must prevent. Prints a JSON object with the result of each attempt: `allowed`
or the name of the error. Tests/Machine/scenarios/fence.py runs it with and without systemd/hardening.conf."""

import ctypes
import errno
import json
import mmap
import os
import signal
import socket
import stat
import struct
import subprocess

from attempts import results

STATE = "/var/lib/bezel"
LIBC = ctypes.CDLL(None, use_errno=True)
CLONE_NEWUSER, PER_LINUX32 = 0x10000000, 8
LANDLOCK_CREATE_RULESET, LANDLOCK_VERSION = 444, 1
# 64-bit programs that make a 32-bit system call (int 0x80: getpid), and report whether it succeeded.
CODE = bytes.fromhex("b814000000" "cd80" "89c7" "c1ef1f" "b83c000000" "0f05")
PROGRAM = struct.pack(
    "<16sHHIQQQIHHHHHH", b"\x7fELF\2\1\1", 2, 62, 1, 0x400078, 64, 0, 0, 64, 56, 1, 0, 0, 0) + struct.pack(
    "<IIQQQQQQ", 1, 5, 0, 0x400000, 0x400000, 120 + len(CODE), 120 + len(CODE), 4096) + CODE


def call(name, *arguments):
    if LIBC[name](*arguments) < 0:
        raise OSError(ctypes.get_errno(), name)


def made(name, data=b""):
    path = f"{STATE}/{name}"
    if os.path.exists(path):
        os.remove(path)
    with open(path, "wb") as file:
        file.write(data)
    return path


def open_device(path):
    os.close(os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK))


def of(number):
    return lambda: socket.socket(number, socket.SOCK_DGRAM if number != socket.AF_NETLINK else socket.SOCK_RAW).close()


def send():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as local:
        local.sendto(b"?", ("127.0.0.1", 9))


def another_user():
    output = subprocess.run(["/srv/open/id", "-u"], capture_output=True, text=True).stdout.strip()
    if output != "0":
        raise PermissionError(errno.EPERM, "it runs as " + output)


def foreign():
    path = made("foreign", PROGRAM)
    os.chmod(path, 0o700)
    status = subprocess.run([path]).returncode
    if status:
        raise OSError(errno.EPERM, f"{status}")


def see(path):
    """The entries of a folder; for other files, that it exists."""
    if os.path.isdir(path):
        if not os.listdir(path):
            raise FileNotFoundError(errno.ENOENT, "empty")
    elif stat.S_IMODE(os.stat(path).st_mode) == 0:
        raise PermissionError(errno.EACCES, "mode 0000")


def writable(path):
    if os.statvfs(path).f_flag & os.ST_RDONLY:
        raise OSError(errno.EROFS, path)


def readable_by_others():
    if not os.stat(made("mode")).st_mode & 0o044:
        raise OSError(errno.EACCES, "0600")


def capabilities():
    with open("/proc/self/status") as file:
        if int(next(line for line in file if line.startswith("CapBnd")).split()[1], 16) == 0:
            raise OSError(errno.EPERM, "none")


def machine_code():
    mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC).close()


def landlock():
    """Whether the kernel is asked at all. Debian 12's has landlock, and leaves it off (ENOTSUP)."""
    try:
        call("syscall", LANDLOCK_CREATE_RULESET, None, 0, LANDLOCK_VERSION)
    except OSError as error:
        if error.errno != errno.ENOTSUP:
            raise


def real_time():
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def namespaces():
    child = os.fork()
    if child == 0:
        try:
            call("unshare", CLONE_NEWUSER)
        except OSError:
            os._exit(1)
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        raise OSError(errno.EPERM, "unshare")


# The attempts, by the line that must prevent them. Those with a + must always succeed.
ATTEMPTS = {
    "NoNewPrivileges": another_user,
    "CapabilityBoundingSet": capabilities,
    "RestrictSUIDSGID": lambda: os.chmod(made("suid"), 0o4755),
    "ProtectSystem": lambda: os.close(os.open("/srv/open/written", os.O_WRONLY | os.O_CREAT)),
    "ProtectHome": lambda: see("/home"),
    "+ StateDirectory": lambda: made("written"),
    "+ CacheDirectory": lambda: os.close(os.open("/var/cache/bezel/written", os.O_WRONLY | os.O_CREAT)),
    "UMask": readable_by_others,
    "PrivateTmp": lambda: see("/tmp/everybody"),
    "DevicePolicy: the screen": lambda: open_device("/dev/dri/card0"),
    "DevicePolicy: /dev/fb0": lambda: open_device("/dev/fb0"),
    "+ DeviceAllow: the terminal": lambda: open_device("/dev/tty"),
    "RestrictAddressFamilies: IPv4": of(socket.AF_INET),
    "RestrictAddressFamilies: IPv6": of(socket.AF_INET6),
    "+ RestrictAddressFamilies: local": of(socket.AF_UNIX),
    "+ RestrictAddressFamilies: netlink": of(socket.AF_NETLINK),
    "IPAddressDeny": send,
    "ProtectKernelTunables": lambda: writable("/sys"),
    "ProtectKernelModules": lambda: see("/lib/modules"),
    "ProtectKernelLogs": lambda: see("/dev/kmsg"),
    "ProtectControlGroups": lambda: writable("/sys/fs/cgroup"),
    "ProtectClock": lambda: call("adjtimex", ctypes.create_string_buffer(256)),
    "ProtectProc": lambda: see("/proc/1"),
    "ProcSubset": lambda: see("/proc/cpuinfo"),
    "MemoryDenyWriteExecute": machine_code,
    "LockPersonality": lambda: call("personality", PER_LINUX32),
    "SystemCallArchitectures": foreign,
    "RestrictNamespaces": namespaces,
    "RestrictRealtime": real_time,
    "SystemCallFilter: ~@privileged": lambda: os.chown(made("own"), os.getuid(), os.getgid()),
    "+ SystemCallFilter: landlock": landlock,
    "SystemCallFilter: ~@resources": lambda: os.setpriority(os.PRIO_PROCESS, 0, 5),
}
NAMESPACES = {"PrivateMounts": "mnt", "PrivateIPC": "ipc", "ProtectHostname": "uts"}


def main():
    # A filter that kills the process instead of returning an error would show up here.
    signal.signal(signal.SIGSYS, signal.SIG_DFL)
    found = results(ATTEMPTS)
    for name, kind in NAMESPACES.items():
        found[name] = os.readlink(f"/proc/self/ns/{kind}")
    with open("/proc/self/cgroup") as file:
        found["cgroup"] = file.read().strip().split("::")[-1]
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
