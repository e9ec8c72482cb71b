"""On vkms a page that follows the finger by planes moves at each vblank; none is missed.

This is separate from the scenario `planes` because nothing may ask for checksums meanwhile: to compute them vkms composes every
picture, which takes many vblanks.
"""

from host.engine import Engine, longest_run
from host.failure import Failure
from scenarios.planes import PANEL, START, start, write_files, x

GPUS = ("vkms",)
INIT = "small"
LIMIT = 240
NEEDS_BEZEL = True
ALONE = True  # another guest that takes the processor causes missed vblanks
MEASURES_TIME = True  # as does anything else on the host

# The scenario passes with this many flips in a row without a missed vblank. The host may be busy, so it tries several times.
STEADY, ATTEMPTS = 120, 12


def run(stage):
    guest, engine = stage.guest, Engine(stage)
    panel = guest.panel(size=PANEL, rate=100)
    write_files(guest)
    gallery = start(stage, "looks,slide", "steady", "planes-0")
    panel.play(f"down 1 {START} 150", f"move 1 {x(4)} 150 over 200")
    gallery.process.wait_line("transition .*planes: lower screen on plane")
    said = []
    for attempt in range(ATTEMPTS):
        end = x(4) if attempt % 2 else x(1000)
        flips = engine.flips(5, lambda: panel.play(f"move 1 {end} 150 over 4500"))
        run = longest_run(flips)
        said.append(f"{run} flips at consecutive vblanks, of {len(flips)}: {flips}")
        if run >= STEADY:
            break
    stage.write("flips.txt", "\n".join(said) + "\n")
    if run < STEADY:
        raise Failure(f"no {STEADY} flips are at consecutive vblanks: see flips.txt")
    panel.play("up 1")
    gallery.await_record(kind="transition", operation="pop")
    gallery.stop()
