"""An untouched page causes no wake-ups: no thread of the kiosk runs, and no flips happen."""

import re

from host.engine import Engine
from host.failure import expect
from host.kiosk import Kiosk

GPUS = ("virtio", "vkms")
INIT = "small"
LIMIT = 240
NEEDS_BEZEL = True

SECONDS = 60


def run(stage):
    engine = Engine(stage)
    panel = stage.guest.panel(size="527x296", rate=100)
    kiosk = Kiosk(stage)
    # A pop and a tap, so that everything that they start must come to rest too.
    panel.play("down 1 1.5 150", "move 1 200 156 over 200", "up 1")
    kiosk.await_record(kind="transition", operation="pop", phase="finished")
    panel.play("down 1 250 250", "hold 50", "up 1")
    engine.rest(kiosk.process, pause=2)
    before = switches(stage.guest, kiosk.process)
    flips = engine.flips(SECONDS)
    after = switches(stage.guest, kiosk.process)
    stage.write("idle.txt", f"{SECONDS} s\nbefore {before}\nafter  {after}\nflips  {flips}\n")
    expect(after, before, f"each thread's context switches after {SECONDS} s at rest")
    expect(flips, [], "the flips")
    kiosk.stop()


def switches(guest, process):
    """For each thread, its numbers of voluntary and involuntary context switches."""
    counts = {}
    for path in guest.find(f"/proc/{process.pid}/task/*/status"):
        text = guest.read(path).decode()
        counts[path.split("/")[4]] = [int(number) for number in re.findall(r"ctxt_switches:\s+(\d+)", text)]
    return counts
