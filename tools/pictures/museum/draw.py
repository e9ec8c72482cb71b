# Draws the pictures of config/museum; run /usr/bin/python3 draw.py (needs python3-{cairo,pil,numpy}, fonts-noto-core)
import io
import math
import pathlib
import sys

sys.dont_write_bytecode = True  # the pictures are all that a run leaves behind

import harbour
import instruments
import machine
import maps
import waterclock

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "config/museum"
LIMIT = 340_000

PICTURES = {
    "harbour.jpg": harbour.house,
    "moons.jpg": harbour.moons,
    "machine.jpg": machine.machine,
    "sandglass.jpg": instruments.sandglass,
    "dial.jpg": instruments.dial,
    "waterclock.jpg": waterclock.waterclock,
    "chart.jpg": maps.chart,
    "plan.png": maps.plan,
}


def photograph(picture):
    """The best JPEG within the limit."""
    for quality in range(90, 40, -2):
        file = io.BytesIO()
        picture.save(file, "JPEG", quality=quality, optimize=True, progressive=False, subsampling=0)
        if file.tell() <= LIMIT:
            return file.getvalue()
    raise SystemExit(f"a picture of {picture.size} does not fit into {LIMIT} bytes; less grain would help")


def drawing(picture):
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


names = sys.argv[1:] or list(PICTURES)
for name in names:
    if name not in PICTURES:
        raise SystemExit(f'no picture is named "{name}"; there are {", ".join(PICTURES)}')
    picture = PICTURES[name]()
    data = drawing(picture) if name.endswith(".png") else photograph(picture)
    (FOLDER / name).write_bytes(data)
    print(f"{name}: {picture.width} × {picture.height}, {math.ceil(len(data) / 1000)} kB")
