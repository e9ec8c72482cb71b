"""A water clock of four copper vessels on a stair, under the moon."""

import numpy
from numpy import pi, sin
from press import Print, box, closed, curve, disc, fade, line, polygon, smoothstep, together
from sky import moon, rings


def waterclock():
    p = Print(1600, 1000, seed=53)
    sx, sy = 1150, 380
    r = numpy.hypot(p.x - sx, p.y - sy)
    p.wash("tide", 0.16 + 0.9 * rings(p, sx, sy, 128, 1300, 1.0))
    p.wash("sand", 0.5 * numpy.exp(-((r - 190) / 240).clip(0)) + 0.25 * smoothstep(300, 900, p.y))
    p.wash("night", 0.75 * smoothstep(500, 1350, r))
    moon(p, sx, sy, 178)

    # Hills beyond.
    for base, high, phase, tide, night in (
        (800, 150, 0.4, 0.55, 0.0),
        (850, 110, 2.1, 0.85, 0.22),
        (880, 60, 4.4, 1.0, 0.5),
    ):
        xs = numpy.arange(-20, 1640, 20)
        crest = base - high * (0.5 + 0.5 * sin(xs / 170 + phase) * sin(xs / 97 + 2 * phase)) - 14 * sin(xs / 41 + phase)
        hill = polygon((-20, 1000), *zip(xs, crest), (1640, 1000))
        p.lay(hill, tide=tide, sand=0.15)
        p.paint("night", hill, fade(0, base - high, night + 0.16, 0, base + 60, night - 0.1))

    # Stairs of stone.
    places = [
        (220, 330, 216, 178),
        (486, 506, 200, 136),
        (752, 682, 200, 136),
        (1036, 868, 220, 172),
    ]  # middle, foot, width, height
    for n, (x, y, wide, high) in enumerate(places):
        left = -20 if n == 0 else places[n - 1][0] + 152
        right = x + 152 if n < 3 else 1640
        stone = box(left, y, right - left, 1000 - y)
        p.lay(stone, sand=0.32, tide=0.35)
        p.paint("night", stone, fade(0, y, 0.22, 0, y + 460, 0.98))
        for course in range(y + 66, 1000, 56):
            p.stroke("night", line((left, course), (right, course)), 1.8, 0.75)
        for k, course in enumerate(range(y + 10, 1000, 56)):
            for joint in range(int(left) + 40 + (k % 2) * 62, int(right), 124):
                p.stroke("night", line((joint, course), (joint, min(course + 56, 1000))), 1.8, 0.65)
        p.stroke("night", line((right, y), (right, 1000)), 2.4)
        tread = box(left - (0 if n == 0 else 2), y - 2, right - left + 14, 20)
        p.lay(tread, sand=0.2)
        p.paint("night", tread, fade(left, 0, 0.0, right, 0, 0.35))
        p.stroke("night", tread, 2.4)

    # Four vessels of copper; each one fills the next.
    def vessel(x, y, wide, high):
        top, foot = wide / 2, wide / 2 * 0.78
        body = closed(
            curve(
                (x - top, y - high),
                (x - top * 0.99, y - high * 0.6),
                (x - foot * 1.04, y - high * 0.2),
                (x - foot, y),
                (x + foot, y),
                (x + foot * 1.04, y - high * 0.2),
                (x + top * 0.99, y - high * 0.6),
                (x + top, y - high),
            )
        )
        p.paint(
            "night",
            polygon((x, y), (x + foot, y), (x + foot + 66, y + 8), (x + foot + 50, y + 15), (x - foot, y + 13)),
            0.7,
        )
        p.lay(body, coral=0.72, sand=0.35)
        p.paint("sand", body, fade(x - top, 0, 0.7, x + 0.1 * top, 0, 0.0))
        p.paint("night", body, fade(x - 0.45 * top, 0, 0.0, x + top, 0, 1.05))
        p.paint("night", body, fade(x - top, 0, 0.55, x - 0.72 * top, 0, 0.0))
        p.cut(body, ("coral", "night"), fade(x - 0.50 * top, 0, 0.55, x - 0.30 * top, 0, 0.0))
        with p.inside(body):
            band = box(x - wide, y - high * 0.66, 2 * wide, high * 0.30)
            p.paint("night", band, 0.45)
            for k in range(-9, 10):
                u, v = x + k * 26, y - high * 0.51
                p.cut(lambda c: (c.arc(u, v, 11, pi, 2 * pi), c.arc_negative(u + 6, v, 5, 0, pi)), ("night",), 0.9, 2.6)
            for part in (0.12, 0.34, 0.66, 0.90):
                p.stroke("night", line((x - wide, y - high * part), (x + wide, y - high * part)), 2.6, 0.9)
                p.cut(
                    line((x - wide, y - high * part + 3), (x + wide, y - high * part + 3)), ("coral", "night"), 0.5, 1.4
                )
        p.stroke("night", body, 2.6)
        rim = box(x - top - 9, y - high - 14, wide + 18, 15)
        p.lay(rim, coral=0.6, sand=0.7)
        p.paint("night", rim, fade(x - 0.4 * top, 0, 0.0, x + top, 0, 0.85))
        p.stroke("night", rim, 2.4)

    def water(points):
        p.cut(curve(*points), width=9)
        p.stroke("tide", curve(*points), 7, 0.95)
        p.cut(curve(*points), width=2.2)

    for n, place in enumerate(places):
        vessel(*place)
    for (x, y, wide, high), (nx, ny, _, nhigh) in zip(places, places[1:]):
        out, tip, mouth = x + wide / 2 * 0.78, nx - 62, ny - nhigh - 14
        spout = polygon((out - 2, y - 56), (tip, y - 37), (tip + 3, y - 25), (out - 2, y - 34))
        p.lay(spout, sand=0.85, coral=0.25)
        p.paint("night", spout, fade(0, y - 54, 0.0, 0, y - 24, 0.8))
        p.stroke("night", spout, 2.2)
        water([(tip + 3, y - 31), (tip + 16, y - 24), (tip + 24, y - 4), (tip + 27, mouth)])

    # The figure on its float, who points at the hour.
    x, top = 1036, 868 - 172 - 14
    p.lay(box(x - 4, top - 96, 8, 96), night=1)
    p.lay(box(x - 44, top - 104, 88, 9), night=1)
    rule = box(x + 52, top - 300, 22, 300)
    p.lay(rule, sand=0.5)
    p.paint("night", rule, fade(x + 52, 0, 0.0, x + 74, 0, 0.35))
    p.stroke("night", rule, 2.2)
    for n in range(24):
        y = top - 12 - 12 * n
        p.stroke("night", line((x + 52, y), (x + (66 if n % 6 == 0 else 60), y)), 2.4 if n % 6 == 0 else 1.3)
    robe = polygon(
        (x - 40, top - 104),
        (x - 26, top - 190),
        (x - 20, top - 222),
        (x - 6, top - 232),
        (x + 12, top - 232),
        (x + 24, top - 220),
        (x + 28, top - 180),
        (x + 38, top - 104),
    )
    p.lay(robe, night=1)
    p.cut(
        together(
            line((x + 4, top - 230), (x - 4, top - 160), (x - 2, top - 108)),
            line((x - 22, top - 168), (x + 24, top - 164)),
            line((x - 22, top - 160), (x + 24, top - 156)),
        ),
        width=1.6,
    )
    p.cut(line((x - 39, top - 112), (x + 37, top - 112)), width=1.6)
    p.lay(
        polygon((x + 2, top - 224), (x + 44, top - 214), (x + 46, top - 204), (x + 36, top - 170), (x + 2, top - 196)),
        coral=0.9,
    )
    p.stroke(
        "night",
        polygon((x + 2, top - 224), (x + 44, top - 214), (x + 46, top - 204), (x + 36, top - 170), (x + 2, top - 196)),
        2,
    )
    p.stroke("sand", line((x + 45, top - 209), (x + 52, top - 209)), 5)
    p.lay(disc(x + 3, top - 248, 17), sand=0.35)
    p.stroke("night", disc(x + 3, top - 248, 17), 1.6)
    p.lay(lambda c: c.arc(x + 3, top - 250, 18, pi * 1.02, pi * 1.98), night=1)
    p.lay(polygon((x - 24, top - 252), (x + 30, top - 252), (x + 22, top - 258), (x - 16, top - 258)), night=1)
    p.lay(box(x - 1, top - 278, 8, 14), night=1)
    return p.pull()
