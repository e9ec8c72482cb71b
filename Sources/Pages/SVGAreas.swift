// Finds where the elements of an SVG lie that places on it name by their ids.

import Drawing
import Geometry
import Settings

/// The question where elements of an SVG lie, and its answer, as plain bytes: another process asks librsvg.
enum SVGAreas {
    /// The most bytes of an SVG in which elements are looked for. With the question, that is a text that can be parsed.
    static let mostBytes = 1_000_000
    /// The parts of a picture's sides in which answers are counted.
    private static let parts = 1_000_000.0

    /// The question where the elements with `ids`, which have no line breaks, lie in the SVG `text`, whose picture has `size`: a line
    /// with the size and the number of ids, a line for each id, and the SVG.
    static func question(_ ids: [String], _ size: PixelSize, in text: [UInt8]) -> [UInt8] {
        Array("\(size.width) \(size.height) \(ids.count)\n".utf8) + ids.flatMap { Array("\($0)\n".utf8) } + text
    }

    /// The answer to `question`, for `places(parsed:)`. It is empty when the SVG cannot be read.
    static func search(_ question: ArraySlice<UInt8>) -> [UInt8] {
        var rest = question
        func line() -> String {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest[line.endIndex...].dropFirst()
            return String(decoding: line, as: UTF8.self)
        }
        let numbers = line().split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 3, (0...PlaceReader.most).contains(numbers[2]) else { return [] }
        let ids = (0..<numbers[2]).map { _ in line() }
        guard let elements = SVGElements(rest, size: PixelSize(numbers[0], numbers[1])) else { return [] }
        // Nearly always all are there.
        lazy var lowered = rest.map(lowercased)
        var writer = PlainWriter()
        for id in ids {
            switch elements.place(of: id) {
            case .missing:
                writer.add(0)
                writer.add(otherCase(of: id, in: lowered, rest, elements) ?? "")
            case .outside: writer.add(1)
            case .area(let area):
                writer.add(2)
                for side in [area.minX, area.minY, area.maxX, area.maxY] { writer.add(Int((side * parts).rounded())) }
            }
        }
        return writer.bytes
    }

    /// The id among `elements` of the SVG `text` that differs from `id` only in capitals; nil for none. `lowered` is the text in small
    /// letters.
    private static func otherCase(
        of id: String, in lowered: [UInt8], _ text: ArraySlice<UInt8>, _ elements: borrowing SVGElements
    ) -> String? {
        let wanted = id.utf8.map(lowercased)
        for quote in [UInt8(ascii: "\""), UInt8(ascii: "'")] {
            guard let found = lowered.firstRange(of: [quote] + wanted + [quote]) else { continue }
            let begin = text.startIndex + found.lowerBound + 1
            let other = String(decoding: text[begin..<begin + wanted.count], as: UTF8.self)
            if elements.place(of: other) != .missing() { return other }
        }
        return nil
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
    }

    /// The places of `count` elements in `bytes`; nil when that is no answer.
    static func places(_ count: Int, parsed bytes: [UInt8]) -> [SVGElements.Place]? {
        var reader = PlainReader(bytes)
        func place() throws(MalformedBytes) -> SVGElements.Place {
            switch try reader.number(in: 0...2) {
            case 0:
                let near = try reader.text()
                return .missing(near: near.isEmpty ? nil : near)
            case 1: return .outside
            default:
                let all = 0...Int(parts)
                let (left, top) = (Double(try reader.number(in: all)), Double(try reader.number(in: all)))
                let (right, bottom) = (Double(try reader.number(in: all)), Double(try reader.number(in: all)))
                return left >= right || top >= bottom
                    ? .outside
                    : .area(Rect(left / parts, top / parts, (right - left) / parts, (bottom - top) / parts))
            }
        }
        var places: [SVGElements.Place] = []
        for _ in 0..<count {
            guard let next = try? place() else { return nil }
            places.append(next)
        }
        return places
    }
}
