#!/usr/bin/env python3
"""Random HID devices made with uhid: touch screens with valid, odd and damaged descriptors, which send matching and other
reports. Only one device exists at a time, and it is removed with its fingers down.

reports.py --seed 1 --seconds 20 --watch PID     PID is the process that must open the touch screens

At the end it prints the counts as JSON. The comments in Descriptor list what is odd; see docs/internals/reliability.md.
"""

import argparse
import json
import os
import random
import struct
import sys
import time

from uhid import Device, settle, touch_screens


def item(kind, value):
    """A short item of a report descriptor: its tag and type, and as many bytes as its value needs."""
    if kind in (0xC0,):
        return bytes([kind])
    for code, size in (("b", 1), ("h", 2), ("i", 3)):
        try:
            return bytes([kind | size]) + struct.pack("<" + code, value)
        except struct.error:
            continue
    return bytes([kind | 3]) + struct.pack("<I", value & 0xFFFFFFFF)


PAGE, USAGE, COLLECTION, END = 0x04, 0x08, 0xA0, 0xC0
LOGICAL_MIN, LOGICAL_MAX, PHYSICAL_MIN, PHYSICAL_MAX = 0x14, 0x24, 0x34, 0x44
EXPONENT, UNIT, SIZE, ID, COUNT, INPUT, FEATURE = 0x54, 0x64, 0x74, 0x84, 0x94, 0x80, 0xB0


class Descriptor:
    """A touch screen as Windows requires it. `odds` is the probability that a part is odd. `bits` are the fields of its
    reports."""

    def __init__(self, chance, odds):
        self.chance, self.odds = chance, odds
        self.data, self.bits = b"", []
        # Odd: a touch pad, a pen, or another device with wrong claims about its fingers.
        self.put(PAGE, 0x0D).put(USAGE, self.or_odd(0x04, [0x05, 0x02, 0x01, 0x20, chance.randrange(256)]))
        self.put(COLLECTION, 1).put(ID, 1)
        # Odd: no fingers, or more than a person has.
        for _ in range(self.or_odd(chance.choice([1, 2, 5, 10]), [0, 20, 40])):
            self.finger()
        if not self.is_odd():
            self.put(PAGE, 0x0D).put(USAGE, 0x54).field(8, 0, self.or_odd(127, [0, 1, -1, 255]))
        if not self.is_odd():
            self.put(PAGE, 0x0D).put(USAGE, 0x56).field(16, 0, 65535)
        # Odd: a contact maximum of 0 or 255.
        self.put(ID, self.or_odd(2, [1, 0, 255])).put(PAGE, 0x0D).put(USAGE, 0x55)
        self.put(LOGICAL_MAX, self.or_odd(10, [0, -1, 255, 2 ** 31 - 1])).put(SIZE, 8).put(COUNT, 1).put(FEATURE, 2)
        self.put(END, 0)

    def is_odd(self):
        return self.chance.random() < self.odds

    def or_odd(self, usual, odd):
        return self.chance.choice(odd) if self.is_odd() else usual

    def put(self, kind, value):
        self.data += item(kind, value)
        return self

    def field(self, size, least, most):
        """Odd: a field that is too wide, missing, or repeated; the value range may be reversed."""
        size = self.or_odd(size, [1, 7, 12, 31, 32, 64])
        count = self.or_odd(1, [0, 2, 9])
        if self.is_odd():
            least, most = self.chance.choice([(most, least), (0, 0), (-2 ** 31, 2 ** 31 - 1), (least, most * 1000), (-5, 5)])
        self.put(LOGICAL_MIN, least).put(LOGICAL_MAX, most).put(SIZE, size).put(COUNT, count)
        self.put(INPUT, self.or_odd(2, [3, 0, 6, 0x82]))
        self.bits += [(size, least, most)] * count

    def finger(self):
        self.put(PAGE, 0x0D).put(USAGE, 0x22).put(COLLECTION, 2)
        for usage in (0x42, 0x32, 0x47):
            if usage == 0x42 or not self.is_odd():
                self.put(USAGE, usage).field(1, 0, 1)
        self.put(LOGICAL_MAX, 1).put(SIZE, 5).put(COUNT, 1).put(INPUT, 3)
        self.bits.append((5, 0, 31))
        if not self.is_odd():
            self.put(USAGE, 0x51).field(8, 0, self.or_odd(127, [0, 1, -1]))
        self.put(PAGE, 1)
        for usage, length in ((0x30, 5270), (0x31, 2960)):
            # Odd: lengths in inches, in degrees, of 10^7 m, or of none.
            self.put(EXPONENT, self.or_odd(0x0E, [0, 7, 8, 0x0F, 3])).put(UNIT, self.or_odd(0x11, [0x13, 0, 0x14, 0x1001, 0xFFFF]))
            self.put(PHYSICAL_MIN, 0).put(PHYSICAL_MAX, self.or_odd(length, [0, -1, 1, 2 ** 31 - 1]))
            self.put(USAGE, usage).field(16, 0, 32767)
        self.put(PAGE, 0x0D)
        for usage in (0x48, 0x49, 0x30):
            if self.is_odd():
                self.put(USAGE, usage).field(8, 0, 255)
        self.put(END, 0)

    def report(self):
        """A report that fits the descriptor, with random fingers; or an odd one: too short, too long, with another id, or
        noise."""
        if self.is_odd():
            return bytes(self.chance.randrange(256) for _ in range(self.chance.choice([0, 1, 2, 8, 64, 300])))
        value, at = 0, 0
        for size, least, most in self.bits:
            low, high = min(least, most), max(least, most)
            # Fingers are down more often than up.
            number = self.chance.randint(low, high) if high != 1 else int(self.chance.random() < 0.8)
            value |= (number & (1 << size) - 1) << at
            at += size
        return b"\1" + value.to_bytes((at + 7) // 8, "little")[:4095]


def flipped(chance, data):
    """Changes, removes or repeats some bytes."""
    data = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(data))
        what = chance.random()
        if what < 0.6:
            data[at] = chance.randrange(256)
        elif what < 0.8:
            del data[at:at + chance.randint(1, 4)]
        else:
            data[at:at] = data[at:at + chance.randint(1, 30)]
    return bytes(data) or b"\0"


def opened(pid, paths):
    """Those of the nodes that a process has open."""
    there = set()
    for number in os.listdir(f"/proc/{pid}/fd"):
        try:
            there.add(os.readlink(f"/proc/{pid}/fd/{number}"))
        except FileNotFoundError:
            pass
    return there & set(paths)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--first", type=int, default=0, help="the number of the device to begin with")
    parser.add_argument("--watch", type=int, required=True)
    options = parser.parse_args()
    counts = {"devices": 0, "bound": 0, "touch screens": 0, "opened": 0, "reports": 0, "reports refused": 0}
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        number = options.first + counts["devices"]
        # Seeded by its number: each device and its reports are the same whichever device the run begins with.
        chance, answers = random.Random(f"{options.seed}-{number}"), random.Random(number)
        # A third of the devices is valid, a third is odd in places, and a third is odd and damaged.
        kind = number % 3
        descriptor = Descriptor(chance, (0, 0.08, 0.1)[kind])
        # The kernel accepts no longer descriptor.
        data = (descriptor.data if kind < 2 else flipped(chance, descriptor.data))[:4096]
        device = Device(
            f"By chance {number}", 0x1234, number & 0xFFFF, data,
            lambda report: bytes([report, answers.randrange(256)]) if answers.random() < 0.8 else b"")
        counts["devices"] += 1
        settle(device)
        nodes = touch_screens()
        counts["touch screens"] += bool(nodes)
        counts["bound"] += bool(os.path.isdir("/sys/devices/virtual/misc/uhid") and any(
            os.path.isdir(f"/sys/devices/virtual/misc/uhid/{name}/input") for name in os.listdir("/sys/devices/virtual/misc/uhid")))
        # The kiosk learns of the device from udev. It never opens a device that it rejects.
        patience = time.monotonic() + (1 if nodes else 0)
        while not (seen := opened(options.watch, nodes)) and time.monotonic() < patience:
            device.serve(0.05)
        counts["opened"] += bool(seen)
        for _ in range(chance.choice([5, 50, 300])):
            report = descriptor.report()
            try:
                device.report(report)
                counts["reports"] += 1
            except OSError:
                counts["reports refused"] += 1
            device.serve(chance.choice([0, 0.002, 0.01]))
        device.close()
        if counts["devices"] % 50 == 0:
            print(f"after device {number} {json.dumps(counts)}", flush=True)
    print(json.dumps(counts), flush=True)


if __name__ == "__main__":
    sys.exit(main())
