// WebP, still and animated: sizes, colours, alpha and times, and files that are damaged or cut off.

import Drawing
import Geometry
import Layers
import TestFolders
import Testing

@Suite struct WebPTests {
    private let folder = TemporaryFolder()
    private let red: UInt32 = 0xFFFF_0000
    private let green: UInt32 = 0xFF00_FF00
    private let blue: UInt32 = 0xFF00_00FF

    private func picture(_ bytes: [UInt8]) throws -> Picture { try Picture(folder.write(bytes, to: "a.webp")) }

    private func film(_ bytes: [UInt8], _ size: PixelSize? = nil) throws -> Film {
        let picture = try picture(bytes)
        #expect(picture.isAnimated)
        return try #require(PictureOrder(picture, size ?? picture.size).read().film)
    }

    private func timing(_ delays: [Int], plays: Int = 0) throws -> FilmTiming {
        let frames = delays.enumerated().map { TestWebP.Frame(0xFF00_0000 + UInt32($0), 0, 0, 2, 2, delay: $1) }
        let picture = try picture(TestWebP.animation(2, 2, frames, plays: plays))
        return try picture.timing(decodedBy: PictureTask.here)
    }

    /// Whether `one` and `other` differ by little in each channel.
    private func isNear(_ one: UInt32, _ other: UInt32, by most: Int = 6) -> Bool {
        [24, 16, 8, 0].allSatisfy { abs(Int(one >> $0 & 255) - Int(other >> $0 & 255)) <= most }
    }

    @Test(arguments: [true, false]) func `a still picture has its colours, in its size and in others`(isLossless: Bool)
        throws
    {
        let file = TestWebP.still(64, 32, isLossless: isLossless) { x, _ in x < 32 ? 0xFFC0_4020 : 0xFF20_40C0 }
        let picture = try picture(file)
        #expect(picture.size == PixelSize(64, 32) && !picture.isAnimated)
        try picture.check()
        for size in [PixelSize(64, 32), PixelSize(16, 8), PixelSize(200, 100), PixelSize(16, 100), PixelSize(1, 1)] {
            let bitmap = try picture.bitmap(size)
            #expect(bitmap.size == size && bitmap.isOpaque)
            if size.width == 1 { continue }
            #expect(isNear(bitmap[size.width / 8, size.height / 2], 0xFFC0_4020), "\(size)")
            #expect(isNear(bitmap[size.width * 7 / 8, size.height / 2], 0xFF20_40C0), "\(size)")
        }
        let part = PictureOrder(picture, PixelSize(32, 16), part: PixelRect(20, 4, 3, 2))
        let bitmap = try part.read().result.get()
        #expect(bitmap.size == PixelSize(3, 2) && isNear(bitmap[0, 0], 0xFF20_40C0))
    }

    @Test(arguments: [true, false]) func `what is transparent lends no colour to its neighbours`(isLossless: Bool)
        throws
    {
        let file = TestWebP.still(64, 64, isLossless: isLossless) { x, _ in x < 32 ? 0xFFFF_FFFF : 0x0000_0000 }
        let picture = try picture(file)
        let small = try picture.bitmap(PixelSize(3, 3))
        #expect(!small.isOpaque && isNear(small[0, 1], 0xFFFF_FFFF) && isNear(small[2, 1], 0))
        // The pixel in the middle is half of each: white with half the alpha, premultiplied.
        let middle = small[1, 1]
        #expect(isNear(middle, (middle >> 24) * 0x0101_0101, by: 8) && (100...155).contains(middle >> 24), "\(middle)")
    }

    @Test(arguments: 1...8) func `a picture is turned as the camera recorded`(orientation: Int) throws {
        let exif = TestWebP.exif(orientation: UInt8(orientation))
        let picture = try picture(
            TestWebP.still(40, 20, exif: exif) { x, y in y < 10 ? (x < 20 ? red : green) : (x < 20 ? blue : 0xFFFF_FFFF)
            })
        let isOnItsSide = orientation > 4
        #expect(picture.size == (isOnItsSide ? PixelSize(20, 40) : PixelSize(40, 20)))
        let corner = [red, green, 0xFFFF_FFFF, blue, red, blue, 0xFFFF_FFFF, green][orientation - 1]
        for scale in [1, 2] {
            let bitmap = try picture.bitmap(PixelSize(picture.size.width / scale, picture.size.height / scale))
            #expect(isNear(bitmap[1, 1], corner))
        }
    }

    @Test func `what is wrong in Exif leaves a picture upright`() throws {
        let whole = TestWebP.exif(orientation: 6)
        for exif in [[], [0], Array("Exif\0\0".utf8), Array(repeating: 255, count: 70_000)]
            + (1..<20).map({ Array(whole.prefix($0)) })
        {
            let picture = try picture(TestWebP.still(4, 2, exif: exif) { _, _ in red })
            #expect(picture.size == PixelSize(4, 2))
        }
        let marked = try picture(TestWebP.still(4, 2, exif: Array("Exif\0\0".utf8) + whole) { _, _ in red })
        #expect(marked.size == PixelSize(2, 4))
    }

    @Test func `each frame has the file's delay, as in a GIF`() throws {
        #expect(try timing([100, 250, 70]).delays == [100, 250, 70])
        #expect(try timing([0, 19, 20, 500, 0xFF_FFFF]).delays == [100, 100, 520, FilmTiming.mostDelay])
        let fast = try timing(Array(repeating: 20, count: 100))
        #expect(fast.delays.count == 50 && fast.delays.reduce(0, +) == 2000)
    }

    @Test(arguments: [0, 1, 2, 65535]) func `an animation plays as often as its file says`(plays: Int) throws {
        #expect(try timing([100, 100], plays: plays).plays == plays)
    }

    @Test func `the frames come in the size of the file, or smaller where they are shown smaller`() throws {
        let file = TestWebP.animation(40, 20, [red, green, blue].map { TestWebP.Frame($0, 0, 0, 40, 20) })
        for (shown, read) in [(PixelSize(400, 200), PixelSize(40, 20)), (PixelSize(20, 10), PixelSize(20, 10))] {
            let film = try film(file, shown)
            #expect(film.place.size == read && film.timing.delays == [100, 100, 100])
            #expect(film.frames.map { $0[5, 5] } == [red, green, blue])
        }
    }

    @Test func `frames that are left out are drawn below those that follow`() throws {
        // Fifty frames per second: each second one is left out.
        let frames = (0..<4).map { TestWebP.Frame([red, green, blue, red][$0], $0 * 2, 0, 2, 2, delay: 20) }
        let film = try film(TestWebP.animation(8, 2, frames))
        #expect(film.timing.delays == [40, 40] && film.frames[0][2, 0] == 0)
        #expect([0, 2, 4, 6].map { film.frames[1][$0, 0] } == [red, green, blue, 0])
    }

    @Test func `frames blend, replace and clear`() throws {
        let half: UInt32 = 0x80FF_FFFF
        let film = try film(
            TestWebP.animation(
                8, 8,
                [
                    .init(red, 0, 0, 8, 8), .init(half, 2, 2, 4, 4, clears: true),
                    .init(half, 6, 6, 2, 2, blends: false), .init(blue, 0, 0, 2, 2),
                ]))
        #expect(film.frames.map { $0[0, 0] } == [red, red, red, blue])
        #expect(isNear(film.frames[1][3, 3], 0xFFFF_8080) && film.frames[1].isOpaque)
        #expect(film.frames[2][3, 3] == 0 && isNear(film.frames[2][7, 7], 0x8080_8080) && !film.frames[2].isOpaque)
        #expect(film.frames[3][3, 3] == 0)
    }

    @Test func `the still picture of an animation is its first frame, where that lies`() throws {
        let picture = try picture(TestWebP.animation(20, 10, [.init(red, 4, 2, 6, 4), .init(blue, 0, 0, 20, 10)]))
        let still = try picture.bitmap()
        #expect(!still.isOpaque && still[3, 3] == 0 && still[4, 2] == red && still[9, 5] == red && still[10, 5] == 0)
        let film = try #require(PictureOrder(picture, picture.size).read().film)
        for y in 0..<10 { for x in 0..<20 where film.frames[0][x, y] != still[x, y] { Issue.record("\(x), \(y)") } }
    }

    @Test func `what exceeds the bounds stands still, and says by how much`() throws {
        func hindrance(_ file: [UInt8]) throws -> String? {
            let picture = try picture(file)
            try picture.check()
            let read = PictureOrder(picture, picture.size).read()
            _ = try read.result.get()
            let hindrance = try picture.timing(decodedBy: PictureTask.here).hindrance(at: picture.size)
            #expect((read.film == nil) == (hindrance != nil))
            return hindrance
        }
        let frame = TestWebP.Frame(red, 0, 0, 1, 1)
        #expect(try hindrance(TestWebP.animation(1, 1, Array(repeating: frame, count: 300))) == nil)
        #expect(
            try hindrance(TestWebP.animation(1, 1, Array(repeating: frame, count: 301)))
                == "is an animation of more than 300 frames, the most that move; it stands still")
        #expect(
            try hindrance(TestWebP.animation(1000, 1000, Array(repeating: frame, count: 9)))?.contains(
                "its 9 frames of 1000×1000 pixels take 36 MB of memory, more than 32 MB") == true)
    }

    @Test func `hostile files are bounded`() throws {
        let frame = TestWebP.Frame(red, 0, 0, 1, 1, delay: 0)
        let many = try picture(TestWebP.animation(1, 1, Array(repeating: frame, count: 1_000_000)))
        #expect(try many.timing(decodedBy: PictureTask.here).delays.count == FilmTiming.mostFrames + 1)
        #expect(PictureOrder(many, PixelSize(9, 9)).read().film == nil)
        let path = folder.write(TestWebP.animation(1 << 15, 1 << 15, [frame, frame]), to: "wide.webp")
        #expect(throws: PictureError.tooLarge(path: path, size: PixelSize(1 << 15, 1 << 15))) { try Picture(path) }
        // Larger than the format allows, and frames outside of the picture.
        for file in [
            TestWebP.animation(1 << 24, 1 << 24, [frame]), TestWebP.animation(8, 8, [.init(red, 6, 6, 4, 4)]),
            TestWebP.animation(8, 8, []), TestWebP.file(TestWebP.extended(8, 8, flags: 0)), TestWebP.file([]),
        ] {
            #expect(throws: PictureError.self) { try self.picture(file).check() }
        }
    }

    @Test func `a file that is cut off anywhere says so`() throws {
        let exif = TestWebP.exif(orientation: 6)
        for whole in [
            TestWebP.animation(8, 8, [.init(red, 0, 0, 8, 8), .init(blue, 2, 2, 4, 4)]),
            TestWebP.still(8, 8, exif: exif) { x, y in 0xFF00_0000 + UInt32(x * 31 + y << 8) },
            TestWebP.still(8, 8, isLossless: false) { x, y in 0xFF00_0000 + UInt32(x * 31 + y << 8) },
        ] {
            try picture(whole).check()
            for count in 12..<whole.count {
                let path = folder.write(Array(whole.prefix(count)), to: "cut.webp")
                let truncated = PictureError.notAPicture(path: path, reason: "the file is truncated; copy it again")
                #expect(throws: truncated, "\(count) of \(whole.count) bytes") {
                    let picture = try Picture(path)
                    #expect(PictureOrder(picture, picture.size).read().film == nil)
                    try picture.check()
                }
            }
        }
    }

    @Test func `an animation with a damaged frame stands still, and a check says so`() throws {
        let whole = TestWebP.animation(8, 8, [.init(red, 0, 0, 8, 8), .init(blue, 2, 2, 4, 4)])
        let mark = Array("VP8L".utf8)
        let last = try #require((0..<whole.count - 4).last { whole[$0..<$0 + 4].elementsEqual(mark) })
        // Behind the header with its size.
        let file = whole.prefix(last + 13) + Array(repeating: 0xFF, count: whole.count - last - 13)
        let picture = try picture(Array(file))
        let read = PictureOrder(picture, picture.size).read()
        #expect(try read.result.get()[4, 4] == red && read.film == nil)
        let damaged = "the file is damaged; copy it again, or save it anew as PNG or JPEG"
        #expect(throws: PictureError.notAPicture(path: picture.path, reason: damaged)) { try picture.check() }
    }

    @Test func `a file with any wrong byte is read or refused`() throws {
        let whole = TestWebP.animation(8, 8, [.init(0x80FF_0000, 0, 0, 8, 8), .init(blue, 2, 2, 4, 4)])
        for index in whole.indices {
            for value in [0, 1, 0x7F, 0xFF] as [UInt8] where value != whole[index] {
                var file = whole
                file[index] = value
                guard let picture = try? self.picture(file) else { continue }
                let read = PictureOrder(picture, PixelSize(4, 4)).read()
                #expect((read.film?.frames.count ?? 0) <= 2)
                try? picture.check()
            }
        }
    }
}
