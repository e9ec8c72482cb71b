#!/usr/bin/env python3
"""Reads what vkms shows, because QEMU has no picture of it.

engine.py checksum            prints the checksum of the picture, once it is still
engine.py picture PID FILE    saves the picture with vkms's writeback: prints WIDTH HEIGHT, and writes FILE with 4 bytes per
                              pixel, BGRX. PID is the process that has the screen. Only that process may commit, so this
                              command duplicates its file descriptor of the card
engine.py planes              prints the numbers of the planes in use
engine.py source              prints the first column of its buffer that the first plane shows
engine.py spoil PID           removes the framebuffer that the process created last, so that the kernel rejects it
engine.py flips SECONDS       prints `tracing`, and at the end the vblank number of each reported flip
"""

import ctypes
import mmap
import os
import re
import select
import subprocess
import sys
import time

DEBUG, TRACING = "/sys/kernel/debug", "/sys/kernel/tracing"
CHECKSUMS = f"{DEBUG}/dri/0/crtc-0/crc"
PIDFD_GETFD = 438
CLIENT_CAP_ATOMIC, CLIENT_CAP_WRITEBACK = 3, 5
CONNECTOR_WRITEBACK, OBJECT_CONNECTOR = 18, 0xC0C0C0C0
ALLOW_MODESET, XRGB8888 = 0x400, 0x34325258


def mounted(kind, folder):
    if not os.path.ismount(folder):
        subprocess.run(["mount", "-t", kind, kind, folder], check=True)


def checksum():
    """Checksums arrive for every vblank after the file is opened. The first may still belong to an earlier picture."""
    mounted("debugfs", DEBUG)
    with open(f"{CHECKSUMS}/control", "w") as control:
        control.write("auto")
    seen = []
    with open(f"{CHECKSUMS}/data") as data:
        while len(seen) < 5 or len(set(seen[-3:])) > 1:
            seen.append(data.readline().split()[1])
    return seen[-1]


class Resources(ctypes.Structure):
    _fields_ = [(name, kind) for what in ("fbs", "crtcs", "connectors", "encoders")
                for name, kind in ((f"count_{what}", ctypes.c_int), (what, ctypes.POINTER(ctypes.c_uint32)))]


class Connector(ctypes.Structure):
    _fields_ = [("id", ctypes.c_uint32), ("encoder", ctypes.c_uint32), ("type", ctypes.c_uint32)]


class Properties(ctypes.Structure):
    _fields_ = [("count", ctypes.c_uint32), ("ids", ctypes.POINTER(ctypes.c_uint32)),
                ("values", ctypes.POINTER(ctypes.c_uint64))]


class Property(ctypes.Structure):
    _fields_ = [("id", ctypes.c_uint32), ("flags", ctypes.c_uint32), ("name", ctypes.c_char * 32)]


class Crtc(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ("id", "buffer", "x", "y", "width", "height")]


class Card:
    """Another process's open file of the card, duplicated, which gives this process the right to commit."""

    def __init__(self, pid):
        folder = f"/proc/{pid}/fd"
        number = next(int(name) for name in os.listdir(folder)
                      if os.readlink(f"{folder}/{name}").startswith("/dev/dri/card"))
        libc = ctypes.CDLL(None, use_errno=True)
        self.fd = libc.syscall(PIDFD_GETFD, os.pidfd_open(int(pid)), number, 0)
        if self.fd < 0:
            raise OSError(ctypes.get_errno(), "pidfd_getfd")
        self.drm = ctypes.CDLL("libdrm.so.2", use_errno=True)
        for name, kind in (("Resources", Resources), ("ConnectorCurrent", Connector), ("Property", Property),
                           ("Crtc", Crtc)):
            getattr(self.drm, f"drmModeGet{name}").restype = ctypes.POINTER(kind)
        self.drm.drmModeObjectGetProperties.restype = ctypes.POINTER(Properties)
        self.drm.drmModeAtomicAlloc.restype = ctypes.c_void_p
        self.check("ATOMIC", self.drm.drmSetClientCap(self.fd, ctypes.c_uint64(CLIENT_CAP_ATOMIC), ctypes.c_uint64(1)))
        self.writeback(True)

    def writeback(self, isSeen):
        """Whether writeback connectors are listed. The other process must not see them."""
        self.check("WRITEBACK", self.drm.drmSetClientCap(
            self.fd, ctypes.c_uint64(CLIENT_CAP_WRITEBACK), ctypes.c_uint64(isSeen)))

    def check(self, what, result):
        if result:
            raise OSError(ctypes.get_errno() or -result, what)

    def properties(self, connector):
        list = self.drm.drmModeObjectGetProperties(self.fd, connector, OBJECT_CONNECTOR).contents
        ids = [list.ids[index] for index in range(list.count)]
        return {self.drm.drmModeGetProperty(self.fd, id).contents.name.decode(): id for id in ids}

    def commit(self, connector, values):
        request = ctypes.c_void_p(self.drm.drmModeAtomicAlloc())
        names = self.properties(connector)
        for name, value in values.items():
            self.drm.drmModeAtomicAddProperty(request, connector, names[name], ctypes.c_uint64(value))
        self.check("commit", self.drm.drmModeAtomicCommit(self.fd, request, ALLOW_MODESET, None))

    def picture(self):
        resources = self.drm.drmModeGetResources(self.fd).contents
        crtc = self.drm.drmModeGetCrtc(self.fd, resources.crtcs[0]).contents
        connector = next(resources.connectors[index] for index in range(resources.count_connectors)
                         if self.drm.drmModeGetConnectorCurrent(self.fd, resources.connectors[index]).contents.type
                         == CONNECTOR_WRITEBACK)
        handle, pitch, size = ctypes.c_uint32(), ctypes.c_uint32(), ctypes.c_uint64()
        self.check("create", self.drm.drmModeCreateDumbBuffer(
            self.fd, crtc.width, crtc.height, 32, 0, ctypes.byref(handle), ctypes.byref(pitch), ctypes.byref(size)))
        offset, framebuffer, none = ctypes.c_uint64(), ctypes.c_uint32(), (ctypes.c_uint32 * 4)()
        self.check("map", self.drm.drmModeMapDumbBuffer(self.fd, handle, ctypes.byref(offset)))
        self.check("add", self.drm.drmModeAddFB2(
            self.fd, crtc.width, crtc.height, XRGB8888, (ctypes.c_uint32 * 4)(handle.value),
            (ctypes.c_uint32 * 4)(pitch.value), none, ctypes.byref(framebuffer), 0))
        fence = ctypes.c_int32(-1)
        self.commit(connector, {
            "CRTC_ID": crtc.id, "WRITEBACK_FB_ID": framebuffer.value,
            "WRITEBACK_OUT_FENCE_PTR": ctypes.addressof(fence)})
        if not select.select([fence.value], [], [], 20)[0]:
            raise TimeoutError("the writeback has not been written within 20 s")
        with mmap.mmap(self.fd, size.value, offset=offset.value) as memory:
            rows = [memory[y * pitch.value:y * pitch.value + 4 * crtc.width] for y in range(crtc.height)]
        self.commit(connector, {"CRTC_ID": 0})
        self.writeback(False)
        self.drm.drmModeRmFB(self.fd, framebuffer)
        self.drm.drmModeDestroyDumbBuffer(self.fd, handle)
        return crtc.width, crtc.height, b"".join(rows)


def planes():
    """The card's state lists each plane as `plane[NUMBER]: …`, with `crtc=(null)` if it is not in use."""
    mounted("debugfs", DEBUG)
    with open(f"{DEBUG}/dri/0/state") as file:
        return re.findall(r"^plane\[(\d+)\].*\n\tcrtc=crtc", file.read(), re.M)


def source():
    mounted("debugfs", DEBUG)
    with open(f"{DEBUG}/dri/0/state") as file:
        return re.search(r"src-pos=[\d.]+x[\d.]+\+(\d+)", file.read())[1]


def spoil(pid):
    """The list of framebuffers has a line `framebuffer[NUMBER]:` for each. The newest one has the highest number."""
    mounted("debugfs", DEBUG)
    card = Card(pid)
    card.writeback(False)
    with open(f"{DEBUG}/dri/0/framebuffer") as file:
        number = max(int(number) for number in re.findall(r"^framebuffer\[(\d+)\]", file.read(), re.M))
    card.check("RmFB", card.drm.drmModeRmFB(card.fd, number))


def flips(seconds):
    mounted("tracefs", TRACING)

    def put(name, text):
        with open(f"{TRACING}/{name}", "w") as file:
            file.write(text)

    put("trace", "")
    put("events/drm/drm_vblank_event_delivered/enable", "1")
    print("tracing", flush=True)
    time.sleep(seconds)
    put("events/drm/drm_vblank_event_delivered/enable", "0")
    with open(f"{TRACING}/trace") as file:
        return [int(number) for number in re.findall(r"drm_vblank_event_delivered: .*seq=(\d+)", file.read())]


if __name__ == "__main__":
    if sys.argv[1:2] == ["checksum"]:
        print(checksum())
    elif sys.argv[1:2] == ["picture"]:
        width, height, pixels = Card(sys.argv[2]).picture()
        with open(sys.argv[3], "wb") as file:
            file.write(pixels)
        print(width, height)
    elif sys.argv[1:2] == ["flips"]:
        print("flips", *flips(float(sys.argv[2])))
    elif sys.argv[1:2] == ["planes"]:
        print(*planes())
    elif sys.argv[1:2] == ["source"]:
        print(source())
    elif sys.argv[1:2] == ["spoil"]:
        spoil(sys.argv[2])
    else:
        sys.exit(__doc__)
