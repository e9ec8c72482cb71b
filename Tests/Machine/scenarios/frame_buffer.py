"""With /dev/fb0 the screen equals a replay, and when the kiosk ends, the console is restored."""

from host.failure import Failure, expect
from host.kiosk import Kiosk, Replay, decisions
from scenarios.console import STATE

GPUS = ("virtio", "bochs")
INIT = "small"
LIMIT = 240
NEEDS_BEZEL = True
TURN = "frame buffer"


def run(stage):
    guest = stage.guest
    panel = guest.panel(size="527x296", rate=100)
    guest.output("sh", "-c", r"printf '\033[2J\033[HThe console before the kiosk' >/dev/tty1")
    state = guest.output("python3", "-c", STATE)
    before = stage.still_screen("1-before")

    kiosk = Kiosk(stage, "--display", "fbdev")
    kiosk.still_screen("2-kiosk")
    panel.play("down 1 1.5 150", "move 1 200 156 over 200")
    kiosk.await_record(kind="transition", operation="pop", phase="began")
    held = kiosk.still_screen("3-held")
    panel.play("up 1")
    kiosk.await_record(kind="transition", operation="pop", phase="finished")
    settled = kiosk.still_screen("4-settled")
    kiosk.stop()

    expect(guest.output("python3", "-c", STATE), state,
           "the console's mode, its keyboard's, and the VT in the foreground")
    if stage.still_screen("5-after") != before:
        raise Failure("the screen does not show the console as it was: see 1-before.png and 5-after.png")
    replay = Replay(kiosk)
    expect(decisions(replay.records), decisions(kiosk.records), "the replay's decisions, compared with the run's")
    replay.expect_shown(held, "3-held", kind="transition", phase="settling")
    replay.expect_shown(settled, "4-settled")
