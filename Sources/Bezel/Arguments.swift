// Arguments that several commands take, and their formats.

import ArgumentParser
package import Geometry
import Machine

/// The size and rate of a screen: `1920x1080` or `1920x1080@60`.
package struct ScreenArgument: ExpressibleByArgument {
    package let size: PixelSize
    /// The refreshes per 1000 seconds. Nil when the argument has none.
    package let millihertz: Int?

    package var defaultValueDescription: String { "\(size.width)x\(size.height)@\((millihertz ?? 60_000) / 1000)" }

    package init?(argument: String) {
        let halves = argument.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        if halves.count == 2 {
            guard let rate = Double(halves[1]), (1...1000).contains(rate) else { return nil }
            millihertz = Int((rate * 1000).rounded())
        } else {
            millihertz = nil
        }
        let parts = halves[0].split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], (1...16384).contains(width),
            (1...16384).contains(height)
        else { return nil }
        size = PixelSize(width, height)
    }
}

/// A size in mm: `527x296`.
package struct SizeArgument: ExpressibleByArgument {
    package let size: Size

    package init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], (1...100_000).contains(width),
            (1...100_000).contains(height)
        else { return nil }
        size = Size(width, height)
    }
}

/// A factor by which something takes longer, from 1 to 100: `10`.
package struct SlownessArgument: ExpressibleByArgument {
    package let factor: Double

    package init?(argument: String) {
        guard let factor = Double(argument), (1...100).contains(factor) else { return nil }
        self.factor = factor
    }
}

/// A date and a time: `2026-12-24 18:00`, or `2026-12-24` for its midnight.
package struct DateArgument: ExpressibleByArgument {
    package let moment: CivilTime

    package init?(argument: String) {
        guard let moment = CivilTime(argument), WallClock.range.contains(moment.seconds) else { return nil }
        self.moment = moment
    }
}

/// The names of screens: `home,hours,terms!`.
package struct StackArgument: ExpressibleByArgument {
    package let names: [String]

    package init?(argument: String) { names = argument.split(separator: ",").map(String.init) }
}

/// A word from a fixed set.
struct WordArgument<Word: CaseIterable & RawRepresentable & Sendable>: ExpressibleByArgument
where Word.RawValue == String {
    let word: Word

    init?(argument: String) {
        guard let word = Word(rawValue: argument) else { return nil }
        self.word = word
    }

    static var allValueStrings: [String] { Word.allCases.map(\.rawValue) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// A rotation: `0`, `90`, `180` or `270`.
struct RotationArgument: ExpressibleByArgument {
    let rotation: PictureRotation

    init?(argument: String) {
        guard let rotation = Int(argument).flatMap({ PictureRotation(rawValue: $0) }) else { return nil }
        self.rotation = rotation
    }

    static var allValueStrings: [String] { PictureRotation.allCases.map { "\($0.rawValue)" } }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// A scale such as `1.5`.
package struct ScaleArgument: ExpressibleByArgument {
    package let scale: Double

    package init?(argument: String) {
        guard let scale = Double(argument), Configuration.scales.contains(scale) else { return nil }
        self.scale = scale
    }
}

/// The distance from which a screen is read: `60 cm`, `60cm`.
struct DistanceArgument: ExpressibleByArgument {
    let distance: Length

    init?(argument: String) {
        guard let distance = Length(argument), Configuration.readingDistances.contains(distance.millimetres) else {
            return nil
        }
        self.distance = distance
    }
}

/// A positive span of time: `90s`, `2min`, `2 min`, or the common short form `2m`.
package struct SpanArgument: ExpressibleByArgument {
    package let span: Instant.Span

    package init?(argument: String) {
        let isShort = argument.hasSuffix("m") && argument.dropLast().allSatisfy(\.isNumber)
        let compact = isShort ? argument.dropLast() + "min" : argument[...]
        let digits = compact.prefix { $0.isNumber || $0 == "." }
        let unit = compact.dropFirst(digits.count).drop { $0 == " " }
        guard let span = Instant.Span("\(digits) \(unit)"), span > .zero else { return nil }
        self.span = span
    }
}
