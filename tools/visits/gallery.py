#!/usr/bin/env python3
# Writes gallery-visit.jsonl, a visit to all of the gallery: python3 tools/visits/gallery.py > config/gallery-visit.jsonl
"""A panel of 527 x 296 mm that scans 100 times a second, and the fingers of two people, which start and stop smoothly."""

import json
import math

PERIOD = 0.01

now = 0.0
last = 0
lines = [{"bezel": 1, "screen": "1920x1080", "size": "527x296"}]


def sample(phase, places):
    for touch, (x, y) in places.items():
        lines.append({"t": round(now, 4), "touch": touch, "phase": phase, "x": round(x, 2), "y": round(y, 2)})


def wait(seconds):
    global now
    now += seconds


def move(seconds, *paths, thrown=False):
    """Moves one finger per path; a path gives the position after a share of the way."""
    global last
    numbers = range(last + 1, last + 1 + len(paths))
    last += len(paths)
    at = lambda share: {number: path(share) for number, path in zip(numbers, paths)}
    sample("began", at(0))
    count = round(seconds / PERIOD)
    for step in range(1, count + 1):
        t = step / count
        wait(PERIOD)
        sample("moved", at(t * t if thrown else t * t * (3 - 2 * t)))
    wait(PERIOD)
    sample("ended", at(1))


def line(start, end):
    return lambda s: (start[0] + (end[0] - start[0]) * s, start[1] + (end[1] - start[1]) * s)


def tap(x, y):
    move(0.06, line((x, y), (x, y)))


def pair(middle, apart, angle):
    """Two fingers: the path of their middle, and the start and end of their distance (mm) and angle (degrees)."""

    def finger(side):
        def path(s):
            x, y = line(*middle)(s)
            reach = side * (apart[0] + (apart[1] - apart[0]) * s) / 2
            turn = math.radians(angle[0] + (angle[1] - angle[0]) * s)
            return x + reach * math.cos(turn), y + reach * math.sin(turn)

        return path

    return finger(-1), finger(1)


def back():
    wait(0.5)
    move(0.2, line((2, 170), (110, 168)), thrown=True)
    wait(0.9)


wait(0.3)
tap(200, 85)  # Two people
wait(0.9)
move(0.5, line((130, 150), (95, 165)), line((395, 150), (440, 130)))
wait(0.3)
move(0.9, *pair(((95, 165), (105, 150)), (50, 85), (0, 40)), *pair(((440, 130), (410, 150)), (90, 50), (20, -30)))
back()
tap(200, 110)  # Pinch and rotation
wait(0.9)
move(0.6, *pair(((263, 140), (263, 140)), (60, 95), (0, 0)))
wait(0.3)
move(0.9, *pair(((263, 140), (280, 145)), (90, 70), (0, 75)))
back()
tap(200, 136)  # Taps
wait(0.9)
tap(90, 110)
wait(0.6)
tap(220, 90)
wait(0.1)
tap(221, 91)
wait(0.6)
move(1.2, lambda s: (130 + 120 * max(0, s - 0.6) / 0.4, 190 - 40 * max(0, s - 0.6) / 0.4))

print("\n".join(json.dumps(line, separators=(",", ":")) for line in lines))
