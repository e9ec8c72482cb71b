"""Reads what vkms shows, through guest/engine.py, because QEMU has no picture of it. Also traces flips, on any card."""

import time

from host.failure import Failure
from host.patience import patient
from host.picture import Picture


class Engine:
    def __init__(self, stage):
        self.stage, self.guest = stage, stage.guest

    def rest(self, process, limit=60, pause=0.5):
        """Returns when `process` has been idle for a moment."""
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
        """The checksum of the picture, once `process` has finished drawing."""
        self.rest(process)
        return self.guest.output("engine.py", "checksum", name="engine").strip()

    def picture(self, process, name):
        """The picture, once `process` has finished drawing. Also saved as NAME.png in the output."""
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
        """The number of planes in use."""
        return len(self.guest.output("engine.py", "planes", name="engine").split())

    def source(self):
        """The first column of its buffer that the primary plane shows."""
        return int(self.guest.output("engine.py", "source", name="engine"))

    def spoil(self, process):
        """Makes the kernel reject the framebuffer that `process` created last."""
        self.guest.output("engine.py", "spoil", str(process.pid), name="engine")

    def flips(self, seconds, meanwhile=lambda: None):
        """The vblank numbers of the flips that are reported in this time, while `meanwhile` runs."""
        process = self.guest.start("engine.py", "flips", str(seconds), name="flips")
        process.wait_line("^tracing")
        meanwhile()
        numbers = process.wait_line("^flips", limit=seconds + 30).split()[1:]
        process.wait()
        return [int(number) for number in numbers]


def longest_run(numbers):
    """The length of the longest run of consecutive numbers."""
    best = run = 0
    for before, number in zip([None] + numbers, numbers):
        run = run + 1 if before is not None and number == before + 1 else 1
        best = max(best, run)
    return best
