"""A small printing press: one plate for each ink, lithograph grain, and paper that the inks multiply with."""

import contextlib

import cairo
import numpy
from PIL import Image

PAPER = (0xF3, 0xE9, 0xD6)
INKS = {
    "sand": (0xE3, 0xB3, 0x68),
    "tide": (0x7F, 0xA9, 0xA6),
    "coral": (0xCB, 0x55, 0x3B),
    "night": (0x1D, 0x2E, 0x46),
}


def blur(field, taps):
    """Separable blur with a symmetric kernel, wrapping at the borders."""
    taps = numpy.array(taps, dtype=float) / sum(taps)
    half = len(taps) // 2
    for axis in (0, 1):
        field = sum(t * numpy.roll(field, i - half, axis) for i, t in enumerate(taps))
    return field


def smoothstep(low, high, x):
    t = numpy.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


class Print:
    """One sheet: draw on the plates with paint, stroke, cut and lay, then `pull` the finished picture."""

    def __init__(self, width, height, seed, paper=PAPER):
        self.width, self.height, self.paper = width, height, paper
        self.random = numpy.random.RandomState(seed)
        self.y, self.x = numpy.mgrid[0:height, 0:width].astype(float)
        self.surfaces = {ink: cairo.ImageSurface(cairo.FORMAT_A8, width, height) for ink in INKS}
        self.plates = {ink: cairo.Context(s) for ink, s in self.surfaces.items()}

    # Plates

    def pixels(self, ink):
        surface = self.surfaces[ink]
        surface.flush()
        stride = surface.get_stride()
        return numpy.ndarray((self.height, stride), numpy.uint8, surface.get_data())[:, : self.width]

    def wash(self, ink, mask, over=False):
        """Adds a mask of numbers from 0 to 1; `over` replaces what the plate held."""
        plate = self.pixels(ink)
        mask = numpy.clip(mask, 0, 1)
        before = 0 if over else plate / 255.0
        plate[:] = numpy.round(255 * (before + mask * (1 - before))).astype(numpy.uint8)
        self.surfaces[ink].mark_dirty()

    def wipe(self, mask, inks=INKS):
        """Takes ink away where the mask is 1."""
        for ink in inks:
            plate = self.pixels(ink)
            plate[:] = numpy.round(plate * (1 - numpy.clip(mask, 0, 1))).astype(numpy.uint8)
            self.surfaces[ink].mark_dirty()

    def _run(self, ink, shape, tone, operator, width):
        context = self.plates[ink]
        context.save()
        context.new_path()
        shape(context)
        context.set_operator(operator)
        if isinstance(tone, cairo.Pattern):
            context.set_source(tone)
        else:
            context.set_source_rgba(0, 0, 0, tone)
        if width:
            context.set_line_width(width)
            context.set_line_cap(cairo.LINE_CAP_ROUND)
            context.set_line_join(cairo.LINE_JOIN_ROUND)
            context.stroke()
        else:
            context.fill()
        context.restore()

    def paint(self, ink, shape, tone=1.0):
        self._run(ink, shape, tone, cairo.OPERATOR_OVER, 0)

    def stroke(self, ink, shape, width, tone=1.0):
        self._run(ink, shape, tone, cairo.OPERATOR_OVER, width)

    def cut(self, shape, inks=INKS, tone=1.0, width=0):
        """Knocks the shape (or its outline, with a width) out of the plates, so that paper shows."""
        for ink in inks:
            self._run(ink, shape, tone, cairo.OPERATOR_DEST_OUT, width)

    def lay(self, shape, **tones):
        """Knocks the shape out of every plate and prints it in the inks named."""
        self.cut(shape)
        for ink, tone in tones.items():
            self.paint(ink, shape, tone)

    @contextlib.contextmanager
    def moved(self, dx, dy):
        """Everything drawn in the block is moved: a shadow of it."""
        for context in self.plates.values():
            context.save()
            context.translate(dx, dy)
        yield
        for context in self.plates.values():
            context.restore()

    @contextlib.contextmanager
    def inside(self, shape):
        """Everything drawn in the block stays inside the shape; wash and wipe take masks instead."""
        for context in self.plates.values():
            context.save()
            context.new_path()
            shape(context)
            context.clip()
        yield
        for context in self.plates.values():
            context.restore()

    def mask(self, shape):
        """The shape as numbers from 0 to 1."""
        surface = cairo.ImageSurface(cairo.FORMAT_A8, self.width, self.height)
        context = cairo.Context(surface)
        shape(context)
        context.fill()
        surface.flush()
        stride = surface.get_stride()
        return numpy.ndarray((self.height, stride), numpy.uint8, surface.get_data())[:, : self.width] / 255.0

    def text(
        self, ink, words, x, y, size, tone=1.0, face="Noto Serif", bold=False, italic=False, anchor=0.5, cut=False
    ):
        """One line of text; `anchor` 0 puts its left end at x, 0.5 its middle, 1 its right end."""
        for name in INKS if cut else (ink,):
            context = self.plates[name]
            context.save()
            context.select_font_face(
                face,
                cairo.FONT_SLANT_ITALIC if italic else cairo.FONT_SLANT_NORMAL,
                cairo.FONT_WEIGHT_BOLD if bold else cairo.FONT_WEIGHT_NORMAL,
            )
            context.set_font_size(size)
            context.set_operator(cairo.OPERATOR_DEST_OUT if cut else cairo.OPERATOR_OVER)
            context.set_source_rgba(0, 0, 0, tone)
            context.move_to(x - anchor * context.text_extents(words).x_advance, y)
            context.show_text(words)
            context.restore()

    # Grain

    def noise(self, taps=(1, 2, 1)):
        """Grain with an even distribution from 0 to 1."""
        field = blur(self.random.standard_normal((self.height, self.width)), taps)
        return 1 / (1 + numpy.exp(-1.702 * field / field.std()))

    def cloud(self, cell):
        """Smooth noise, mean 0 and deviation 1, with features about `cell` pixels wide (or (wide, high))."""
        wide, high = cell if isinstance(cell, tuple) else (cell, cell)
        size = (int(self.height / high) + 4, int(self.width / wide) + 4)
        small = Image.fromarray(self.random.standard_normal(size).astype(numpy.float32))
        big = small.resize((int(size[1] * wide), int(size[0] * high)), Image.BICUBIC)
        field = numpy.asarray(big, dtype=float)[: self.height, : self.width]
        return (field - field.mean()) / field.std()

    def pull(self, grain=0.48, texture=1.0):
        """Prints every plate. `grain` 0 is flat tone, 1 pure stipple; `texture` is how much paper and wear one sees."""
        sheet = numpy.array(self.paper, dtype=float)[None, None, :] / 255 * numpy.ones((self.height, self.width, 1))
        sheet *= 1 + texture * (0.007 * self.cloud(3)[:, :, None] + 0.006 * self.cloud((40, 9))[:, :, None])
        for number, (ink, colour) in enumerate(INKS.items()):
            tone = self.pixels(ink) / 255.0
            stone = self.noise((1, 5, 1))
            stipple = smoothstep(-0.42, 0.42, tone - (0.02 + 0.96 * stone))
            edge = smoothstep(0.0, 0.08, tone) * (1 - smoothstep(0.92, 1.0, tone))
            tone = tone + edge * grain * (stipple - tone)
            wear = 0.055 * numpy.clip(self.cloud(2.2) - 0.4, 0, 2) + 0.025 * numpy.clip(self.cloud(60), -1, 2)
            tone *= 1 - texture * wear
            tone = numpy.clip(tone, 0, 1)
            right, down = ((0, 0), (0, 1), (1, 0), (0, 0))[number]  # no press registers four plates perfectly
            tone = numpy.pad(tone, ((down, 0), (right, 0)), "edge")[: self.height, : self.width]
            sheet *= 1 - tone[:, :, None] * (1 - numpy.array(colour)[None, None, :] / 255)
        return Image.fromarray(numpy.clip(numpy.round(sheet * 255), 0, 255).astype(numpy.uint8), "RGB")


# Tones and shapes


def fade(x0, y0, tone0, x1, y1, tone1):
    pattern = cairo.LinearGradient(x0, y0, x1, y1)
    pattern.add_color_stop_rgba(0, 0, 0, 0, tone0)
    pattern.add_color_stop_rgba(1, 0, 0, 0, tone1)
    return pattern


def glow(x, y, r0, tone0, r1, tone1):
    pattern = cairo.RadialGradient(x, y, r0, x, y, r1)
    pattern.add_color_stop_rgba(0, 0, 0, 0, tone0)
    pattern.add_color_stop_rgba(1, 0, 0, 0, tone1)
    return pattern


def box(x, y, width, height):
    return lambda c: c.rectangle(x, y, width, height)


def disc(x, y, r):
    return lambda c: c.arc(x, y, r, 0, 2 * numpy.pi)


def polygon(*points):
    def shape(c):
        c.move_to(*points[0])
        for point in points[1:]:
            c.line_to(*point)
        c.close_path()

    return shape


def line(*points):
    def shape(c):
        c.move_to(*points[0])
        for point in points[1:]:
            c.line_to(*point)

    return shape


def curve(*points):
    """A smooth line through the points (Catmull-Rom)."""

    def shape(c):
        p = [points[0], *points, points[-1]]
        c.move_to(*points[0])
        for a, b, d, e in zip(p, p[1:], p[2:], p[3:]):
            c.curve_to(
                b[0] + (d[0] - a[0]) / 6,
                b[1] + (d[1] - a[1]) / 6,
                d[0] - (e[0] - b[0]) / 6,
                d[1] - (e[1] - b[1]) / 6,
                *d
            )

    return shape


def loop(*points):
    """A smooth closed line through the points."""

    def shape(c):
        count = len(points)
        c.move_to(*points[0])
        for n in range(count):
            a, b, d, e = (points[(n + k) % count] for k in (-1, 0, 1, 2))
            c.curve_to(
                b[0] + (d[0] - a[0]) / 6,
                b[1] + (d[1] - a[1]) / 6,
                d[0] - (e[0] - b[0]) / 6,
                d[1] - (e[1] - b[1]) / 6,
                *d
            )
        c.close_path()

    return shape


def closed(shape):
    def whole(c):
        shape(c)
        c.close_path()

    return whole


def together(*shapes):
    def whole(c):
        for shape in shapes:
            c.new_sub_path()
            shape(c)

    return whole
