"""A keyboard in the guest."""

import re


class Keyboard:
    """It is plugged in at once; `play` speaks the language of guest/keyboard.py."""

    def __init__(self, guest):
        self.guest = guest
        self.process = guest.start("keyboard.py", name="keyboard")
        self.node = self.process.wait_line("^ready ").split()[1]

    def play(self, line):
        self.process.write(line + "\n")
        self.process.wait_line("^done " + re.escape(line) + "$")

    def unplug(self):
        self.process.close_input()
        self.process.wait()
