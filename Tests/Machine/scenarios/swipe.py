"""A finger swipes a page half away and rests. The real screen equals a replay of the recording."""

from host.failure import Failure, expect
from host.kiosk import Kiosk, Replay, decisions

GPUS = ("virtio", "bochs")
INIT = "small"
LIMIT = 180
NEEDS_BEZEL = True


def run(stage):
    panel = stage.guest.panel(size="527x296", rate=100)
    kiosk = Kiosk(stage)
    before = kiosk.still_screen("1-before")
    if before.colors() < 3:
        raise Failure("the page has fewer than 3 colors: see 1-before.png")

    panel.play("down 1 1.5 150", "move 1 200 156 over 200")
    kiosk.await_record(kind="transition", operation="pop", phase="began")
    held = kiosk.still_screen("2-held")
    if held == before:
        raise Failure("the finger has moved 198 mm, but the screen has not changed")

    panel.play("up 1")
    kiosk.await_record(kind="transition", operation="pop", phase="settling", finish=True)
    kiosk.await_record(kind="transition", operation="pop", phase="finished")
    settled = kiosk.still_screen("3-settled")
    kiosk.stop()

    replay = Replay(kiosk)
    expect(decisions(replay.records), decisions(kiosk.records), "the replay's decisions, compared with the run's")
    expect(replay.records[-1]["kind"], "end", "the last record of the replay")
    expect(replay.records[-1]["stack"], ["home"], "the stack at the end")
    replay.expect_shown(held, "2-held", kind="transition", phase="settling")
    replay.expect_shown(settled, "3-settled")
