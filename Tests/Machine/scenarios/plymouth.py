"""From Plymouth's splash to the kiosk at boot, with seatd and with logind: the screen never shows anything else, and no mode is
set. A panel that is plugged in later works. When the kiosk is stopped, the console is restored."""

from host.failure import Failure, expect
from host.service import Service

GPUS = ("virtio",)
INIT = "systemd"
LIMIT = 600
NEEDS_BEZEL = False
TURN = "installations"

# A splash in a color that neither kiosk nor console uses. (Plymouth's script plugin crashes without a sprite.)
COLOR = "#3366cc"
THEME = "/usr/share/plymouth/themes/plain"
FILES = {
    f"{THEME}/plain.plymouth": f"""[Plymouth Theme]
Name=Plain
Description=One color
ModuleName=script

[script]
ImageDir={THEME}
ScriptFile={THEME}/plain.script
""",
    f"{THEME}/plain.script": """Window.SetBackgroundTopColor(0.2, 0.4, 0.8);
Window.SetBackgroundBottomColor(0.2, 0.4, 0.8);
nothing = Sprite();
""",
    "/etc/plymouth/plymouthd.conf": "[Daemon]\nTheme=plain\nShowDelay=0\n",
    # This guest's kernel command line has no splash, and its console is the serial port.
    "/run/systemd/system/plymouth-start.service.d/splash.conf": """[Service]
ExecStart=
ExecStart=/usr/sbin/plymouthd --mode=boot --pid-file=/run/plymouth/pid --attach-to-session --tty=tty1 \\
    "--kernel-command-line=splash plymouth.ignore-serial-consoles"
""",
}
UNITS = ("plymouth-start.service", "plymouth-quit.service", "plymouth-quit-wait.service")


def run(stage):
    guest = stage.guest
    for path, text in FILES.items():
        guest.write(path, text)
    # The image masks these units.
    guest.output("systemctl", "unmask", *UNITS, name="unmask")
    for seat in ("seatd", "logind"):
        service = Service(stage, seat)
        service.install()
        shows_splash(service)
        hands_over(service)
        # There was no panel until now: the kiosk shows its pages without one.
        service.panel = guest.panel()
        service.await_log("touch panel: ")
        service.swipe_changes_the_screen("3-swiped")
        service.stop()
        service.await_console()
        stage.screen(f"{seat}-4-stopped")
        service.purge()
    guest.output("systemctl", "mask", *UNITS, name="mask")


def shows_splash(service):
    guest = service.guest
    # Prepare for the events that end the splash at boot.
    guest.output("systemctl", "stop", "graphical.target", "multi-user.target", *UNITS, name="targets")
    guest.output("systemctl", "start", "plymouth-start.service")
    service.await_true(lambda: is_splash(service.stage.machine.screen()), 30, "Plymouth has not shown its splash")
    service.stage.screen(f"{service.seat}-1-splash")


def hands_over(service):
    """Each picture is the splash, until the first picture of the kiosk."""
    guest, machine = service.guest, service.stage.machine
    guest.output("systemctl", "enable", "bezel.service")
    with service.modesets() as found:
        boot = guest.start("systemctl", "start", "graphical.target", name="boot")
        pictures = []
        while boot.code is None:
            picture = machine.screen()
            if not pictures or picture != pictures[-1]:
                pictures.append(picture)
            guest.ask("find", pattern="/")  # the answer comes after all earlier events
    service.log()
    expect(boot.code, 0, "the exit code of `systemctl start graphical.target`")
    expect(service.state("bezel.service"), "active", "bezel.service when the machine has booted")
    expect(guest.run("plymouth", "--ping").code == 0, False, "whether Plymouth still runs when the kiosk is ready")
    expect(found, [], "the kernel's messages about modesets between the splash and the kiosk")
    home = service.still_screen("2-home")
    if is_splash(home):
        raise Failure("the service is ready, but the screen still shows the splash")
    for number, picture in enumerate(pictures):
        if not is_splash(picture) and not is_kiosk(picture, home):
            service.stage.keep(f"{service.seat}-between-{number}", picture)
            raise Failure(f"between the splash and the kiosk the screen showed something else: see {service.seat}-between-{number}.png")
    print(f"        {service.seat}: {len(pictures)} pictures from the splash to the kiosk")


def is_kiosk(picture, home):
    """The page's text is visible at once. The picture at its top fades in when it has been decoded."""
    text = home.height * 9 // 20 * home.width * 3
    return (picture.width, picture.height, picture.pixels[text:]) == (home.width, home.height, home.pixels[text:])


def is_splash(picture):
    return picture.colors() == 1 and picture.pixel(0, 0) == COLOR
