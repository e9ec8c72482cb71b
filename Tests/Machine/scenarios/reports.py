"""Random HID touch screens, valid, odd and damaged, send random reports. The kiosk keeps running, and holds no contact of a
removed device. BEZEL_REPORTS_SECONDS=1200 makes it longer, BEZEL_REPORTS_SEED changes the seed, and BEZEL_REPORTS_FIRST begins
with that device."""

import json
import os

from host.failure import Failure, expect
from host.kiosk import Kiosk, Replay, contacts_down
from host.seed import seed

SECONDS = int(os.environ.get("BEZEL_REPORTS_SECONDS", 20))
SEED = seed("BEZEL_REPORTS_SEED")
FIRST = int(os.environ.get("BEZEL_REPORTS_FIRST", 0))
GPUS = ("virtio",)
INIT = "small"
LIMIT = 240 + 2 * SECONDS
NEEDS_BEZEL = True
TURN = "panels"

# Works on every page: a swipe down dismisses a sheet, and a swipe sideways pops a page.
HOME = ("down 1 263 40", "move 1 263 290 over 200", "up 1", "hold 1000") + 3 * (
    "down 1 1.5 150", "move 1 250 156 over 200", "up 1", "hold 1000")


def run(stage):
    guest = stage.guest
    # A device that claims to be a keyboard also types at random. The kernel's magic keys would stop more than the kiosk.
    guest.output("sh", "-c", "echo 0 >/proc/sys/kernel/sysrq")
    panel = guest.panel()
    kiosk = Kiosk(stage, "--size", "527x296")
    panel.play(*HOME)
    home = kiosk.still_screen("1-home")
    descriptors = kiosk.descriptors()
    text = guest.output(
        "reports.py", "--seed", str(SEED), "--seconds", str(SECONDS), "--first", str(FIRST),
        "--watch", str(kiosk.process.pid), limit=120 + 2 * SECONDS)
    counts = json.loads(text.splitlines()[-1])
    expect(kiosk.process.code, None, f"whether the kiosk has ended (seed {SEED})")
    if not counts["opened"]:
        raise Failure(f"the kiosk has opened none of them: {counts}")
    kiosk.still_screen("2-after")
    if kiosk.descriptors() > descriptors:
        raise Failure(f"{kiosk.descriptors()} files are open after {counts}, compared with {descriptors} before")
    panel.play(*HOME)
    if kiosk.still_screen("3-home") != home:
        raise Failure(f"after {counts} (seed {SEED}) the first page does not come back: see 1-home.png and 3-home.png")
    kiosk.stop()
    expect(contacts_down(guest, kiosk.recording), [], f"the contacts that are down at the end of the recording (seed {SEED})")
    if SECONDS <= 60:
        ends = [record for record in Replay(kiosk, draws=False).records if record["kind"] == "end"]
        expect([end["stuck"] for end in ends], [[]], f"the recognizers that the recording leaves under way (seed {SEED})")
    print(f"        seed {SEED}, {SECONDS} s: {counts}", flush=True)
