"""On vkms the frames of a page that follows a finger allocate no memory, drawn or moved by planes, up to the commit."""

from host.failure import Failure, expect

GPUS = ("vkms",)
INIT = "small"
LIMIT = 600
NEEDS_BEZEL = True
TURN = "planes"


def run(stage):
    process = stage.guest.run(
        "bezel", "benchmark", "frames", "--kiosk", "/machine/kiosk", "--frames", "1000", user="kiosk", limit=LIMIT - 30,
        environment={"LD_PRELOAD": "/machine/lib/allocations.so"})
    stage.write("frames.txt", process.text())
    for way in "drawn", "by planes":
        if not any(line.startswith(way) and ": allocations in " in line for line in process.stdout.splitlines()):
            raise Failure(f"allocations were not counted for frames {way}: see frames.txt")
    expect(process.code, 0, "the exit code of `bezel benchmark frames`, whose goals are no allocations")
