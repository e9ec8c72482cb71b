"""The maintenance sheet of the service: only a finger that rests in the corner and then moves inwards opens it. Wrong PINs cause
a delay, which outlasts a restart. Each action works. Switching off needs polkit's permission."""

import json
import math
import time

from host.failure import Failure, expect
from host.service import Service

GPUS = ("virtio",)
INIT = "systemd"
LIMIT = 900
NEEDS_BEZEL = False
TURN = "installations"
ENDS = True  # the machine is switched off

PIN, WRONG = "271828", "271829"
TRIES = "/var/lib/bezel/pin-tries"
REFUSAL = "/etc/polkit-1/rules.d/10-refused.rules"
REFUSE = """polkit.addRule(function (action, subject) {
    if (subject.user === "bezel" && action.id.indexOf("org.freedesktop.login1.") === 0) { return polkit.Result.NO; }
});
"""
KEYS = "123456789<0>"  # < deletes a digit, > confirms
CHOICES = ("calibrate", "devices", "log", "restart", "reboot", "power off")
LOGIND = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")


class Glass:
    """The positions of the sheet's controls, and fingers that touch them."""

    def __init__(self, service):
        self.service, self.panel = service, service.panel
        screen = self.status()["screens"][0]
        self.width, self.height = screen["width"], screen["height"]
        self.millimetres = screen["width_mm"], screen["height_mm"]
        # The size of text by the diagonal: Sources/Stage/Contents/ReadingSize.swift, with the capitals of Noto Serif.
        distance = 400 + 0.64 * math.hypot(*self.millimetres)
        capital = 2 * distance * math.tan(math.radians(20 / 60 / 2))
        self.em = round(capital / 0.714 * screen["height"] / screen["height_mm"])
        sheet = round(self.height * 0.92)
        self.top = self.height - sheet + round(self.em * 3.2)

    def status(self):
        return json.loads(self.service.guest.output("/usr/bin/bezel", "control", "status", "--json", name="status"))

    def stack(self):
        return self.status()["screens"][0]["stack"]

    def await_top(self, name):
        """Waits until that screen is on top and still."""
        def look():
            screen = self.status()["screens"][0]
            return screen["stack"][-1] == name and not screen["moving"]
        self.service.await_true(look, 60, f"{name} has not come; there is {self.stack()}")

    def at(self, x, y):
        """Converts pixels to the panel's units."""
        return f"{x / self.width * 527:.2f} {y / self.height * 296:.2f}"

    def near(self, x, y):
        """Converts millimetres on the screen to the panel's units."""
        return f"{x / self.millimetres[0] * 527:.2f} {y / self.millimetres[1] * 296:.2f}"

    def tap(self, x, y):
        self.panel.play(f"down 1 {self.at(x, y)}", "hold 60", "up 1", "hold 150")

    def corner(self, hold=3400, start=(8, 8), end=(70, 60)):
        """A finger that rests in a corner and then moves inwards."""
        self.panel.play(f"down 1 {self.near(*start)}", f"hold {hold}", f"move 1 {self.near(*end)} over 300", "hold 100",
                        "up 1", "hold 300")

    def open(self):
        self.corner()
        self.await_top("pin!")

    def type(self, pin):
        height = self.height - self.top
        key = round(min(self.em * 4.4, height / 6.6, self.width / 4))
        gap = round(key * 0.12)
        top, left = round((height - key * 4 - gap * 3) * 0.62), round((self.width - key * 3 - gap * 2) / 2)
        for sign in pin + ">":
            row, column = divmod(KEYS.index(sign), 3)
            self.tap(left + column * (key + gap) + key / 2, self.top + top + row * (key + gap) + key / 2)

    def choose(self, number, count=len(CHOICES)):
        height, gap = self.height - self.top, round(self.em * 0.7)
        button = round(min(self.em * 3.4, height * 0.84 / count - gap))
        first = round((height - count * (button + gap) + gap) / 2)
        self.tap(self.width / 2, self.top + first + number * (button + gap) + button / 2)

    def act(self, name):
        """Selects an action and confirms it."""
        self.choose(CHOICES.index(name))
        self.service.stage.still_screen(f"sure-{name.replace(' ', '-')}")
        self.choose(0, 2)

    def back(self):
        """Goes back with the arrow in the sheet's bar."""
        self.tap(self.em * 1.6, self.top - self.em * 1.6)


def run(stage):
    service = Service(stage, "logind")
    service.install()
    guest = stage.guest
    line = guest.output("sh", "-c", f"echo {PIN} | /usr/bin/bezel pin", name="pin").strip()
    guest.output("sed", "-i", f"/^\\[maintenance\\]/a {line}", "/etc/bezel/bezel.toml")
    guest.output("sed", "-i", '/^\\[control.allow\\]/a daemon = ["status"]', "/etc/bezel/bezel.toml")
    service.panel = guest.panel()
    service.start()
    answers_whom_it_may(service)
    leave_by_the_glass(stage, service)


def answers_whom_it_may(service):
    """Inside the sandbox the kiosk knows which user asks: one may ask for what the machine's file says, another for nothing."""
    def code(user, verb):
        return service.guest.run("setpriv", "--reuid", user, "--regid", "nogroup", "--clear-groups",
                                 "/usr/bin/bezel", "control", verb, name=f"{verb}-as-{user}").code
    expect(code("daemon", "status"), 0, "the exit code of `bezel control status` by a user who may ask")
    expect(code("daemon", "home"), 77, "the exit code of `bezel control home` by a user who may ask for the status alone")
    expect(code("games", "status"), 77, "the exit code of `bezel control status` by a user who may ask nothing")
    expect(code("root", "home"), 0, "the exit code of `bezel control home` by root")


def leave_by_the_glass(stage, service):
    glass = Glass(service)
    opens_for_one_alone(stage, glass)
    waits_after_wrong_pins(stage, service, glass)
    shows_and_leaves(stage, service, glass)
    begins_anew(stage, service, glass)
    calibrates(stage, service, glass)
    switches_off(stage, service, glass)


def opens_for_one_alone(stage, glass):
    panel, home = glass.panel, glass.stack()
    service = glass.service
    before = service.still_screen("1-home")
    for _ in range(40):
        panel.play(f"down 1 {glass.near(6, 6)}", "hold 30", "up 1", "hold 30")
    panel.play(f"down 1 {glass.near(8, 8)}", "hold 4000", "up 1")
    glass.corner(hold=1500)
    glass.corner(start=(40, 40), end=(90, 90))
    width, height = glass.millimetres
    glass.corner(start=(width - 8, 8), end=(width - 70, 60))
    glass.corner(start=(8, height - 8), end=(70, height - 60))
    after = service.still_screen("2-not-opened")
    expect((glass.stack(), after == before), (home, True), "the pages, and whether the screen is as it was, after taps in "
           "the corner, a rest without a movement, a movement without a rest, and the same elsewhere")
    panel.play(f"down 1 {glass.near(8, 8)}", "hold 3600")
    stage.screen("3-ring")
    panel.play(f"move 1 {glass.near(70, 60)} over 300", "hold 300")
    stage.screen("4-disc")
    panel.play("up 1")
    glass.await_top("pin!")
    service.still_screen("5-pin")


def waits_after_wrong_pins(stage, service, glass):
    guest = stage.guest

    def tries():
        return int(guest.read(TRIES).split()[0])

    def waits(count):
        """During the delay even the right PIN is not checked."""
        glass.type(PIN)
        expect((tries(), glass.stack()[-1]), (count, "pin!"), "the tries, and the page shown when the right PIN comes too soon")

    for count in (1, 2, 3):
        glass.type(WRONG)
        service.await_log(f"a wrong PIN, {count} in a row")
    waits(3)
    stage.screen("6-wait")
    # A restart of the kiosk, for whatever reason, does not end the delay.
    for verb in ("restart", "kill --signal=KILL"):
        before = service.main_pid()
        guest.output("systemctl", *verb.split(), "bezel.service")
        service.await_other_process(before)
        begun = time.monotonic()
        glass.open()
        waits(3)
    sleep_until(begun + 32)
    glass.type(WRONG)
    service.await_log("a wrong PIN, 4 in a row")
    begun = time.monotonic()
    sleep_until(begun + 35)
    waits(4)
    sleep_until(begun + 62)
    glass.type(PIN)
    service.await_log("the PIN was right")
    glass.await_top("maintenance!")
    expect(tries(), 0, "the tries after the right PIN")
    service.still_screen("7-maintenance")


def sleep_until(instant):
    """Waits in real time."""
    time.sleep(max(0, instant - time.monotonic()))


def shows_and_leaves(stage, service, glass):
    for name in ("devices", "log"):
        glass.choose(CHOICES.index(name))
        glass.await_top(name)
        service.still_screen(f"8-{name}")
        glass.back()
        glass.await_top("maintenance!")


def begins_anew(stage, service, glass):
    before, pid = glass.status()["uptime"], service.main_pid()
    glass.act("restart")
    service.await_true(lambda: responds(glass) and glass.status()["uptime"] < before, 60, "the kiosk has not restarted")
    expect((service.main_pid(), service.state("bezel.service")), (pid, "active"), "the service after the restart")
    service.swipe_changes_the_screen("9-anew")


def responds(glass):
    return not glass.service.guest.run("/usr/bin/bezel", "control", "status", "--json", name="status").code


def calibrates(stage, service, glass):
    """Without a touch, the kiosk returns after a minute. If it is stopped in the sheet, it stops."""
    home = service.still_screen("10-home")
    pid = service.main_pid()
    for leave in ("alone", "stopped"):
        glass.open()
        glass.type(PIN)
        glass.await_top("maintenance!")
        ready = service.count_log("ready: the first frame")
        glass.act("calibrate")
        service.await_log("ready: the first frame", ready + 1)
        rings = service.still_screen("11-rings")
        expect(rings == home, False, "whether the screen shows the kiosk while it is calibrated")
        if leave == "alone":
            service.await_log("calibrating: nothing is saved", limit=120)
            service.await_log("ready: the first frame", ready + 2)
            expect(service.main_pid(), pid, "the process after an abandoned calibration")
            glass.await_top("home")
        else:
            print(f"        stopped while calibrating after {service.stop():.2f} s")
            service.start()


def switches_off(stage, service, glass):
    """First denied by the administrator's rule, then allowed by the package's."""
    guest = stage.guest
    guest.write(REFUSAL, REFUSE)
    await_leave(service, "no")
    glass.open()
    glass.type(PIN)
    glass.await_top("maintenance!")
    for name, verb in (("power off", "poweroff"), ("reboot", "reboot")):
        glass.act(name)
        service.await_log(f'"systemctl {verb}" failed')
        service.still_screen(f"12-refused-{verb}")
    guest.output("rm", REFUSAL)
    await_leave(service, "yes")
    for name in ("CanSuspend", "CanHalt"):
        expect(leave(guest, name) == "yes", False, f"whether bezel may do what {name} asks")
    service.log()
    expect(service.property("bezel.service", "NRestarts"), "0", "how often systemd has restarted the kiosk since it was stopped")
    glass.act("power off")
    expect(stage.machine.await_end(), "guest-shutdown", "why the guest has ended")


def leave(guest, method):
    return guest.output("busctl", "call", *LOGIND, method, user="bezel").split('"')[1]


def await_leave(service, wanted):
    """Waits until polkit has reloaded its rules."""
    service.await_true(
        lambda: all(leave(service.guest, name) == wanted for name in ("CanPowerOff", "CanReboot")), 30,
        f"polkit does not answer {wanted}")
