"""Displays, panels and virtual terminals come and go at random during swipes. Afterwards no contact is held, the picture is
right, and no more files are open than before. BEZEL_HOTPLUG_EVENTS=200 makes it longer, BEZEL_HOTPLUG_SEED changes the seed."""

import os
import random

from host.failure import Failure, expect
from host.kiosk import Kiosk
from host.seed import seed

EVENTS = int(os.environ.get("BEZEL_HOTPLUG_EVENTS", 12))
SEED = seed("BEZEL_HOTPLUG_SEED")
GPUS = ("heads",)
INIT = "small"
LIMIT = 120 + 12 * EVENTS
NEEDS_BEZEL = True


class World:
    """What is plugged in, and the possible events."""

    def __init__(self, stage):
        self.stage, self.guest = stage, stage.guest
        self.panel, self.connector = stage.guest.panel(), stage.guest.connector("Virtual-1")
        self.plugged, self.shown, self.terminal, self.held, self.size = True, True, 1, False, (1920, 1080)

    def display(self):
        self.shown = not self.shown
        (self.connector.plug if self.shown else self.connector.unplug)()

    def panels(self):
        if self.plugged:
            self.panel.unplug()
            self.held = False
        else:
            self.panel.plug()
        self.plugged = not self.plugged

    def terminals(self):
        self.terminal = 3 - self.terminal
        self.guest.foreground(self.terminal)

    def sizes(self):
        self.size = (1280, 720) if self.size == (1920, 1080) else (1920, 1080)
        self.stage.machine.resize(0, *self.size)

    def finger(self, chance):
        """Begins a swipe, or continues or ends the current one."""
        if not self.plugged:
            return
        if not self.held:
            self.panel.play("down 1 1.5 150", f"move 1 {chance.randrange(5, 150)} 156 over 100")
            self.held = True
        elif chance.random() < 0.5:
            self.panel.play(f"move 1 {chance.randrange(5, 150)} 156 over 50")
        else:
            # Back to where it began, so that the page stays.
            self.panel.play("move 1 2 156 over 50", "hold 150", "up 1")
            self.held = False

    def repair(self):
        """Restores the initial state."""
        if self.held:
            self.panel.play("move 1 2 156 over 50", "hold 150", "up 1")
            self.held = False
        if not self.plugged:
            self.panels()
        if not self.shown:
            self.display()
        if self.terminal != 1:
            self.terminals()
        if self.size != (1920, 1080):
            self.sizes()


def run(stage):
    chance = random.Random(SEED)
    guest = stage.guest
    world = World(stage)
    kiosk = Kiosk(stage, "--size", "527x296")
    before = kiosk.still_screen("1-before")
    descriptors = kiosk.descriptors()
    happened = []
    for _ in range(EVENTS):
        world.finger(chance)
        event = chance.choice([world.display, world.display, world.panels, world.terminals, world.sizes])
        happened.append(event.__name__)
        event()
    world.repair()
    stage.write("events.txt", "\n".join(happened) + "\n")
    kiosk.process.wait_open(world.panel.node)
    after = kiosk.still_screen("2-after")
    if after != before:
        raise Failure(f"after {EVENTS} events (seed {SEED}) the screen differs: see 1-before.png and 2-after.png")
    if kiosk.descriptors() > descriptors:
        raise Failure(f"{kiosk.descriptors()} files are open after {EVENTS} events, compared with {descriptors} before")
    world.panel.play("down 1 1.5 150", "move 1 250 156 over 200", "up 1")
    kiosk.await_record(kind="transition", operation="pop", phase="finished")
    if kiosk.still_screen("3-popped") == before:
        raise Failure("the pop has finished, but the screen still shows the popped page: see 3-popped.png")
    expect(kiosk.process.code, None, "whether the kiosk still runs")
    kiosk.stop()
    print(f"    {EVENTS} events, seed {SEED}: " + ", ".join(
        f"{happened.count(name)} {name}" for name in sorted(set(happened))), flush=True)
