"""What vkms shows, for scenarios: by guest/engine.py, since QEMU has no picture of it."""

import time

from house.failure import Failure
from house.picture import Picture


class Engine:
    def __init__(self, stage):
        self.stage, self.guest = stage, stage.guest

    def rest(self, process, limit=60, pause=0.5):
        """Returns when `process` has had nothing to do for a moment."""
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
