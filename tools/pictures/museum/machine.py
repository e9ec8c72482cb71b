"""The tide-predicting engine: eleven wheels, one thread, one pen."""

import numpy
from numpy import cos, pi, sin
from press import Print, box, curve, disc, fade, glow, line, polygon, smoothstep, together

RADIUS = 50  # of every pulley: the thread hangs straight between neighbours 2 × RADIUS apart
UPPER = (
    ("M", "2", 98, 0.6),
    ("S", "2", 84, 2.4),
    ("N", "2", 76, 4.0),
    ("K", "1", 92, 5.4),
    ("O", "1", 80, 1.4),
    ("P", "1", 70, 3.1),
)
LOWER = (("K", "2", 74, 3.7), ("Q", "1", 88, 0.2), ("M", "4", 66, 5.0), ("L", "2", 82, 2.2), ("S", "4", 70, 1.0))


def gear(cx, cy, radius, teeth, turn):
    def shape(c):
        for n in range(teeth):
            a, step = turn + 2 * pi * n / teeth, 2 * pi / teeth
            for part, r in ((0.0, radius - 7), (0.18, radius), (0.5, radius), (0.68, radius - 7)):
                c.line_to(cx + r * cos(a + part * step), cy + r * sin(a + part * step))
        c.close_path()

    return shape


def brass(p, shape, cx, cy, radius, depth=1.0):
    """Lit from the upper left."""
    p.lay(shape, sand=0.86)
    p.paint("coral", shape, fade(cx - radius, cy - radius, 0.0, cx + radius, cy + radius, 0.42 * depth))
    p.paint(
        "night",
        shape,
        fade(cx - 0.5 * radius, cy - 0.5 * radius, 0.0, cx + 1.1 * radius, cy + 1.1 * radius, 0.72 * depth),
    )
    p.cut(shape, ("sand",), glow(cx - 0.45 * radius, cy - 0.5 * radius, 0, 0.62, 0.8 * radius, 0))
    p.stroke("night", shape, 2.2)


def wheel(p, cx, cy, radius, turn):
    whole = gear(cx, cy, radius, int(radius * 0.55), turn)
    brass(p, whole, cx, cy, radius)
    p.stroke("night", disc(cx, cy, radius - 15), 1.4, 0.8)
    p.stroke("night", disc(cx, cy, radius - 19), 0.8, 0.5)
    spokes = 5 if radius < 85 else 6
    for n in range(spokes):
        a, b = turn + 2 * pi * (n + 0.14) / spokes, turn + 2 * pi * (n + 0.86) / spokes

        def window(c, a=a, b=b):
            c.arc(cx, cy, radius - 23, a, b)
            c.arc_negative(cx, cy, 17, b - 0.1, a + 0.1)
            c.close_path()

        p.cut(window)
        p.paint("tide", window, 0.75)
        p.paint("night", window, fade(cx, cy - radius, 0.88, cx, cy + radius, 0.66))
        p.stroke("night", window, 1.6)
    brass(p, disc(cx, cy, 14), cx, cy, 14)


def pulley(p, x, y):
    p.lay(disc(x, y, RADIUS - 1), night=1)
    brass(p, disc(x, y, RADIUS - 8), x, y, RADIUS - 8, 0.9)
    for n in range(6):
        a = n * pi / 3 + 0.3
        p.lay(disc(x + 25 * cos(a), y + 25 * sin(a), 8.5), night=0.92)
    p.stroke("night", disc(x, y, RADIUS - 12), 1.2)
    p.lay(disc(x, y, 8), night=1)
    p.cut(disc(x - 2, y - 2.4, 2))


def machine():
    p = Print(1600, 900, seed=41)
    upper = [(232 + 4 * RADIUS * n, 208, *made) for n, made in enumerate(UPPER)]
    lower = [(332 + 4 * RADIUS * n, 532, *made) for n, made in enumerate(LOWER)]
    hang = lambda x, y, letter, number, radius, phase: (x, y + 0.52 * radius * cos(phase))
    tops, lows = [hang(*w) for w in upper], [hang(*w) for w in lower]

    # The wall, with the sea that the wheels add up.
    p.wash("tide", 0.34 + 0.5 * smoothstep(0, 900, p.y + 0.25 * (800 - p.x)))
    p.wash("night", 0.34 * smoothstep(360, 1150, numpy.hypot((p.x - 760) * 0.82, p.y - 330)))
    p.wash("sand", 0.30 * smoothstep(700, 60, numpy.hypot(p.x - 620, p.y - 240)))
    for n in range(26):
        t = p.x / 1600
        level = (
            30
            + 29 * n
            + 9 * sin(2 * pi * 5 * t + 0.35 * n)
            + 6 * sin(2 * pi * 9.4 * t - 0.5 * n)
            + 4 * sin(2 * pi * 2.6 * t + n)
        )
        p.wipe(0.5 * smoothstep(1.5, 0.5, numpy.abs(p.y - level)))

    # Shadows on the wall, then the iron frame.
    beams = together(box(86, 72, 1278, 20), box(86, 374, 1278, 16), box(92, 64, 18, 720), box(1340, 64, 18, 720))
    shade = together(*[disc(x, y, r) for x, y, _, _, r, _ in upper + lower], beams, box(1392, 330, 150, 450))
    with p.moved(24, 26):
        p.paint("night", shade, 0.42)
    p.lay(beams, night=1)
    for x in (101, 1349):
        p.lay(disc(x, 56, 17), night=1)
        brass(p, disc(x, 54, 11), x, 54, 11)
    for y in (73.5, 375.5):
        p.cut(line((94, y), (1352, y)), width=1.4, tone=0.8)
    for x in list(range(132, 1340, 100)):
        p.cut(disc(x, 83, 2.6), tone=0.85)
        p.cut(disc(x, 382, 2.2), tone=0.85)

    # A shaft from wheel to wheel, and the wheels.
    for row in (upper, lower):
        y = row[0][1]
        p.lay(box(110, y - 5, 1230, 10), sand=0.9, night=0.45)
        p.stroke("night", line((110, y - 5), (1340, y - 5)), 1.4)
        p.stroke("night", line((110, y + 5), (1340, y + 5)), 2.4)
    for x, y, letter, number, radius, phase in upper + lower:
        wheel(p, x, y, radius, phase)
    for (x, y, _, _, radius, phase), (_, py) in zip(upper + lower, tops + lows):
        p.lay(box(x - 6, min(y, py), 12, abs(py - y)), night=1)
        p.cut(line((x - 2, min(y, py) + 4), (x - 2, max(y, py) - 4)), width=1.6, tone=0.8)

    # The base: mahogany.
    base = polygon((52, 778), (1560, 778), (1572, 796), (1572, 900), (40, 900), (40, 796))
    p.lay(base, coral=0.85)
    p.paint("night", base, fade(0, 770, 0.45, 0, 900, 0.92))
    grain = numpy.sin(p.y / 3.1 + 1.6 * p.cloud((420, 26))) + 0.5 * p.cloud((260, 3))
    p.wash("night", 0.4 * smoothstep(0.2, 1.3, grain) * p.mask(base))
    p.lay(box(52, 770, 1508, 9), sand=0.9, night=0.25)
    p.cut(line((54, 771), (1558, 771)), width=1.6)
    p.stroke("night", line((40, 797), (1572, 797)), 2)
    plate = box(620, 818, 360, 50)
    brass(p, plate, 800, 843, 180, 0.35)
    p.text("night", "TIDE-PREDICTING ENGINE", 800, 840, 19, bold=True)
    p.text("night", "eleven constituents  ·  1881", 800, 860, 14.5, italic=True)

    # The thread: over the upper pulleys, under the lower ones.
    for x, y in tops + lows:
        pulley(p, x, y)

    def thread(c):
        c.move_to(tops[0][0] - RADIUS, 752)
        for n, (x, y) in enumerate(tops):
            c.line_to(x - RADIUS, y)
            c.arc(x, y, RADIUS, pi, 2 * pi)
            if n < len(lows):
                c.line_to(lows[n][0] - RADIUS, lows[n][1])
                c.arc_negative(*lows[n], RADIUS, pi, 0)

    end = tops[-1][0] + RADIUS

    def tail(c):
        thread(c)
        c.line_to(end, 560)

    p.cut(tail, width=7.5)
    p.stroke("coral", tail, 5)
    p.lay(box(tops[0][0] - RADIUS - 13, 742, 26, 30), night=1)
    for (x, y, letter, number, *_), (px, py) in zip(upper + lower, tops + lows):
        ly = 352 if y < 300 else 688
        p.lay(box(x - 25, ly - 22, 50, 30), sand=0.35)
        p.stroke("night", box(x - 25, ly - 22, 50, 30), 1.8)
        p.text("night", letter, x - 5, ly + 1, 22, italic=True)
        p.text("night", number, x + 11, ly + 5, 13)

    # The drum, the sea that was drawn on it, and the pen.
    cx, half, top, bottom = 1467, 77, 320, 750
    p.lay(box(cx - 6, 284, 12, 40), night=1)
    roll = box(cx - half, top, 2 * half, bottom - top)
    p.lay(roll, sand=0.06)
    p.paint("tide", roll, fade(cx + 0.1 * half, 0, 0.0, cx + half, 0, 0.75))
    p.paint("night", roll, fade(cx + 0.4 * half, 0, 0.0, cx + half, 0, 0.55))
    p.paint("tide", roll, fade(cx - half, 0, 0.5, cx - 0.6 * half, 0, 0.0))
    with p.inside(roll):
        for n in range(13):
            u = -0.96 + 0.16 * n
            p.stroke("tide", line((cx + half * sin(1.5 * u), top), (cx + half * sin(1.5 * u), bottom)), 1, 0.8)
        for y in range(top + 24, bottom, 40):
            p.stroke("tide", line((cx - half, y), (cx + half, y)), 1, 0.8)
        ys = numpy.linspace(top - 5, 556, 150)
        ease = (556 - ys) / 30
        wave = 0.50 * cos(ease * 1.9) + 0.30 * cos(ease * 2.06 + 0.5) + 0.18 * cos(ease * 0.97)
        p.stroke("night", curve(*zip(cx - 8 + 56 * wave, ys)), 3)
    for y in (top - 13, bottom - 1):
        brass(p, box(cx - half - 9, y, 2 * half + 18, 15), cx, y, half, 0.8)
    brass(p, disc(cx, 276, 15), cx, 276, 15)
    tip = cx - 8 + 56 * 0.943
    p.lay(box(end - 17, 546, 34, 26), night=1)
    p.lay(polygon((end + 12, 554), (tip - 14, 554), (tip, 557), (tip - 14, 563), (end + 12, 563)), night=1)

    # The handle that turns years into minutes.
    brass(p, disc(66, 532, 44), 66, 532, 44)
    p.cut(disc(66, 532, 30))
    p.paint("tide", disc(66, 532, 30), 0.8)
    p.paint("night", disc(66, 532, 30), 0.55)
    p.stroke("night", disc(66, 532, 30), 2)
    for n in range(3):
        a = 0.6 + 2 * n * pi / 3
        p.stroke("night", line((66, 532), (66 + 32 * cos(a), 532 + 32 * sin(a))), 9)
        p.stroke("sand", line((66, 532), (66 + 32 * cos(a), 532 + 32 * sin(a))), 5)
    brass(p, disc(66, 532, 11), 66, 532, 11)
    brass(p, disc(66 + 38 * cos(0.6), 532 + 38 * sin(0.6), 13), 96, 553, 13)
    return p.pull()
