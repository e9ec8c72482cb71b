#!/usr/bin/env python3
"""A keyboard made with uinput, on USB or on the bus with the given number (keyboard.py 25 is built into the machine). It is
plugged in at once and carries out the lines of standard input:

type TEXT          types lower-case letters, digits, spaces, / . - and a final Enter
press KEY KEY…     presses keys together, by their names in linux/input-event-codes.h without KEY_: LEFTCTRL LEFTALT F2
"""

import fcntl
import os
import struct
import subprocess
import sys
import time

UI_SET_EVBIT, UI_SET_KEYBIT = 0x40045564, 0x40045565
UI_DEV_SETUP, UI_DEV_CREATE = 0x405C5503, 0x5501
EV_SYN, EV_KEY = 0, 1
KEYS = {
    "ENTER": 28, "LEFTCTRL": 29, "LEFTALT": 56, "SPACE": 57, "F1": 59, "F2": 60, "F3": 61, "SYSRQ": 99, "DELETE": 111,
    "POWER": 116, "DOT": 52, "SLASH": 53, "MINUS": 12,
    **dict(zip("1234567890", range(2, 12))),
    **dict(zip("QWERTYUIOP", range(16, 26))), **dict(zip("ASDFGHJKL", range(30, 39))),
    **dict(zip("ZXCVBNM", range(44, 51))),
}
SIGNS = {" ": "SPACE", "/": "SLASH", ".": "DOT", "-": "MINUS"}


def main():
    bus = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    name = f"Bezel Test Keyboard {bus}"
    device = os.open("/dev/uinput", os.O_WRONLY)
    fcntl.ioctl(device, UI_SET_EVBIT, EV_KEY)
    for code in KEYS.values():
        fcntl.ioctl(device, UI_SET_KEYBIT, code)
    fcntl.ioctl(device, UI_DEV_SETUP, struct.pack("<4H80sI", bus, 0x1234, 0x0002, 1, name.encode(), 0))
    fcntl.ioctl(device, UI_DEV_CREATE)
    subprocess.run(["udevadm", "settle"], check=True)
    node = next(f"/dev/input/{node}" for node in os.listdir("/dev/input") if node.startswith("event")
                and open(f"/sys/class/input/{node}/device/name").read().strip() == name)
    print("ready", node, flush=True)

    def send(code, value):
        for event in ((EV_KEY, code, value), (EV_SYN, 0, 0)):
            os.write(device, struct.pack("<qqHHi", 0, 0, *event))
        time.sleep(0.01)

    def press(*names):
        codes = [KEYS[name] for name in names]
        for code in codes:
            send(code, 1)
        for code in reversed(codes):
            send(code, 0)

    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "type":
            for sign in rest:
                press(SIGNS.get(sign, sign.upper()))
            press("ENTER")
        elif word == "press":
            press(*rest.split())
        print("done", line.rstrip("\n"), flush=True)


if __name__ == "__main__":
    main()
