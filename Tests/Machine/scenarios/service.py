"""The Debian package, with seatd and with logind: installed, shown from boot, swiped, killed, swiped again. A panel is plugged in
and unplugged; a keyboard has no effect. Stopped within two seconds; failed for good; upgraded with a changed file; removed;
purged."""

from host.failure import Failure, expect
from host.keyboard import Keyboard
from host.service import Service
from host.turn import of_today

GPUS = ("virtio",)
INIT = "systemd"
LIMIT = 900
NEEDS_BEZEL = False

HOLDER = "import sys; card = open('/dev/dri/card0'); print('open', flush=True); sys.stdin.read()"

# The harmless magic key, and the kernel's message for it.
MAGIC, SYNC = "LEFTALT SYSRQ S", "sysrq: Emergency Sync"
SYSRQ = "/proc/sys/kernel/sysrq"

# The bus type of built-in devices such as the power button (linux/input.h).
BUS_HOST = 25

# The limit for the exposure level of `systemd-analyze security`.
EXPOSURE = 1.0


def run(stage):
    for seat in of_today(("seatd", "logind")):
        service = Service(stage, seat)
        service.install()
        shows_from_boot(service)
        decodes_apart(service)
        comes_back(service)
        sees_panels(service)
        keyboard = hears_no_keys(service)
        stops(service)
        hears_keys_again(service, keyboard)
        if seat == "seatd":
            waits_for_the_screen(service)
            fails_for_good(service)
            upgrades(service)
        service.purge()


def shows_from_boot(service):
    """Ready when its first frame is on the screen; in the sandbox; with the available seat provider."""
    stage = service.stage
    console = stage.screen(f"{service.seat}-1-console")
    service.panel = stage.guest.panel()
    with service.modesets() as found:
        service.start_as_boot_does()
    expect(found, [], "the kernel's messages about modesets for the first frame")
    home = service.still_screen("2-home")
    if home == console:
        raise Failure("the service is ready, but the screen still shows the console")
    service.await_log(f"seat: {service.seat}")
    exposure = service.exposure()
    print(f"        {service.seat}: exposure {exposure}, ready after {service.seconds_to_ready():.1f} s")
    mode = service.guest.output("stat", "-c", "%a %U:%G", "/etc/bezel/bezel.toml").strip()
    expect(mode, "640 root:bezel", "who may read the machine's file")
    if exposure > EXPOSURE:
        raise Failure(f"the exposure is {exposure}, more than {EXPOSURE}: see security.txt")
    service.swipe_changes_the_screen("3-swiped")


def decodes_apart(service):
    """The pictures of the pages are decoded by another process, which seccomp confines."""
    guest = service.guest
    workers = guest.output("pgrep", "-u", "bezel", "-f", "read-content").split()
    expect(len(workers) > 0, True, "whether a process decodes pictures")
    for worker in workers:
        status = guest.read(f"/proc/{worker}/status").decode()
        expect("\nSeccomp:\t2\n" in status and "\nNoNewPrivs:\t1\n" in status, True, "whether it is confined")
        held = guest.output("sh", "-c", f"readlink /proc/{worker}/fd/*").split()
        expect(guest.read(f"/proc/{worker}/oom_score_adj"), b"1000\n", "how willingly it is ended when memory runs out")
        expect([name.split(":")[0] for name in held], 3 * ["/dev/null"] + ["socket"], "what it has open")


def comes_back(service):
    """Restarts after kill -9, and after a hang, when systemd ends it because no frames come."""
    before = service.main_pid()
    service.guest.output("kill", "-9", before)
    service.await_other_process(before)
    service.swipe_changes_the_screen("4-killed")

    before = service.main_pid()
    service.guest.output("kill", "-STOP", before)
    service.await_other_process(before, limit=90)
    service.await_log("Watchdog timeout")
    service.swipe_changes_the_screen("5-stood-still")


def sees_panels(service):
    """A panel that is unplugged and plugged in again is opened: udev's netlink messages pass the sandbox."""
    panel = service.panel
    panel.unplug()
    service.await_log("touch panel gone")
    before = service.count_log("touch panel: ")
    panel.plug()
    service.await_log("touch panel: ", before + 1)
    service.swipe_changes_the_screen("6-plugged-in")


def hears_no_keys(service):
    """A keyboard that is plugged in can trigger no magic key, no restart, no switch of terminals, and no power-off."""
    guest = service.guest
    before = service.still_screen("7-no-keys")
    expect(guest.read(SYSRQ), b"0\n", "kernel.sysrq while the kiosk has the screen")
    keyboard = Keyboard(guest)
    guest.output("dmesg", "--clear")
    for keys in (MAGIC, *8 * ["LEFTCTRL LEFTALT DELETE"], "LEFTCTRL LEFTALT F2", "LEFTALT F3", "POWER"):
        keyboard.play(f"press {keys}")
    expect(guest.output("dmesg").count(SYNC), 0, "how many magic keys the kernel handled")
    expect(guest.output("systemctl", "list-jobs").strip(), "No jobs running.", "what systemd is about to do")
    expect(guest.output("cat", "/sys/class/tty/tty0/active").strip(), "tty1", "the terminal in the foreground")
    expect(service.still_screen("7-no-keys") == before, True, "whether the screen shows what it did before keys were pressed")
    if service.seat == "logind":
        hears_the_button(service)
    return keyboard


def hears_the_button(service):
    """The machine's own power button is heard (an inhibitor prevents its action); a keyboard's power key was not."""
    guest = service.guest
    guard = guest.start("systemd-inhibit", "--what=handle-power-key", "sh", "-c", "echo guards; exec cat", name="guard")
    guard.wait_line("guards")
    button = Keyboard(guest, BUS_HOST)
    before = power_keys(guest)
    button.play("press POWER")
    service.await_true(lambda: power_keys(guest) == before + 1, 30, "logind does not hear the machine's button")
    expect(before, 0, "how many of a plugged-in keyboard's power keys logind has heard")
    button.unplug()
    guard.close_input()
    guard.wait()


def power_keys(guest):
    """The number of power key presses that logind has logged."""
    return guest.output("journalctl", "--no-pager", "-u", "systemd-logind", name="logind-journal").count("Power key pressed")


def hears_keys_again(service, keyboard):
    """After the kiosk has stopped, keyboards work as before, including the magic keys."""
    guest = service.guest
    if guest.read(SYSRQ) == b"0\n":
        raise Failure("the magic keys are still off after the kiosk was stopped")
    keyboard.play(f"press {MAGIC}")
    expect(guest.output("dmesg").count(SYNC), 1, "how many magic keys the kernel handled after the kiosk was stopped")
    keyboard.unplug()


def stops(service):
    """Stops within two seconds, and restores the console's mode and keyboard. The host may be busy, so this tries several
    times."""
    for attempt in range(3):
        if attempt:
            service.start()
            service.still_screen("7-started-again")
        seconds = service.stop()
        print(f"        {service.seat}: stopped after {seconds:.2f} s")
        if seconds <= 2:
            break
    else:
        raise Failure(f"the kiosk took {seconds:.2f} s to stop, also when it was tried again")
    service.await_console()
    service.stage.screen(f"{service.seat}-7-stopped")


def waits_for_the_screen(service):
    """While another program has the screen, the log names it. When it ends, the kiosk starts."""
    guest = service.guest
    # The first process that opens a card becomes its DRM master.
    holder = guest.start("python3", "-c", HOLDER, name="holder")
    holder.wait_line("open")
    service.reset()
    guest.run("systemctl", "start", "bezel.service", limit=90)
    service.await_log(rf"in use by +.*python3 \(pid {holder.pid}\)")
    service.await_log("status=77")
    holder.close_input()
    holder.wait()
    service.await_state("bezel.service", "active")
    service.stop()


def fails_for_good(service):
    """After repeated crashes the start limit is hit and the screen reports it. After a configuration error, at once. When the
    cause is fixed, the kiosk returns."""
    guest = service.guest
    guest.output("sh", "-c", "printf 'Front desk, ground floor\\n+49 30 1234567\\n' >/etc/bezel/contact")
    service.reset()
    service.start()
    for signal in ("-SEGV", "-9", "-9", "-9", "-9"):
        before = service.main_pid()
        guest.output("kill", signal, before)
        if not service.await_other_process_or_failure(before):
            break
    expect(service.state("bezel.service"), "failed", "bezel.service after five crashes")
    service.await_log("Backtrace took|crash")
    service.await_state("bezel-rescue.service", "active")
    crashed = service.still_screen("8-out-of-order", unit="bezel-rescue.service")

    # The start limit refuses no start by hand or by an upgrade.
    guest.run("systemctl", "restart", "bezel.service", limit=90)
    expect(service.state("bezel.service"), "active", "bezel.service, restarted by hand when it was out of order")
    expect(service.state("bezel-rescue.service"), "inactive", "bezel-rescue.service when the kiosk is started")
    if service.still_screen("9-mended") == crashed:
        raise Failure("the kiosk is ready, but the screen says that it is out of order")

    guest.output("sh", "-c", "echo 'kioks = 1' >/etc/bezel/bezel.toml")
    guest.run("systemctl", "restart", "bezel.service")
    service.await_state("bezel-rescue.service", "active")
    service.still_screen("10-wrong-file", unit="bezel-rescue.service")


def upgrades(service):
    """The upgrade keeps a changed configuration file and restarts the kiosk."""
    guest = service.guest
    guest.output("sh", "-c", "printf '# mine\\nkiosk = \"/usr/share/bezel/museum\"\\n' >/etc/bezel/bezel.toml")
    service.reset()
    service.start()
    before = service.main_pid()
    service.upgrade()
    service.await_other_process(before)
    text = guest.read("/etc/bezel/bezel.toml").decode()
    if not text.startswith("# mine"):
        raise Failure(f"the upgrade has not kept the changed file:\n{text}")
    service.swipe_changes_the_screen("11-upgraded")
