"""On vkms the display engine moves the pages of a transition. Every pixel equals the drawn picture."""

from host.engine import Engine
from host.failure import Failure, expect
from host.kiosk import Gallery

GPUS = ("vkms",)
INIT = "small"
LIMIT = 600
NEEDS_BEZEL = True
TURN = "planes"

# Two pixels per millimetre and 2 mm of slop, so that the finger's positions are whole pixels. The last of the panel's 10240
# positions is one step before the edge of the screen.
PANEL, GLASS = "511.95x383.95", "512x384"
START, SLOP = 1.5, 2
OFFSETS = (1, 2, 16, 333, 511, 512, 513, 700, 1000)


def run(stage):
    guest, engine = stage.guest, Engine(stage)
    panel = guest.panel(size=PANEL, rate=100)
    write_files(guest)

    shown = slide(stage, engine, panel, "planes", "planes: lower screen on plane", 3)
    drawn = slide(stage, engine, panel, "drawn", "turned off", 1)
    expect(shown, drawn, "the checksums of what planes show, compared with what is drawn")
    if len(set(drawn.values())) < len(OFFSETS):
        raise Failure(f"pictures at different offsets have the same checksum: {drawn}")

    worst = {rotation: shadow(stage, engine, panel, rotation) for rotation in (0, 90, 180)}
    stage.write("shadow.txt", f"the largest difference of a channel, by rotation: {worst}\n")
    if max(worst.values()) > 1:
        raise Failure(f"a blended shadow differs from a drawn one by these levels, by rotation: {worst}")

    refused(stage, engine, panel, drawn[333])


def x(offset):
    return START + SLOP + offset / 2


def place(mm, rotation):
    """The position of a finger at this distance from the left side of the picture, which is turned clockwise."""
    return {0: f"{mm} 150", 90: f"150 {mm}", 180: f"{512 - mm} 150"}[rotation]


def write_files(guest):
    """The configuration files. Without resampling a page is exactly under the finger, whenever a frame is drawn."""
    for planes, part in ("auto", "planes"), ("off", "drawn"):
        for rotation in (0, 90, 180):
            text = f'[display]\nplanes = "{planes}"\nrotation = {rotation}\n[gestures]\nresampling = false\n'
            guest.output("sh", "-c", f"printf %s '{text}' >/tmp/{part}-{rotation}.toml")


def start(stage, screens, part, file):
    return Gallery(stage, screens, "--size", GLASS, "--debug", "frames", "--config", f"/tmp/{file}.toml", part=part)


def slide(stage, engine, panel, part, path, planes):
    """Drags a page to each of the offsets. Returns the checksums of the screen, with this number of planes."""
    gallery = start(stage, "looks,slide", part, f"{part}-0")
    sums = {}
    panel.play(f"down 1 {START} 150", f"move 1 {x(200)} 150 over 100")
    gallery.process.wait_line(f"transition .*{path}")
    engine.rest(gallery.process)
    for offset in OFFSETS:
        panel.play(f"move 1 {x(offset)} 150 over 100")
        sums[offset] = engine.checksum(gallery.process)
        expect(engine.planes(), planes, f"how many planes show something at {offset}")
    engine.picture(gallery.process, f"slide-{part}")
    panel.play("up 1")
    gallery.await_record(kind="transition", operation="pop", phase="finished")
    sums["at rest"] = engine.checksum(gallery.process)
    expect(engine.planes(), 1, "how many planes show something at rest")
    gallery.stop()
    return sums


def shadow(stage, engine, panel, rotation):
    """The greatest difference, in levels, between a page with a shadow on planes and the drawn one, with the picture turned."""
    pictures = []
    for part, path in ("planes", "planes: lower screen on the primary plane, shadow on plane"), ("drawn", "turned off"):
        gallery = start(stage, "looks,cover", f"cover-{rotation}-{part}", f"{part}-{rotation}")
        panel.play(f"down 1 {place(START, rotation)}", f"move 1 {place(x(200), rotation)} over 100")
        gallery.process.wait_line(f"transition .*{path}")
        engine.rest(gallery.process)
        panel.play(f"move 1 {place(x(333), rotation)} over 100")
        engine.rest(gallery.process)
        expect(engine.planes(), 3 if part == "planes" else 1, "how many planes show something")
        pictures.append(engine.picture(gallery.process, f"cover-{rotation}-{part}"))
        panel.play("up 1")
        gallery.stop()
    return max(abs(a - b) for a, b in zip(*(picture.pixels for picture in pictures)))


def refused(stage, engine, panel, checksum):
    """The kernel rejects planes during a gesture, when a newly visible line needs the spare buffer. The frame is drawn
    instead."""
    gallery = start(stage, "looks,slide", "refused", "planes-0")
    panel.play(f"down 1 {START} 150", f"move 1 {x(60)} 150 over 100")
    gallery.process.wait_line("transition .*planes: lower screen on plane")
    engine.rest(gallery.process)
    panel.play(f"move 1 {x(64)} 150 over 100")
    engine.rest(gallery.process)
    expect(engine.planes(), 3, "how many planes show something before they are refused")
    engine.spoil(gallery.process)
    panel.play(f"move 1 {x(333)} 150 over 100")
    gallery.process.wait_line("from here on drawn: the driver refuses: Invalid argument")
    engine.rest(gallery.process)
    expect(engine.planes(), 1, "how many planes show something after they were refused")
    expect(engine.checksum(gallery.process), checksum, "the checksum after planes were refused, compared with what is drawn")
    panel.play("up 1")
    gallery.await_record(kind="transition", operation="pop", phase="finished")
    gallery.stop()
