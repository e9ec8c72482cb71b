"""A keyboard in the guest."""

import re


class Keyboard:
    """It is plugged in at once; `play` speaks the language of guest/keyboard.py."""

    def __init__(self, guest, bus=3):
        """On USB, or on the bus of that number."""
        self.guest = guest
        self.process = guest.start("keyboard.py", str(bus), name=f"keyboard-{bus}")
        self.node = self.process.wait_line("^ready ").split()[1]

    def play(self, line):
        self.process.write(line + "\n")
        self.process.wait_line("^done " + re.escape(line) + "$")

    def unplug(self):
        self.process.close_input()
        self.process.wait()
