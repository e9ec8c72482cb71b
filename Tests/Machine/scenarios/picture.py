"""The kiosk's last picture stays on the glass until its next process shows one, with seatd and with logind: after kill -9, after a
crash, after the watchdog, at a restart and at an upgrade every screenshot is the kiosk's page, and the kernel sets no mode. When the
service is stopped the console comes back, and when it fails for good the screen says so."""

import time

from host.failure import Failure, expect
from host.patience import patient
from host.service import Service
from host.turn import PLAYS_ALL, of_today

GPUS = ("virtio",)
INIT = "systemd"
TURN = "trouble"
LIMIT = 900
NEEDS_BEZEL = False

# What ends a kiosk, and the time in seconds within which the next one is ready. With seatd the first of them will do: the others
# differ in what systemd does, not in how the seat is kept. With logind the others take turns. BEZEL_TURNS=all tries all with both.
EVENTS = (
    ("killed", "kill -9 {pid}", 60), ("crashed", "kill -SEGV {pid}", 60),
    ("ended by the watchdog", "kill -STOP {pid}", 120), ("restarted", "systemctl restart bezel.service", 60),
    ("upgraded", "dpkg -i {package} >/dev/null", 240),
)

# In the guest: does COMMAND, and waits for the kiosk's next process to be ready. Prints the time in seconds at the beginning.
EVENT = """
state() { systemctl show -p ActiveState -p MainPID --value bezel.service | tr '\\n' ' '; }
before=$(state)
read begun _ </proc/uptime
COMMAND || exit
while now=$(state); [ "$now" = "$before" ] || case $now in *" active "*|"active "*) false;; *) true;; esac; do sleep 1; done
echo $begun
"""


def run(stage):
    for seat in ("seatd", "logind"):
        service = Service(stage, seat)
        service.install()
        # Pages without pictures that fade in: each screenshot is to be this one, to the pixel.
        stage.guest.write("/etc/bezel/bezel.toml", 'kiosk = "/machine/kiosk"\n')
        service.panel = stage.guest.panel()
        service.start()
        home = service.still_screen("1-home")
        gives_way(service, home)
        stays_on_its_terminal(service, home)
        wrong = []
        others = of_today(EVENTS[1:]) if seat == "logind" or PLAYS_ALL else []
        for name, command, limit in (EVENTS[0], *others):
            wrong += stays(service, home, name, command.format(pid="{pid}", package=service.package), limit)
        if wrong:
            raise Failure("\n".join(wrong))
        expect(service.still_screen("2-after-all") == home, True, "whether the page is the same after all")
        expect(service.property("bezel.service", "NFileDescriptorStore"), "1", "how many cards systemd keeps open")
        goes_when_stopped(service, home)
        if seat == "logind" or PLAYS_ALL:
            goes_when_failed(service, home)
        service.purge()


def gives_way(service, home):
    """Another terminal gets the screen from a kiosk whose seat is kept by another process, and gives it back."""
    stage = service.stage
    service.guest.output("chvt", "2")
    service.await_true(lambda: stage.machine.screen() != home, 30, "the kiosk keeps the screen when another terminal is wanted")
    service.guest.output("chvt", "1")
    service.await_true(lambda: stage.machine.screen() == home, 30, "the kiosk does not get the screen back")


def stays_on_its_terminal(service, home):
    """Another terminal comes to the foreground before the seat is granted, as if a key had been typed just then. The kiosk comes to
    its own terminal nevertheless: with seatd at once, with logind at its next start."""
    guest = service.guest
    guest.output("systemctl", "stop", "bezel.service", limit=60)
    drop_in = "/run/systemd/system/bezel.service.d/other-terminal.conf"
    guest.output("sh", "-ec", f"mkdir -p {drop_in.rpartition('/')[0]}")
    guest.write(drop_in, "[Service]\nExecStartPre=+/bin/sh -c 'mkdir /run/typed && exec chvt 2 || :'\n")
    guest.output("systemctl", "daemon-reload", limit=60)
    service.start()
    guest.output("sh", "-ec", f"rm {drop_in}; rmdir /run/typed")
    guest.output("systemctl", "daemon-reload", limit=60)
    expect(guest.read("/sys/class/tty/tty0/active").decode().strip(), "tty1", "the terminal in the foreground after keys were typed")
    expect(service.still_screen("3-own-terminal") == home, True, "whether the page is the same on its own terminal")


def stays(service, home, name, command, limit):
    """Takes screenshots from before `command` until the kiosk's next process is ready, and some more. What is wrong with them."""
    stage, guest = service.stage, service.guest
    service.reset()
    command = command.format(pid=service.main_pid())
    others, count, end, after = [], 0, time.monotonic() + patient(limit), 0
    with service.modesets() as found:
        event = guest.start("sh", "-c", EVENT.replace("COMMAND", command), name=name.replace(" ", "-"))
        while after < 3:
            after += event.code is not None
            picture = stage.machine.screen()
            count += 1
            if picture != home and (not others or picture != others[-1]):
                others.append(picture)
            if time.monotonic() > end:
                raise Failure(f"{name}: the kiosk has not come back\n{service.log()[-4000:]}")
            guest.ask("find", pattern="/")  # the answer comes after all earlier events
            time.sleep(0.05)  # taking pictures takes time from the guest
    service.log()
    expect(event.code, 0, f"the exit code of `{command}`")
    ready = int(service.property("bezel.service", "ActiveEnterTimestampMonotonic")) / 1e6
    print(f"        {service.seat}: {name}: ready again after {ready - float(event.stdout):.1f} s, {count} screenshots", flush=True)
    for number, picture in enumerate(others):
        stage.keep(f"{service.seat}-{name.replace(' ', '-')}-{number}", picture)
    wrong = []
    if others:
        colors = ", ".join("black" if it.colors() == 1 and it.pixel(0, 0) == "#000000" else "a picture" for it in others)
        wrong.append(f"{service.seat}: {name}: the screen showed something else: {colors}")
    if found:
        wrong.append(f"{service.seat}: {name}: modes were set: {found}")
    return wrong


def goes_when_stopped(service, home):
    """A picture without a kiosk does not stay."""
    service.stop()
    service.await_console()
    if service.stage.screen(f"{service.seat}-3-stopped") == home:
        raise Failure("the kiosk is stopped, and its picture is still on the screen")
    expect(service.state("bezel-seat.service"), "inactive", "bezel-seat.service when nobody needs it")
    expect(service.property("bezel.service", "NFileDescriptorStore"), "0", "how many cards systemd keeps open")


def goes_when_failed(service, home):
    """The screen that is out of order replaces it."""
    guest = service.guest
    service.start()
    expect(service.still_screen("4-started") == home, True, "whether the page is the same")
    guest.output("sh", "-c", "echo 'kioks = 1' >/etc/bezel/bezel.toml")
    guest.run("systemctl", "restart", "bezel.service")
    service.await_state("bezel-rescue.service", "active")
    if service.still_screen("5-out-of-order", unit="bezel-rescue.service") == home:
        raise Failure("the kiosk has failed, and its picture is still on the screen")
    guest.output("systemctl", "stop", "bezel-rescue.service")
    service.reset()
