"""The kiosk starts without display and panel. Both are plugged in, unplugged during a swipe, and plugged in again, the display
also with another size. Another virtual terminal has the screen for a while. No contact stays held, and the picture returns; the
scenario prints after how many seconds of the guest."""

from host.failure import Failure, expect
from host.kiosk import Kiosk

GPUS = ("heads",)
INIT = "small"
LIMIT = 300
NEEDS_BEZEL = True

BEGIN = ("down 1 1.5 150", "move 1 200 156 over 200")


def run(stage):
    guest = stage.guest
    connector = guest.connector("Virtual-1")
    connector.unplug()
    kiosk = Kiosk(stage, "--wait", "--size", "527x296", ready="no touch panel.*waiting for it")
    times = {"the first picture": -connector.plug() + kiosk.said("ready")}
    panel = guest.panel()
    kiosk.process.wait_open(panel.node)
    before = kiosk.still_screen("1-before")
    descriptors = kiosk.descriptors()

    panel.play(*BEGIN)
    kiosk.await_record(kind="transition", operation="pop", phase="began")
    connector.unplug()
    expect_back(kiosk)
    panel.play("move 1 300 156 over 100", "up 1")
    times["after the display was away"] = -connector.plug() + kiosk.said("the picture is on")
    expect(kiosk.still_screen("2-back") == before, True, "whether the screen shows what it did before the display went")

    panel.play(*BEGIN)
    kiosk.await_record(kind="transition", operation="pop", phase="began")
    panel.unplug()
    expect_back(kiosk)
    connector.unplug()
    kiosk.process.wait_line("display gone")
    panel.plug()
    kiosk.process.wait_open(panel.node)
    times["after both were away"] = -connector.plug() + kiosk.said("the picture is on")
    expect(kiosk.still_screen("3-back") == before, True, "whether the screen shows what it did before both went")

    panel.play(*BEGIN)
    kiosk.await_record(kind="transition", operation="pop", phase="began")
    guest.foreground(2)
    expect_back(kiosk)
    panel.play("up 1")
    guest.foreground(1)
    kiosk.process.wait_open(panel.node)
    expect(kiosk.still_screen("4-terminal") == before, True, "whether the screen shows what it did before the other terminal")

    panel.play(*BEGIN)
    kiosk.await_record(kind="transition", operation="pop", phase="began")
    stage.machine.resize(0, 1280, 720)
    times["of another size"] = -float(guest.output("cut", "-d", " ", "-f", "1", "/proc/uptime")) + kiosk.said(
        "the picture is on.*1280x720")
    other = kiosk.still_screen("5-other-size")
    expect((other.width, other.height), (1280, 720), "the size of the other screen's picture")
    panel.play("up 1")
    stage.machine.resize(0, 1920, 1080)
    kiosk.said("the picture is on.*1920x1080")
    expect(kiosk.still_screen("6-size-back") == before, True, "whether the screen shows what it did in its first size")

    panel.play(*BEGIN, "up 1")
    kiosk.await_record(kind="transition", operation="pop", phase="finished")
    if kiosk.still_screen("7-popped") == before:
        raise Failure("the pop has finished, but the screen still shows the popped page: see 7-popped.png")
    # (The recording ended when the size changed.)
    if kiosk.descriptors() > descriptors:
        raise Failure(f"{kiosk.descriptors()} files are open, compared with {descriptors} before")
    kiosk.stop()
    text = "".join(f"{name}: {seconds:.2f} s\n" for name, seconds in times.items())
    stage.write("times.txt", text)
    print("    " + text.replace("\n", "\n    ").rstrip(), flush=True)


def expect_back(kiosk):
    kiosk.await_record(kind="gesture", name="edge-pop", state="cancelled")
    kiosk.await_record(kind="transition", operation="pop", phase="settling", finish=False)
    kiosk.await_record(kind="transition", operation="pop", phase="cancelled")
