#!/usr/bin/env python3
"""A touch panel made with uhid from a report descriptor, played from lines on standard input as panel.py is.

hid_panel.py --size 527x296 NAME VID:PID [contacts=N] [from=0] [valid=SIGN] DESCRIPTOR

The device is a line of Tests/Machine/touch-screens. `palm FINGER` reports the finger without confidence, until it lifts. After
`ready /dev/input/eventN` follows the size of the panel in millimetres as its axes report it, or `none`.

It reports again and again while fingers are down, as screens do: the kernel lifts what a screen for Windows 8 has not reported for
a tenth of a second. If the guest was too slow for that, it prints `late`.
"""

import argparse
import fcntl
import os
import struct
import sys
import threading
import time

from panel import Panel, serve
from uhid import Device, appear, touch_screens

TOUCH_SCREEN, FINGER = 0x000D0004, 0x000D0022
TIP, IN_RANGE, CONFIDENCE, CONTACT, COUNT, MOST = (0x000D0000 | usage for usage in (0x42, 0x32, 0x47, 0x51, 0x54, 0x55))
SCAN_TIME, PRESSURE, WIDTH, HEIGHT = (0x000D0000 | usage for usage in (0x56, 0x30, 0x48, 0x49))
X, Y = 0x00010030, 0x00010031
ABS_MT_POSITION_X, ABS_MT_POSITION_Y = 0x35, 0x36
# The field without which the kernel skips a contact, for some screens (its quirks VALID_IS_CONFIDENCE and VALID_IS_INRANGE).
VALID = {"confidence": CONFIDENCE, "in-range": IN_RANGE}
# In seconds: the pause between two reports of fingers that rest, and the pause after which the kernel may lift them.
PAUSE, LATE = 0.03, 0.1
# The bit of a main item that makes it padding.
CONSTANT = 1


class Field:
    """A number in a report: where it is, and the finger's collection that it is in."""

    def __init__(self, usage, finger, at, size, least, most):
        self.usage, self.finger, self.at, self.size, self.least, self.most = usage, finger, at, size, least, most


def reports(descriptor):
    """The reports of a descriptor: (kind, number, application) and its fields, and the count of its bits. Kinds are the tags of the
    main items, 8 for input and 11 for feature."""
    glob, stack, local, collections, found, fingers = {}, [], [], [], {}, 0
    at = 0
    while at < len(descriptor):
        head = descriptor[at]
        size = (0, 1, 2, 4)[head & 3]
        kind, tag = head >> 2 & 3, head >> 4
        raw = descriptor[at + 1:at + 1 + size]
        number, signed = int.from_bytes(raw, "little"), int.from_bytes(raw, "little", signed=True)
        at += 1 + size
        if kind == 1 and tag == 10:
            stack.append(dict(glob))
        elif kind == 1 and tag == 11:
            glob = stack.pop()
        elif kind == 1:
            glob[tag] = signed if tag in (1, 2, 3, 4) else number
            # Many descriptors write a largest value of one byte with its highest bit.
            if tag == 2 and signed < glob.get(1, 0):
                glob[tag] = number
        elif kind == 2:
            local.append((tag, number if size == 4 else glob.get(0, 0) << 16 | number))
        elif kind == 0:
            usages = [usage for tag_, usage in local if tag_ == 0]
            least = next((usage for tag_, usage in local if tag_ == 1), None)
            most = next((usage for tag_, usage in local if tag_ == 2), None)
            if least is not None and most is not None:
                usages += range(least, min(most, least + 255) + 1)
            if tag == 10:
                usage = usages[0] if usages else 0
                fingers += usage == FINGER
                collections.append((number, usage, fingers))
            elif tag == 12:
                collections.pop()
            elif tag in (8, 11):
                application = next((usage for kind_, usage, _ in collections if kind_ == 1), 0)
                finger = next((index for _, usage, index in reversed(collections) if usage == FINGER), None)
                fields, bits = found.setdefault((tag, glob.get(8, 0)), ([], [0, application]))
                for index in range(glob.get(9, 0)):
                    usage = usages[min(index, len(usages) - 1)] if usages else 0
                    if not number & CONSTANT:
                        fields.append(Field(usage, finger, bits[0], glob.get(7, 0), glob.get(1, 0), glob.get(2, 0)))
                    bits[0] += glob.get(7, 0)
            local = []
    return found


class HIDPanel(Panel):
    """A touch screen that reports as its descriptor says."""

    def __init__(self, options):
        self.name, ids, *rest = options.device
        self.vendor, self.product = (int(part, 16) for part in ids.split(":"))
        named = dict(word.split("=") for word in rest[:-1])
        self.descriptor = bytes.fromhex(rest[-1])
        self.first, self.valid = int(named.get("from", 1)), VALID.get(named.get("valid"))
        self.reports = reports(self.descriptor)
        inputs = [(number, fields, bits) for (tag, number), (fields, bits) in self.reports.items()
                  if tag == 8 and bits[1] == TOUCH_SCREEN and any(field.usage == X for field in fields)]
        # A report with contacts, and not the one of a mouse or a pen beside them.
        self.number, self.fields, (self.bits, _) = max(
            inputs, key=lambda report: sum(field.usage in (CONTACT, TIP) for field in report[1]))
        self.most = int(named.get("contacts", self.contacts()))
        self.slots = self.split()
        self.options, self.start = options, time.monotonic()
        # The main thread moves the fingers, and the other one reports them while they rest.
        self.lock, self.reported = threading.RLock(), None
        self.plug()

    def contacts(self):
        """The number of contacts that the descriptor allows."""
        feature = [field.most for (tag, _), (fields, _) in self.reports.items() if tag == 11
                   for field in fields if field.usage == MOST]
        count = [field.most for field in self.fields if field.usage == COUNT and field.most > 0]
        return max(1, min(feature + count, default=1))

    def split(self):
        """The fields of each contact in a report."""
        slots, current, seen = [], {}, set()
        for field in self.fields:
            if field.usage in (COUNT, SCAN_TIME):
                continue
            # Without collections of fingers a contact begins where a kind of field comes again.
            mark = field.finger
            if slots and (mark != current["mark"] or mark is None and field.usage in seen and field.usage in (TIP, CONTACT)):
                current, seen = {"mark": mark, "fields": []}, set()
                slots.append(current)
            elif not slots:
                current = {"mark": mark, "fields": []}
                slots.append(current)
            current["fields"].append(field)
            seen.add(field.usage)
        return [slot["fields"] for slot in slots if any(field.usage == X for field in slot["fields"])]

    def answer(self, number):
        """A feature report: the number of contacts, and nothing else."""
        if (11, number) not in self.reports:
            return b""
        fields, (bits, _) = self.reports[11, number]
        return pack(number, bits, [(field, self.most) for field in fields if field.usage == MOST])

    def plug(self):
        self.fingers, self.palms = {}, set()  # number of a finger: (contact, x, y)
        before = set(touch_screens())
        self.device = Device(self.name, self.vendor, self.product, self.descriptor, self.answer)
        self.is_there = True
        self.server = threading.Thread(target=self.serve, args=(self.device,))
        nodes = appear(self.device, before)
        if not nodes:
            sys.exit(f"hid_panel: the kernel or udev makes no touch screen of {self.name}")
        self.server.start()
        sizes = [(size(node), node) for node in nodes]
        lengths, node = next((pair for pair in sizes if pair[0] is not None), sizes[0])
        print("ready", node, lengths or "none", self.most, flush=True)

    def serve(self, device):
        while self.is_there:
            device.serve(PAUSE)
            with self.lock:
                if self.fingers and time.monotonic() - self.reported >= PAUSE:
                    self.report()

    def unplug(self):
        self.is_there = False
        self.server.join()
        self.device.close()
        self.device = None

    def down(self, touches):
        with self.lock:
            if not self.fingers:
                self.reported = None
            for finger, x, y in touches:
                taken = {contact for contact, _, _ in self.fingers.values()}
                contact = next(contact for contact in range(self.first, self.first + self.most) if contact not in taken)
                self.fingers[finger] = (contact, x, y)
            self.report()

    def report_places(self, fingers):
        self.report()

    def up(self, fingers):
        with self.lock:
            self.report(lifting=fingers)
            for finger in fingers:
                del self.fingers[finger]
                self.palms.discard(finger)
            # Some panels report each contact in each report, so that one that is missing has lifted.
            if not self.fingers:
                self.send_slots([])

    def palm(self, finger):
        self.find(finger)
        self.palms.add(finger)
        self.report()

    def report(self, lifting=()):
        with self.lock:
            now = time.monotonic()
            if self.reported is not None and now - self.reported > LATE:
                print("late", flush=True)
            self.reported = now
            self.send_slots([(contact, x, y, finger not in lifting, finger not in self.palms)
                             for finger, (contact, x, y) in sorted(self.fingers.items())])

    def send_slots(self, contacts):
        """Sends as many reports as the contacts need. The first has their count."""
        count, left = len(contacts), list(contacts)
        while True:
            values = [(field, count) for field in self.fields if field.usage == COUNT]
            # In units of 100 µs.
            values += [(field, int((time.monotonic() - self.start) * 10000) & 0xFFFF) for field in self.fields
                       if field.usage == SCAN_TIME]
            for fields, contact in zip(self.slots, left):
                values += [(field, self.value(field, *contact)) for field in fields]
            self.device.report(pack(self.number, self.bits, values))
            left, count = left[len(self.slots):], 0
            if not left:
                return

    def value(self, field, contact, x, y, is_down, is_finger):
        width, height = self.options.size
        if field.usage == self.valid and not is_down:
            # Without it the contact would never lift.
            return 1
        known = {TIP: is_down, IN_RANGE: is_down, CONFIDENCE: is_finger, CONTACT: contact}
        if field.usage in (X, Y):
            share = x / width if field.usage == X else y / height
            return round(field.least + share * (field.most - field.least))
        if field.usage in (PRESSURE, WIDTH, HEIGHT):
            return min(10, field.most) if is_down else 0
        return int(known.get(field.usage, 0))


def pack(number, bits, values):
    """A report with these fields, and its number if it has one."""
    whole = 0
    for field, value in values:
        whole |= (value & (1 << field.size) - 1) << field.at
    return (bytes([number]) if number else b"") + whole.to_bytes((bits + 7) // 8, "little")


def size(node):
    """The size that the axes of a panel report, such as `527x296`; `none` if they report none; None if it has no contacts."""
    file = os.open(node, os.O_RDONLY | os.O_CLOEXEC)
    lengths = []
    try:
        for axis in (ABS_MT_POSITION_X, ABS_MT_POSITION_Y):
            _, least, most, _, _, resolution = struct.unpack("6i", fcntl.ioctl(file, 2 << 30 | 24 << 16 | ord("E") << 8 | 0x40 + axis, bytes(24)))
            if most == least:
                return None
            lengths.append((most - least) / resolution if resolution else 0)
    finally:
        os.close(file)
    return f"{lengths[0]:.1f}x{lengths[1]:.1f}" if all(lengths) else "none"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default=(527, 296), type=lambda text: tuple(float(part) for part in text.split("x")),
                        metavar="WxH", help="the lengths in which lines are given (527x296)")
    parser.add_argument("--rate", default=100, type=float, help="reports per second (100)")
    parser.add_argument("device", nargs="+", help="a line of touch-screens")
    serve(HIDPanel(parser.parse_args()))


if __name__ == "__main__":
    main()
