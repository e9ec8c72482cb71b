"""The Debian package in the guest: bezel.service under systemd."""

import contextlib
import re
import time

from host.failure import Failure, expect
from host.patience import patient

FOLDER = "/machine/packages"
TAP = ("down 1 400 180", "hold 60", "up 1")  # on the second row of the sample kiosk's first page
SWIPE = ("down 1 1.5 150", "move 1 200 156 over 200", "up 1")
# The same queries as in Tests/Machine/scenarios/console.py, for the kiosk's terminal.
STATE = """
import fcntl, struct
with open('/dev/tty1') as tty:
    number = lambda request: struct.unpack('i', fcntl.ioctl(tty, request, bytes(4)))[0]
    print(number(0x4B3B), number(0x4B44))
"""

# drm's log messages for atomic commits, and those of a modeset, in which the picture disappears for a moment.
DEBUG = "/sys/module/drm/parameters/debug"
MODESET = r"\[CRTC:\S+\] (?:mode|enable|active) changed|requires full modeset"


class Service:
    PACKAGE = "bezel_*.deb"

    def __init__(self, stage, seat):
        self.stage, self.guest, self.seat = stage, stage.guest, seat
        self.panel, self.number = None, 0
        packages = self.guest.find(f"{FOLDER}/{self.PACKAGE}")
        if not packages:
            raise Failure("there is no package of the bezel under test: tools/deb makes it")
        self.package = packages[-1]

    def install(self):
        """Selects one of the two seat providers and prevents the other from starting."""
        guest = self.guest
        other = {"seatd": "systemd-logind.service", "logind": "seatd.service"}[self.seat]
        guest.output("systemctl", "mask", "--runtime", "--now", other)
        guest.output("systemctl", "start", "multi-user.target", limit=120)
        guest.output("systemctl", "start", {"seatd": "seatd.service", "logind": "systemd-logind.service"}[self.seat])
        self.unpack()
        expect(self.state("bezel.service"), "inactive", "bezel.service right after it was installed")
        self.state_before = self.console_state()

    def unpack(self):
        self.guest.output("dpkg", "-i", self.package, name="install", limit=180)

    def start_as_boot_does(self):
        self.guest.output("systemctl", "enable", "bezel.service")
        self.guest.output("systemctl", "start", "graphical.target", limit=120)
        self.await_state("bezel.service", "active")

    def start(self):
        process = self.guest.run("systemctl", "start", "bezel.service", limit=90)
        if process.code:
            raise Failure(f"bezel.service does not start: {process.text()}\n{self.log()[-4000:]}")

    def reset(self):
        """Resets the unit's count of starts."""
        self.guest.output("systemctl", "reset-failed", "bezel.service")

    def stop(self):
        """Returns how long stopping took, in seconds."""
        self.guest.output("systemctl", "stop", "bezel.service", limit=60)
        expect(self.property("bezel.service", "Result"), "success", "how bezel.service has ended")
        return self.seconds("ActiveExitTimestampMonotonic", "InactiveEnterTimestampMonotonic")

    def upgrade(self):
        """The same package with a higher version and a different /etc/bezel/bezel.toml."""
        self.guest.output("sh", "-ec", f"""
            rm -rf /tmp/newer && dpkg-deb -R {self.package} /tmp/newer
            sed -i 's/^Version: .*/&.1/' /tmp/newer/DEBIAN/control
            echo '# newer' >>/tmp/newer/etc/bezel/bezel.toml
            dpkg-deb -Znone -b /tmp/newer /tmp/newer.deb
            dpkg --force-confdef --force-confold -i /tmp/newer.deb
        """, name="upgrade", limit=240)

    def purge(self):
        guest = self.guest
        guest.output("dpkg", "--remove", "bezel", limit=120)
        self.expect_gone("/usr /lib/systemd")
        expect(guest.find("/etc/bezel/bezel.toml"), ["/etc/bezel/bezel.toml"], "the machine's file after bezel was removed")
        guest.output("sh", "-c", "rm -f /etc/bezel/contact; dpkg --purge bezel", name="purge", limit=120)
        self.expect_gone("/etc /usr /var/lib/bezel /var/cache/bezel /run/bezel")
        # logind keeps a user's manager for ten seconds after the last session (UserStopDelaySec=).
        self.leave()

    def leave(self):
        """Undoes `install`, except for the files."""
        self.await_true(lambda: not self.guest.run("pgrep", "-u", "bezel").stdout, 30,
                        "processes of the user bezel still run after the package was removed")
        if self.panel:
            self.panel.remove()
        self.guest.output("systemctl", "unmask", "--runtime", "systemd-logind.service", "seatd.service")

    def expect_gone(self, places):
        """Checks that the package has left no files. (Its user stays, as usual in Debian.)"""
        found = self.guest.output("sh", "-c", f"find {places} -path '*bezel*' ! -type d 2>/dev/null || true", name="find")
        expect(found.split(), [], f"bezel's files that are still in {places}")

    # The state according to systemd.

    def property(self, unit, name):
        return self.guest.output("systemctl", "show", "--value", "-p", name, unit).strip()

    def state(self, unit):
        return self.property(unit, "ActiveState")

    def main_pid(self):
        return self.property("bezel.service", "MainPID")

    def state_and_pid(self):
        """Reads both properties with one query, because each query takes time under emulation."""
        text = self.guest.output("systemctl", "show", "-p", "ActiveState", "-p", "MainPID", "bezel.service")
        found = dict(line.split("=", 1) for line in text.splitlines())
        return found["ActiveState"], found["MainPID"]

    def seconds_to_ready(self):
        return self.seconds("ExecMainStartTimestampMonotonic", "ActiveEnterTimestampMonotonic")

    def seconds(self, *names):
        """The difference between two of systemd's timestamps."""
        first, last = (int(self.property("bezel.service", name)) for name in names)
        return (last - first) / 1e6

    def exposure(self):
        text = self.guest.output("systemd-analyze", "security", "--no-pager", "bezel.service", limit=120)
        self.stage.write(f"{self.seat}-security.txt", text)
        return float(re.search(r"Overall exposure level for bezel.service: ([\d.]+)", text)[1])

    def await_true(self, look, limit, complaint):
        """Polls: systemd only notifies D-Bus clients, and the guest's agent is not one."""
        limit = patient(limit)
        end = time.monotonic() + limit
        while not look():
            if time.monotonic() > end:
                raise Failure(f"{complaint} (after {limit} s)\n{self.log()[-4000:]}")
            # Polling takes CPU time from the guest, so wait in between.
            time.sleep(0.5)

    def await_state(self, unit, wanted, limit=90):
        self.await_true(lambda: self.state(unit) == wanted, limit, f"{unit} has not become {wanted}")

    def await_other_process(self, before, limit=60):
        def is_there():
            state, pid = self.state_and_pid()
            return state == "active" and pid not in ("0", before)
        self.await_true(is_there, limit, f"systemd has not started another process after {before}")

    def await_other_process_or_failure(self, before, limit=60):
        """Whether another process was started since."""
        def has_come():
            state, pid = self.state_and_pid()
            return state == "failed" or state == "active" and pid not in ("0", before)
        self.await_true(has_come, limit, f"neither a new process nor a failure follows process {before}")
        return self.state("bezel.service") == "active"

    # The log.

    def log(self):
        # With logind bezel-seat is in a session's scope, so its log lines do not belong to its unit.
        text = self.guest.output(
            "journalctl", "--no-pager", "--output=short-monotonic", "UNIT=bezel.service", "+", "UNIT=bezel-rescue.service",
            "+", "UNIT=bezel-seat.service", "+", "SYSLOG_IDENTIFIER=bezel", "+", "SYSLOG_IDENTIFIER=bezel-rescue", "+",
            "SYSLOG_IDENTIFIER=bezel-seat", name="journal")
        self.stage.write(f"{self.seat}-journal.txt", text)
        return text

    def await_log(self, pattern, count=1, limit=60):
        """Waits until the journal has `count` matches of the pattern."""
        self.await_true(lambda: self.count_log(pattern) >= count, limit,
                        f"the journal does not have {count} matches of /{pattern}/")

    def count_log(self, pattern):
        return len(re.findall(pattern, self.log()))

    # The screen.

    def console_state(self):
        return self.guest.output("python3", "-c", STATE, name="console-state")

    def await_console(self):
        """The console has its terminal back soon after the kiosk was stopped, when the seat is given back."""
        self.await_true(lambda: self.console_state() == self.state_before, 30,
                        "the console has not got its mode and its keyboard back")

    @contextlib.contextmanager
    def modesets(self):
        """A list that afterwards contains the kernel's messages about modesets during the block."""
        found = []
        self.guest.output("sh", "-c", f"dmesg --clear; echo 16 >{DEBUG}", name="debug-on")
        yield found
        self.guest.output("sh", "-c", f"echo 0 >{DEBUG}", name="debug-off")
        found += re.findall(MODESET, self.guest.output("dmesg"))

    def still_screen(self, name, unit="bezel.service"):
        """The screen, once the service has finished drawing."""
        return self.stage.still_screen(f"{self.seat}-{name}", process=Running(self, unit))

    def swipe_changes_the_screen(self, name):
        """Taps a row, which pushes a page, and swipes back."""
        home = self.still_screen(f"{name}-home")
        self.panel.play(*TAP)
        pushed = self.still_screen(f"{name}-page")
        if pushed == home:
            raise Failure(f"a tap on a row changed nothing on the screen: see {name}-page.png")
        self.panel.play(*SWIPE)
        if self.still_screen(f"{name}-back") != home:
            raise Failure(f"a swipe from the edge did not bring the first page back: see {name}-back.png")


class Running:
    """The main process of a unit, in the form that `still_screen` takes."""

    def __init__(self, service, unit):
        self.service, self.unit = service, unit

    def processor_time(self):
        pid = self.service.property(self.unit, "MainPID")
        fields = self.service.guest.read(f"/proc/{pid}/stat").decode().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / 100
