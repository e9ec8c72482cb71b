"""The Tide House at moonrise, and half a month of moons over the tides that they make."""

import numpy
from numpy import pi
from press import Print, box, closed, curve, disc, fade, glow, line, polygon, smoothstep, together
from sky import SEAS, rings


def house():
    p = Print(1600, 560, seed=12)
    mx, my, horizon = 1098, 236, 374
    r = numpy.hypot(p.x - mx, p.y - my)

    # The sky: rings of dusk around the moon.
    p.wash("tide", 0.08 + rings(p, mx, my, 92, 900, 0.95))
    p.wash("night", numpy.clip(rings(p, mx, my, 92, 1200, 1.0) - 0.15 + 0.10 * (1 - p.y / horizon), 0, 0.9))
    p.wash("sand", 0.55 * numpy.exp(-((r - 104) / 170).clip(0)) * smoothstep(470, 150, p.y * 0.4 + 120))
    p.wash("sand", 0.42 * smoothstep(horizon - 150, horizon, p.y))
    p.cut(disc(mx, my, 104))
    p.paint("sand", disc(mx, my, 104), fade(mx - 30, my - 100, 0.03, mx + 10, my + 110, 0.5))
    for x, y, size in SEAS:
        x, y, size = mx + 104 * x, my + 104 * y, 104 * size
        p.paint("tide", disc(x, y, size), glow(x, y, 0.1 * size, 0.42, size, 0))
    for _ in range(40):
        a, d, size = p.random.uniform(0, 2 * pi), 98 * p.random.uniform(0, 1) ** 0.5, p.random.uniform(1.2, 4.5)
        x, y = mx + d * numpy.cos(a), my + d * numpy.sin(a)
        p.stroke("sand", lambda c: c.arc(x, y, size, 2.2, 5.4), 1.1, 0.6)

    # Stars, far from the moon.
    for _ in range(70):
        x, y, size = p.random.uniform(0, 1600), p.random.uniform(0, 250), p.random.uniform(0.6, 1.7)
        if numpy.hypot(x - mx, y - my) > 420:
            p.cut(disc(x, y, size))

    # Far hills.
    def hill(y0, seed, high):
        xs = numpy.arange(-20, 1640, 40)
        wave = high * (0.5 + 0.5 * numpy.sin(xs / 190 + seed) * numpy.sin(xs / 83 + 2 * seed))
        return polygon((-20, horizon + 2), *zip(xs, y0 - wave), (1640, horizon + 2))

    p.paint("tide", hill(horizon - 6, 1.3, 46), 0.62)
    p.paint("night", hill(horizon - 2, 4.1, 26), 0.45)

    # The sea: engraved lines that widen towards us, and the moon's road cut out of them.
    sea = box(0, horizon, 1600, 560 - horizon)
    p.cut(sea)
    depth = ((p.y - horizon) / (560 - horizon)).clip(0, 1)
    p.wash("tide", (0.55 + 0.45 * depth) * (p.y >= horizon))
    p.wash("sand", 0.40 * smoothstep(0.5, 0, depth) * (p.y >= horizon))
    swell = p.cloud((150, 14)) + 0.6 * p.cloud((50, 7))
    lines = numpy.cos(2 * pi * (26 * depth**0.56 + 0.13 * swell))
    weight = smoothstep(-0.25 - 1.0 * depth, 0.55 - 0.7 * depth, lines + 0.25 * swell * depth)
    p.wash("night", (0.35 + 0.6 * depth) * weight * (p.y >= horizon + 1))
    road = numpy.abs(p.x - mx) / (64 + 150 * depth) + 0.24 * swell * (0.35 + depth)
    glint = smoothstep(0.85, 0.35, road) * smoothstep(0.35, -0.35, lines) * (p.y >= horizon)
    p.wipe(0.95 * glint)
    p.wash("sand", 0.30 * glint)

    # The point: rock, house, tower.
    xs = numpy.arange(-10, 770, 20)
    rock = 404 + 10 * numpy.sin(xs / 31.0) + 5 * numpy.sin(xs / 12.0 + 2) + 0.00028 * (xs - 330).clip(0) ** 2
    rock = numpy.minimum(rock, 470)
    shore = polygon(
        (-10, 452), *zip(xs, rock - 10), (790, 452), (700, 462), (560, 459), (420, 474), (200, 468), (-10, 484)
    )
    p.lay(shore, night=1.0)
    for _ in range(90):
        x = p.random.uniform(0, 690)
        y = 420 + p.random.uniform(0, 34)
        w = p.random.uniform(8, 40)
        p.cut(line((x, y), (x + w, y - p.random.uniform(1, 5))), width=p.random.uniform(0.7, 1.6), tone=0.55)

    def wall(shape, x0, x1, tones=(0.80, -0.08)):
        p.lay(shape, sand=0.16)
        p.paint("tide", shape, fade(x0, 0, 0.6, x1, 0, 0.0))
        p.paint("night", shape, fade(x0, 0, tones[0], x1, 0, tones[1]))

    # Long house with its roof.
    wall(box(318, 318, 236, 92), 318, 620)
    p.lay(polygon((300, 322), (344, 262), (534, 262), (572, 322)), coral=0.9)
    p.paint("night", polygon((300, 322), (344, 262), (534, 262), (572, 322)), fade(300, 0, 0.85, 575, 0, 0.12))
    for n in range(1, 7):
        y = 262 + n * 9.2
        p.stroke("night", line((344 - n * 6.6, y), (534 + n * 5.7, y)), 1.0, 0.5)
    for x in (372, 492):
        wall(box(x, 236, 24, 44), x, x + 30)
        p.lay(box(x - 3, 232, 30, 7), night=1)
    for n, x in enumerate((344, 394, 444, 494)):
        p.lay(box(x, 340, 26, 40), sand=1.0 if n != 2 else 0.9)
        p.paint("coral", box(x, 340, 26, 40), fade(0, 340, 0.05, 0, 380, 0.35))
        p.stroke("night", together(line((x + 13, 340), (x + 13, 380)), line((x, 358), (x + 26, 358))), 2.2)
        p.stroke("night", box(x, 340, 26, 40), 2.2)

    # The tower and its clock.
    tower = polygon((212, 412), (222, 132), (304, 132), (314, 412))
    wall(tower, 206, 322, (0.85, -0.12))
    for y in range(150, 410, 13):
        p.stroke("night", line((216, y), (310, y)), 0.8, 0.28)
    p.lay(box(210, 122, 106, 12), night=1)
    p.lay(polygon((226, 122), (226, 84), (300, 84), (300, 122)), sand=0.95)
    p.paint("coral", box(226, 84, 74, 38), fade(0, 84, 0.0, 0, 122, 0.35))
    for x in (226, 244.5, 263, 281.5, 300):
        p.stroke("night", line((x, 84), (x, 122)), 3)
    p.lay(polygon((216, 86), (263, 34), (310, 86)), coral=0.9)
    p.paint("night", polygon((216, 86), (263, 34), (310, 86)), fade(216, 0, 0.9, 310, 0, 0.1))
    p.stroke("night", line((263, 36), (263, 10)), 3)
    p.lay(disc(263, 24, 4.5), night=1)
    p.lay(disc(264, 184, 35), night=1)
    p.lay(disc(264, 184, 30), sand=0.18)
    for hour in range(12):
        a = hour * pi / 6
        s, c = numpy.sin(a), -numpy.cos(a)
        p.stroke("night", line((264 + 23 * s, 184 + 23 * c), (264 + 27 * s, 184 + 27 * c)), 2.4)
    p.stroke("night", line((264, 184), (264 + 13, 184 + 9)), 3.6)
    p.stroke("coral", line((264 - 5, 184 + 7), (264 + 13, 184 - 17)), 2.6)
    for y in (252, 308, 362):
        p.lay(box(256, y, 14, 25), sand=1)
        p.stroke("night", together(box(256, y, 14, 25), line((263, y), (263, y + 25))), 2)

    # The jetty with the tide gauge's hut.
    for x in range(572, 792, 30):
        p.stroke("night", line((x, 402), (x + 1, 462)), 4.5)
    p.lay(box(548, 398, 252, 8), night=1)
    for x in range(572, 800, 30):
        p.stroke("night", line((x, 400), (x, 380)), 2)
    p.stroke("night", line((552, 382), (740, 382)), 2)
    wall(box(742, 352, 46, 46), 742, 800)
    p.lay(polygon((734, 354), (765, 326), (796, 354)), night=1)
    p.lay(box(757, 364, 16, 18), sand=1)
    p.stroke("night", line((782, 406), (782, 470)), 5)
    for y in range(410, 470, 12):
        p.cut(line((780, y), (784, y)), width=2.5)

    # A boat that waits for water, and gulls.
    hull = closed(curve((1296, 424), (1320, 447), (1392, 450), (1440, 421), (1370, 431), (1296, 424)))
    p.lay(hull, night=1)
    p.stroke("coral", curve((1297, 424), (1370, 431), (1439, 421)), 4)
    p.stroke("night", line((1368, 430), (1386, 300)), 3.5)
    p.lay(polygon((1391, 306), (1398, 416), (1446, 410)), sand=0.35)
    p.paint("night", polygon((1391, 306), (1398, 416), (1446, 410)), fade(1390, 0, 0.1, 1450, 0, 0.7))
    p.lay(polygon((1381, 322), (1366, 416), (1312, 416)), sand=0.12)
    for y, w in ((458, 58), (466, 44), (475, 50), (486, 26)):
        p.stroke("night", line((1368 - w, y), (1368 + w * 0.8, y)), 2.6, 0.9)
    for x, y, s in ((900, 150, 15), (938, 172, 10), (868, 186, 8), (1262, 118, 11)):
        p.stroke("night", curve((x - s, y - 0.32 * s), (x - 0.4 * s, y - 0.42 * s), (x, y)), 2.0)
        p.stroke("night", curve((x, y), (x + 0.45 * s, y - 0.5 * s), (x + s, y - 0.25 * s)), 2.0)

    # Grasses in front.
    for _ in range(330):
        x = p.random.beta(0.55, 0.75) * 1600
        high = p.random.uniform(14, 58) * (0.5 + 0.8 * abs(x / 800 - 1))
        lean = p.random.uniform(-6, 20)
        p.stroke(
            "night",
            curve((x, 566), (x + lean * 0.3, 566 - high * 0.6), (x + lean, 566 - high)),
            p.random.uniform(1, 2.6),
        )
    return p.pull()


def moons():
    p = Print(1600, 420, seed=29)
    p.wash("night", 0.97 - 0.12 * p.y / 420)
    p.wash("tide", 0.4 + 0.6 * smoothstep(60, 330, p.y))
    count, left, right, level = 15, 96, 1504, 132
    for day in range(count):
        x = left + (right - left) * day / (count - 1)
        age = day / (count - 1)  # 0 new, 1 full
        radius = 38
        p.cut(disc(x, level, radius))
        p.paint("tide", disc(x, level, radius), 0.65)
        p.paint("night", disc(x, level, radius), 0.62)
        bulge = radius * numpy.cos(pi * age)

        def lit(c, x=x, bulge=bulge):
            c.arc(x, level, radius, -pi / 2, pi / 2)
            c.save()
            c.translate(x, level)
            c.scale(bulge / radius if abs(bulge) > 0.01 else 0.001, 1)
            (c.arc_negative)(0, 0, radius, pi / 2, -pi / 2)
            c.restore()
            c.close_path()

        p.cut(lit)
        p.paint("sand", lit, fade(x, level - 40, 0.05, x, level + 40, 0.42))
        for sx, sy, size in SEAS:
            sx, sy, size = x + radius * sx, level + radius * sy, radius * size
            p.paint("tide", disc(sx, sy, size), glow(sx, sy, 0.1 * size, 0.4, size, 0))

    # The tides under them: two a day, high at new and full moon.
    base, t = 312, (p.x - left) / (right - left)
    height = 22 + 40 * numpy.cos(pi * t) ** 2
    water = base - height * numpy.cos(2 * pi * 27 * t)
    below = smoothstep(-0.8, 0.8, p.y - water)
    p.wipe(below, ("night", "tide"))
    p.wash("tide", below * (0.35 + 0.65 * smoothstep(base - 60, 420, p.y)))
    p.wash("night", below * (0.95 * smoothstep(base - 20, 440, p.y)))
    for n in range(1, 9):
        lower = base + 13 * n - height * (1 - n / 9) * numpy.cos(2 * pi * 27 * t)
        p.wash("night", below * smoothstep(1.1, 0.2, numpy.abs(p.y - lower)) * 0.6)
    crest = smoothstep(2.6, 1.4, numpy.abs(p.y - water) / numpy.hypot(1, numpy.gradient(water, axis=1)))
    p.wipe(crest)
    p.wash("sand", crest * 0.2)
    return p.pull()
