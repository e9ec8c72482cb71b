// Animations: the frames by time, how often they play, and the bounds above which they stand still.

import Drawing
import Geometry
import Layers
import TestFolders
import Testing

@Suite struct FilmTests {
    private let folder = TemporaryFolder()

    private func picture(_ gif: [UInt8]) throws -> Picture { try Picture(folder.write(gif, to: "a.gif")) }

    private func timing(_ delays: [Int], repeats: Int? = 0) throws -> FilmTiming {
        let frames = delays.enumerated().map { TestGIF.Frame(color: UInt8($0 % 128), delay: $1) }
        return try picture(TestGIF.bytes(2, 2, frames: frames, repeats: repeats)).timing(decodedBy: PictureTask.here)
    }

    /// The colours of the frames of `film`, one pixel of each.
    private func colors(_ film: Film) -> [UInt32] { film.frames.map { $0[0, 0] & 0xFF_FFFF } }

    @Test func `each frame has the file's delay, and one without a delay a tenth of a second`() throws {
        #expect(try timing([10, 25, 7]).delays == [100, 250, 70])
        #expect(try timing([0, 0, 50]).delays == [100, 100, 500])
    }

    @Test func `at most thirty frames per second are kept, and the whole takes as long as before`() throws {
        // Fifty frames per second.
        let timing = try timing(Array(repeating: 2, count: 100))
        #expect(timing.delays.allSatisfy { $0 >= FilmTiming.leastDelay })
        #expect(timing.delays.reduce(0, +) == 2000 && timing.delays.count == 50)
    }

    @Test(arguments: [(nil, 1), (0, 0), (1, 2), (3, 4), (1000, 1001)] as [(Int?, Int)])
    func `an animation plays as often as its file says`(repeats: Int?, plays: Int) throws {
        #expect(try timing([10, 10, 10], repeats: repeats).plays == plays)
    }

    @Test func `the time says the frame and when the next is due`() {
        let twice = FilmTiming(delays: [100, 50, 200], plays: 2)
        func frame(_ time: Int) -> [Int?] {
            let (index, next) = twice.frame(at: .milliseconds(time))
            return [index, next.map { Int($0.nanoseconds / 1_000_000) }]
        }
        #expect(frame(-5) == [0, 100] && frame(0) == [0, 100] && frame(99) == [0, 100])
        #expect(frame(100) == [1, 150] && frame(150) == [2, 350] && frame(350) == [0, 450])
        // The last frame of the last time stays.
        #expect(
            frame(499) == [1, 500] && frame(500) == [2, nil] && frame(700) == [2, nil] && frame(9_999_999) == [2, nil])
        let forever = FilmTiming(delays: [100, 50], plays: 0)
        #expect(forever.frame(at: .milliseconds(150_000_120)).index == 1)
        #expect(forever.frame(at: .milliseconds(150_000_120)).next == .milliseconds(150_000_150))
        #expect(FilmTiming(delays: [100], plays: 0).frame(at: .zero).next == nil)
    }

    @Test func `the frames come in the size of the file, or smaller where they are shown smaller`() throws {
        let gif = TestGIF.bytes(40, 20, frames: [(5, 10), (90, 10), (60, 10)])
        let picture = try picture(gif)
        let large = try #require(PictureOrder(picture, PixelSize(400, 200)).read().film)
        #expect(
            large.place.size == PixelSize(40, 20) && large.place.scale == 10
                && large.bytes == 3 * Bitmap.bytes(PixelSize(40, 20)))
        #expect(colors(large) == [5, 90, 60].map(TestGIF.color))
        let small = try #require(PictureOrder(picture, PixelSize(20, 10)).read().film)
        #expect(small.place.size == PixelSize(20, 10) && small.place.scale == 1)
        #expect(colors(small) == [5, 90, 60].map(TestGIF.color))
        // The middle of it, which begins within a pixel of the file.
        let part = PictureOrder(picture, PixelSize(400, 200), part: PixelRect(105, 20, 100, 100))
        let middle = try #require(part.read().film)
        #expect(middle.place.part == PixelRect(10, 2, 11, 10) && middle.place.origin == Point(-5, 0))
        // A picture that does not move has none.
        let still = try self.picture(TestGIF.bytes(4, 4, frames: [(1, 10)], repeats: nil))
        #expect(PictureOrder(still, PixelSize(4, 4)).read().film == nil)
    }

    @Test func `what exceeds the bounds stands still, and says by how much`() throws {
        func hindrance(_ gif: [UInt8]) throws -> String? {
            let picture = try picture(gif)
            let read = PictureOrder(picture, picture.size).read()
            guard case .success = read.result else { return "it cannot be read" }
            let hindrance = try picture.timing(decodedBy: PictureTask.here).hindrance(at: picture.size)
            #expect((read.film == nil) == (hindrance != nil))
            return hindrance
        }
        let frames = (0..<301).map { TestGIF.Frame(color: UInt8($0 % 128), delay: 4) }
        #expect(try hindrance(TestGIF.bytes(1, 1, frames: Array(frames.prefix(300)))) == nil)
        #expect(
            try hindrance(TestGIF.bytes(1, 1, frames: frames))
                == "is an animation of more than 300 frames, the most that move; it stands still")
        // Small frames in a large picture, each of which would take 4 MB.
        #expect(
            try hindrance(TestGIF.bytes(1, 1, logical: (1000, 1000), frames: Array(frames.prefix(9))))?.contains(
                "its 9 frames of 1000×1000 pixels take 36 MB of memory, more than 32 MB") == true)
    }

    @Test func `hostile animations are bounded`() throws {
        let many = (0..<10_000).map { TestGIF.Frame(color: UInt8($0 % 128), delay: 0) }
        let picture = try picture(TestGIF.bytes(1, 1, frames: many))
        #expect(try picture.timing(decodedBy: PictureTask.here).delays.count == FilmTiming.mostFrames + 1)
        #expect(PictureOrder(picture, PixelSize(9, 9)).read().film == nil)
        let wide = folder.write(TestGIF.bytes(1, 1, logical: (65535, 65535), frames: [(1, 1), (2, 1)]), to: "wide.gif")
        #expect(throws: PictureError.tooLarge(path: wide, size: PixelSize(65535, 65535))) { try Picture(wide) }
        // Whatever is cut off leaves no more frames than it has.
        let whole = TestGIF.bytes(8, 8, frames: [(1, 10), (2, 10), (3, 10)])
        for count in stride(from: 20, to: whole.count, by: 7) {
            guard let picture = try? self.picture(Array(whole.prefix(count))) else { continue }
            #expect((PictureOrder(picture, PixelSize(8, 8)).read().film?.frames.count ?? 0) <= 3)
        }
    }
}
