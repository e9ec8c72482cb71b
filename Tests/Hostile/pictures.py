"""Pictures that cost more than they show, or want something that pictures do not get. Each case is a file and its bytes."""

import struct
import zlib

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{0}" height="{0}">{1}</svg>'


def svg(body, size=400, before=""):
    return before + SVG.format(size, body)


def chunk(kind, data, crc=None):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data) if crc is None else crc)


def png(width, height, *chunks, depth=8, colour=2, interlaced=0):
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlaced)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + b"".join(chunks) + chunk(b"IEND", b"")


def rows(width, height, channels=3):
    return chunk(b"IDAT", zlib.compress(bytes((1 + width * channels) * height), 9))


def levels(line, count):
    """Groups that each use the one before ten times."""
    groups = "".join(f'<g id="g{n}">' + f'<use xlink:href="#g{n - 1}"/>' * 10 + "</g>" for n in range(1, count))
    return f'<defs><g id="g0">{line}</g>{groups}</defs><use xlink:href="#g{count - 1}"/>'


def bmp(width, height, data=b""):
    return b"BM" + struct.pack("<IHHIIiiHHIIiiII", 54 + len(data), 0, 0, 54, 40, width, height, 1, 24, 0, 0, 0, 0, 0, 0) + data


LAUGHS = "<!DOCTYPE svg [" + '<!ENTITY a0 "ha">' + "".join(
    f'<!ENTITY a{n} "' + f"&a{n - 1};" * 10 + '">' for n in range(1, 10)) + "]>"
OUTSIDE = '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
SQUARE = '<rect width="5" height="5"/>'

PICTURES = {
    "a blur over 9,999 pixels": ("svg", svg(
        '<filter id="b"><feGaussianBlur stdDeviation="900"/></filter>'
        '<rect width="9999" height="9999" fill="red" filter="url(#b)"/>', 9999)),
    "turbulence": ("svg", svg(
        '<filter id="b"><feTurbulence baseFrequency="0.01" numOctaves="255"/></filter>'
        '<rect width="9999" height="9999" filter="url(#b)"/>', 9999)),
    "a morphology": ("svg", svg(
        '<filter id="b"><feMorphology radius="4000" operator="dilate"/></filter>'
        '<rect width="4000" height="4000" filter="url(#b)"/>', 4000)),
    "twenty filters": ("svg", svg(
        '<filter id="b">' + '<feConvolveMatrix order="9" kernelMatrix="' + "1 " * 81 + '"/>' * 20 + "</filter>"
        '<rect width="4000" height="4000" filter="url(#b)"/>', 4000)),
    "a laugh of uses": ("svg", svg(levels(SQUARE, 12))),
    "a laugh of entities": ("svg", svg("<text>&a9;</text>", before=LAUGHS)),
    "an entity outside": ("svg", svg("<text y='20'>&x;</text>", before=OUTSIDE)),
    "a use of itself": ("svg", svg('<g id="a"><use xlink:href="#a"/></g>')),
    "patterns in circles": ("svg", svg(
        '<pattern id="a" width="1" height="1"><rect width="9" height="9" fill="url(#a)"/></pattern>'
        '<rect width="400" height="400" fill="url(#a)"/>')),
    "a mask of itself": ("svg", svg('<mask id="a"><rect width="9" height="9" mask="url(#a)"/></mask>' + SQUARE)),
    "a file of the machine": ("svg", svg('<image xlink:href="file:///etc/passwd" width="9" height="9"/>')),
    "a picture of the network": ("svg", svg('<image xlink:href="http://127.0.0.1:9/a.png" width="9" height="9"/>')),
    "an include": ("svg", svg('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd" parse="text"/>')),
    "a style of the network": ("svg", svg('<style>@import url("http://127.0.0.1:9/a.css");</style>' + SQUARE)),
    "a script": ("svg", svg("<script>while(true){}</script>" + SQUARE)),
    "another document": ("svg", svg('<foreignObject><iframe src="file:///etc/passwd"/></foreignObject>')),
    "100,000 squares": ("svg", svg(SQUARE * 100_000)),
    "a path of a million points": ("svg", svg('<path stroke="red" d="M0 0' + "L9 9L0 9" * 200_000 + '"/>')),
    "dashes of no length": ("svg", svg('<path stroke="red" stroke-dasharray="0.00001" d="M0 0L400 400"/>')),
    "text of 100,000 letters": ("svg", svg("<text>" + "w" * 100_000 + "</text>")),
    "groups in groups": ("svg", svg("<g>" * 20_000 + SQUARE + "</g>" * 20_000)),
    "a huge SVG": ("svg", svg(SQUARE, 1_000_000_000)),
    "an SVG of no size": ("svg", svg(SQUARE, 0)),
    "a negative SVG": ("svg", svg(SQUARE, -5)),
    "an SVG without end": ("svg", "<svg><g>"),
    "a picture of 2³¹ pixels a side": ("png", png(0x7FFFFFFF, 0x7FFFFFFF, rows(1, 1))),
    "a picture of 30,000 pixels a side": ("png", png(30_000, 30_000, rows(1, 1))),
    "9,999 pixels a side in 300 kB": ("png", png(9_999, 9_999, rows(9_999, 9_999))),
    "16 bits, interlaced": ("png", png(6_000, 6_000, rows(6_000, 6_000, 8), depth=16, colour=6, interlaced=1)),
    "no pixels": ("png", png(100, 100)),
    "no size": ("png", png(0, 0, rows(1, 1))),
    "half the rows": ("png", png(100, 100, rows(100, 50))),
    "too many rows": ("png", png(100, 100, rows(100, 5_000))),
    "a wrong checksum": ("png", png(9, 9, rows(9, 9)).replace(b"IDAT", b"IDAU")),
    "a text that unpacks to 1 GB": ("png", png(9, 9, chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(10 ** 9), 9)), rows(9, 9))),
    "a profile that unpacks to 1 GB": ("png", png(9, 9, chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(10 ** 9), 9)), rows(9, 9))),
    "100,000 chunks": ("png", png(9, 9, *[chunk(b"tEXt", b"a\0b")] * 100_000, rows(9, 9))),
    "a palette that is missing": ("png", png(9, 9, rows(9, 9, 1), colour=3)),
    "a JPEG of 65,535 pixels a side": ("jpg", b"\xff\xd8\xff\xc0\0\x11\x08\xff\xff\xff\xff\x03\x01\x22\0\x02\x11\x01\x03\x11\x01\xff\xd9"),
    "a JPEG that stops": ("jpg", b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0"),
    "a JPEG of nothing but marks": ("jpg", b"\xff\xd8" + b"\xff\xfe\xff\xff" + bytes(65_533) + b"\xff\xd9"),
    "a GIF of 65,535 pixels a side": ("gif", b"GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\xff\xff\xff\xff\0\x08\x02\x4c\x01\0;"),
    "a GIF of 10,000 pictures": ("gif", b"GIF89a\x09\0\x09\0\x80\0\0\0\0\0\xff\xff\xff" + b",\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0" * 10_000 + b";"),
    "a BMP upside down": ("bmp", bmp(20_000, -20_000)),
    "a BMP of no height": ("bmp", bmp(9, 0)),
    "a BMP of 2³¹ rows": ("bmp", bmp(1, -0x80000000)),
    "a TIFF in a circle": ("tiff", b"II*\0\x08\0\0\0\x01\0\0\x01\x04\0\x01\0\0\0\x09\0\0\0\x08\0\0\0"),
    "an icon of icons": ("ico", b"\0\0\x01\0\xff\xff" + bytes(16) * 500),
    "an XPM of many colours": ("xpm", '/* XPM */ static char *a[] = {"1 1 100000 9",' + '"aaaaaaaaa c red",' * 100_000 + '"aaaaaaaaa"};'),
    "a PNM of 2³¹ pixels": ("pnm", b"P6 2147483647 2147483647 255\n"),
    "a TGA of 65,535 pixels a side": ("tga", bytes([0, 0, 10]) + bytes(9) + b"\xff\xff\xff\xff\x20\0" + b"\xff\0\0\0\0" * 9),
    "an empty file": ("png", b""),
    "a text": ("png", b"no picture"),
    "a program": ("png", b"\x7fELF" + bytes(5_000)),
}
