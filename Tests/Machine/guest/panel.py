#!/usr/bin/env python3
"""A touch panel made with uinput, played from lines on standard input.

panel.py --name Kiosk --size 527x296 --resolution 20 --slots 10 --rate 100 --id 1234:5678

Lines, lengths in millimetres from the top left, times in milliseconds, FINGER a number that you choose:
    down FINGER X Y [FINGER X Y ...]            fingers come down, in one report
    move FINGER X Y [FINGER X Y ...] over MS    fingers move there in a straight line at the panel's rate, and stay down
    up FINGER [FINGER ...]                      fingers lift
    palm FINGER                                 the panel reports the finger as a palm until it lifts
    hold MS                                     nothing changes
    unplug                                      the device is removed, even if fingers are down
    plug                                        the device is added again, without fingers
Each line is answered with `done LINE` when it has been played. `plug`, including the implicit one at the start, first prints
`ready /dev/input/eventN` when udev has processed the device. At the end of input the device is removed.
"""

import argparse
import fcntl
import os
import struct
import subprocess
import sys
import time

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SYN_REPORT, BTN_TOUCH, INPUT_PROP_DIRECT, BUS_USB = 0, 0x14A, 1, 3
ABS_X, ABS_Y = 0x00, 0x01
ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0x2F, 0x35, 0x36, 0x39
ABS_MT_TOOL_TYPE, MT_TOOL_FINGER, MT_TOOL_PALM = 0x37, 0, 2
UNREPORTED_RESOLUTION = 20


def request(direction, number, size):
    """The number of a uinput ioctl, computed as in <linux/ioctl.h>."""
    return direction << 30 | size << 16 | ord("U") << 8 | number


UI_DEV_CREATE, UI_DEV_DESTROY = request(0, 1, 0), request(0, 2, 0)
UI_DEV_SETUP, UI_ABS_SETUP = request(1, 3, 92), request(1, 4, 28)
UI_SET_EVBIT, UI_SET_KEYBIT = request(1, 100, 4), request(1, 101, 4)
UI_SET_ABSBIT, UI_SET_PROPBIT = request(1, 103, 4), request(1, 110, 4)
UI_SET_PHYS = request(1, 108, 8)
UI_GET_SYSNAME = request(2, 44, 64)


class Panel:
    """A multi-touch screen with protocol B."""

    def __init__(self, options):
        self.options = options
        self.scale = options.resolution or UNREPORTED_RESOLUTION
        self.tracking = 0
        self.plug()

    def plug(self):
        self.fingers = {}  # number of a finger: (slot, x, y)
        width, height = (round(length * self.scale) for length in self.options.size)
        resolution = self.options.resolution
        self.create(self.options.name, BUS_USB, self.options.id, self.options.phys, [INPUT_PROP_DIRECT], [BTN_TOUCH], {
            ABS_X: (0, width, 0, resolution), ABS_Y: (0, height, 0, resolution),
            ABS_MT_SLOT: (0, self.options.slots - 1, 0, 0), ABS_MT_TRACKING_ID: (0, 65535, 0, 0),
            ABS_MT_TOOL_TYPE: (0, MT_TOOL_PALM, 0, 0),
            ABS_MT_POSITION_X: (0, width, 0, resolution), ABS_MT_POSITION_Y: (0, height, 0, resolution),
        })

    def create(self, name, bus, ids, phys, properties, keys, axes):
        """Creates the device. `axes` has the least and the greatest value, the fuzz and the resolution of each axis."""
        self.device = os.open("/dev/uinput", os.O_WRONLY | os.O_CLOEXEC)
        for kind, values in [
            (UI_SET_EVBIT, (EV_KEY, EV_ABS)), (UI_SET_KEYBIT, keys), (UI_SET_PROPBIT, properties), (UI_SET_ABSBIT, axes),
        ]:
            for value in values:
                fcntl.ioctl(self.device, kind, value)
        if phys:
            fcntl.ioctl(self.device, UI_SET_PHYS, phys.encode() + b"\0")
        for axis, (least, most, fuzz, resolution) in axes.items():
            fcntl.ioctl(self.device, UI_ABS_SETUP, struct.pack("<Hxx6i", axis, 0, least, most, fuzz, 0, resolution))
        setup = struct.pack("<4H80sI", bus, *ids, 1, name.encode()[:79], 0)
        fcntl.ioctl(self.device, UI_DEV_SETUP, setup)
        fcntl.ioctl(self.device, UI_DEV_CREATE)
        name = fcntl.ioctl(self.device, UI_GET_SYSNAME, bytes(64)).split(b"\0")[0].decode()
        folder = f"/sys/devices/virtual/input/{name}"
        self.node = "/dev/input/" + next(entry for entry in os.listdir(folder) if entry.startswith("event"))
        subprocess.run(["udevadm", "wait", "--timeout=20", self.node], check=True)
        print("ready", self.node, flush=True)

    def unplug(self):
        fcntl.ioctl(self.device, UI_DEV_DESTROY)
        os.close(self.device)
        self.device = None

    def send(self, *events):
        """Writes the events and the end of the report in one call. The kernel sets the time."""
        events += ((EV_SYN, SYN_REPORT, 0),)
        os.write(self.device, b"".join(struct.pack("<qqHHi", 0, 0, *event) for event in events))

    def position(self, slot, x, y):
        values = [(ABS_MT_POSITION_X, round(x * self.scale)), (ABS_MT_POSITION_Y, round(y * self.scale))]
        return [(EV_ABS, ABS_MT_SLOT, slot)] + [(EV_ABS, axis, value) for axis, value in values]

    def pointer(self):
        """The single-touch axes follow the finger in the lowest slot."""
        _, x, y = min(self.fingers.values())
        return [(EV_ABS, ABS_X, round(x * self.scale)), (EV_ABS, ABS_Y, round(y * self.scale))]

    def down(self, touches):
        events = [] if self.fingers else [(EV_KEY, BTN_TOUCH, 1)]
        for finger, x, y in touches:
            if finger in self.fingers:
                raise ValueError(f"finger {finger} is down already")
            taken = {slot for slot, _, _ in self.fingers.values()}
            free = [slot for slot in range(self.options.slots) if slot not in taken]
            if not free:
                raise ValueError(f"all {self.options.slots} slots are taken")
            self.fingers[finger] = (free[0], x, y)
            position = self.position(free[0], x, y)
            # The tool comes first: libinput 1.22 reads it together with the tracking id, and a palm stays a palm.
            begin = [(EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_FINGER), (EV_ABS, ABS_MT_TRACKING_ID, self.tracking)]
            events += position[:1] + begin + position[1:]
            self.tracking = (self.tracking + 1) % 65536
        self.send(*events, *self.pointer())

    def move(self, touches, duration):
        begin = {finger: self.find(finger) for finger, _, _ in touches}
        count = max(1, round(duration * self.options.rate))
        start = time.monotonic()
        for number in range(1, count + 1):
            time.sleep(max(0, start + duration * number / count - time.monotonic()))
            share = number / count
            for finger, x, y in touches:
                slot, from_x, from_y = begin[finger]
                self.fingers[finger] = (slot, from_x + (x - from_x) * share, from_y + (y - from_y) * share)
            self.report_places(begin)

    def report_places(self, fingers):
        """Sends where these fingers are."""
        self.send(*(event for finger in fingers for event in self.position(*self.fingers[finger])), *self.pointer())

    def up(self, fingers):
        events = []
        for finger in fingers:
            slot, _, _ = self.find(finger)
            del self.fingers[finger]
            events += [(EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, -1)]
        self.send(*events, *(self.pointer() if self.fingers else [(EV_KEY, BTN_TOUCH, 0)]))

    def palm(self, finger):
        slot, _, _ = self.find(finger)
        self.send((EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_PALM))

    def find(self, finger):
        if finger not in self.fingers:
            raise ValueError(f"finger {finger} is not down")
        return self.fingers[finger]

    def play(self, line):
        word, *rest = line.split()
        if self.device is None and word != "plug":
            raise ValueError("the panel is unplugged")
        if word == "down":
            self.down(triples(rest))
        elif word == "move" and rest[-2:-1] == ["over"]:
            self.move(triples(rest[:-2]), float(rest[-1]) / 1000)
        elif word == "up" and rest:
            self.up([int(finger) for finger in rest])
        elif word == "palm" and len(rest) == 1:
            self.palm(int(rest[0]))
        elif word == "hold" and len(rest) == 1:
            time.sleep(float(rest[0]) / 1000)
        elif word == "unplug" and not rest:
            self.unplug()
        elif word == "plug" and not rest and self.device is None:
            self.plug()
        else:
            raise ValueError("not understood")


def triples(words):
    if not words or len(words) % 3:
        raise ValueError("expected FINGER X Y for each finger")
    return [(int(words[i]), float(words[i + 1]), float(words[i + 2])) for i in range(0, len(words), 3)]


def serve(panel):
    """Plays the lines of standard input on `panel`."""
    print("done plug", flush=True)
    for line in sys.stdin:
        line = line.split("#")[0].strip()
        if not line:
            continue
        try:
            panel.play(line)
        except ValueError as error:
            sys.exit(f"panel: {line}: {error}")
        print("done", line, flush=True)
    if panel.device is not None:
        panel.unplug()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--name", default="Bezel Test Panel")
    parser.add_argument("--size", default=(527, 296), type=lambda text: tuple(float(part) for part in text.split("x")),
                        metavar="WxH", help="millimetres (527x296)")
    parser.add_argument("--resolution", default=20, type=int,
                        help=f"units per millimetre (20); 0 reports none, but uses {UNREPORTED_RESOLUTION}")
    parser.add_argument("--slots", default=10, type=int, help="fingers at once (10)")
    parser.add_argument("--rate", default=100, type=float, help="reports per second (100)")
    parser.add_argument("--phys", help="where it is plugged in, such as usb-0000:00:14.0-2/input0")
    parser.add_argument("--id", default=(0x1234, 0x5678), metavar="VID:PID", help="hexadecimal (1234:5678)",
                        type=lambda text: tuple(int(part, 16) for part in text.split(":")))
    serve(Panel(parser.parse_args()))


if __name__ == "__main__":
    main()
