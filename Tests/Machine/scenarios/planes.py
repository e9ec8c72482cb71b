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
OFF = "/tmp/planes-off.toml"


def run(stage):
    guest, engine = stage.guest, Engine(stage)
    panel = guest.panel(size=PANEL, rate=100)
    guest.output("sh", "-c", f"printf '[display]\\nplanes = \"off\"\\n' >{OFF}")

    shown = slide(stage, engine, panel, "planes", "planes: lower screen on plane")
    drawn = slide(stage, engine, panel, "drawn", "drawn: turned off", "--config", OFF)
    expect(shown, drawn, "the checksums of what planes show, against what is drawn")
    if len(set(drawn.values())) < len(OFFSETS):
        raise Failure(f"pictures at different offsets have the same checksum: {drawn}")

    over = cover(stage, engine, panel, "planes", "planes: lower screen on the primary plane, shadow on plane")
    under = cover(stage, engine, panel, "drawn", "drawn: turned off", "--config", OFF)
    worst = max(abs(a - b) for a, b in zip(over.pixels, under.pixels))
    stage.write("shadow.txt", f"the largest difference of a channel: {worst}\n")
    if worst > 1:
        raise Failure(f"a shadow that is blended differs by {worst} levels from one that is drawn")


def x(offset):
    return START + SLOP + offset / 2


def slide(stage, engine, panel, part, path, *options):
    """A page under the finger at each of the offsets: the checksums of what is on the screen."""
    gallery = Gallery(stage, "looks,slide", "--size", GLASS, "--debug", "frames", *options, part=part)
    sums = {}
    panel.play(f"down 1 {START} 150", f"move 1 {x(200)} 150 over 100")
    if options:
        engine.rest(gallery.process)
    else:
        gallery.process.wait_line(path)
    for offset in OFFSETS:
        panel.play(f"move 1 {x(offset)} 150 over 100")
        sums[offset] = engine.checksum(gallery.process)
    engine.picture(gallery.process, f"slide-{part}")
    panel.play("up 1")
    gallery.await_record(kind="transition", operation="pop", phase="finished")
    sums["at rest"] = engine.checksum(gallery.process)
    gallery.stop()
    return sums


def cover(stage, engine, panel, part, path, *options):
    gallery = Gallery(stage, "looks,cover", "--size", GLASS, "--debug", "frames", *options, part=f"cover-{part}")
    panel.play(f"down 1 {START} 150", f"move 1 {x(333)} 150 over 100")
    if not options:
        gallery.process.wait_line(path)
    picture = engine.picture(gallery.process, f"cover-{part}")
    panel.play("up 1")
    gallery.stop()
    return picture
