"""The buttons of a case go back and home, and other keys have no effect. A button that is held when its device is unplugged is
cancelled. A device without a configured key is never opened, nor is a full keyboard that has one."""

import time

from host.buttons import Buttons
from host.failure import Failure, expect
from host.kiosk import Kiosk, Replay, decisions

GPUS = ("virtio",)
INIT = "small"
LIMIT = 240
NEEDS_BEZEL = True

SETTINGS = '[input]\nbuttons = { back = "KEY_BACK", home = "KEY_HOMEPAGE" }\n'


class Deep(Kiosk):
    """Four pages and a sheet."""

    stack = "home,hours,hours,hours,terms!"


def run(stage):
    guest = stage.guest
    guest.panel()
    guest.write("/tmp/buttons.toml", SETTINGS)
    case = Buttons(guest, "Bezel Test Case", BACK=158, HOMEPAGE=172, VOLUMEUP=115)
    others = Buttons(guest, "Bezel Test Remote", VOLUMEUP=115, MENU=139)
    # All letters and more: a keyboard that a visitor could plug in.
    keyboard = Buttons(guest, "Bezel Test Whole Keyboard", **{f"K{code}": code for code in range(1, 32)}, BACK=158)

    kiosk = Deep(stage, "--config", "/tmp/buttons.toml")
    kiosk.process.wait_open(case.node)
    for device in others, keyboard:
        expect(guest.ask("has_open", name="bezel", path=device.node), False, f"whether the kiosk has opened {device.node}")
    before = kiosk.still_screen("1-before")
    case.press("VOLUMEUP")
    others.press("MENU")
    keyboard.press("BACK")
    time.sleep(1)
    expect(kiosk.still_screen("2-others") == before, True, "whether the screen is the same after unconfigured keys")

    case.press("BACK")
    kiosk.await_record(kind="gesture", name="back-button", state="ended")
    kiosk.await_record(kind="transition", operation="dismiss", phase="finished")
    page = kiosk.still_screen("3-back")

    # Held when the device is unplugged: the kernel releases the keys, as a finger would.
    case.play("down BACK")
    time.sleep(0.5)
    case.play("unplug")
    kiosk.await_record(kind="transition", operation="pop", phase="finished", to="hours")
    case.play("plug")
    kiosk.process.wait_open(case.node)
    expect(kiosk.still_screen("4-unplugged") == page, True, "whether the screen shows the next page of the same name")

    case.press("BACK")
    kiosk.await_record(kind="transition", operation="pop", phase="finished", to="hours")
    case.press("HOMEPAGE")
    kiosk.await_record(kind="gesture", name="home-button", state="ended")
    kiosk.await_record(kind="transition", operation="pop", phase="finished", to="home")
    home = kiosk.still_screen("5-home")
    if home == page:
        raise Failure("the home page is on top, but the screen still shows the popped page: see 5-home.png")
    case.press("BACK")
    time.sleep(1)
    expect(kiosk.still_screen("6-home") == home, True, "whether back does nothing on the first page")
    kiosk.stop()

    began = [record["name"] for record in kiosk.records if record["kind"] == "gesture" and record["state"] == "ended"]
    expect(began.count("back-button"), 4, "the presses of back that were recognized")
    replay = Replay(kiosk, draws=False)
    expect(decisions(replay.records), decisions(kiosk.records), "the replay's decisions, compared with the run's")
    expect(replay.records[-1]["stack"], ["home"], "the stack at the end")
    expect(replay.records[-1]["stuck"], [], "the recognizers that are stuck")
