"""With two fingers, moving them apart is a pinch and no rotation, and turning them is a rotation and no pinch."""

import math

from host.failure import Failure, expect
from host.kiosk import Gallery, Replay, decisions

GPUS = ("virtio", "bochs")
INIT = "small"
LIMIT = 240
NEEDS_BEZEL = True
TURN = "pinch and rotation"


def run(stage):
    panel = stage.guest.panel(size="527x296", slots=10, rate=100)
    gallery = Gallery(stage, "pinch-and-rotation")
    before = gallery.still_screen("1-before")

    panel.play("down 1 240 140 2 290 140", "move 1 225 140 2 305 140 over 300")
    gallery.await_record(kind="gesture", name="pinch", state="began")
    pinched = gallery.still_screen("2-pinched")
    panel.play("up 1 2")
    gallery.await_record(kind="gesture", name="pinch", state="ended")

    # In steps of 12 degrees, so that the straight lines between the positions approximate the circle.
    panel.play(f"down {fingers(0)}", *(f"move {fingers(angle)} over 80" for angle in range(12, 61, 12)))
    gallery.await_record(kind="gesture", name="rotation", state="began")
    turned = gallery.still_screen("3-turned")
    panel.play("up 1 2")
    gallery.await_record(kind="gesture", name="rotation", state="ended")
    gallery.stop()

    expect([step for step in gallery.begun() if step[0] != "drag"], [("pinch", 2), ("rotation", 2)],
           "the gestures of two fingers that began")
    if before == pinched or pinched == turned:
        raise Failure("the card has not changed: see 1-before.png, 2-pinched.png and 3-turned.png")

    replay = Replay(gallery)
    expect(decisions(replay.records), decisions(gallery.records), "the replay's decisions, compared with the run's")
    expect(replay.records[-1]["stuck"], [], "recognizers that are stuck")
    for picture, name, gesture in (pinched, "2-pinched", "pinch"), (turned, "3-turned", "rotation"):
        replay.expect_shown(picture, name, kind="gesture", name=gesture, state="ended")


def fingers(angle):
    """Two fingers 70 mm apart, turned by `angle` degrees about the middle of the card."""
    x, y = 35 * math.cos(math.radians(angle)), 35 * math.sin(math.radians(angle))
    return f"1 {263 - x:.2f} {140 - y:.2f} 2 {263 + x:.2f} {140 + y:.2f}"
