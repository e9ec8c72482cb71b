"""HID devices made with uhid."""

import os
import select
import struct
import subprocess
import time

UHID_DESTROY, UHID_START, UHID_GET_REPORT, UHID_GET_REPORT_REPLY, UHID_CREATE2 = 1, 2, 9, 10, 11
UHID_INPUT2, UHID_SET_REPORT, UHID_SET_REPORT_REPLY = 12, 13, 14
BUS_USB = 3
# How long udev may take to process a device, in seconds.
PATIENCE = 5


class Device:
    """A device with the report descriptor `data`. `answer` gives the feature report with a number, or nothing."""

    def __init__(self, name, vendor, product, data, answer):
        self.file = os.open("/dev/uhid", os.O_RDWR | os.O_CLOEXEC)
        self.answer = answer
        self.send(UHID_CREATE2, struct.pack(
            "<128s64s64sHHIIII4096s", name.encode(), b"", b"", len(data), BUS_USB, vendor, product, 0, 0, data))

    def send(self, kind, data=b""):
        os.write(self.file, struct.pack("<I", kind) + data)

    def report(self, data):
        self.send(UHID_INPUT2, struct.pack("<H4096s", len(data), data))

    def serve(self, seconds):
        """Answers the kernel's requests for feature reports while it probes the device."""
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0 and select.select([self.file], [], [], rest)[0]:
            event = os.read(self.file, 4380)
            kind, number = struct.unpack_from("<II", event)
            if kind == UHID_GET_REPORT:
                data = self.answer(event[8])
                self.send(UHID_GET_REPORT_REPLY, struct.pack("<IHH4096s", number, 0 if data else 5, len(data), data))
            elif kind == UHID_SET_REPORT:
                self.send(UHID_SET_REPORT_REPLY, struct.pack("<IH", number, 0))

    def close(self):
        self.send(UHID_DESTROY)
        os.close(self.file)


def touch_screens():
    """The event nodes of the touch screens that this script created."""
    found = []
    for name in os.listdir("/sys/devices/virtual/misc/uhid") if os.path.isdir("/sys/devices/virtual/misc/uhid") else []:
        folder = f"/sys/devices/virtual/misc/uhid/{name}/input"
        for number in os.listdir(folder) if os.path.isdir(folder) else []:
            for entry in os.listdir(f"{folder}/{number}"):
                if not entry.startswith("event"):
                    continue
                try:
                    with open(f"{folder}/{number}/{entry}/dev") as file, open(f"/run/udev/data/c{file.read().strip()}") as data:
                        if "E:ID_INPUT_TOUCHSCREEN=1" in data.read():
                            found.append(f"/dev/input/{entry}")
                except FileNotFoundError:
                    pass
    return found


def appear(device, before, limit=20):
    """The event nodes of touch screens that were not there `before`. The kernel may probe the device after udev has become idle, so
    this waits for the first. There are none after `limit` seconds if the kernel or udev makes none."""
    end = time.monotonic() + limit
    while True:
        settle(device)
        if set(touch_screens()) - before or time.monotonic() > end:
            # A screen can have several nodes.
            settle(device)
            return [node for node in touch_screens() if node not in before]
        device.serve(0.05)


def settle(device):
    """Waits until udev has processed the device, and answers the kernel meanwhile."""
    process = subprocess.Popen(["udevadm", "settle", f"--timeout={PATIENCE}"])
    while process.poll() is None:
        device.serve(0.05)
