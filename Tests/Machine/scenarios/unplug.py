"""The panel is unplugged during a swipe: the page goes back. After it is plugged in again, the next swipe works."""

from host.failure import Failure
from host.kiosk import Kiosk

GPUS = ("virtio",)
INIT = "small"
LIMIT = 180
NEEDS_BEZEL = True


def run(stage):
    panel = stage.guest.panel()
    kiosk = Kiosk(stage)
    before = kiosk.still_screen("1-before")

    panel.play("down 1 1.5 150", "move 1 200 156 over 200")
    kiosk.await_record(kind="transition", operation="pop", phase="began")
    panel.unplug()
    kiosk.await_record(kind="gesture", name="edge-pop", state="cancelled")
    kiosk.await_record(kind="transition", operation="pop", phase="settling", finish=False)
    kiosk.await_record(kind="transition", operation="pop", phase="cancelled")
    if kiosk.still_screen("2-unplugged") != before:
        raise Failure("the page has not gone back to where it was: see 1-before.png and 2-unplugged.png")

    panel.plug()
    # A finger that comes down while libinput still opens the panel is not seen.
    kiosk.said("touch panel: ")
    panel.play("down 1 1.5 150", "move 1 200 156 over 200", "up 1")
    kiosk.await_record(kind="transition", operation="pop", phase="settling", finish=True)
    kiosk.await_record(kind="transition", operation="pop", phase="finished")
    if kiosk.still_screen("3-finished") == before:
        raise Failure("the pop has finished, but the screen still shows the popped page: see 3-finished.png")
    kiosk.stop()
