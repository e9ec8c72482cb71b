"""Two people at one panel: in independent views, one finger each makes two drags, and two fingers each make two pinches."""

from host.failure import Failure, expect
from host.kiosk import Gallery, Replay, decisions

GPUS = ("virtio", "bochs")
INIT = "small"
LIMIT = 240
NEEDS_BEZEL = True
TURN = "two people"


def run(stage):
    panel = stage.guest.panel(size="527x296", slots=10, rate=100)
    gallery = Gallery(stage, "two-people")
    before = gallery.still_screen("1-before")

    panel.play("down 1 130 150 2 395 150", "move 1 100 180 2 430 120 over 300")
    dragged = gallery.still_screen("2-dragged")
    if dragged == before:
        raise Failure("two fingers have dragged two squares, but the screen has not changed")
    panel.play("up 1 2")
    gallery.await_record(kind="gesture", name="left-drag", state="ended")
    gallery.await_record(kind="gesture", name="right-drag", state="ended")

    panel.play("down 1 90 180 2 130 180 3 400 120 4 470 120", "move 1 70 180 2 150 180 3 415 120 4 455 120 over 400")
    pinched = gallery.still_screen("3-pinched")
    panel.play("up 1 2 3 4")
    gallery.await_record(kind="gesture", name="left-pinch", state="ended")
    gallery.await_record(kind="gesture", name="right-pinch", state="ended")
    gallery.stop()

    expect(sorted(gallery.begun()), [("left-drag", 1), ("left-pinch", 2), ("right-drag", 1), ("right-pinch", 2)],
           "the gestures that began, with their fingers")
    for kind in ("drag", "pinch"):
        mine, theirs = (touches(gallery, f"{side}-{kind}") for side in ("left", "right"))
        if mine & theirs:
            raise Failure(f"the two gestures of kind {kind} share fingers: {mine} and {theirs}")
        ends = [record["state"] for record in gallery.records
                if record.get("name", "").endswith(kind) and record["state"] in ("began", "ended")]
        expect(ends, ["began", "began", "ended", "ended"], f"the two gestures of kind {kind}, at once")

    replay = Replay(gallery)
    expect(decisions(replay.records), decisions(gallery.records), "the replay's decisions, compared with the run's")
    expect(replay.records[-1]["stack"], ["gallery", "two-people"], "the stack at the end")
    expect(replay.records[-1]["stuck"], [], "recognizers that are stuck")
    for picture, name, gesture in (dragged, "2-dragged", "left-drag"), (pinched, "3-pinched", "left-pinch"):
        replay.expect_shown(picture, name, kind="gesture", name=gesture, state="ended")


def touches(gallery, name):
    """The fingers with which the named gesture began."""
    return {finger for record in gallery.records if record.get("name") == name and record["state"] == "began"
            for finger in record["touches"]}
