"""Touch controllers that are wired to a board, made as their drivers make them: with no setting a swipe pops the page, two fingers are
two, unplugging ends them, and the size is the display's, because none reports one. A controller that udev does not take for a
touchscreen, or that libinput rejects, gets one line in the log, and `bezel doctor` says what would help; where a udev rule does, the
controller works with it.

One controller in ten is tried each day, and with BEZEL_TURNS=all all of them. BEZEL_TOUCH_CONTROLLERS names some, such as
`goodix,ads7846`."""

import json
import os
import tomllib

from host.failure import Failure, expect
from host.kiosk import FOLDER, Kiosk, contacts_down
from host.turn import of_today

GPUS = ("virtio",)
INIT = "small"
NEEDS_BEZEL = True
TURN = "panels"

LIST = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "touch-controllers")
SHARE = 10
NAMED = [name for name in os.environ.get("BEZEL_TOUCH_CONTROLLERS", "").split(",") if name]
MACHINE, SOCKET = "/tmp/touch-controllers.toml", "/tmp/touch-controllers-control"
RULES = "/run/udev/rules.d/65-touch-panel.rules"


def chosen():
    with open(LIST, "rb") as file:
        entries = tomllib.load(file)
    if NAMED:
        return {name: entries[name] for name in NAMED}
    turns = of_today(range(SHARE))
    return {name: entry for number, (name, entry) in enumerate(entries.items()) if number % SHARE in turns}


ENTRIES = chosen()
LIMIT = 120 + 30 * len(ENTRIES)


def run(stage):
    guest, failed = stage.guest, []
    guest.write(MACHINE, f'[control]\nsocket = "{SOCKET}"\n')
    plain = guest.panel(resolution=0)
    kiosk = Kiosk(stage, "--config", MACHINE)
    display = size(screen(guest))
    plain.unplug()
    for name, entry in ENTRIES.items():
        try:
            if "kind" in entry:
                plugged_in(guest, entry, lambda controller: mistaken(kiosk, controller, entry))
            if "rule" in entry:
                write_rule(guest, f'KERNEL=="event*", ATTRS{{name}}=="{entry["name"]}", {entry["rule"]}\n')
            if "kind" not in entry or "rule" in entry:
                plugged_in(guest, entry, lambda controller: try_out(kiosk, controller, entry, display))
        except Failure as failure:
            failed.append(f"{name}: {failure}".splitlines()[0])
        if "rule" in entry:
            write_rule(guest, "")
        expect(kiosk.process.code, None, f"whether the kiosk has ended with {name}")
    kiosk.stop()
    if failed:
        raise Failure(f"{len(failed)} of {len(ENTRIES)} touch controllers:\n" + "\n".join(failed))
    expect(contacts_down(guest, kiosk.recording), [], "the contacts that are down at the end of the recording")


def plugged_in(guest, entry, test):
    """Calls `test` with the entry's controller, and unplugs it."""
    controller = guest.controller(entry)
    try:
        test(controller)
    finally:
        controller.unplug()
        controller.remove()


def mistaken(kiosk, controller, entry):
    """udev takes the controller for something else. The log and the doctor say for what."""
    guest, kind = kiosk.guest, entry["kind"]
    kiosk.process.wait_line(f"{controller.node}.*is left alone: udev takes it for a {kind}")
    page = doctor(guest)
    says(page, f"udev takes {entry['name']} ({controller.node}) for a {kind}")
    says(page, f'ENV{{ID_INPUT_{kind.upper()}}}="0", ENV{{ID_INPUT_TOUCHSCREEN}}="1"')


def try_out(kiosk, controller, entry, display):
    """Uses a controller that has just been plugged in, and leaves fingers on it."""
    guest = kiosk.guest
    if "late" in entry:
        kiosk.process.wait_line("libinput: .*min == max")
        says(doctor(guest), "ABS_X has no range")
        controller.play("range")
        # The kiosk tries such a panel again after a second.
    kiosk.process.wait_open(controller.node)
    properties = guest.output("udevadm", "info", "--query=property", controller.node, name="udevadm").split()
    kinds = [name for name in ("TOUCHSCREEN", "TABLET", "TOUCHPAD", "MOUSE", "JOYSTICK") if f"ID_INPUT_{name}=1" in properties]
    expect(kinds, ["TOUCHSCREEN"], "what udev takes it for")
    # It is on top at first, and after a controller that failed.
    guest.output("bezel", "control", "home", "--socket", SOCKET, name="control")
    guest.output("bezel", "control", "open", "hours", "--socket", SOCKET, name="control")
    kiosk.await_record(kind="transition", operation="push", phase="finished")
    controller.play("down 1 1.5 150", "move 1 250 156 over 250", "up 1")
    try:
        kiosk.await_record(limit=5, kind="transition", operation="pop", phase="finished")
    except Failure:
        raise Failure("no swipe pops") from None
    before = screen(guest)
    expect(size(before), display, "the size of the picture under a panel that reports none")
    most = 2 if "ABS_MT_POSITION_X" in entry["axes"] else 1
    if most == 2:
        controller.play("down 1 150 100", "move 1 152 102 over 50", "down 2 350 200", "move 1 160 110 2 360 210 over 100")
    else:
        controller.play("down 1 150 100", "hold 100")
    expect(screen(guest)["touches"] - before["touches"], most, "the touches of two fingers")


def write_rule(guest, rule):
    """Has udev apply `rule` to what is plugged in next."""
    guest.write(RULES, rule)
    guest.output("udevadm", "control", "--reload", name="udevadm")


def doctor(guest):
    return guest.run("bezel", "doctor", FOLDER, "--json", name="doctor").stdout


def says(page, text):
    texts = [line["text"] + "\n" + line.get("do", "") for line in map(json.loads, page.splitlines())]
    if not any(text in line for line in texts):
        raise Failure(f"the doctor does not say `{text}`:\n{page}")


def screen(guest):
    return json.loads(guest.output("bezel", "control", "status", "--json", "--socket", SOCKET, name="control"))["screens"][0]


def size(screen):
    return screen["width_mm"], screen["height_mm"]
