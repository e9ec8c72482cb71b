"""The moon, and the rings of light around it."""

import numpy
from press import disc, fade, glow

# The moon's dark seas as they lie in the north: x, y and radius, where the disc has radius 1.
SEAS = (
    (-0.42, -0.28, 0.42),
    (-0.58, 0.08, 0.40),
    (-0.36, 0.42, 0.24),
    (0.10, -0.36, 0.27),
    (0.34, -0.12, 0.26),
    (0.62, 0.02, 0.20),
    (0.44, 0.20, 0.17),
    (0.72, -0.30, 0.15),
    (-0.05, -0.72, 0.16),
    (-0.20, 0.30, 0.18),
)


def rings(p, cx, cy, step, reach, deepest):
    """Bands of tone around a moon, each darker towards its rim."""
    r = numpy.hypot(p.x - cx, p.y - cy)
    band = numpy.floor(r / step)
    inside = r / step - band
    return numpy.clip((band + 0.25 * inside) * step / reach, 0, 1) * deepest


def moon(p, x, y, r):
    p.lay(disc(x, y, r), sand=0.04)
    p.paint("sand", disc(x, y, r), fade(x, y - r, 0.0, x, y + r, 0.45))
    for sx, sy, size in SEAS:
        sx, sy, size = x + r * sx, y + r * sy, r * size
        p.paint("tide", disc(sx, sy, size), glow(sx, sy, 0.1 * size, 0.45, size, 0))
