"""What vkms shows, for scenarios: by guest/engine.py, since QEMU has no picture of it. Its flips, with any card."""

import time

from host.failure import Failure
from host.patience import patient
from host.picture import Picture


class Engine:
    def __init__(self, stage):
        self.stage, self.guest = stage, stage.guest

    def rest(self, process, limit=60, pause=0.5):
        """Returns when `process` has had nothing to do for a moment."""
        limit = patient(limit)
        end = time.monotonic() + limit
        while True:
            before = process.processor_time()
            time.sleep(pause)
            if process.processor_time() == before:
                return
            if time.monotonic() > end:
                raise Failure(f"{process.name} has not come to rest within {limit} s")

    def checksum(self, process):
        """The checksum of the picture, when `process` has nothing more to draw."""
        self.rest(process)
        return self.guest.output("engine.py", "checksum", name="engine").strip()

    def picture(self, process, name):
        """The picture, when `process` has nothing more to draw; also as NAME.png in the output."""
        self.rest(process)
        path = f"/tmp/{self.stage.name}.picture"
        size = self.guest.output("engine.py", "picture", str(process.pid), path, name="engine")
        width, height = (int(number) for number in size.split())
        data = self.guest.read(path)
        pixels = bytearray(width * height * 3)
        for channel in range(3):
            pixels[channel::3] = data[2 - channel::4]
        return self.stage.keep(name, Picture(width, height, pixels))

    def planes(self):
        """How many planes show something."""
        return len(self.guest.output("engine.py", "planes", name="engine").split())

    def source(self):
        """The column of its buffer that the primary plane begins with."""
        return int(self.guest.output("engine.py", "source", name="engine"))

    def spoil(self, process):
        """The kernel refuses the framebuffer that `process` made last, from now on."""
        self.guest.output("engine.py", "spoil", str(process.pid), name="engine")

    def flips(self, seconds, meanwhile=lambda: None):
        """The numbers of the vblanks of the flips that were reported for so long, during which `meanwhile` is done."""
        process = self.guest.start("engine.py", "flips", str(seconds), name="flips")
        process.wait_line("^tracing")
        meanwhile()
        numbers = process.wait_line("^flips", limit=seconds + 30).split()[1:]
        process.wait()
        return [int(number) for number in numbers]


def longest_run(numbers):
    """How many of the numbers, at most, follow each other without one left out."""
    best = run = 0
    for before, number in zip([None] + numbers, numbers):
        run = run + 1 if before is not None and number == before + 1 else 1
        best = max(best, run)
    return best
