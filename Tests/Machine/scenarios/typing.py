"""Visitors type: two thumbs on the keyboard on the glass, with a panel of ten contacts, and then a keyboard with keys that the machine's file
names. What they type is in the field, and a replay of the recording types the same."""

import time

from host.failure import Failure, expect
from host.keyboard import Keyboard
from host.kiosk import Gallery, Replay, decisions
from host.tree import place, tree

GPUS = ("virtio",)
INIT = "small"
LIMIT = 420
NEEDS_BEZEL = True
TURN = "touch"

CONFIG, SOCKET = "/tmp/typing.toml", "/tmp/typing.control"
CONTROL = ("--socket", SOCKET)
NAME = "lovelace"


def run(stage):
    guest = stage.guest
    guest.write(CONFIG, f'[control]\nsocket = "{SOCKET}"\n[input]\nkeyboard = "1234:0002"\n')
    panel = guest.panel(size="527x296", slots=10, rate=100)
    keyboard = Keyboard(guest)
    gallery = Gallery(stage, "tickets,concert-1", "--config", CONFIG)
    gallery.still_screen("1-form")
    tap(panel, *place(guest, "textbox", "Name", *CONTROL))
    gallery.still_screen("2-keyboard")
    # The first letter is a capital, and the others are not; the keys are then other ones, in the same places.
    places = [place(guest, "button", letter, *CONTROL) for letter in NAME.upper()]
    type_with_thumbs(panel, places)
    expect(value(guest), "Lovelace", "what two thumbs have typed")
    typed = gallery.still_screen("3-typed")

    expect(guest.ask("has_open", name="bezel-gallery", path=keyboard.node), True, "whether the keyboard that is named is open")
    keyboard.play("press SPACE")
    keyboard.play("press A")
    await_value(guest, "Lovelace a")
    gallery.still_screen("4-keys")
    gallery.stop()

    replay = Replay(gallery)
    expect(decisions(replay.records), decisions(gallery.records), "the replay's decisions, compared with the run's")
    expect(replay.records[-1]["stuck"], [], "recognizers that are stuck")
    if replay.picture(replay.frame_before()["number"], "replayed").hash() == typed.hash():
        raise Failure("the keyboard with keys has changed nothing on the screen")


def value(guest):
    return next(text for role, name, text, _ in tree(guest, *CONTROL) if (role, name) == ("textbox", "Name"))


def await_value(guest, wanted, limit=30):
    end = time.monotonic() + limit
    while (found := value(guest)) != wanted:
        if time.monotonic() > end:
            raise Failure(f"the field has {found!r} and not {wanted!r}")
        time.sleep(0.2)


def tap(panel, x, y):
    panel.play(f"down 1 {x} {y}", "hold 60", "up 1")


def type_with_thumbs(panel, places):
    """Each finger comes down before the last one lifts, eight times a second."""
    lines, last = [], None
    for number, (x, y) in enumerate(places):
        finger = number % 2 + 1
        lines += [f"down {finger} {x} {y}", "hold 60"]
        if last is not None:
            lines += [f"up {last}"]
        lines += ["hold 65"]
        last = finger
    panel.play(*lines, f"up {last}")
