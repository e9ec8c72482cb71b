// How a kiosk's texts are parsed and its pictures decoded: in this process or in another one, with the same result.

package import Drawing
import Settings

/// What a parser makes of a text. The text comes from others, and the libraries that parse it are written in C and C++, so another
/// process can do it; the result is plain bytes.
package enum ParsingTask: String, Sendable, CaseIterable {
    /// TOML, for `Settings(parsed:)`.
    case settings
    /// Markdown, for `MarkdownDocument`.
    case markdown
    /// SVG, for what of it is not drawn (`SVGWarning`).
    case svg
    /// An SVG with a question about its elements, for `SVGAreas`.
    case areas
    /// CSV, for `DataFile(parsed:)`.
    case csv
    /// JSON, for `DataFile(parsed:)`.
    case json

    /// The most bytes that come of `count` bytes of text. A byte can be a value or a node of its own, with some ten numbers.
    package static func mostBytes(of count: Int) -> Int { 64 * count + 4096 }

    /// Parses `text`, which is UTF-8, in this process.
    package func carryOut(on text: ArraySlice<UInt8>) -> [UInt8] {
        switch self {
        case .settings: Settings.parsed(String(decoding: text, as: UTF8.self))
        case .markdown: MarkdownParser.parse(text)
        case .svg: SVGWarning.search(text)
        case .areas: SVGAreas.search(text)
        case .csv: CSVParser.parse(text)
        case .json: JSONParser.parse(text)
        }
    }
}

/// The reason why a text was not parsed, which has nothing to do with its syntax, as half a sentence.
package struct ParsingError: Error {
    /// The reason.
    package let reason: String

    /// An error for `reason`.
    package init(reason: String) { self.reason = reason }
}

/// Does a task with a text, in this process or in another one. Any thread may call it.
package typealias ContentParser =
    @Sendable (ParsingTask, _ text: ArraySlice<UInt8>) throws(ParsingError) -> [UInt8]

/// Lays out a page's text on trial. Throws when that takes too long. Any thread may call it.
package typealias LayoutTrier = @Sendable (LayoutTrial, _ text: ArraySlice<UInt8>) throws(ParsingError) -> Void

/// Reads what others wrote.
package struct ContentReader: Sendable {
    /// Decodes pictures.
    package let decode: PictureDecoder
    /// Parses texts.
    package let parse: ContentParser
    /// Lays out pages on trial.
    package let layOut: LayoutTrier
    /// Whether there is time left, in one load of all kiosks, to decode changed pictures to their end.
    package let hasTimeToCheck: @Sendable () -> Bool

    /// A reader that decodes with `decode`, parses with `parse` and lays out with `layOut`.
    package init(
        decode: @escaping PictureDecoder, parse: @escaping ContentParser,
        layOut: @escaping LayoutTrier = { _, _ in }, hasTimeToCheck: @escaping @Sendable () -> Bool = { true }
    ) {
        (self.decode, self.parse, self.layOut) = (decode, parse, layOut)
        self.hasTimeToCheck = hasTimeToCheck
    }

    /// Reads in this process, by `rules`. Pages are not laid out on trial, which could not be ended here, and which no replay could
    /// repeat on another machine.
    package static func here(_ rules: ContentRules) -> ContentReader {
        ContentReader(
            decode: PictureTask.here(allowsFilters: rules.allowsFilters),
            parse: { task, text throws(ParsingError) in task.carryOut(on: text) })
    }
}
