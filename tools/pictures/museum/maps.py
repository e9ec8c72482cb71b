"""Two maps: the tides of a sea that is not in the atlas, and the museum's floors."""

import numpy
from numpy import cos, pi, sin
from press import Print, box, curve, disc, line, loop, polygon, smoothstep, together


def contour(field, width):
    """A line of even width where the field is 0."""
    gy, gx = numpy.gradient(field)
    return smoothstep(width / 2 + 0.8, width / 2 - 0.3, numpy.abs(field) / (numpy.hypot(gx, gy) + 1e-9))


def chart():
    p = Print(1600, 1000, seed=64)
    u, v = p.x / 1600, p.y / 1000

    # Land: the margin of a rough basin that opens to the south-west.
    rough = 0.040 * p.cloud(210) + 0.022 * p.cloud(90) + 0.012 * p.cloud(38) + 0.006 * p.cloud(15)
    basin = numpy.hypot((u - 0.50) / 0.47, (v - 0.52) / 0.50) ** 2.2
    gate = 0.9 * numpy.exp(-(((u - 0.04) / 0.30) ** 2 + ((v - 0.98) / 0.36) ** 2))
    island = 0.55 * numpy.exp(-(((u - 0.665) / 0.045) ** 2 + ((v - 0.33) / 0.075) ** 2))
    cape = 0.5 * numpy.exp(-(((u - 0.53) / 0.055) ** 2 + ((v - 0.06) / 0.22) ** 2))
    coast = (basin - gate + island + cape - 0.86) * 0.55 + 0.75 * rough
    land = smoothstep(-0.0015, 0.0015, coast)
    sea = 1 - land

    # Two nodes where the sea stands still; the tide turns round them.
    def node(x, y, turn):
        return (u - x) * 1.6 + turn * 1j * (v - y)

    wave = node(0.335, 0.46, -1) * node(0.725, 0.60, -1)
    wave = wave / (0.10 + numpy.abs(node(0.53, 0.53, 1)) ** 1.1) * numpy.exp(1j * (1.2 * u - 0.8 * v))
    phase, range_ = numpy.angle(wave), numpy.abs(wave)

    p.wash("tide", sea * (0.30 + 0.55 * smoothstep(1.0, 0.0, range_)))
    p.wash("night", sea * 0.34 * smoothstep(0.45, 0.0, range_))
    for n in range(1, 8):  # lines of water along the coast, as old charts have them
        p.wash("night", sea * contour(coast + 0.0085 * n**1.25, 1.2) * (0.85 - 0.09 * n))
    for n in range(1, 9):  # equal range
        p.wash("night", sea * contour(range_ - 0.13 * n, 1.5) * 0.75 * (sin(phase * 60 * (0.3 + range_)) > -0.3))
    for hour in range(12):  # equal time
        turned = wave * numpy.exp(-2j * pi * hour / 12)
        near = contour(turned.imag, 4.6 if hour % 3 == 0 else 2.3) * (turned.real > 0)
        p.wipe(sea * near, ("night", "tide"))
        p.wash("coral", sea * near)
    for x, y in ((0.335, 0.46), (0.725, 0.60)):
        p.lay(disc(1600 * x, 1000 * y, 13), coral=1)
        p.cut(disc(1600 * x, 1000 * y, 5.5))

    p.wipe(land)
    p.wash("sand", land * (0.35 + 0.35 * smoothstep(0.0, 0.35, coast)))
    hills = p.cloud(120) + 0.5 * p.cloud(50)
    inland = smoothstep(0.03, 0.12, coast)
    for n in range(-4, 9):
        p.wash("coral", land * inland * contour(hills - 0.42 * n, 1.1) * 0.75)
    p.wash("night", land * inland * 0.22 * smoothstep(-0.4, 2.0, hills))
    p.wash("night", contour(coast, 4.2))

    # Soundings, a compass, the frame.
    depth, taken = smoothstep(0, 0.4, -coast), [(300, 800, 150)]
    lines = p.pixels("coral")
    for _ in range(2600):
        x, y = int(p.random.uniform(60, 1540)), int(p.random.uniform(60, 940))
        clear = all(numpy.hypot(x - a, (y - b) * 1.15) > reach for a, b, reach in taken)
        if clear and depth[y, x] > 0.22 and range_[y, x] > 0.12 and lines[y - 20 : y + 10, x - 18 : x + 18].max() < 60:
            taken.append((x, y, 46))
            p.cut(box(x - 13, y - 14, 26, 18), ("night",), 0.9)
            p.text("night", str(int(4 + 70 * depth[y, x] + p.random.uniform(-4, 4))), x, y, 15, 0.95, italic=True)
    cx, cy = 300, 800
    p.lay(disc(cx, cy, 92), tide=0.25)
    for radius, width in ((92, 3), (84, 1.2), (58, 1.2)):
        p.stroke("night", disc(cx, cy, radius), width)
    for n in range(72):
        a = n * pi / 36
        p.stroke("night", line((cx + 84 * sin(a), cy - 84 * cos(a)), (cx + 92 * sin(a), cy - 92 * cos(a))), 1.2)
    for first, long, short in ((pi / 4, 74, 22), (0, 126, 25)):
        for n in range(4):
            a = first + n * pi / 2
            for side in (-1, 1):
                b = a + side * pi / 4
                half = polygon(
                    (cx, cy), (cx + short * sin(b), cy - short * cos(b)), (cx + long * sin(a), cy - long * cos(a))
                )
                p.lay(half, **({"night": 1} if side > 0 else {"sand": 0.2}))
                p.stroke("night", half, 1.6)
    title = box(1214, 842, 320, 96)
    p.lay(title, sand=0.1)
    p.stroke("night", title, 3)
    p.stroke("night", box(1221, 849, 306, 82), 1.2)
    p.text("night", "The Merrow Sea", 1374, 888, 31, italic=True)
    p.text("coral", "co-tidal lines, hour by hour", 1374, 917, 18)
    edge = together(box(0, 0, 1600, 30), box(0, 970, 1600, 30), box(0, 0, 30, 1000), box(1570, 0, 30, 1000))
    p.lay(edge, sand=0.12)
    p.stroke("night", box(30, 30, 1540, 940), 4)
    p.stroke("night", box(12, 12, 1576, 976), 2)
    for n in range(77):
        if n % 2:
            p.lay(together(box(30 + 20 * n, 18, 20, 8), box(30 + 20 * n, 974, 20, 8)), night=1)
        if n % 2 and n < 47:
            p.lay(together(box(18, 30 + 20 * n, 8, 20), box(1574, 30 + 20 * n, 8, 20)), night=1)
    return p.pull()


def plan():
    p = Print(1600, 900, seed=3)

    # The point, and the water round it.
    outline = [
        (170, 240),
        (360, 112),
        (640, 74),
        (1010, 86),
        (1330, 150),
        (1480, 300),
        (1510, 500),
        (1430, 690),
        (1180, 806),
        (800, 826),
        (430, 800),
        (210, 690),
        (120, 480),
    ]
    shore = loop(*outline)
    p.wash("tide", 0.62 + 0 * p.x)
    for n in range(9, 0, -1):
        p.cut(shore, width=26 * n + 3)
        p.paint("tide", shore, 0.6)
        p.stroke("tide", shore, 26 * n - 1, 0.62 - 0.035 * n)
    p.lay(shore, sand=0.36)
    p.stroke("night", shore, 3.4)
    causeway = curve((-20, 560), (60, 560), (150, 545), (250, 515), (330, 500))
    p.cut(causeway, width=46)
    p.stroke("sand", causeway, 46, 0.36)
    for side in (-24, 24):
        p.stroke("night", curve((-20, 560 + side), (60, 560 + side), (120, 552 + side)), 2.6)
    p.stroke("night", causeway, 2, 0.8)
    for _ in range(60):
        a = p.random.uniform(0, 2 * pi)
        x, y = 810 + p.random.uniform(0.9, 1.0) * 650 * cos(a), 452 + p.random.uniform(0.88, 0.98) * 350 * sin(a)
        if 600 < x < 1020 and y > 700 or y > 470 and x < 330:
            continue
        for k in (-4, 0, 4):
            p.stroke("night", line((x + k, y), (x + 1.7 * k, y - 9)), 1.3, 0.45)

    # Rooms: thick walls, then doors cut through them.
    rooms = {
        "hall": (330, 340, 260, 330),
        "moon": (330, 180, 400, 160),
        "engine": (590, 340, 380, 330),
        "glass": (730, 180, 400, 160),
        "chart": (1130, 180, 210, 310),
        "cafe": (970, 490, 370, 180),
        "shop": (970, 340, 160, 150),
    }
    house = together(*[box(*room) for room in rooms.values()])
    with p.moved(9, 11):
        p.stroke("night", house, 14, 0.35)
    tones = {
        "engine": dict(coral=0.55),
        "hall": dict(sand=0.0),
        "moon": dict(tide=0.38),
        "glass": dict(tide=0.38),
        "chart": dict(tide=0.38),
        "cafe": dict(sand=0.75),
        "shop": dict(sand=0.75),
    }
    for name, room in rooms.items():
        p.lay(box(*room), **tones[name])
    p.stroke("night", house, 11)
    tower = disc(1340, 180, 74)
    p.lay(tower, tide=0.38)
    p.stroke("night", tower, 11)
    for n in range(14):
        a = pi * 0.62 + n * 0.24
        p.stroke(
            "night", line((1340 + 26 * cos(a), 180 + 26 * sin(a)), (1340 + 68 * cos(a), 180 + 68 * sin(a))), 1.8, 0.85
        )
    p.stroke("night", disc(1340, 180, 26), 1.8)

    def door(x, y, wide, high):
        p.lay(box(x - wide / 2, y - high / 2, wide, high), sand=0.12)

    for x, y, upright in (
        (330, 500, 1),
        (440, 340, 0),
        (590, 560, 1),
        (730, 260, 1),
        (660, 340, 0),
        (1130, 260, 1),
        (850, 340, 0),
        (970, 590, 1),
        (970, 410, 1),
        (1235, 490, 0),
        (1288, 232, 2),
    ):
        if upright == 2:
            p.lay(polygon((1264, 214), (1280, 198), (1302, 224), (1286, 240)), tide=0.38)
        else:
            door(x, y, 15 if upright else 56, 56 if upright else 15)

    # The jetty and the tide well.
    for x in range(1360, 1560, 26):
        p.stroke("night", line((x, 566), (x, 604)), 3)
    p.lay(box(1346, 572, 214, 26), sand=0.3)
    p.stroke("night", box(1346, 572, 214, 26), 3)
    for x in range(1356, 1556, 11):
        p.stroke("night", line((x, 572), (x, 598)), 1.2, 0.6)
    p.lay(disc(1556, 585, 30), sand=0.1)
    p.stroke("night", disc(1556, 585, 30), 6)

    # The engine on its table.
    p.lay(box(690, 520, 190, 44), sand=0.9, coral=0.2)
    p.stroke("night", box(690, 520, 190, 44), 3)
    for n in range(6):
        p.stroke("night", disc(712 + 29 * n, 542, 11), 2.4)
        p.lay(disc(712 + 29 * n, 542, 3), night=1)

    def label(number, x, y, *words):
        p.lay(disc(x, y, 21), night=1)
        p.text("night", number, x, y + 10, 27, bold=True, cut=True)
        for n, word in enumerate(words):
            p.text("night", word, x, y + 54 + 31 * n, 26, face="Noto Serif")

    label("1", 530, 226, "The Moon’s Pull")
    label("2", 780, 404, "The Engine Room")
    label("3", 930, 226, "Water, Sand and Brass")
    label("4", 1235, 330, "The Chart", "Room")
    label("5", 1340, 180)
    label("6", 1556, 585)
    p.text("night", "Entrance", 460, 424, 30, italic=True)
    p.text("night", "hall", 460, 458, 30, italic=True)
    p.text("night", "Shop", 1056, 424, 26, italic=True)
    p.text("night", "Slack Water Café", 1155, 590, 28, italic=True)
    p.text("night", "Tower", 1440, 130, 26)
    p.text("night", "Tide well", 1428, 556, 26)
    p.text("night", "Causeway", 84, 614, 22, italic=True)
    p.text("night", "to the harbour", 82, 640, 21, italic=True)

    # You are here.
    x, y = 452, 566
    p.lay(lambda c: (c.arc(x, y - 44, 27, pi * 0.83, pi * 2.17), c.line_to(x, y + 8), c.close_path()), coral=1)
    p.cut(disc(x, y - 44, 10))
    p.stroke(
        "coral",
        lambda c: (c.save(), c.translate(x, y + 8), c.scale(1, 0.36), c.arc(0, 0, 25, 0, 2 * pi), c.restore()),
        3,
    )
    p.text("coral", "You are here", x, y + 52, 28, bold=True)

    # North and a scale.
    p.stroke("night", line((214, 360), (214, 268)), 3)
    p.lay(polygon((214, 244), (201, 282), (214, 274)), night=1)
    p.lay(polygon((214, 244), (227, 282), (214, 274)), sand=0.1)
    p.stroke("night", polygon((214, 244), (201, 282), (214, 274), (227, 282)), 2)
    p.text("night", "N", 214, 232, 28, bold=True)
    for n in range(4):
        p.lay(box(640 + 80 * n, 742, 80, 10), **({"night": 1} if n % 2 == 0 else {"sand": 0.05}))
    p.stroke("night", box(640, 742, 320, 10), 2)
    p.text("night", "0", 640, 778, 22)
    p.text("night", "20 m", 960, 778, 22)
    return p.pull(grain=0, texture=0)
