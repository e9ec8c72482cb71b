"""A blanked screen is off. The touch that wakes it has no other effect; the next one works as usual. The schedule turns the
screen off and on, also when the clock is set."""

from host.failure import Failure, expect
from host.kiosk import Kiosk

GPUS = ("virtio", "bochs")
INIT = "small"
LIMIT = 300
NEEDS_BEZEL = True
TURN = "blank"

SWIPE = ("down 1 1.5 150", "move 1 200 156 over 200", "up 1")


def run(stage):
    guest, panel = stage.guest, stage.guest.panel()
    wakes(stage, guest, panel)
    follows_the_clock(stage, guest)


def wakes(stage, guest, panel):
    kiosk = Kiosk(stage, "--config", configuration(guest, 'blank-after = "10 s"'), part="wake")
    before = kiosk.still_screen("1-before")
    kiosk.process.wait_line("the light is off")
    expect(power(guest), "Off", "the connector's power after blank-after without a touch")
    panel.play(*SWIPE)
    kiosk.process.wait_line("idle: visited")
    expect(power(guest), "On", "the connector's power after a touch")
    if kiosk.still_screen("2-awake") != before:
        raise Failure("the touch that woke the screen has changed the page: see 1-before.png and 2-awake.png")
    panel.play(*SWIPE)
    kiosk.await_record(kind="transition", operation="pop", phase="finished")
    kiosk.stop()
    began = [record for record in kiosk.records if record["kind"] == "transition" and record["phase"] == "began"]
    expect(len(began), 1, "the transitions after a swipe on the dark screen and one on the lit screen")


def follows_the_clock(stage, guest):
    clock, start = (float(guest.output(*words).split()[0]) for words in (("date", "+%s.%N"), ("cat", "/proc/uptime")))
    try:
        guest.output("date", "-s", "2026-03-02 21:59:57")
        rules = 'home-after = "5 s"\nschedule = ["mon 07:00-22:00", "tue-sun 07:00-22:00"]'
        kiosk = Kiosk(stage, "--config", configuration(guest, rules), part="clock")
        kiosk.process.wait_line("the light is off")
        expect(power(guest), "Off", "the connector's power at ten in the evening")
        guest.output("date", "-s", "2026-03-03 06:59:58")
        kiosk.process.wait_line("the light is on")
        guest.output("date", "-s", "2026-03-03 23:00:00")
        kiosk.process.wait_line("the light is off")
        guest.output("date", "-s", "2026-03-04 12:00:00")
        kiosk.process.wait_line("the light is on")
        kiosk.still_screen("3-noon")
        expect(power(guest), "On", "the connector's power at noon")
        kiosk.stop()
    finally:
        uptime = float(guest.output("cat", "/proc/uptime").split()[0])
        guest.output("date", "-s", f"@{clock + uptime - start:.3f}")


def configuration(guest, rules):
    path = "/tmp/blank.toml"
    guest.output("sh", "-c", f"cat >{path} <<'END'\n[idle]\n{rules}\nEND\n")
    return path


def power(guest):
    """The kernel's state of the connector that the kiosk uses."""
    connected = [path for path in guest.find("/sys/class/drm/card*-*/status") if guest.read(path).strip() == b"connected"]
    return guest.read(connected[0].replace("status", "dpms")).decode().strip()
