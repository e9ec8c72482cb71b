"""Calls under a kiosk on KMS fail in turn, each call site once, while a finger moves its page to and fro: commits, flips, reads
from the panel, messages of the seat. The kiosk goes on, or exits with a reason and restarts with the same page. At the end the
picture is the initial one. BEZEL_FAULTS=all tries every error number of each call."""

import os
import re

from host.failure import Failure
from host.kiosk import Kiosk

GPUS = ("virtio",)
INIT = "small"
LIMIT = 1500
NEEDS_BEZEL = True
TURN = "diagnosis"

# The same lists as in Tests/Faults/faults.c.
CHOICES = {0: "EBUSY, EIO, ENOSPC, …", 1: "EINVAL, EAGAIN, …", 2: "ENOMEM, ENODEV, …", 3: "EACCES, …", 4: "EINTR"}
NAMES = ",ioctl,read,write,poll,recvmsg,sendmsg,mmap,mmap64,open,open64,epoll_wait,epoll_ctl,timerfd_settime,fstat,"
SWITCH = "/tmp/faults.on"
STATE = "/tmp/faults.state"
# From the edge far in and back again, so that the page stays.
SWIPE = ("down 1 1.5 150", "move 1 150 156 over 150", "move 1 2 156 over 150", "hold 150", "up 1")
MOST_RUNS = 30


class Round:
    """Tests one error number: runs the kiosk, and restarts it as a service would, until no new call fails."""

    def __init__(self, stage, panel, choice):
        self.stage, self.guest, self.panel, self.choice = stage, stage.guest, panel, choice
        self.log = f"/tmp/faults.{choice}"
        self.ends = []

    def start(self, number):
        return Kiosk(
            self.stage, "--size", "527x296", "--state", STATE, part=f"{self.choice}-{number}", environment={
                "LD_PRELOAD": "/machine/lib/faults.so", "BEZEL_FAULTS_KINDS": "calls", "BEZEL_FAULTS_EACH": "3",
                "BEZEL_FAULTS_WHEN": SWITCH, "BEZEL_FAULTS_LOG": self.log, "BEZEL_FAULTS_NAMES": NAMES,
                "BEZEL_FAULTS_CHOICE": str(self.choice), "SWIFT_BACKTRACE": "enable=no"})

    def failed(self):
        if not self.guest.find(self.log):
            return []
        return [line for line in self.guest.read(self.log).decode().replace("\0", "").splitlines() if line.startswith("fail")]

    def run(self, before):
        for number in range(MOST_RUNS):
            self.guest.output("rm", "-f", SWITCH)
            # A page that was on top at three crashes in a row is not restored. So reset the state every other time.
            if number % 2 == 0:
                self.guest.output("rm", "-rf", STATE)
            kiosk = self.start(number)
            if number and kiosk.still_screen(f"{self.choice}-{number}") != before:
                raise Failure(f"it came back with a different picture: see {self.choice}-{number}.png\n{kiosk.process.text()}")
            self.guest.output("touch", SWITCH, user="kiosk")
            seen = -1
            while kiosk.process.code is None and seen != len(self.failed()):
                seen = len(self.failed())
                self.panel.play(*SWIPE)
            self.guest.output("rm", "-f", SWITCH)
            # Release any held contact, and redraw the whole picture: push a page and pop it.
            # The call that failed last may still end the kiosk.
            if kiosk.process.code is None:
                self.panel.play(*SWIPE)
                after = kiosk.still_screen(f"{self.choice}-after")
            if kiosk.process.code is None:
                break
            self.ended(kiosk)
        else:
            raise Failure(f"choice {self.choice}: it has ended {MOST_RUNS} times")
        if after != before:
            self.stage.fetch(self.log, f"{self.choice}.txt")
            raise Failure(f"choice {self.choice}: the screen differs: see before.png and {self.choice}-after.png")
        self.panel.play("down 1 1.5 150", "move 1 250 156 over 200", "up 1")
        kiosk.await_record(kind="transition", operation="pop", phase="finished", **{"from": "hours"})
        kiosk.stop()
        self.stage.fetch(self.log, f"{self.choice}.txt")

    def ended(self, kiosk):
        text = kiosk.process.text()
        last = self.failed()[-1]
        # Without memory for a picture, no kiosk can run.
        if kiosk.process.code < 0 and "Fatal error: there is no memory" not in text:
            raise Failure(f"signal {-kiosk.process.code} after {last}\n{text}")
        if not re.search("(?i)^bezel: |error", text, re.MULTILINE):
            raise Failure(f"it exited with {kiosk.process.code} after {last} without a reason\n{text}")
        self.ends.append(f"{last}\n    {text.splitlines()[-1]}")
        kiosk.trace.stop()


def run(stage):
    panel = stage.guest.panel()
    kiosk = Kiosk(stage, "--size", "527x296")
    before = kiosk.still_screen("before")
    kiosk.stop()
    choices = CHOICES if os.environ.get("BEZEL_FAULTS") == "all" else (0, 3)
    for choice in choices:
        this = Round(stage, panel, choice)
        this.run(before)
        stage.write(f"{choice}-ends.txt", "\n".join(this.ends) + "\n")
        print(f"    {CHOICES[choice]}: {len(this.failed())} calls failed, {len(this.ends)} of them ended the kiosk", flush=True)
