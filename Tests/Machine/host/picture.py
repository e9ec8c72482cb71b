"""Pictures as rows of RGB bytes: screenshots and the output of `bezel`, compared pixel by pixel."""

import struct
import zlib


class Picture:
    def __init__(self, width, height, pixels):
        """`pixels` has 3 bytes per pixel, row by row."""
        self.width, self.height, self.pixels = width, height, bytes(pixels)

    def __eq__(self, other):
        return (self.width, self.height, self.pixels) == (other.width, other.height, other.pixels)

    def pixel(self, x, y):
        at = (y * self.width + x) * 3
        return "#" + self.pixels[at:at + 3].hex()

    def colors(self):
        """The number of different colors, up to a limit of 1000. A blank screen has one."""
        if self.pixels == self.pixels[:3] * (self.width * self.height):
            return 1
        seen = set()
        for at in range(0, len(self.pixels), 3):
            seen.add(self.pixels[at:at + 3])
            if len(seen) == 1000:
                break
        return len(seen)

    def differences(self, other):
        """The positions (x, y) at which two pictures of the same size differ."""
        row = self.width * 3
        for y in range(self.height):
            mine, theirs = self.pixels[y * row:(y + 1) * row], other.pixels[y * row:(y + 1) * row]
            if mine != theirs:
                for x in range(self.width):
                    if mine[x * 3:x * 3 + 3] != theirs[x * 3:x * 3 + 3]:
                        yield x, y

    def turned(self, degrees):
        """This picture turned clockwise by this many quarter turns."""
        if degrees == 0:
            return self
        if degrees == 180:
            pixels = bytearray(len(self.pixels))
            for channel in range(3):
                pixels[channel::3] = self.pixels[channel::3][::-1]
            return Picture(self.width, self.height, pixels)
        pixels, row = bytearray(), self.width * 3
        for x in range(self.width):
            line = bytearray(self.height * 3)
            for channel in range(3):  # a column from bottom to top becomes a row
                line[channel::3] = self.pixels[3 * x + channel::row][::-1]
            pixels += line
        turned = Picture(self.height, self.width, pixels)
        return turned if degrees == 90 else turned.turned(180)

    def hash(self):
        """The hash that `bezel replay --hash` prints for such a frame: Sources/Layers/FrameHash.swift."""
        rows = bytearray(self.width * self.height * 4)
        for channel in range(3):
            rows[2 - channel::4] = self.pixels[channel::3]
        row = self.width * 4
        if self.width % 8 == 0:
            words = memoryview(rows).cast("Q")
            sums = [mix(number + 1, words[number::4]) for number in range(4)]
        else:
            sums = [1, 2, 3, 4]
            whole = self.width // 8 * 32
            for at in range(0, len(rows), row):
                words = memoryview(rows[at:at + whole]).cast("Q")
                sums = [mix(sum, words[number::4]) for number, sum in enumerate(sums)]
                sums[0] = mix(sums[0], memoryview(rows[at + whole:at + row]).cast("I"))
        result = mix(mix(self.width, [self.height]), sums)
        result = (result ^ result >> 32) * 0x9E3779B97F4A7C15 & WORD
        return f"{result ^ result >> 29:016x}"

    def in_16_bits(self):
        """This picture reduced to pixels with 5, 6 and 5 bits."""
        pixels = bytearray(self.pixels)
        for channel, mask in enumerate((0xF8, 0xFC, 0xF8)):
            pixels[channel::3] = self.pixels[channel::3].translate(bytes(value & mask for value in range(256)))
        return Picture(self.width, self.height, pixels)

    def marked(self, places):
        """This picture darkened, with `places` in red."""
        pixels = bytearray(self.pixels.translate(bytes(value // 4 for value in range(256))))
        for x, y in places:
            at = (y * self.width + x) * 3
            pixels[at:at + 3] = b"\xff\x30\x30"
        return Picture(self.width, self.height, pixels)

    def write_png(self, path):
        row = self.width * 3
        lines = b"".join(b"\0" + self.pixels[y * row:(y + 1) * row] for y in range(self.height))
        with open(path, "wb") as file:
            file.write(SIGNATURE)
            for kind, data in [
                (b"IHDR", struct.pack(">2I5B", self.width, self.height, 8, 2, 0, 0, 0)),
                (b"IDAT", zlib.compress(lines, 1)), (b"IEND", b""),
            ]:
                file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))


WORD = 0xFFFF_FFFF_FFFF_FFFF


def mix(sum, words):
    for word in words:
        sum = (sum ^ word) * 0x9E3779B97F4A7C15 & WORD
        sum = (sum << 29 & WORD | sum >> 35) * 0x6A09E667F3BCC909 & WORD
    return sum


SIGNATURE = b"\x89PNG\r\n\x1a\n"


def read_ppm(data):
    """A binary PPM as QEMU writes it: no comments, 8 bits."""
    magic, size, maximum, pixels = data.split(b"\n", 3)
    if (magic, maximum) != (b"P6", b"255"):
        raise ValueError("not a binary PPM of 8 bits")
    width, height = (int(number) for number in size.split())
    return Picture(width, height, pixels)


def read_png(data):
    """A PNG of 8 bits a channel, RGB or RGBA, not interlaced. Alpha is dropped: a screen has none."""
    if not data.startswith(SIGNATURE):
        raise ValueError("not a PNG")
    at, compressed = len(SIGNATURE), b""
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8:at + 8 + length]
        at += length + 12
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlace = struct.unpack(">2I5B", body)
            if depth != 8 or color not in (2, 6) or interlace:
                raise ValueError(f"a PNG of {depth} bits, color type {color}, interlace {interlace}")
        elif kind == b"IDAT":
            compressed += body
    channels = 3 if color == 2 else 4
    pixels = unfilter(zlib.decompress(compressed), width * channels, height, channels)
    if channels == 4:
        opaque = bytearray(width * height * 3)
        for channel in range(3):
            opaque[channel::3] = pixels[channel::4]
        pixels = opaque
    return Picture(width, height, pixels)


def unfilter(data, row, height, channels):
    """Undoes PNG's five row filters."""
    result, above = bytearray(), bytearray(row)
    for y in range(height):
        kind, line = data[y * (row + 1)], bytearray(data[y * (row + 1) + 1:(y + 1) * (row + 1)])
        if kind == 1:
            for at in range(channels, row):
                line[at] = line[at] + line[at - channels] & 255
        elif kind == 2:
            line = bytearray(a + b & 255 for a, b in zip(line, above))
        elif kind == 3:
            for at in range(row):
                left = line[at - channels] if at >= channels else 0
                line[at] = line[at] + (left + above[at]) // 2 & 255
        elif kind == 4:
            for at in range(row):
                left, corner = (line[at - channels], above[at - channels]) if at >= channels else (0, 0)
                line[at] = line[at] + paeth(left, above[at], corner) & 255
        elif kind:
            raise ValueError(f"a PNG with the row filter {kind}")
        result += line
        above = line
    return result


def paeth(left, above, corner):
    to_left, to_above, to_corner = abs(above - corner), abs(left - corner), abs(left + above - 2 * corner)
    if to_left <= to_above and to_left <= to_corner:
        return left
    return above if to_above <= to_corner else corner
