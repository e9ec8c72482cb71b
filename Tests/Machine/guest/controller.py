#!/usr/bin/env python3
"""A touch controller made with uinput from an entry of Tests/Machine/touch-controllers, played from lines on standard input as
panel.py is. It reports what its driver reports.

controller.py --size 527x296 '{"name": "goodix", …}'

`range` gives the axes the range that the driver gives them after the first touch.
"""

import argparse
import fcntl
import json
import struct

from panel import Panel, serve

EV_KEY, EV_ABS, SYN_MT_REPORT = 1, 3, 2
BUSES = {"usb": 0x03, "i2c": 0x18, "host": 0x19, "spi": 0x1C}
PROPERTIES = {"INPUT_PROP_POINTER": 0, "INPUT_PROP_DIRECT": 1, "INPUT_PROP_BUTTONPAD": 2}
KEYS = {
    "KEY_F1": 59, "KEY_F2": 60, "KEY_F3": 61, "KEY_F4": 62, "KEY_F5": 63, "KEY_F6": 64, "KEY_LEFTMETA": 125, "KEY_MENU": 139,
    "KEY_BACK": 158, "BTN_LEFT": 0x110, "BTN_TOOL_PEN": 0x140, "BTN_TOOL_FINGER": 0x145, "BTN_TOOL_QUINTTAP": 0x148,
    "BTN_TOUCH": 0x14A, "BTN_STYLUS": 0x14B, "BTN_STYLUS2": 0x14C, "BTN_TOOL_DOUBLETAP": 0x14D, "BTN_TOOL_TRIPLETAP": 0x14E,
    "BTN_TOOL_QUADTAP": 0x14F,
}
AXES = {
    "ABS_X": 0x00, "ABS_Y": 0x01, "ABS_PRESSURE": 0x18, "ABS_DISTANCE": 0x19, "ABS_MT_SLOT": 0x2F, "ABS_MT_TOUCH_MAJOR": 0x30,
    "ABS_MT_TOUCH_MINOR": 0x31, "ABS_MT_WIDTH_MAJOR": 0x32, "ABS_MT_ORIENTATION": 0x34, "ABS_MT_POSITION_X": 0x35,
    "ABS_MT_POSITION_Y": 0x36, "ABS_MT_TOOL_TYPE": 0x37, "ABS_MT_TRACKING_ID": 0x39, "ABS_MT_PRESSURE": 0x3A,
    "ABS_MT_DISTANCE": 0x3B,
}
# Axes that say how a contact is, and have some value while it is there.
EXTENTS = ("ABS_MT_TOUCH_MAJOR", "ABS_MT_TOUCH_MINOR", "ABS_MT_WIDTH_MAJOR", "ABS_MT_PRESSURE")
TOOLS = ("BTN_TOOL_DOUBLETAP", "BTN_TOOL_TRIPLETAP", "BTN_TOOL_QUADTAP", "BTN_TOOL_QUINTTAP")


class Controller(Panel):
    """A device that reports as its driver does."""

    def __init__(self, options):
        entry = self.entry = json.loads(options.entry)
        self.axes = {name: whole(values) for name, values in entry["axes"].items()}
        self.keys, self.properties = list(entry.get("keys", [])), list(entry.get("properties", []))
        self.slots, self.flags = entry.get("slots", 0), entry.get("flags", "direct")
        self.has_contacts = "ABS_MT_POSITION_X" in self.axes
        # The places on the axes that follow the oldest contact, or are all there is.
        self.emulates = entry.get("emulation", True)
        if self.slots:
            self.initialize_slots()
        self.options, self.tracking = options, 0
        self.plug()

    def initialize_slots(self):
        """What the kernel's input_mt_init_slots sets."""
        self.axes |= {"ABS_MT_SLOT": (0, self.slots - 1, 0, 0), "ABS_MT_TRACKING_ID": (0, 65535, 0, 0)}
        if self.flags in ("direct", "pointer"):
            self.keys.append("BTN_TOUCH")
            for single in ("X", "Y"):
                self.axes.setdefault(f"ABS_{single}", self.axes[f"ABS_MT_POSITION_{single}"])
            if "ABS_MT_PRESSURE" in self.axes:
                self.axes.setdefault("ABS_PRESSURE", self.axes["ABS_MT_PRESSURE"])
        if self.flags == "direct":
            self.properties.append("INPUT_PROP_DIRECT")
        if self.flags == "pointer":
            self.properties.append("INPUT_PROP_POINTER")
            self.keys += ["BTN_TOOL_FINGER", *TOOLS]

    def plug(self):
        self.fingers, self.sent = {}, {}  # number of a finger: (slot, x, y); slot: tracking id
        ids = [int(part, 16) for part in self.entry.get("id", "0000:0000").split(":")]
        self.create(
            self.entry["name"], BUSES[self.entry["bus"]], ids, None, {PROPERTIES[name] for name in self.properties},
            {KEYS[name] for name in self.keys}, {AXES[name]: values for name, values in self.axes.items()})

    def play(self, line):
        if line == "range":
            with open(self.node, "rb+", buffering=0) as file:
                for name, most in self.entry["late"].items():
                    # EVIOCSABS
                    fcntl.ioctl(file, 1 << 30 | 24 << 16 | ord("E") << 8 | 0xC0 + AXES[name], struct.pack("6i", 0, 0, most, 0, 0, 0))
                    self.axes[name] = (0, most, 0, 0)
        else:
            super().play(line)

    def down(self, touches):
        for finger, x, y in touches:
            taken = {slot for slot, _, _ in self.fingers.values()}
            self.fingers[finger] = (next(slot for slot in range(10) if slot not in taken), x, y)
        self.report()

    def report_places(self, fingers):
        self.report()

    def up(self, fingers):
        for finger in fingers:
            self.find(finger)
            del self.fingers[finger]
        self.report()

    def report(self):
        """Everything that is down, as drivers report it; the kernel leaves out what has not changed."""
        events = []
        contacts = sorted(self.fingers.values())
        if self.has_contacts:
            events += self.numbered(contacts) if self.slots else self.unnumbered(contacts)
        if "ABS_X" in self.axes and self.emulates:
            events += self.single(contacts)
        self.send(*events)

    def numbered(self, contacts):
        """Protocol B."""
        events = []
        for slot in set(self.sent) - {slot for slot, _, _ in contacts}:
            events += [self.axis("ABS_MT_SLOT", slot), self.axis("ABS_MT_TRACKING_ID", -1)]
            del self.sent[slot]
        for slot, x, y in contacts:
            if slot not in self.sent:
                self.sent[slot] = self.tracking
                self.tracking = (self.tracking + 1) % 65536
            events += [self.axis("ABS_MT_SLOT", slot), self.axis("ABS_MT_TRACKING_ID", self.sent[slot])]
            if "ABS_MT_TOOL_TYPE" in self.axes:
                events.append(self.axis("ABS_MT_TOOL_TYPE", 0))
            events += self.contact(x, y)
        return events

    def unnumbered(self, contacts):
        """Protocol A: every contact, each followed by the end of a contact; that alone means none."""
        end = (0, SYN_MT_REPORT, 0)
        return [event for _, x, y in contacts for event in (*self.contact(x, y), end)] or [end]

    def contact(self, x, y):
        extents = [self.axis(name, min(8, self.axes[name][1])) for name in EXTENTS if name in self.axes]
        return self.place("ABS_MT_POSITION_", x, y) + extents

    def single(self, contacts):
        """What input_mt_report_pointer_emulation reports, or a driver without contacts."""
        events = [(EV_KEY, KEYS["BTN_TOUCH"], int(bool(contacts)))]
        events += [(EV_KEY, KEYS[name], int(bool(contacts))) for name in ("BTN_TOOL_PEN",) if name in self.keys]
        if self.flags == "pointer" and self.slots:
            events += [(EV_KEY, KEYS[name], int(len(contacts) == count + 1))
                       for count, name in enumerate(("BTN_TOOL_FINGER", *TOOLS))]
        if contacts:
            events += self.place("ABS_", *contacts[0][1:])
        if "ABS_PRESSURE" in self.axes:
            events.append(self.axis("ABS_PRESSURE", min(8, self.axes["ABS_PRESSURE"][1]) if contacts else 0))
        return events

    def place(self, kind, x, y):
        shares = [x / self.options.size[0], y / self.options.size[1]]
        if self.entry.get("mounted") == "upside-down":
            shares = [1 - share for share in shares]
        events = []
        for letter, share in zip("XY", shares):
            least, most, *_ = self.axes[kind + letter]
            events.append(self.axis(kind + letter, round(least + share * (most - least))))
        return events

    def axis(self, name, value):
        return EV_ABS, AXES[name], value


def whole(values):
    """The least and the greatest value, the fuzz and the resolution."""
    values = [0, values] if isinstance(values, int) else values
    return (*values, 0, 0)[:4]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default=(527, 296), type=lambda text: tuple(float(part) for part in text.split("x")),
                        metavar="WxH", help="the lengths in which lines are given (527x296)")
    parser.add_argument("--rate", default=100, type=float, help="reports per second (100)")
    parser.add_argument("entry", help="an entry of touch-controllers as JSON")
    serve(Controller(parser.parse_args()))


if __name__ == "__main__":
    main()
