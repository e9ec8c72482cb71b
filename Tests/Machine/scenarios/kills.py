"""The service is killed (SIGKILL) at random moments while it is being touched. Each time it returns with the same page; the
scenario prints after how many seconds of the guest. BEZEL_KILLS=50 makes it longer, BEZEL_KILLS_SEED changes the seed."""

import json
import os
import random
import statistics
import time
import tomllib

from host.failure import Failure, expect
from host.seed import seed
from host.service import Service, SWIPE

KILLS = int(os.environ.get("BEZEL_KILLS", 3))
SEED = seed("BEZEL_KILLS_SEED")
GPUS = ("virtio",)
INIT = "systemd"
TURN = "trouble"
LIMIT = 240 + 45 * KILLS
NEEDS_BEZEL = False

VISIT = "/run/bezel-kiosk/visit.toml"
# At the third crash in a row with the same page on top the kiosk begins at the start: docs/state.md.
MOST_CRASHES = 3


class Visit:
    """A visitor who taps, scrolls and swipes."""

    def __init__(self, service, chance):
        self.service, self.panel, self.chance = service, service.panel, chance

    def shown(self):
        """The names of the pages, once nothing moves."""
        end = time.monotonic() + 60
        while True:
            text = self.service.guest.output("/usr/bin/bezel", "control", "status", "--json", name="status")
            screen = json.loads(text)["screens"][0]
            if not screen["moving"]:
                return screen["stack"]
            if time.monotonic() > end:
                raise Failure(f"{screen['stack']} has not come to rest within 60 s")

    def go(self, stack):
        """Goes to another page, or back."""
        if len(stack) > 1 and self.chance.random() < 0.6:
            self.panel.play(*SWIPE)
        else:
            # (A tap beside all links has no effect.)
            self.panel.play(f"down 1 {self.chance.choice([235, 400])} {self.chance.randrange(150, 280)}", "hold 60", "up 1")

    def begin(self):
        """An action that is in progress when the kiosk is killed: its name and its commands, which take up to a second."""
        y = self.chance.randrange(60, 280)
        return self.chance.choice([
            ("nothing", []),
            ("a finger rests", [f"down 1 300 {y}", "hold 300"]),
            ("a swipe", [f"down 1 1.5 {y}", f"move 1 {self.chance.randrange(20, 400)} {y} over 600"]),
            ("a scroll", [f"down 1 235 {y}", "move 1 235 20 over 500"]),
            ("a tap", [f"down 1 235 {y}", "hold 60", "up 1"]),
            ("a swipe that ends", [f"down 1 1.5 {y}", f"move 1 250 {y} over 200", "up 1"]),
        ])


def run(stage):
    service = Service(stage, "logind")
    service.install()
    service.panel = stage.guest.panel()
    service.start()
    kill_and_look(stage, service)


def kill_and_look(stage, service):
    chance = random.Random(SEED)
    visit = Visit(service, chance)
    times, lines, pictures = [], [], {}
    for number in range(1, KILLS + 1):
        visit.go(visit.shown())
        before = visit.shown()
        under_way, begun = visit.begin()
        service.panel.process.write("".join(line + "\n" for line in begun))
        time.sleep(chance.uniform(0, 1.2))
        # Every fifth time, kill it again while it starts.
        again = chance.uniform(2.5, 8) if number % 5 == 0 else None
        killed, file = kill(service)
        if again is not None:
            time.sleep(again)
            killed, file = kill(service)
        for line in begun:
            service.panel.process.wait_line("^done ")
        if begun and begun[-1] != "up 1":
            service.panel.play("up 1")
        expected = begins_with(file)
        times.append(back(service, killed))
        after = visit.shown()
        lines.append(f"{number}: {' > '.join(before)}, {under_way}{', twice' if again else ''}: {times[-1]:.1f} s, "
                     f"{' > '.join(after)}")
        stage.write("kills.txt", "\n".join(lines) + "\n")
        expect(after, expected or ["home"], f"the pages shown after kill {number} (seed {SEED}); the file said {file}")
        # The earlier pages, except for what an unfinished gesture had begun to change.
        if expected and under_way not in ("a tap", "a swipe that ends"):
            expect(after, before, f"the pages shown after kill {number} (seed {SEED}), with {under_way} under way")
        picture = service.still_screen("back")
        if pictures.setdefault(tuple(after), picture) != picture:
            stage.keep("back-before", pictures[tuple(after)])
            raise Failure(f"{after} looks different after kill {number} (seed {SEED}): see back.png and back-before.png")
    service.guest.output("/usr/bin/bezel", "control", "home")
    expect(visit.shown(), ["home"], "the pages shown after `bezel control home`")
    service.swipe_changes_the_screen("after-all")
    print(f"        {KILLS} kills, seed {SEED}: back after {statistics.median(times):.1f} s (median), {max(times):.1f} s at most; "
          f"{len(pictures)} pages", flush=True)


def kill(service):
    """The guest's clock in seconds at the kill, and the state file at that moment."""
    text = service.guest.output("sh", "-c", f"""
        systemctl reset-failed bezel.service
        pid=$(systemctl show --value -p MainPID bezel.service)
        test "$pid" = 0 || kill -9 "$pid"
        cut -d ' ' -f 1 /proc/uptime
        cat {VISIT} 2>/dev/null""", name="kill")
    killed, _, file = text.partition("\n")
    return float(killed), tomllib.loads(file)


def begins_with(file):
    """The pages to restore; none means the start."""
    if file.get("crashes", 0) + 1 >= MOST_CRASHES:
        return []
    return file.get("stack", [])


def back(service, killed):
    """The time until systemd is notified of the first frame on the screen."""
    def ready():
        text = service.guest.output(
            "systemctl", "show", "-p", "ActiveState", "-p", "ActiveEnterTimestampMonotonic", "bezel.service", name="show")
        state = dict(line.split("=", 1) for line in text.splitlines())
        instant = int(state["ActiveEnterTimestampMonotonic"]) / 1e6
        return instant if state["ActiveState"] == "active" and instant > killed else None
    service.await_true(ready, 90, "the kiosk has not come back")
    return ready() - killed
