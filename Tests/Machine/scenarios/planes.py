"""On vkms the display engine moves the pages of a transition: to the pixel what is drawn where it may not."""

from house.engine import Engine
from house.failure import Failure, expect
from house.kiosk import Gallery

GPUS = ("vkms",)
INIT = "small"
LIMIT = 600
NEEDS_BEZEL = True

# Two pixels a millimetre, and 2 mm of slop: whole pixels under the finger. The panel's last step counts as one of its
# 10240 across, so it ends a step before the glass.
PANEL, GLASS = "511.95x383.95", "512x384"
START, SLOP = 1.5, 2
OFFSETS = (1, 2, 16, 333, 511, 512, 513, 700, 1000)
# Without resampling a page lies where the finger is, whenever a frame is drawn.
FILES = {"planes": "[gestures]\nresampling = false\n"}
FILES["drawn"] = '[display]\nplanes = "off"\n' + FILES["planes"]


def run(stage):
    guest, engine = stage.guest, Engine(stage)
    panel = guest.panel(size=PANEL, rate=100)
    for name, text in FILES.items():
        guest.output("sh", "-c", f"printf %s '{text}' >/tmp/{name}.toml")

    shown = slide(stage, engine, panel, "planes", "planes: lower screen on plane")
    drawn = slide(stage, engine, panel, "drawn", "turned off")
    expect(shown, drawn, "the checksums of what planes show, against what is drawn")
    if len(set(drawn.values())) < len(OFFSETS):
        raise Failure(f"pictures at different offsets have the same checksum: {drawn}")

    over = cover(stage, engine, panel, "planes", "planes: lower screen on the primary plane, shadow on plane")
    under = cover(stage, engine, panel, "drawn", "turned off")
    worst = max(abs(a - b) for a, b in zip(over.pixels, under.pixels))
    stage.write("shadow.txt", f"the largest difference of a channel: {worst}\n")
    if worst > 1:
        raise Failure(f"a shadow that is blended differs by {worst} levels from one that is drawn")

    refused(stage, engine, panel, drawn[333])


def x(offset):
    return START + SLOP + offset / 2


def start(stage, screens, part, file):
    return Gallery(stage, screens, "--size", GLASS, "--debug", "frames", "--config", f"/tmp/{file}.toml", part=part)


def slide(stage, engine, panel, part, path):
    """A page under the finger at each of the offsets: the checksums of what is on the screen."""
    gallery = start(stage, "looks,slide", part, part)
    sums = {}
    panel.play(f"down 1 {START} 150", f"move 1 {x(200)} 150 over 100")
    gallery.process.wait_line(f"transition .*{path}")
    for offset in OFFSETS:
        panel.play(f"move 1 {x(offset)} 150 over 100")
        sums[offset] = engine.checksum(gallery.process)
    engine.picture(gallery.process, f"slide-{part}")
    panel.play("up 1")
    gallery.await_record(kind="transition", operation="pop", phase="finished")
    sums["at rest"] = engine.checksum(gallery.process)
    gallery.stop()
    return sums


def cover(stage, engine, panel, part, path):
    gallery = start(stage, "looks,cover", f"cover-{part}", part)
    panel.play(f"down 1 {START} 150", f"move 1 {x(333)} 150 over 100")
    gallery.process.wait_line(f"transition .*{path}")
    picture = engine.picture(gallery.process, f"cover-{part}")
    panel.play("up 1")
    gallery.stop()
    return picture


def refused(stage, engine, panel, checksum):
    """The kernel refuses planes in mid-gesture, when a line that shows up wants the spare buffer: the frame is drawn."""
    gallery = start(stage, "looks,slide", "refused", "planes")
    panel.play(f"down 1 {START} 150", f"move 1 {x(60)} 150 over 100")
    gallery.process.wait_line("transition .*planes: lower screen on plane")
    engine.rest(gallery.process)
    engine.spoil(gallery.process)
    panel.play(f"move 1 {x(333)} 150 over 100")
    gallery.process.wait_line("from here on drawn: the driver refuses: Invalid argument")
    expect(engine.checksum(gallery.process), checksum, "the checksum after planes were refused, against what is drawn")
    panel.play("up 1")
    gallery.await_record(kind="transition", operation="pop", phase="finished")
    gallery.stop()
