"""A keyboard that types from power-on, through the whole boot, a crash, a restart and the out-of-order screen, on a machine whose
keyboard is locked: it restarts nothing, gets no login prompt and no shell, and the screen shows the kiosk."""

from host.failure import Failure, expect
from host.service import Service

GPUS = ("virtio",)
INIT = "locked"
LIMIT = 900
NEEDS_BEZEL = False
TURN = "installations"

# Another terminal, a login, a command, the boot menu's keys, a restart, and the restart that systemd does at once.
KEYS = (("alt", "f2"), ("esc",), ("e",), ("ret",), *((key,) for key in "root"), ("ret",),
        *((key,) for key in ("t", "o", "u", "c", "h", "spc", "slash", "t", "y", "p", "e", "d")), ("ret",), ("ctrl", "c"),
        ("alt", "sysrq", "b"), ("alt", "f3"), *[("ctrl", "alt", "delete")] * 8, ("ctrl", "d"))


class Typist:
    """Types all keys again and again, a few at a time, and takes a picture after each time."""

    def __init__(self, stage):
        self.stage, self.number, self.pictures = stage, 0, []

    def types(self, count=6):
        for _ in range(count):
            self.stage.machine.press(*KEYS[self.number % len(KEYS)])
            self.number += 1
        picture = self.stage.machine.screen()
        if not self.pictures or self.pictures[-1] != picture:
            self.pictures.append(picture)

    def types_everything(self):
        self.types(len(KEYS) - self.number % len(KEYS))
        self.types(len(KEYS))


def run(stage):
    guest, machine = stage.guest, stage.machine
    service = Service(stage, "seatd")
    # The image masks this unit, and root can log in without a password.
    guest.output("sh", "-ec", "systemctl unmask getty@tty1.service; passwd -d root")
    guest.output("systemctl", "start", "multi-user.target", limit=120)
    machine.press("alt", "f2")
    service.await_true(lambda: guest.run("pgrep", "agetty").stdout, 30, "keys bring up no login prompt, so the rest shows nothing")

    guest.output("sh", "-ec", "echo 'bezel bezel/lock-keyboard boolean true' | debconf-set-selections", name="preseed")
    service.unpack()
    expect(guest.output("/usr/libexec/bezel/lock-keyboard").strip(), "on", "the keyboard's lock after the installation")
    # Pages without pictures that fade in.
    guest.write("/etc/bezel/bezel.toml", 'kiosk = "/machine/kiosk"\n')
    guest.output("sh", "-ec", """
        systemctl enable bezel.service seatd.service
        systemctl set-default graphical.target
        systemctl add-wants graphical.target agent.service""", name="enable")

    machine.may_restart()
    typist = Typist(stage)
    guest.restart(typist.types)
    # The firmware restarts the machine for Ctrl-Alt-Del, which no kernel hears of.
    restarts = machine.restarts()
    expect(restarts, 1, "how often the kernel restarted the machine while keys were typed")
    boot = guest.read("/proc/sys/kernel/random/boot_id")
    while service.state("bezel.service") != "active":
        typist.types()
        if guest.run("systemctl", "is-failed", "bezel.service").code == 0:
            raise Failure(f"the kiosk has not started:\n{service.log()[-4000:]}")
    home = service.still_screen("1-home")
    typist.pictures = []
    typist.types_everything()

    # A crash: the picture stays until the next process shows its own.
    before = service.main_pid()
    guest.output("kill", "-9", before)
    while service.state_and_pid() in (("active", before), ("activating", "0")) or service.state("bezel.service") != "active":
        typist.types()
    restart = guest.start("systemctl", "restart", "bezel.service", name="restart")
    while restart.code is None:
        typist.types()
        guest.ask("find", pattern="/")  # the answer comes after all earlier events
    typist.types_everything()
    for number, picture in enumerate(typist.pictures):
        if picture != home:
            stage.keep(f"other-{number}", picture)
            raise Failure(f"while keys were typed the screen showed something else than the kiosk: see other-{number}.png")

    guest.write("/etc/bezel/bezel.toml", "kiosk = 1\n")
    guest.run("systemctl", "restart", "bezel.service", limit=120)
    service.await_state("bezel-rescue.service", "active")
    rescue = service.still_screen("2-out-of-order", unit="bezel-rescue.service")
    typist.types_everything()
    expect(service.still_screen("3-typed", unit="bezel-rescue.service") == rescue, True,
           "whether the out-of-order screen is the same after keys were typed")

    machine.screen()
    expect(machine.restarts(), restarts, "how often the kernel restarted the machine in all")
    expect(guest.read("/proc/sys/kernel/random/boot_id"), boot, "the boot at the end")
    expect(guest.find("/typed"), [], "what a typed command has made")
    expect(guest.run("pgrep", "-x", "-a", "agetty|login|bash").stdout, "", "login prompts and shells")
    guest.output("sh", "-c", "/usr/libexec/bezel/lock-keyboard off", name="off", limit=120)
    expect(guest.find("/etc/systemd/*/bezel*") + guest.find("/etc/systemd/system/ctrl-alt-del.target"), [],
           "what is left of the keyboard's lock")
