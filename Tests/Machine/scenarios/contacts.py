"""During a palm, a burst of ghost touches, and a hand that leans on the panel, a swipe with one finger still goes back."""

from host.failure import Failure, expect
from host.kiosk import Kiosk, Replay, decisions

GPUS = ("virtio",)
INIT = "small"
LIMIT = 240
NEEDS_BEZEL = True

GHOSTS = range(2, 22)


def run(stage):
    panel = stage.guest.panel(size="527x296", rate=100, slots=30)
    kiosk = Kiosk(stage)
    before = kiosk.still_screen("1-before")

    # The swiping finger becomes a palm: libinput cancels it, and the page goes back.
    panel.play("down 1 1.5 150", "move 1 200 156 over 200")
    kiosk.await_record(kind="gesture", name="edge-pop", state="began")
    panel.play("palm 1", "hold 50", "move 1 210 156 over 50", "up 1")
    kiosk.await_record(kind="gesture", name="edge-pop", state="cancelled")
    kiosk.await_record(kind="transition", operation="pop", phase="cancelled")
    if kiosk.still_screen("2-palm") != before:
        raise Failure("the page has not gone back to where it was: see 1-before.png and 2-palm.png")

    # Twenty contacts for one scan or two, during a swipe. The finger continues, and returns to where it began.
    panel.play("down 1 1.5 150", "move 1 150 156 over 150")
    kiosk.await_record(kind="gesture", name="edge-pop", state="began")
    places = {ghost: (ghost * 211 % 527, ghost * 97 % 296) for ghost in GHOSTS}
    panel.play("down " + " ".join(f"{ghost} {x} {y}" for ghost, (x, y) in places.items()))
    panel.play("up " + " ".join(str(ghost) for ghost in GHOSTS if ghost % 2))
    panel.play("up " + " ".join(str(ghost) for ghost in GHOSTS if not ghost % 2))
    panel.play("move 1 3 156 over 400", "up 1")
    kiosk.await_record(kind="gesture", name="edge-pop", state="ended")
    kiosk.await_record(kind="transition", operation="pop", phase="settling", finish=False)
    kiosk.await_record(kind="transition", operation="pop", phase="cancelled")
    if kiosk.still_screen("3-ghosts") != before:
        raise Failure("the ghosts have changed the page: see 1-before.png and 3-ghosts.png")

    # A hand leans on the page for longer than three seconds. Another finger pops the page while the hand stays.
    panel.play("down 9 400 250", "hold 3500", "down 1 1.5 150", "move 1 200 156 over 200", "up 1")
    kiosk.await_record(kind="gesture", name="edge-pop", state="began")
    kiosk.await_record(kind="transition", operation="pop", phase="settling", finish=True)
    kiosk.await_record(kind="transition", operation="pop", phase="finished")
    if kiosk.still_screen("4-leaning") == before:
        raise Failure("the pop has finished, but the screen still shows the popped page: see 4-leaning.png")
    panel.play("up 9")
    kiosk.stop()

    replay = Replay(kiosk, draws=False)
    expect(decisions(replay.records), decisions(kiosk.records), "the replay's decisions, compared with the run's")
    expect(replay.records[-1]["stack"], ["home"], "the stack at the end")
    expect(replay.records[-1]["stuck"], [], "the recognizers that are stuck")
