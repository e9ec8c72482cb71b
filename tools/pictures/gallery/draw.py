# Draws the pictures of config/gallery; run /usr/bin/python3 draw.py (needs python3-cairo)
import math
import pathlib

import cairo

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "config/gallery"
SIZE = (1280, 800)
NAVY, SLATE, TEAL, MIST, SAND, OCHRE, BRICK, PAPER = (
    0x1D2A3C, 0x3A5166, 0x4C7A7C, 0xA9BFB8, 0xE4D2A8, 0xD39A3F, 0xB8472F, 0xFFFBF2)

# The sky, the moon or sun, the water from far to near, how far round the moon has gone, and where it stands.
PICTURES = {
    "dusk.png": (SAND, BRICK, (OCHRE, TEAL, SLATE, NAVY), 0, 0.38),
    "night.png": (NAVY, PAPER, (SLATE, TEAL, MIST, SAND), 0.35, 0.62),
    "dawn.png": (MIST, PAPER, (SAND, TEAL, SLATE, NAVY), 0.7, 0.3),
    "noon.png": (BRICK, SAND, (OCHRE, SAND, TEAL, NAVY), 1.05, 0.7),
}


def set_color(pen, color):
    pen.set_source_rgb(*(((color >> shift) & 255) / 255 for shift in (16, 8, 0)))


def draw(sky, moon, water, phase, place):
    width, height = SIZE
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, *SIZE)
    pen = cairo.Context(surface)
    set_color(pen, sky)
    pen.paint()
    radius, x, y = 120, place * width, 0.34 * height
    set_color(pen, moon)
    pen.arc(x, y, radius, 0, 2 * math.pi)
    pen.fill()
    if phase:
        set_color(pen, sky)
        pen.arc(x + 2.1 * radius - phase * radius, y, 1.06 * radius, 0, 2 * math.pi)
        pen.fill()
    for row, color in enumerate(water):
        set_color(pen, color)
        pen.move_to(0, height)
        for step in range(0, width + 8, 8):
            angle = 2 * math.pi * step / (width / (1.7 + 0.45 * row)) + 2.1 * row + 3 * place
            wave = math.sin(angle) + 0.22 * math.cos(2 * angle)  # crests are sharper than troughs
            pen.line_to(step, height * (0.56 + 0.12 * row) - 26 * wave)
        pen.line_to(width, height)
        pen.fill()
    return surface


for name, parts in PICTURES.items():
    draw(*parts).write_to_png(str(FOLDER / name))
    print(f"{name}: {(FOLDER / name).stat().st_size // 1000} kB")
