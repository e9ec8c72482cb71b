"""Touch screens that are sold, each made from its report descriptor: with no setting a swipe pops the page, also after a palm, two
fingers are two, and unplugging the screen with fingers down ends them. One that reports no size gets the display's.

One screen in twenty-four is tried each day, and with BEZEL_TURNS=all all of them. BEZEL_TOUCH_SCREENS names some, such as
`04f3:200a,elan`."""

import json
import os

from host.failure import Failure, expect
from host.kiosk import Kiosk, contacts_down
from host.turn import of_today

GPUS = ("virtio",)
INIT = "small"
NEEDS_BEZEL = True
TURN = "panels"

LIST = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "touch-screens")
SHARE = 24
NAMED = os.environ.get("BEZEL_TOUCH_SCREENS", "").split(",")
# A screen is tried again if the guest was too slow.
TRIES = 3
MACHINE, SOCKET = "/tmp/touch-screens.toml", "/tmp/touch-screens-control"


def chosen():
    with open(LIST) as file:
        lines = [line for line in file if not line.startswith("#")]
    if NAMED != [""]:
        return [line for line in lines if set(line.split()[:2]) & set(NAMED)]
    turns = of_today(range(SHARE))
    return [line for number, line in enumerate(lines) if number % SHARE in turns]


LINES = chosen()
LIMIT = 120 + 30 * len(LINES)


def run(stage):
    guest, failed = stage.guest, []
    guest.write(MACHINE, f'[control]\nsocket = "{SOCKET}"\n')
    plain = guest.panel(resolution=0)
    kiosk = Kiosk(stage, "--config", MACHINE)

    def control(*words):
        return guest.output("bezel", "control", *words, "--socket", SOCKET, name="control")

    def screen():
        return json.loads(control("status", "--json"))["screens"][0]

    display = size(screen())
    plain.unplug()
    # The size of a large panel that was there before is not that of the next one.
    large = guest.panel(size="1600x900", name="large")
    kiosk.process.wait_open(large.node)
    large.unplug()
    for line in LINES:
        for _ in range(TRIES):
            complaint, was_late = play(kiosk, line, lambda panel: try_out(kiosk, panel, control, screen, display))
            expect(kiosk.process.code, None, f"whether the kiosk has ended with {line.split()[0]}")
            if not complaint or not was_late:
                break
        if complaint:
            failed.append(" ".join(line.split()[:2]) + f": {complaint}".splitlines()[0])
    kiosk.stop()
    if failed:
        raise Failure(f"{len(failed)} of {len(LINES)} touch screens:\n" + "\n".join(failed))
    expect(contacts_down(guest, kiosk.recording), [], "the contacts that are down at the end of the recording")


def play(kiosk, line, test):
    """Calls `test` with a touch screen, and unplugs it. Returns what it complains about, if anything, and whether the guest was so slow
    that the kernel may have lifted fingers."""
    try:
        panel = kiosk.guest.touch_screen(line)
    except Failure as failure:
        return failure, False
    try:
        test(panel)
        complaint = None
    except Failure as failure:
        complaint = failure
    panel.play("unplug")
    panel.remove()
    return complaint, any(said.text == "late" for said in panel.process.lines)


def try_out(kiosk, panel, control, screen, display):
    """Uses a touch screen that has just been plugged in, and leaves fingers on it."""
    claim, most = panel.claims
    kiosk.process.wait_open(panel.node)
    if claim == "none":
        expect(size(screen()), display, "the size of the picture under a panel that reports none")
    for before in ((), ("down 1 300 150", "hold 30", "palm 1", "hold 30", "up 1", "hold 500")):
        # It is on top at first, and after a screen that failed.
        control("home")
        control("open", "hours")
        kiosk.await_record(kind="transition", operation="push", phase="finished")
        panel.play(*before, "down 1 1.5 150", "move 1 250 156 over 250", "up 1")
        try:
            kiosk.await_record(limit=5, kind="transition", operation="pop", phase="finished")
        except Failure:
            raise Failure("no swipe pops" + (" after a palm" if before else "")) from None
    touches = screen()["touches"]
    if int(most) > 1:
        panel.play("down 1 150 100", "move 1 152 102 over 50", "down 2 350 200", "move 1 160 110 2 360 210 over 100")
    else:
        panel.play("down 1 150 100", "hold 100")
    expect(screen()["touches"] - touches, min(2, int(most)), "the touches of two fingers")


def size(screen):
    return screen["width_mm"], screen["height_mm"]
