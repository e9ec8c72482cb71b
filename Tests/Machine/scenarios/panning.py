"""On a card with one plane, a transition of two pages that move together pans over both. Every pixel equals the drawn picture."""

from host.engine import Engine
from host.failure import Failure, expect
from host.kiosk import Gallery

GPUS = ("virtio",)
INIT = "small"
LIMIT = 300
NEEDS_BEZEL = True

# Two pixels per millimetre; see planes.py.
PANEL, GLASS = "959.95x539.95", "960x540"
START, SLOP = 1.5, 2
OFFSETS = (1, 16, 333, 960, 1917)
FILES = {"panning": "[gestures]\nresampling = false\n"}
FILES["drawn"] = '[display]\nplanes = "off"\n' + FILES["panning"]


def run(stage):
    panel = stage.guest.panel(size=PANEL, rate=100)
    for name, text in FILES.items():
        stage.guest.output("sh", "-c", f"printf %s '{text}' >/tmp/{name}.toml")
    panned = slide(stage, panel, "panning", "panning over both")
    drawn = slide(stage, panel, "drawn", "drawn: turned off")
    for offset, picture in panned.items():
        places = list(drawn[offset].differences(picture))
        if places:
            raise Failure(f"{len(places)} pixels differ between the panned picture and the drawn one at {offset}, the "
                          f"first at {places[0]}")
    expect(len({picture.pixels for picture in drawn.values()}), len(OFFSETS) + 1, "the number of different pictures")


def slide(stage, panel, part, path):
    gallery = Gallery(stage, "looks,slide", "--size", GLASS, "--debug", "frames", "--config", f"/tmp/{part}.toml",
                      part=part)
    pictures = {}
    panel.play(f"down 1 {START} 150", f"move 1 {START + SLOP + 100} 150 over 100")
    gallery.process.wait_line(f"transition .*{path}")
    gallery.still_screen(f"{part}-begun")
    for offset in OFFSETS:
        panel.play(f"move 1 {START + SLOP + offset / 2} 150 over 100")
        pictures[offset] = gallery.still_screen(f"{part}-{offset}")
        expect(Engine(stage).source(), 1920 - offset if part == "panning" else 0, f"SRC_X at {offset}, {part}")
    panel.play("up 1")
    gallery.await_record(kind="transition", operation="pop", phase="finished")
    pictures["at rest"] = gallery.still_screen(f"{part}-at-rest")
    gallery.stop()
    return pictures
