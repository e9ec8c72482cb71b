// What the kiosk and the process that decodes its pictures say to each other.

package import Drawing
package import Geometry

extension PictureTask {
    /// The packet's text. The picture's file comes with it.
    package var text: String {
        switch self {
        case .head: "head"
        case .check: "check"
        case .pixels(let whole, let part, let isOnItsSide):
            "pixels \(whole.width) \(whole.height) \(part.x) \(part.y) \(part.width) \(part.height) \(isOnItsSide ? 1 : 0)"
        case .timing: "timing"
        case .film(let whole, let part, let count):
            "film \(whole.width) \(whole.height) \(part.x) \(part.y) \(part.width) \(part.height) \(count)"
        }
    }

    /// The size of the memory for the pixels, in bytes; 0 for a task without.
    var bytes: Int {
        switch self {
        case .head, .check, .timing: 0
        case .pixels(_, let part, _): part.width * part.height * 4
        case .film(_, let part, let count): part.width * part.height * 4 * count
        }
    }

    /// The task of a packet's text; nil if it is none.
    package init?(_ text: String) {
        let words = text.split(separator: " ")
        let numbers = words.dropFirst().compactMap { Int($0) }
        switch (words.first, words.count, numbers.count) {
        case ("head", 1, _): self = .head
        case ("check", 1, _): self = .check
        case ("timing", 1, _): self = .timing
        case ("pixels", 8, 7), ("film", 8, 7):
            let whole = PixelSize(numbers[0], numbers[1])
            let part = PixelRect(numbers[2], numbers[3], numbers[4], numbers[5])
            guard whole.width > 0, whole.height > 0, part.x >= 0, part.y >= 0, part.width > 0, part.height > 0,
                part.width <= whole.width - part.x, part.height <= whole.height - part.y
            else { return nil }
            if words.first == "pixels" {
                self = .pixels(whole: whole, part: part, isOnItsSide: numbers[6] != 0)
            } else {
                guard (1...FilmTiming.mostFrames).contains(numbers[6]) else { return nil }
                self = .film(whole: whole, part: part, count: numbers[6])
            }
        default: return nil
        }
    }
}

/// The answer to a task, without the pixels, which come with it as a file.
package enum PictureAnswer: Hashable, Sendable {
    case head(size: PixelSize, isOnItsSide: Bool, isAnimated: Bool, isVector: Bool)
    case whole
    case pixels(isOpaque: Bool)
    case timing(FilmTiming)
    case film(isOpaque: Bool)
    case unreadable(reason: String)
    case notAPicture(reason: String)
    case tooLarge(PixelSize)

    /// The packet's text.
    package var text: String {
        switch self {
        case .head(let size, let isOnItsSide, let isAnimated, let isVector):
            "head \(size.width) \(size.height) \(isOnItsSide ? 1 : 0) \(isAnimated ? 1 : 0) \(isVector ? 1 : 0)"
        case .whole: "whole"
        case .pixels(let isOpaque): "pixels \(isOpaque ? 1 : 0)"
        case .timing(let timing):
            (["timing", "\(timing.plays)"] + timing.delays.map(String.init)).joined(separator: " ")
        case .film(let isOpaque): "film \(isOpaque ? 1 : 0)"
        case .unreadable(let reason): "unreadable \(reason)"
        case .notAPicture(let reason): "not-a-picture \(reason)"
        case .tooLarge(let size): "too-large \(size.width) \(size.height)"
        }
    }

    /// The answer of a packet's text; nil if it is none, or names a size that no picture has.
    package init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        let numbers = (parts.count > 1 ? parts[1] : "").split(separator: " ").map { Int($0) ?? -1 }
        let sizes = 1...1_000_000_000
        switch (parts.first, numbers.count) {
        case ("head", 5):
            guard sizes.contains(numbers[0]), sizes.contains(numbers[1]),
                numbers[0] * numbers[1] <= Picture.mostPixels
            else { return nil }
            self = .head(
                size: PixelSize(numbers[0], numbers[1]), isOnItsSide: numbers[2] != 0, isAnimated: numbers[3] != 0,
                isVector: numbers[4] != 0)
        case ("whole", 0): self = .whole
        case ("pixels", 1): self = .pixels(isOpaque: numbers[0] != 0)
        case ("timing", 1...(FilmTiming.mostFrames + 2)):
            let delays = numbers.dropFirst()
            guard numbers[0] >= 0, numbers[0] <= 1 << 17, delays.allSatisfy((1...2 * FilmTiming.mostDelay).contains)
            else { return nil }
            self = .timing(FilmTiming(delays: Array(delays), plays: numbers[0]))
        case ("film", 1): self = .film(isOpaque: numbers[0] != 0)
        case ("unreadable", 1...): self = .unreadable(reason: Self.plain(parts[1]))
        case ("not-a-picture", 1...): self = .notAPicture(reason: Self.plain(parts[1]))
        case ("too-large", 2):
            guard sizes.contains(numbers[0]), sizes.contains(numbers[1]) else { return nil }
            self = .tooLarge(PixelSize(numbers[0], numbers[1]))
        default: return nil
        }
    }

    /// A reason that can stand in one line of the log, also when the decoder was taken over.
    private static func plain(_ reason: String) -> String {
        reason.hasControlCharacters ? "its decoder gives no readable reason" : String(reason.prefix(300))
    }
}
