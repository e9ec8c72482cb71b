// When each frame of an animation is due, and the bounds above which an animation stands still.

package import Geometry
package import Layers

/// How long an animation shows each of its frames, and how often it plays.
package struct FilmTiming: Hashable, Sendable {
    /// The most frames of an animation that moves: ten seconds at the highest rate.
    package static let mostFrames = 300
    /// The most memory that the frames of an animation take in the size of its file, in bytes: half of the usual budget of a stage of
    /// 1920×1080 pixels.
    package static let mostBytes = 32_000_000
    /// The shortest time that a frame is shown, in milliseconds: 30 frames per second. Frames in between are left out.
    package static let leastDelay = 33
    /// The delay of frames that have a shorter one than 20 ms, in milliseconds, as in browsers.
    package static let usualDelay = 100
    /// The longest time that a frame is shown, in milliseconds.
    package static let mostDelay = 10_000_000

    /// How long each frame is shown, in milliseconds. It is empty for a format of which only the first frame can be read, and longer
    /// than `mostFrames` by one for any number of frames above.
    package let delays: [Int]
    /// How many times the animation plays; 0 for without end.
    package let plays: Int

    package init(delays: [Int], plays: Int) { (self.delays, self.plays) = (delays, plays) }

    /// Why an animation of `size` pixels with this timing stands still; nil for one that moves.
    package func hindrance(at size: PixelSize) -> String? {
        let count = delays.count
        if count == 0 { return "is an animation of a kind that stands still; save it as GIF or WebP to make it move" }
        if count > Self.mostFrames {
            return "is an animation of more than \(Self.mostFrames) frames, the most that move; it stands still"
        }
        let bytes = count * size.width * size.height * 4
        if bytes > Self.mostBytes {
            return
                "is an animation that stands still: its \(count) frames of \(size.width)×\(size.height) pixels take "
                + "\((bytes + 999_999) / 1_000_000) MB of memory, more than \(Self.mostBytes / 1_000_000) MB; make it smaller or "
                + "shorter"
        }
        return nil
    }

    /// The frame that is shown `time` after the first began, and how long after the first the next one follows; nil where none does.
    package func frame(at time: Instant.Span) -> (index: Int, next: Instant.Span?) {
        let period = delays.reduce(0, +)
        guard delays.count > 1, period > 0 else { return (0, nil) }
        let now = max(0, time.nanoseconds) / 1_000_000
        let (round, into) = now.quotientAndRemainder(dividingBy: Int64(period))
        if plays > 0, round >= plays { return (delays.count - 1, nil) }
        var end = 0
        for (index, delay) in delays.enumerated() {
            end += delay
            guard into < end else { continue }
            let isLast = plays > 0 && round == plays - 1 && index == delays.count - 1
            return (index, isLast ? nil : .milliseconds(Int(round) * period + end))
        }
        fatalError("\(into) ms of a period of \(period) ms")
    }
}

/// The delays of the frames that are shown, while the frames of a file are counted.
struct FilmDelays {
    /// How long each frame is shown, in milliseconds.
    private(set) var kept: [Int] = []

    /// Counts the next frame, which has the delay `delay` in the file, in milliseconds. Returns false for one that is left out: the frame
    /// before it is shown for both.
    mutating func add(_ delay: Int) -> Bool {
        let shown = delay < 20 ? FilmTiming.usualDelay : min(delay, FilmTiming.mostDelay)
        guard let last = kept.last, last < FilmTiming.leastDelay else {
            kept.append(shown)
            return true
        }
        kept[kept.count - 1] = last + shown
        return false
    }
}

/// The frames of an animation, and when each is due. They do not change any more, and no other thread keeps a reference to them.
package struct Film: @unchecked Sendable {
    /// The frames, all of the same size.
    package let frames: [Bitmap]
    package let timing: FilmTiming
    /// Where the frames lie in the picture.
    package let place: FilmPlace

    /// Frames of the part that `place` says, each with a delay in `timing`.
    package init(_ frames: [Bitmap], _ timing: FilmTiming, at place: FilmPlace) {
        guard frames.count == timing.delays.count, !frames.isEmpty else {
            fatalError("\(frames.count) frames with \(timing.delays.count) delays")
        }
        (self.frames, self.timing, self.place) = (frames, timing, place)
    }

    /// The memory that the frames take, in bytes.
    package var bytes: Int { frames.count * Bitmap.bytes(place.size) }
}

/// The size in which the frames of an animation are read: that in which it is shown, but not larger than the file.
package struct FilmPlace: Hashable, Sendable {
    /// The size of the whole picture, in pixels of the frames.
    package let whole: PixelSize
    /// The part of `whole` that the frames hold.
    package let part: PixelRect
    /// The number of shown pixels for a pixel of the frames.
    package let scale: Double
    /// The top left corner of the frames in the part that is shown, in shown pixels.
    package let origin: Point

    /// The place of `part` of a picture of `natural` pixels that is shown in `whole` pixels.
    init(_ whole: PixelSize, part: PixelRect, of natural: PixelSize) {
        guard whole.width > natural.width || whole.height > natural.height else {
            (self.whole, self.part, scale, origin) = (whole, part, 1, .zero)
            return
        }
        let (across, down) = (
            Double(whole.width) / Double(natural.width), Double(whole.height) / Double(natural.height)
        )
        let inner = Rect(
            Double(part.x) / across, Double(part.y) / down, Double(part.width) / across, Double(part.height) / down
        ).pixelCover.intersection(natural.bounds)
        (self.whole, self.part, scale) = (natural, inner, max(across, down))
        origin = Point(Double(inner.x) * across - Double(part.x), Double(inner.y) * down - Double(part.y))
    }

    /// The size of a frame, in its pixels.
    package var size: PixelSize { PixelSize(part.width, part.height) }
}
