"""Two screens with a kiosk each, and two identical panels. Each screen asks once to be touched; from then on touches go to the
right screen, also after a restart. A screen that is off takes no touches, and the other one keeps working."""

from host.failure import Failure, expect
from host.kiosk import Kiosk, FOLDER

GPUS = ("heads",)
INIT = "small"
LIMIT = 400
NEEDS_BEZEL = True
ENDS = True  # the second output stays

CONFIGURATION = """
[input]
panels = "/tmp/two.panels"

[[screen]]
output = "Virtual-1"

[[screen]]
output = "Virtual-2"
kiosk = "/machine/gallery"
"""
SWIPE = ("down 1 1.5 150", "move 1 200 156 over 200", "up 1")


def run(stage):
    guest = stage.guest
    first, second = guest.connector("Virtual-1"), guest.connector("Virtual-2")
    # Plugged in before the start, so the first run finds it.
    stage.machine.resize(1, 1280, 720)
    guest.write("/tmp/two.toml", CONFIGURATION)
    left = guest.panel(name="left", phys="usb-test-1/input0")
    right = guest.panel(name="right", phys="usb-test-2/input0")
    options = ("--config", "/tmp/two.toml")

    kiosk = Kiosk(stage, *options)
    for panel in (left, right):
        kiosk.process.wait_open(panel.node)
    asks = kiosk.still_screen("1-asks", head=0)
    gallery = kiosk.still_screen("1-does-not-ask-yet", head=1)
    expect((gallery.width, gallery.height), (1280, 720), "the size of the second screen's picture")
    right.play("down 1 100 100", "up 1")
    kiosk.process.wait_line("was touched on Virtual-1")
    pages = kiosk.still_screen("2-touched", head=0)
    if pages == asks:
        raise Failure("the first screen was touched and still asks: see 2-touched.png")
    if kiosk.still_screen("2-asks", head=1) == gallery:
        raise Failure("the second screen does not ask for a touch: see 2-asks.png")
    left.play("down 1 100 100", "up 1")
    kiosk.process.wait_line("was touched on Virtual-2")
    # Its panel reports a size, so the scale of its text differs.
    gallery = kiosk.still_screen("3-touched", head=1)

    right.play(*SWIPE)
    kiosk.await_record(kind="transition", operation="pop", phase="finished", to="home")
    home = kiosk.still_screen("4-popped", head=0)
    if home == pages:
        raise Failure("a swipe on the first screen's panel has not popped its page: see 4-popped.png")
    expect(kiosk.still_screen("4-other", head=1) == gallery, True, "whether the other screen shows what it did")
    kiosk.stop()

    kiosk = Kiosk(stage, *options, part="again")
    expect(kiosk.still_screen("5-again", head=0) == pages, True, "whether the first screen asks nothing after a restart")
    expect(kiosk.still_screen("5-again-other", head=1) == gallery, True, "whether the second does not either")
    # When a screen disappears, only the touches on it are cancelled.
    right.play("down 1 1.5 150", "move 1 200 156 over 200")
    kiosk.await_record(kind="transition", operation="pop", phase="began")
    second.unplug()
    kiosk.process.wait_line("display gone.*Virtual-2")
    left.play(*SWIPE)
    right.play("up 1")
    kiosk.await_record(kind="transition", operation="pop", phase="finished", to="home")
    expect(kiosk.still_screen("6-other-off", head=0) == home, True, "whether the first screen went on alone")
    second.plug()
    kiosk.process.wait_line("the picture is on.*Virtual-2")
    expect(kiosk.still_screen("7-back", head=1) == gallery, True, "whether the second screen shows what it did")
    first.unplug()
    kiosk.process.wait_line("display gone.*Virtual-1")
    left.play("down 1 263 200", "move 1 263 60 over 200", "up 1")
    if kiosk.still_screen("8-scrolled", head=1) == gallery:
        raise Failure("the second screen does not scroll while the first is off: see 8-scrolled.png")
    first.plug()
    kiosk.process.wait_line("the picture is on.*Virtual-1")
    expect(kiosk.still_screen("9-back", head=0) == home, True, "whether the first screen shows what it did")
    kiosk.stop()

    expect(guest.output("cat", f"{second.folder}/enabled").strip(), "enabled", "the second output, with the console on it")
    alone = Kiosk(stage, part="alone")
    alone.still_screen("10-alone", head=0)
    expect(guest.output("cat", f"{second.folder}/enabled").strip(), "disabled", "an output that no screen uses")
    alone.stop()
    began = [record for record in kiosk.records if record["kind"] == "transition" and record["phase"] == "began"]
    expect(len(began), 1, "the number of transitions; none comes from a finger on a screen that was off")
