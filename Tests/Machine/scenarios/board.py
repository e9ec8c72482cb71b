"""A board with one processor, 512 MB of memory and 1024 × 600 pixels shows the sample kiosk as a service: each page is opened, scrolled and
left by a swipe, in each language. The kiosk stays within its memory, none of its processes is ended, and the watchdog is content."""

import json
import re

from host.failure import Failure, expect
from host.service import Service

GPUS = ("board",)
INIT = "systemd"
LIMIT = 900
NEEDS_BEZEL = False
TURN = "installations"

# What all processes of the kiosk together may keep, in MB of 1,000,000 bytes. docs/boards.md names it.
MOST = 90
# A panel of 7 inches, in millimetres, and what fingers do on it.
PANEL = "154x86"
SAMPLE = "/usr/share/bezel/museum"
SCROLL = ("down 1 80 70", "move 1 80 20 over 150", "up 1", "hold 300", "down 1 80 70", "move 1 80 20 over 150", "up 1", "hold 300")
SWIPE = ("down 1 0.8 50", "move 1 70 52 over 200", "up 1")
# The proportional resident memory of each process of the kiosk's user, in kB, with its name. A process can end meanwhile.
MEMORY = """
for process in $(pgrep -u bezel); do
    awk -v name="$(tr '\\0' ' ' </proc/$process/cmdline)" '/^Pss:/ { print $2, name }' /proc/$process/smaps_rollup
done 2>/dev/null || true
"""


def run(stage):
    service, guest = Service(stage, "seatd"), stage.guest
    service.install()
    service.panel = guest.panel(size=PANEL, resolution=40)
    service.start_as_boot_does()
    service.still_screen("home")
    board = Board(service)
    board.note("the start")
    pages = sorted({name.split(".")[0] for name in guest.output("ls", SAMPLE).split() if name.endswith(".md")} - {"home"})
    for language in "en", "de":
        guest.output("bezel", "control", "language", language)
        for page in pages:
            board.visit(page)
            board.note(f"{page} in {language}")
        service.still_screen(language)
    stage.write("memory.txt", "\n".join(board.lines) + "\n" + guest.read("/proc/meminfo").decode())
    expect(service.property("bezel.service", "NRestarts"), "0", "how often systemd has started the kiosk again")
    expect(service.count_log("Watchdog timeout"), 0, "the timeouts of the watchdog")
    ended = re.findall(r".*(?:Out of memory|oom-kill).*", guest.output("dmesg"))
    expect(ended, [], "the processes that the kernel ended for lack of memory")
    print(f"        at most {board.most / 1000:.1f} MB, ready after {service.seconds_to_ready():.1f} s, "
          f"{board.status()['missed']} vblanks missed of {board.status()['frames']} frames")
    if board.most > 1000 * MOST:
        raise Failure(f"the kiosk keeps {board.most / 1000:.1f} MB, more than {MOST}: see memory.txt")
    service.stop()


class Board:
    """The kiosk, what visitors do there, and how much memory it had."""

    def __init__(self, service):
        self.service, self.lines, self.most = service, [], 0

    def status(self):
        text = self.service.guest.output("bezel", "control", "status", "--json", name="status")
        return json.loads(text)["screens"][0]

    def top(self):
        """The page on top of the stack; None while something moves."""
        screen = self.status()
        return None if screen["moving"] else screen["stack"][-1]

    def await_top(self, page):
        self.service.await_true(lambda: self.top() == page, 60, f"the page {page} has not come")

    def visit(self, page):
        """Opens a page, scrolls it to and fro, and swipes back."""
        self.service.guest.output("bezel", "control", "open", page)
        self.await_top(page)
        self.service.panel.play(*SCROLL)
        self.await_top(page)
        self.service.panel.play(*SWIPE)
        self.await_top("home")

    def note(self, what):
        """Writes down the memory of all the kiosk's processes, in kB."""
        text = self.service.guest.output("sh", "-c", MEMORY, name="memory")
        total = sum(int(line.split()[0]) for line in text.splitlines())
        self.most = max(self.most, total)
        self.lines += [f"{total} kB: {what}", *(f"    {line}" for line in text.splitlines())]
