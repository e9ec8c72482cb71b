"""Buttons in the guest."""

import re


class Buttons:
    """A device with buttons, plugged in at once. `play` takes the commands of guest/buttons.py."""

    def __init__(self, guest, name, **keys):
        """`keys` are the device's keys, each with its code in linux/input-event-codes.h."""
        self.process = guest.start(
            "buttons.py", name, *(f"{key}={code}" for key, code in keys.items()), name=name.lower().replace(" ", "-"))
        self.node = self.process.wait_line("^ready ").split()[1]

    def play(self, *lines):
        """Returns when the last command is done."""
        for line in lines:
            self.process.write(line + "\n")
            if line == "plug":
                self.node = self.process.wait_line("^ready ").split()[1]
            self.process.wait_line("^done " + re.escape(line) + "$")

    def press(self, key):
        self.play(f"down {key}", f"up {key}")
