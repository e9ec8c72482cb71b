#!/usr/bin/env python3
"""Runs as the program of a page, and tries what bezel-guest@.service must prevent. Prints a JSON object with the result of each
attempt: `allowed` or the name of the error. Tests/Machine/scenarios/program.py reads it from the journal."""

import ctypes
import errno
import json
import multiprocessing.shared_memory
import os
import signal
import socket

from attempts import results

LIBC = ctypes.CDLL(None, use_errno=True)
CLONE_NEWUSER = 0x10000000


def opened(path, flags=os.O_RDONLY):
    return lambda: os.close(os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY))


def connected(path, kind=socket.SOCK_STREAM):
    def attempt():
        with socket.socket(socket.AF_UNIX, kind) as client:
            client.connect(path)
    return attempt


def is_root_or_has_rights():
    with open("/proc/self/status") as file:
        lines = dict(line.rstrip().split(":\t", 1) for line in file if ":\t" in line)
    if lines["NoNewPrivs"] == "1" and int(lines["CapBnd"], 16) == 0 and os.getuid() > 60000:
        raise PermissionError(errno.EPERM, "a user of its own without rights")


def sees_the_kiosk():
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{number}/comm") as file:
                if file.read() == "bezel\n" and os.stat(f"/proc/{number}").st_uid != os.getuid():
                    return
        except OSError:
            continue
    raise FileNotFoundError(errno.ENOENT, "no process of another user")


def sees_other_memory():
    """The folders of programs that run. The scenario has another one go on meanwhile."""
    own = os.path.basename(os.environ["XDG_RUNTIME_DIR"])
    if not [name for name in os.listdir("/dev/shm") if name != own]:
        raise FileNotFoundError(errno.ENOENT, "no shared memory of another program")


def new_user_namespace():
    child = os.fork()
    if child == 0:
        os._exit(1 if LIBC.unshare(CLONE_NEWUSER) else 0)
    if os.waitpid(child, 0)[1]:
        raise PermissionError(errno.EPERM, "unshare")


def network():
    with socket.socket(socket.AF_INET) as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        with socket.create_connection(server.getsockname()):
            pass


def shared_memory():
    """As browsers do."""
    memory = multiprocessing.shared_memory.SharedMemory("bezel-fence", create=True, size=1 << 20)
    memory.buf[:4] = b"here"
    memory.close()
    memory.unlink()


def written(folder):
    def attempt():
        path = f"{folder}/written"
        with open(path, "w") as file:
            file.write("by the program")
        os.remove(path)
    return attempt


# Those with a + must succeed, and all others must fail.
ATTEMPTS = {
    "be root, or gain rights": is_root_or_has_rights,
    "the screen": opened("/dev/dri/card0", os.O_RDWR),
    "the frame buffer": opened("/dev/fb0", os.O_RDWR),
    "the touch panels": opened("/dev/input/event0"),
    "uinput": opened("/dev/uinput", os.O_RDWR),
    "the terminal": opened("/dev/tty1", os.O_RDWR),
    "the disk": opened("/dev/vda"),
    "the kiosk's control socket": connected("/run/bezel/control"),
    "start programs": connected("/run/bezel-guest/1", socket.SOCK_SEQPACKET),
    "the seat": connected("/run/seatd.sock"),
    "the system's bus": connected("/run/dbus/system_bus_socket"),
    "systemd": connected("/run/systemd/private"),
    "the kiosk's state": lambda: os.listdir("/var/lib/bezel"),
    "the machine's file": opened("/etc/bezel/bezel.toml"),
    "home folders": opened("/home/somebody/letter"),
    "others' temporary files": opened("/tmp/everybody"),
    "the machine's shared memory": opened("/dev/shm/everybody"),
    "another program's shared memory": sees_other_memory,
    "write to the system": written("/usr"),
    "write to /srv": written("/srv/open"),
    "other processes": sees_the_kiosk,
    "signal the first process": lambda: os.kill(1, signal.SIGCONT),
    "+ its folder": written(os.environ["HOME"]),
    "+ shared memory": written("/dev/shm"),
    "+ shared memory by its name": shared_memory,
    "+ its windows": connected(os.environ["XDG_RUNTIME_DIR"] + "/" + os.environ["WAYLAND_DISPLAY"]),
    "+ the network": network,
    "+ a browser's own sandbox": new_user_namespace,
}

print(json.dumps(results(ATTEMPTS)), flush=True)
# The page would start it again.
signal.pause()
