"""Two instruments of the collection: a sandglass and a tide dial."""

import numpy
from numpy import cos, pi, sin
from press import Print, box, closed, curve, disc, fade, line, polygon, smoothstep, together
from sky import moon, rings


def engraved(p, mask, y0, y1, count, tone=0.8, clouds=(90, 10)):
    """Waves as engravers cut them, between two heights."""
    depth = ((p.y - y0) / (y1 - y0)).clip(0, 1)
    wave = cos(2 * pi * (count * depth**0.75 + 0.14 * p.cloud(clouds)))
    p.wash("night", tone * smoothstep(0.1 - 0.7 * depth, 0.8 - 0.6 * depth, wave) * mask)


def bulb(side):
    """One half of the glass: side is -1 above the neck and 1 below it."""

    def shape(c):
        y = lambda up: 500 + side * up
        c.move_to(791, y(-4))
        c.curve_to(791, y(62), 566, y(104), 560, y(238))
        c.curve_to(557, y(300), 590, y(336), 640, y(340))
        c.line_to(960, y(340))
        c.curve_to(1010, y(336), 1043, y(300), 1040, y(238))
        c.curve_to(1034, y(104), 809, y(62), 809, y(-4))
        c.close_path()

    return shape


def sandglass():
    p = Print(1600, 1000, seed=7)
    ring = numpy.clip(1 - rings(p, 866, 238, 138, 1000, 1.0), 0, 1)
    p.wash("night", 0.97 - 0.80 * ring**1.4)
    p.wash("tide", 0.95 - 0.45 * ring)
    p.wash("sand", 0.35 * ring**3)
    for _ in range(120):
        x, y = p.random.uniform(0, 1600), p.random.uniform(0, 800)
        if abs(x - 800) > 330:
            p.cut(disc(x, y, p.random.uniform(0.7, 2.2)))

    # A table.
    p.lay(box(0, 900, 1600, 100), night=1)
    p.wash("tide", 0.9 * (p.y > 900))
    p.wipe(0.42 * smoothstep(560, 60, numpy.abs(p.x - 800)) * smoothstep(990, 905, p.y) * (p.y > 900), ("night",))

    # The glass, and the night in it.
    glass = together(bulb(-1), bulb(1))
    p.lay(glass, tide=0.35)
    p.paint("night", bulb(-1), fade(0, 160, 0.88, 0, 420, 0.25))
    p.paint("night", bulb(1), fade(0, 560, 0.75, 0, 850, 0.15))
    p.paint("sand", bulb(1), fade(0, 560, 0.0, 0, 800, 0.35))
    with p.inside(bulb(-1)):
        for _ in range(34):
            p.cut(disc(p.random.uniform(570, 1030), p.random.uniform(165, 290), p.random.uniform(0.8, 2)))
        moon(p, 866, 238, 46)
    water = numpy.minimum(p.mask(bulb(-1)), smoothstep(-1, 1, p.y - 322 - 1.6 * sin(p.x / 21) - 1.2 * sin(p.x / 9 + 1)))
    p.wipe(water)
    p.wash("tide", water * (0.55 + 0.4 * smoothstep(320, 480, p.y)))
    engraved(p, water, 322, 500, 11)
    road = water * smoothstep(46, 14, numpy.abs(p.x - 866) + 16 * p.cloud((60, 7)))
    p.wipe(0.85 * road * smoothstep(480, 330, p.y))

    # Below the neck the sea is sand, with an island and its light.
    p.lay(polygon((798.4, 496), (801.6, 496), (803, 700), (797, 700)), sand=0.75)
    with p.inside(bulb(1)):
        moonlit = closed(
            curve(
                (500, 812),
                (640, 772),
                (720, 712),
                (800, 668),
                (880, 712),
                (966, 768),
                (1100, 812),
                (1100, 900),
                (500, 900),
            )
        )
        p.lay(moonlit, sand=0.95)
        p.paint("coral", moonlit, fade(700, 640, 0.0, 1000, 860, 0.35))
        p.paint("night", moonlit, fade(780, 640, 0.0, 1040, 800, 0.55))
        front = closed(
            curve((500, 806), (600, 800), (700, 792), (830, 812), (960, 800), (1100, 812), (1100, 900), (500, 900))
        )
        p.lay(front, sand=0.7)
        p.paint("night", front, fade(540, 0, 0.1, 1060, 0, 0.6))
        for n in range(11):
            y = 806 + n * 3.4
            p.stroke("night", curve((540, y + 3), (650, y), (760, y + 3), (900, y + 6), (1060, y + 1)), 1.1, 0.5)
    rock = closed(curve((648, 766), (660, 748), (676, 736), (706, 732), (722, 744), (742, 772), (690, 784), (648, 766)))
    p.lay(rock, night=1)
    house = polygon((676, 740), (680, 664), (700, 664), (704, 740))
    p.lay(house, sand=0.1)
    p.paint("night", house, fade(676, 0, 0.0, 712, 0, 0.8))
    p.lay(box(674, 659, 32, 6), night=1)
    p.lay(box(681, 645, 18, 14), sand=0.9)
    p.lay(polygon((676, 645), (690, 630), (704, 645)), coral=0.95)
    for y in (684, 708):
        p.lay(polygon((677, y + 11), (678.4, y), (701.6, y), (703, y + 11)), coral=0.85)

    # Light on the glass.
    for side in (-1, 1):
        p.stroke("night", bulb(side), 5)
        y = lambda up: 500 + side * up
        p.cut(curve((586, y(262)), (584, y(220)), (600, y(180)), (632, y(146))), width=7, tone=0.8)
        p.cut(curve((1016, y(270)), (1015, y(226)), (1004, y(196))), width=3.4, tone=0.7)
        p.cut(curve((598, y(290)), (606, y(306)), (622, y(318))), width=4, tone=0.7)
    p.lay(box(780, 488, 40, 24), sand=0.85, night=0.2)
    p.stroke("night", box(780, 488, 40, 24), 2.4)
    p.stroke("night", together(line((780, 496), (820, 496)), line((780, 504), (820, 504))), 1.6)

    # Frame.
    for x in (508, 1064):
        post = box(x, 150, 28, 700)
        p.lay(post, coral=0.85)
        p.paint("night", post, fade(x, 0, 0.1, x + 30, 0, 0.9))
        for y in (178, 324, 480, 500, 520, 676, 822):
            ring = box(x - 6, y - 7, 40, 14)
            p.lay(ring, sand=0.9)
            p.paint("night", ring, fade(x, 0, 0.0, x + 38, 0, 0.75))
            p.stroke("night", ring, 1.6)
    for y, h in ((112, 44), (844, 60)):
        slab = box(470, y, 660, h)
        p.lay(slab, coral=0.88)
        p.paint("night", slab, fade(470, y, 0.15, 1130, y + h, 0.85))
        p.wash("night", 0.45 * smoothstep(0.1, 1.2, sin(p.y / 2.7 + 1.5 * p.cloud((300, 30)))) * p.mask(slab))
        p.cut(line((472, y + 1.4), (1128, y + 1.4)), width=2, tone=0.7)
        p.stroke("night", slab, 2.4)
    return p.pull()


def dial():
    p = Print(1600, 1000, seed=19)
    cx, cy = 800, 500
    r = numpy.hypot(p.x - cx, p.y - cy)
    angle = numpy.arctan2(p.x - cx, cy - p.y)
    p.wash("coral", 0.97 + 0 * r)
    p.wash("night", 0.10 + 0.50 * smoothstep(470, 1000, r))
    rays = smoothstep(-0.15, 0.15, sin(48 * angle))
    p.wash("night", 0.20 * rays * smoothstep(460, 560, r))

    p.paint("night", disc(cx + 14, cy + 20, 456), 0.55)
    p.lay(disc(cx, cy, 452), sand=0.9)
    p.wash("night", 0.55 * smoothstep(-300, 640, (p.x - cx) + (p.y - cy)) * (r < 452) * (r > 430))
    p.stroke("night", disc(cx, cy, 452), 4)
    p.lay(disc(cx, cy, 432), night=1)

    # Thirty moons on the outer ring: the month.
    for day in range(30):
        a = 2 * pi * day / 30
        x, y, size = cx + 396 * sin(a), cy - 396 * cos(a), 25
        p.cut(disc(x, y, size))
        p.paint("night", disc(x, y, size), 0.70)
        p.paint("tide", disc(x, y, size), 0.8)
        side, bulge = (1, cos(a)) if day < 15 else (-1, cos(a))

        def lit(c):
            c.save()
            c.translate(x, y)
            c.scale(side * size, size)
            c.arc(0, 0, 1, -pi / 2, pi / 2)
            c.scale(bulge if abs(bulge) > 0.01 else 0.01, 1)
            c.arc_negative(0, 0, 1, pi / 2, -pi / 2)
            c.restore()
            c.close_path()

        if day:
            p.cut(lit)
            p.paint("sand", lit, 0.18)
    p.lay(disc(cx, cy, 358), sand=0.12)
    p.wash("sand", 0.25 * smoothstep(200, 358, r) * (r < 358))
    p.stroke("night", disc(cx, cy, 358), 3)
    p.stroke("night", disc(cx, cy, 348), 1.2)

    # Hours to high water on the left, to low water on the right.
    for n in range(72):
        a, long = 2 * pi * n / 72, 14 if n % 6 == 0 else 7
        p.stroke(
            "night",
            line((cx + 342 * sin(a), cy - 342 * cos(a)), (cx + (342 - long) * sin(a), cy - (342 - long) * cos(a))),
            3.4 if n % 6 == 0 else 1.6,
        )
    for n in range(1, 6):
        for a, hours in ((n * pi / 6, 6 - n), (pi + n * pi / 6, 6 - n)):
            p.text("night", str(hours), cx + 298 * sin(a), cy - 298 * cos(a) + 16, 46)
    p.text("coral", "HIGH WATER", cx, cy - 282, 30, bold=True)
    p.text("coral", "LOW WATER", cx, cy + 304, 30, bold=True)

    # The window: sea, sky, a boat.
    hole = disc(cx, cy, 238)
    p.lay(hole, tide=0.4)
    p.stroke("night", disc(cx, cy, 246), 2)
    with p.inside(hole):
        p.paint("tide", hole, fade(0, 260, 0.9, 0, 560, 0.0))
        p.paint("night", hole, fade(0, 250, 0.7, 0, 500, 0.0))
        p.paint("sand", hole, fade(0, 400, 0.0, 0, 560, 0.6))
        moon(p, cx - 86, cy - 84, 50)
    sea = numpy.minimum(p.mask(hole), smoothstep(-1, 1, p.y - 546 - 3 * sin(p.x / 16)))
    p.wipe(sea)
    p.wash("tide", sea * (0.5 + 0.5 * smoothstep(540, 740, p.y)))
    engraved(p, sea, 546, 742, 13, 0.9, (110, 10))
    p.wipe(0.8 * sea * smoothstep(70, 20, numpy.abs(p.x - cx + 86) + 20 * p.cloud((70, 8))))
    with p.inside(hole):
        p.lay(closed(curve((846, 556), (862, 576), (938, 578), (968, 552), (906, 562), (846, 556))), night=1)
        p.stroke("night", line((902, 562), (908, 436)), 4)
        p.lay(polygon((913, 442), (914, 548), (962, 544)), coral=0.9)
        p.lay(polygon((904, 452), (900, 548), (856, 546)), sand=0.1)
    p.stroke("night", hole, 5)

    # The one hand.
    a = 2 * pi * 9.35 / 12
    hand = lambda along, across: (cx + along * sin(a) + across * cos(a), cy - along * cos(a) + across * sin(a))
    blade = polygon(
        hand(-92, 0),
        hand(-70, 17),
        hand(-34, 8),
        hand(206, 5),
        hand(232, 20),
        hand(276, 0),
        hand(232, -20),
        hand(206, -5),
        hand(-34, -8),
        hand(-70, -17),
    )
    with p.moved(7, 10):
        p.paint("night", blade, 0.45)
    p.lay(blade, coral=1.0, night=0.12)
    p.stroke("night", blade, 2.2)
    p.lay(disc(cx, cy, 24), night=1)
    p.lay(disc(cx, cy, 17), sand=0.9)
    p.cut(disc(cx - 5, cy - 6, 5), ("sand",), 0.8)
    return p.pull()
