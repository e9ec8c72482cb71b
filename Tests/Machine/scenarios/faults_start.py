"""Calls into the kernel and to the seat fail while a kiosk on KMS starts, switches to another virtual terminal and back, is
touched, and ends. In each run one call site of the start fails, and later others. The kiosk shows its picture and follows a
finger, or exits with a reason; the console is restored. BEZEL_FAULTS=all fails each call site with every error number, and
BEZEL_FAULTS=3 with error number 3 of its list. By default one call site in thirty fails; BEZEL_FAULTS_SEED, which changes every
day, selects them."""

import os
import re
import time

from host.failure import Failure, expect
from host.kiosk import FOLDER
from host.seed import seed
from scenarios.console import STATE as CONSOLE
from scenarios.faults import CHOICES

GPUS = ("virtio",)
INIT = "small"
LIMIT = 7200
NEEDS_BEZEL = True
TURN = "diagnosis"

FAULTS = os.environ.get("BEZEL_FAULTS")
# The log line of a kiosk whose picture is on the screen.
READY = "ready: the first frame"
# From the edge far in and back again, so that the page stays.
IN, BACK = ("down 1 1.5 150", "move 1 150 156 over 150"), ("move 1 2 156 over 150", "hold 150", "up 1")
# Without memory for a picture, no kiosk can run.
NO_MEMORY = "Fatal error: there is no memory"
MOST_FINGERS = 8
SEED = seed("BEZEL_FAULTS_SEED")
# In the suite, one call site in this many fails.
SHARE = 30


class Round:
    """Tests one error number: restarts a kiosk until no new call fails."""

    def __init__(self, stage, panel, choice, before):
        self.stage, self.guest, self.panel, self.choice, self.before = stage, stage.guest, panel, choice, before
        self.log, self.failed, self.ends, self.runs = f"/tmp/faults-start.{choice}", [], [], 0
        self.console = self.guest.output("python3", "-c", CONSOLE)

    def run(self):
        while True:
            self.runs += 1
            self.guest.output("rm", "-rf", "/tmp/faults-start.state")
            self.guest.foreground(1)
            seatd = self.guest.output("pidof", "seatd")
            kiosk = self.start()
            try:
                if self.is_ready(kiosk):
                    self.use(kiosk)
                self.end(kiosk)
            except Failure as failure:
                self.keep()
                raise Failure(f"choice {self.choice}, seed {SEED}, run {self.runs}, after {self.new()}: {failure}\n"
                              f"{kiosk.text()}") from None
            new = self.new()
            # seatd exits if a client exits on another terminal, and leaves the terminal's mode behind.
            if self.guest.output("pidof", "seatd") == seatd:
                expect(self.guest.output("python3", "-c", CONSOLE), self.console, f"the console after {new}")
            self.failed += new
            if not new:
                break
        self.keep()

    def start(self):
        return self.guest.start(
            "bezel", "run", FOLDER, "--stack", "home,hours", "--size", "527x296", "--state", "/tmp/faults-start.state",
            user="kiosk", environment={
                "LD_PRELOAD": "/machine/lib/faults.so", "BEZEL_FAULTS_KINDS": "calls", "BEZEL_FAULTS_EACH": "12",
                "BEZEL_FAULTS_DEVICES": "1", "BEZEL_FAULTS_SHARE": "1" if FAULTS else str(SHARE),
                "BEZEL_FAULTS_PART": str(SEED), "BEZEL_FAULTS_LOG": self.log,
                "BEZEL_FAULTS_CHOICE": str(self.choice), "SWIFT_BACKTRACE": "enable=no"})

    def is_ready(self, kiosk):
        """Waits for the first frame. Returns False if the kiosk exits first."""
        self.guest.pump(lambda: kiosk.code is not None or READY in kiosk.text(), 60, "it neither shows a frame nor ends")
        return kiosk.code is None

    def use(self, kiosk):
        """Switches to another terminal and back. Then a finger draws the page far in and back."""
        if not self.await_screen(kiosk, lambda picture: picture == self.before):
            return
        for number in (2, 1):
            self.guest.foreground(number)
        if not self.await_screen(kiosk, lambda picture: picture == self.before):
            return
        # The failing call may be the read of the finger's events, so use another finger.
        for _ in range(MOST_FINGERS):
            if not self.await_panel(kiosk):
                return
            self.panel.play(*IN)
            has_moved = self.is_screen(kiosk, lambda picture: picture != self.before, limit=4)
            self.panel.play(*BACK)
            if kiosk.code is not None:
                return
            if has_moved:
                self.await_screen(kiosk, lambda picture: picture == self.before)
                return
        raise Failure(f"it follows none of {MOST_FINGERS} fingers")

    def await_panel(self, kiosk):
        """Returns False if the kiosk has exited."""
        try:
            kiosk.wait_open(self.panel.node)
        except Failure:
            self.guest.ask("find", pattern="/")  # the answer comes after all earlier output
            if kiosk.code is None:
                raise
        return kiosk.code is None

    def await_screen(self, kiosk, is_right):
        """Returns False if the kiosk has exited."""
        if self.is_screen(kiosk, is_right, limit=30):
            return True
        if kiosk.code is None:
            raise Failure("the screen is wrong: see wrong.png")
        return False

    def is_screen(self, kiosk, is_right, limit):
        """Whether the screen becomes right before the kiosk exits."""
        end = time.monotonic() + limit
        while True:
            picture = self.stage.machine.screen()
            self.guest.ask("find", pattern="/")  # the answer comes after all earlier output
            if kiosk.code is not None:
                return False
            if is_right(picture):
                return True
            if time.monotonic() > end:
                self.stage.keep("wrong", picture)
                return False
            time.sleep(0.1)

    def end(self, kiosk):
        by_itself = kiosk.code is not None
        if not by_itself:
            kiosk.stop()
        aborts = NO_MEMORY in kiosk.text() or self.is_libinputs_own(kiosk)
        if kiosk.code < 0 and not aborts:
            raise Failure(f"it ended by signal {-kiosk.code}")
        # The kiosk cannot give a reason if the failing call is the write of the reason.
        is_mute = any(line.split()[2] == "write" for line in self.new())
        if kiosk.code != 0 and not aborts and not is_mute and not re.search("(?i)^bezel: |error", kiosk.text(), re.MULTILINE):
            raise Failure(f"it exited with {kiosk.code} without a reason")
        if by_itself:
            # Before main, Swift's runtime reads the arguments. Without arguments the program prints its help.
            if kiosk.code == 0 and "USAGE: bezel" not in kiosk.text():
                raise Failure("it exited with 0 although nothing asked it to")
            self.ends.append(f"{self.new()}\n    {kiosk.text().splitlines()[-1]}")

    def is_libinputs_own(self, kiosk):
        """libinput 1.22 aborts if it cannot create its epoll or timer: it frees memory twice."""
        return kiosk.code == -6 and self.new()[-1].split()[4].startswith("libinput.so")

    def new(self):
        """The call that failed in this run."""
        if not self.guest.find(self.log):
            return []
        lines = self.guest.read(self.log).decode().replace("\0", "").splitlines()
        return [line for line in lines if line.startswith("fail")][len(self.failed):]

    def keep(self):
        if self.guest.find(self.log):
            self.stage.fetch(self.log, f"{self.choice}.txt")
        self.stage.write(f"{self.choice}-ends.txt", "\n".join(self.ends) + "\n")


def run(stage):
    panel = stage.guest.panel()
    kiosk = stage.guest.start("bezel", "run", FOLDER, "--stack", "home,hours", "--size", "527x296", user="kiosk")
    kiosk.wait_line(READY, limit=60)
    before = stage.still_screen("before", process=kiosk)
    kiosk.stop()
    for choice in CHOICES if FAULTS == "all" else (int(FAULTS or 0),):
        this = Round(stage, panel, choice, before)
        this.run()
        print(f"    {CHOICES[choice]}: {len(this.failed)} calls failed in {this.runs} runs, {len(this.ends)} of which ended "
              "by themselves", flush=True)
