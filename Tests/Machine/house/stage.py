"""What a scenario has in its hands: the machine, its guest, and a folder for what people want to look at."""

import os
import shutil


class Stage:
    def __init__(self, name, machine, output):
        self.name, self.machine, self.guest, self.output = name, machine, machine.guest, output
        shutil.rmtree(output, ignore_errors=True)
        os.makedirs(output)

    def screen(self, name):
        """The screen now, also as NAME.png in the output."""
        return self.keep(name, self.machine.screen())

    def still_screen(self, name, **options):
        """The screen when it has come to rest, also as NAME.png in the output."""
        return self.keep(name, self.machine.still_screen(**options))

    def keep(self, name, picture):
        picture.write_png(f"{self.output}/{name}.png")
        return picture

    def fetch(self, path, name=None):
        """A file of the guest, also kept in the output."""
        data = self.guest.read(path)
        with open(f"{self.output}/{name or os.path.basename(path)}", "wb") as file:
            file.write(data)
        return data

    def close(self, failed):
        """Keeps what each process wrote, and the screen as it was when something failed."""
        numbers = {}
        for process in self.guest.all_processes:
            numbers[process.name] = numbers.get(process.name, 0) + 1
            suffix = "" if numbers[process.name] == 1 else f"-{numbers[process.name]}"
            with open(f"{self.output}/{process.name}{suffix}.log", "w") as file:
                file.write(f"$ {process.command}\n")
                file.writelines(f"{line.time:.3f} {line.stream} {line.text}\n" for line in process.lines)
                file.write(f"exit {process.code}\n")
        if failed and self.machine.gpu != "none":
            self.screen("failed")
