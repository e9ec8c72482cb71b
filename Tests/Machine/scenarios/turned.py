"""On displays of every kind, with the picture turned, the screen equals a replay, and a swipe in the picture's direction
works."""

from host.failure import Failure, expect
from host.kiosk import Kiosk, Replay, decisions

GPUS = ("virtio", "bochs", "cirrus")
INIT = "small"
LIMIT = 300
NEEDS_BEZEL = True
TURN = "turned"

# Name, rotation of the picture, bits per pixel, buffers, whether the panel's axes are already turned, and the configuration.
# Other values follow from the screen: cirrus prefers 16 bits, and its kernel command line says that the right side is at the top.
CASES = {
    "virtio": [
        ("one-buffer", 90, 32, 1, False, "[display]\nrotation = 90\nbuffers = 1\n"),
        ("two-buffers", 270, 32, 2, True, "[display]\nrotation = 270\nbuffers = 2\n[input]\nrotation = 0\n"),
    ],
    "bochs": [("in-place", 180, 32, 1, False, '[display]\nmode = "1400x1050"\nrotation = 180\nbuffers = 1\n')],
    "cirrus": [
        ("mounted", 90, 16, 3, False, "[display]\nbackend = \"drm\"\n"),
        ("frame-buffer", 0, 16, None, False, '[display]\nbackend = "fbdev"\n'),
    ],
}
WIDTH, HEIGHT = 527, 296


def run(stage):
    for case in CASES[stage.machine.gpu]:
        play(stage, *case)


def play(stage, name, turn, bits, buffers, is_panel_turned, text):
    guest, file = stage.guest, f"/tmp/{name}.toml"
    size = (HEIGHT, WIDTH) if is_panel_turned else (WIDTH, HEIGHT)
    panel = guest.panel(size="{}x{}".format(*size), rate=100)
    guest.output("sh", "-c", f"cat >{file} <<'END'\n{text}END")
    kiosk = Kiosk(stage, "--config", file, part=name)
    before = kiosk.still_screen(f"{name}-1-before")
    if buffers:
        maps = guest.output("cat", f"/proc/{kiosk.process.pid}/maps")
        expect(maps.count("/dev/dri/card0"), buffers, "the buffers that are mapped")

    def place(x, y):
        """A position in the picture, in mm, converted to the panel."""
        if is_panel_turned:
            return f"{x} {y}"
        return "{} {}".format(*{0: (x, y), 90: (WIDTH - y, x), 180: (WIDTH - x, HEIGHT - y), 270: (y, HEIGHT - x)}[turn])

    panel.play(f"down 1 {place(1.5, 150)}", f"move 1 {place(120, 156)} over 200")
    kiosk.await_record(kind="transition", operation="pop", phase="began")
    held = kiosk.still_screen(f"{name}-2-held")
    if held == before:
        raise Failure("the finger has moved 118 mm, but the screen has not changed")
    panel.play("up 1")
    kiosk.await_record(kind="transition", operation="pop", phase="finished")
    settled = kiosk.still_screen(f"{name}-3-settled")
    kiosk.stop()
    panel.remove()

    replay = Replay(kiosk)
    expect(decisions(replay.records), decisions(kiosk.records), "the replay's decisions, compared with the run's")
    expect(replay.records[-1]["stack"], ["home"], "the stack at the end")
    for screen, part, wanted in [(held, "2-held", dict(kind="transition", phase="settling")), (settled, "3-settled", {})]:
        replay.expect_shown(screen, f"{name}-{part}", turn, bits, **wanted)
