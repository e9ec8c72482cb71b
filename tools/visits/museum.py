#!/usr/bin/env python3
# Writes museum-visit.jsonl, ten seconds of a visit to the sample kiosk: python3 tools/visits/museum.py > config/museum-visit.jsonl
"""A panel of 527 x 296 mm that scans 100 times a second, and one hand that moves as hands do: it starts and stops
smoothly, in slight arcs, and never twice in the same place."""

import json
import math
import random

PERIOD = 0.01
SIZE = (527.0, 296.0)
random.seed(12)

now = 0.0
touch = 0
lines = [{"bezel": 1, "screen": "1920x1080", "size": "527x296"}]


def sample(phase, x, y):
    jitter = 0.06
    lines.append(
        {
            "t": round(now, 4),
            "touch": touch,
            "phase": phase,
            "x": round(min(max(x + random.gauss(0, jitter), 0), SIZE[0]), 2),
            "y": round(min(max(y + random.gauss(0, jitter), 0), SIZE[1]), 2),
        }
    )


def step():
    global now
    now += PERIOD + random.gauss(0, 0.0004)


def wait(seconds):
    global now
    now += seconds


def tap(x, y):
    global touch
    touch += 1
    sample("began", x, y)
    for _ in range(random.randint(5, 8)):
        step()
        sample("moved", x + random.gauss(0, 0.1), y + random.gauss(0, 0.1))
    step()
    sample("ended", x, y)


def stroke(start, *legs, release=0.0):
    """From `start` through ((x, y), seconds, thrown)...: a thrown leg ends in motion, any other starts and stops smoothly."""
    global touch
    touch += 1
    sample("began", *start)
    x0, y0 = start
    for (x1, y1), seconds, thrown in legs:
        count = max(2, round(seconds / PERIOD))
        arc = random.uniform(-0.02, 0.02)
        for i in range(1, count + 1):
            t = i / count
            s = t * t * (2 - t) if thrown else t * t * t * (t * (6 * t - 15) + 10)
            bow = arc * math.sin(math.pi * s)
            step()
            sample("moved", x0 + (x1 - x0) * s - (y1 - y0) * bow, y0 + (y1 - y0) * s + (x1 - x0) * bow)
        x0, y0 = x1, y1
    wait(release)
    step()
    sample("ended", x0, y0)


tap(400, 184)  # The engine that knew the sea
wait(1.0)
stroke((300, 240), ((296, 130), 0.22, True))  # a flick down the page
wait(0.45)
stroke((300, 230), ((305, 165), 0.3, False))  # and a little further
wait(0.35)
stroke((330, 170), ((452, 176), 0.2, True))  # back, from the middle of the page
wait(1.0)
tap(405, 239)  # Welcome in your language: a sheet
wait(0.9)
stroke((310, 230), ((312, 178), 0.3, False))
wait(0.4)
# One finger: the page scrolls back to its top, and the sheet follows it down.
stroke((305, 90), ((303, 200), 0.42, False), ((300, 282), 0.33, False))
wait(1.0)
tap(410, 165)  # Hours, tides and tickets
wait(0.9)
stroke((2, 160), ((150, 166), 0.4, False), ((60, 163), 0.35, False), release=0.08)  # half way, and thought better of it
wait(0.5)
stroke((2, 170), ((95, 168), 0.16, True))  # back, from the edge

print("\n".join(json.dumps(line, separators=(",", ":")) for line in lines))
