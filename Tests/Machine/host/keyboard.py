"""A keyboard in the guest."""

import re


class Keyboard:
    """A keyboard, plugged in at once. `play` takes the commands of guest/keyboard.py."""

    def __init__(self, guest, bus=3):
        """`bus` is USB by default, or the bus with this number."""
        self.guest = guest
        self.process = guest.start("keyboard.py", str(bus), name=f"keyboard-{bus}")
        self.node = self.process.wait_line("^ready ").split()[1]

    def play(self, line):
        self.process.write(line + "\n")
        self.process.wait_line("^done " + re.escape(line) + "$")

    def unplug(self):
        self.process.close_input()
        self.process.wait()
