"""config/web as a service on the screen, in Chromium: its map pans under two fingers, its form is typed into with the keyboard on the
glass, a swipe from the edge leaves it, and after kill -9 it is back."""

import time

from host.failure import Failure, expect
from host.patience import patient
from host.service import SWIPE, Service
from host.tree import place, tree

GPUS = ("virtio",)
INIT = "systemd"
# Chromium takes a minute to start here.
LIMIT = 1200
NEEDS_BEZEL = False
DEEP = True

SETTINGS = """
kiosk = "/machine/web"

[web]
browser = "chromium"
"""
# In mm of the screen: the middle of the map, and the first field of the form beside it.
PAN = ("down 1 150 150 2 200 150", "move 1 190 190 2 240 190 over 600", "up 1 2")
FIELD = (474, 76)
# A pixel of the screen where the map has water, and its colour.
WATER, SEA = (700, 200), "#a9cbd8"


def run(stage):
    guest = stage.guest
    if not guest.run("sh", "-c", "command -v chromium").text():
        raise Failure("Chromium is in the guest's image with BEZEL_TURNS=all alone")
    service = Service(stage, "seatd")
    service.install()
    guest.write("/etc/bezel/bezel.toml", SETTINGS)
    service.panel = guest.panel(slots=10)
    service.start_as_boot_does()
    service.still_screen("1-home")

    tap(service, *place(guest, "link", "The map"))
    began = time.monotonic()
    shown = await_page(service, "2-map")
    print(f"        the map was shown {time.monotonic() - began:.0f} s after the tap", flush=True)
    service.panel.play(*PAN)
    panned = await_change(service, "3-panned", shown)

    tap(service, *FIELD)
    service.await_true(lambda: ("button", "Q") in [word[:2] for word in tree(guest)], 120, "the keyboard does not come")
    service.still_screen("4-keyboard")
    # The first letter is a capital.
    for letter in "Ad":
        tap(service, *place(guest, "button", letter))
        service.still_screen("5-typed")
    service.still_screen("5-typed")

    service.panel.play(*SWIPE)
    service.await_true(lambda: ("link", "The map") in [word[:2] for word in tree(guest)], 60, "a swipe does not leave the map")
    service.still_screen("6-home")
    browser = guest.output("pgrep", "-o", "-f", "remote-debugging-pipe").strip()
    status = guest.read(f"/proc/{browser}/status").decode()
    expect("\nNoNewPrivs:\t1\n" in status and "\nUid:\t0" not in status, True, "whether the browser has few rights")
    tap(service, *place(guest, "link", "The map"))
    service.still_screen("7-again")

    guest.output("kill", "-9", browser)
    service.await_true(lambda: guest.run("pgrep", "-o", "-f", "remote-debugging-pipe").text().strip() not in ("", browser), 120,
                       "a browser that was killed is not started again")
    if await_page(service, "8-back") == panned:
        raise Failure("the map stands where it was panned to, although its browser is a new one: see 8-back.png")
    service.stop()
    service.await_true(lambda: not guest.run("pgrep", "chromium").text(), 30, "the browser goes on without its kiosk")
    service.purge()


def tap(service, x, y):
    service.panel.play(f"down 1 {x} {y}", "hold 60", "up 1")


def await_page(service, name):
    """The screen once the browser's window is on it, and it is still. The emulator's picture costs the guest nothing; a question to the
    kiosk every second takes the browser's time to start."""
    machine = service.stage.machine
    service.await_true(lambda: machine.screen().pixel(*WATER) == SEA, 300, "the browser's window does not come")
    return service.still_screen(name)


def await_change(service, name, before, limit=120):
    end = time.monotonic() + patient(limit)
    while (found := service.still_screen(name)) == before:
        if time.monotonic() > end:
            raise Failure(f"nothing has changed on the screen: see {name}.png")
        time.sleep(0.5)
    return found
