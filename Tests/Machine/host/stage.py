"""The context of a scenario: the machine, its guest, and a folder for files that people look at."""

import os
import shutil

from host.failure import Failure


class Stage:
    def __init__(self, name, machine, output):
        self.name, self.machine, self.guest, self.output = name, machine, machine.guest, output
        self.guest.all_processes = self.processes = []
        shutil.rmtree(output, ignore_errors=True)
        os.makedirs(output)

    def screen(self, name):
        """The current screen. Also saved as NAME.png in the output."""
        return self.keep(name, self.machine.screen())

    def still_screen(self, name, **options):
        """The screen, once it is still. Also saved as NAME.png in the output."""
        return self.keep(name, self.machine.still_screen(**options))

    def keep(self, name, picture):
        picture.write_png(f"{self.output}/{name}.png")
        return picture

    def fetch(self, path, name=None):
        """A file of the guest. Also saved in the output."""
        data = self.guest.read(path)
        with open(f"{self.output}/{name or os.path.basename(path)}", "wb") as file:
            file.write(data)
        return data

    def write(self, name, text):
        """Saves a text in the output."""
        with open(f"{self.output}/{name}", "w") as file:
            file.write(text)

    def picture_of_failure(self):
        """Saves the screen, and returns lines for the failure report about processes that ended badly."""
        try:
            if self.machine.gpu in ("virtio", "heads", "bochs"):
                self.screen("failed")
            self.guest.ask("find", pattern="/")  # the answer comes after all output that was written before it
        except Failure as failure:
            return [str(failure)]
        return [f"{process.name} exited with {process.code}{process.last_lines()}"
                for process in self.processes if process.code]

    def write_logs(self):
        """Saves the output of each process."""
        numbers = {}
        for process in self.processes:
            numbers[process.name] = numbers.get(process.name, 0) + 1
            suffix = "" if numbers[process.name] == 1 else f"-{numbers[process.name]}"
            with open(f"{self.output}/{process.name}{suffix}.log", "w") as file:
                file.write(f"$ {process.command}\n")
                file.writelines(f"{line.time:.3f} {line.stream} {line.text}\n" for line in process.lines)
                file.write(f"exit {process.code}\n")
