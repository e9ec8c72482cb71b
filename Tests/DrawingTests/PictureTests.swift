// Reading pictures from files: size, scaling, and the errors of files that are no pictures.

import Drawing
import Geometry
import Glibc
import Layers
import TestFolders
import Testing

/// The grey 16×8 picture of a JPEG encoder, left half black, right half white, with an Exif orientation.
private func jpeg(orientation: UInt8) -> [UInt8] {
    let exif: [UInt8] =
        [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM\0*".utf8)
        + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
    return Array(sampleJPEG[..<2]) + exif + Array(sampleJPEG[2...])
}

@Suite struct PictureTests {
    private let folder = TemporaryFolder()

    private func sample(_ size: PixelSize, isOpaque: Bool = true) -> Bitmap {
        let bitmap = Bitmap(size: size, isOpaque: isOpaque, filledWith: isOpaque ? .white : .clear)
        Canvas(bitmap).fill(Rect(0, 0, Double(size.width) / 2, Double(size.height)), Color(0x336699))
        return bitmap
    }

    @Test func `a bitmap comes back from a PNG file as it was`() throws {
        for isOpaque in [true, false] {
            let bitmap = sample(PixelSize(7, 5), isOpaque: isOpaque)
            let file = folder.path + "/a.png"
            try bitmap.writePNG(to: file)
            let picture = try Picture(file)
            #expect(picture.size == PixelSize(7, 5))
            let back = try picture.bitmap()
            #expect(back.isOpaque == isOpaque)
            for y in 0..<5 { for x in 0..<7 { #expect(back[x, y] == bitmap[x, y], "\(x), \(y)") } }
        }
    }

    @Test func `a surface with a pitch of its own is written row by row`() throws {
        let bitmap = sample(PixelSize(8, 4))
        let half = PixelSurface(
            base: UnsafeMutableRawPointer(bitmap.pixels), size: PixelSize(3, 4), pitch: 32, format: .xrgb8888)
        let file = folder.write(half.png(), to: "half.png")
        let back = try Picture(file).bitmap()
        #expect(back.size == PixelSize(3, 4))
        #expect(back[2, 3] == 0xFF33_6699)
    }

    @Test func `making a picture smaller takes the average`() throws {
        let bitmap = Bitmap(size: PixelSize(64, 64), isOpaque: true, filledWith: .white)
        for index in 0..<64 * 64 where (index + index / 64) % 2 == 0 { bitmap.pixels[index] = 0xFF00_0000 }
        let file = folder.write(bitmap.png(), to: "checks.png")
        let small = try Picture(file).bitmap(PixelSize(8, 8))
        #expect(small.size == PixelSize(8, 8))
        for index in 0..<64 { #expect((0x78...0x88).contains(small.pixels[index] & 255)) }
    }

    @Test func `a JPEG is turned as the camera was held`() throws {
        let upright = try Picture(folder.write(jpeg(orientation: 1), to: "upright.jpg"))
        #expect(upright.size == PixelSize(16, 8))
        let straight = try upright.bitmap()
        #expect(straight[1, 4] & 255 < 40 && straight[14, 4] & 255 > 215)
        let turned = try Picture(folder.write(jpeg(orientation: 6), to: "turned.jpg"))
        #expect(turned.size == PixelSize(8, 16))
        let bitmap = try turned.bitmap(PixelSize(4, 8))
        #expect(bitmap.size == PixelSize(4, 8))
        #expect(bitmap[2, 1] & 255 < 60 && bitmap[2, 6] & 255 > 195)
    }

    @Test func `a picture lies in a rectangle as its fit says`() throws {
        let picture = try Picture(folder.write(sample(PixelSize(20, 10)).png(), to: "a.png"))
        #expect(picture.frame(in: Rect(0, 0, 100, 100), fit: .inside) == Rect(0, 25, 100, 50))
        #expect(picture.frame(in: Rect(0, 0, 100, 100), fit: .covering) == Rect(-50, 0, 200, 100))
        #expect(picture.place(in: Rect(10, 10, 20.4, 20), fit: .covering) == PixelRect(0, 10, 40, 20))
        #expect(picture.place(in: Rect(0, 0, 40.6, 40), fit: .inside) == PixelRect(0, 10, 41, 20))
        #expect(picture.place(in: Rect(3, 3, 1, 0.1), fit: .inside) == PixelRect(3, 3, 1, 1))
        #expect(picture.name == "a.png")
        let named = try Picture(picture.path, named: "hall/a.png")
        #expect(named.name == "hall/a.png")
    }

    @Test func `files that are no pictures are refused with a message`() throws {
        func sentence(_ path: String) -> String {
            do {
                try Picture(path).check()
                return "read"
            } catch { return "\(error)".replacing(folder.path + "/", with: "") }
        }
        #expect(sentence(folder.path + "/none.png") == "there is no picture none.png")
        #expect(
            sentence(folder.write(Array("# Hello".utf8), to: "text.png"))
                == "text.png is not a picture that can be shown: it is of no known kind; save it as PNG or JPEG")
        #expect(
            sentence(folder.write([], to: "empty.jpg"))
                == "empty.jpg is not a picture that can be shown: the file is empty; copy it again")
        #expect(
            sentence(folder.path) == "the picture \(folder.path) cannot be read: it is a folder; name a picture in it")
        let png = sample(PixelSize(300, 300)).png()
        #expect(sentence(folder.write(png, to: "whole.png")) == "read")
        #expect(
            sentence(folder.write(Array(png[..<(png.count / 2)]), to: "half.png"))
                == "half.png is not a picture that can be shown: the file is truncated; copy it again")
        #expect(sentence(folder.write(sampleJPEG, to: "whole.jpg")) == "read")
        #expect(
            sentence(folder.write(Array(sampleJPEG.dropLast(3)), to: "half.jpg"))
                == "half.jpg is not a picture that can be shown: the file is truncated, so what is missing would be grey; copy it again"
        )
    }

    @Test func `a picture that says it is huge is refused before it takes memory`() throws {
        var png = sample(PixelSize(4, 4)).png()
        // Width and height of the header, and its checksum, which is checked first.
        png.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
        png.replaceSubrange(29..<33, with: crc32(png[12..<29]))
        let file = folder.write(png, to: "huge.png")
        #expect(throws: PictureError.tooLarge(path: file, size: PixelSize(65536, 65536))) { try Picture(file) }
    }

    @Test func `a folder that cannot be written is an error that names it`() {
        let file = folder.path + "/none/a.png"
        #expect(throws: PictureError.unwritable(path: file, reason: "No such file or directory")) {
            try sample(PixelSize(2, 2)).writePNG(to: file)
        }
    }

    private func crc32(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        crc = ~crc
        return [24, 16, 8, 0].map { UInt8(crc >> $0 & 255) }
    }
}
