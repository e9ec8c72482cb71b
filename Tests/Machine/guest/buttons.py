#!/usr/bin/env python3
"""Buttons made with uinput, such as gpio-keys or a remote: buttons.py NAME BACK=158 HOMEPAGE=172. The device is plugged in at
once, and carries out the lines of standard input:

down KEY…    presses keys, in one report
up KEY…      releases keys
unplug       removes the device, even if keys are held
plug         adds the device again
"""

import fcntl
import os
import struct
import subprocess
import sys
import time

UI_SET_EVBIT, UI_SET_KEYBIT = 0x40045564, 0x40045565
UI_DEV_SETUP, UI_DEV_CREATE, UI_DEV_DESTROY = 0x405C5503, 0x5501, 0x5502
EV_SYN, EV_KEY = 0, 1
BUS_HOST = 0x19


def plug(name, keys):
    device = os.open("/dev/uinput", os.O_WRONLY)
    fcntl.ioctl(device, UI_SET_EVBIT, EV_KEY)
    for code in keys.values():
        fcntl.ioctl(device, UI_SET_KEYBIT, code)
    fcntl.ioctl(device, UI_DEV_SETUP, struct.pack("<4H80sI", BUS_HOST, 1, 1, 0x100, name.encode(), 0))
    fcntl.ioctl(device, UI_DEV_CREATE)
    subprocess.run(["udevadm", "settle"], check=True)
    node = next(f"/dev/input/{node}" for node in os.listdir("/dev/input") if node.startswith("event")
                and open(f"/sys/class/input/{node}/device/name").read().strip() == name)
    print("ready", node, flush=True)
    return device


def main():
    name = sys.argv[1]
    keys = {key: int(code) for key, code in (word.split("=") for word in sys.argv[2:])}
    device = plug(name, keys)
    for line in sys.stdin:
        word, *rest = line.split()
        if word in ("down", "up"):
            for key in rest:
                os.write(device, struct.pack("<qqHHi", 0, 0, EV_KEY, keys[key], int(word == "down")))
            os.write(device, struct.pack("<qqHHi", 0, 0, EV_SYN, 0, 0))
            time.sleep(0.05)
        elif word == "unplug":
            fcntl.ioctl(device, UI_DEV_DESTROY)
            os.close(device)
        elif word == "plug":
            device = plug(name, keys)
        print("done", line.rstrip("\n"), flush=True)


if __name__ == "__main__":
    main()
