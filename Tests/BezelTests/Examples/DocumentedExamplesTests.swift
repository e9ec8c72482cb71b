// Every Swift example of the documentation stands in these files too, between "// Begin" and "// End", and so compiles.

import Testing

@testable import Machine

@Suite struct DocumentedExamplesTests {
    private static let pages =
        ["README.md"] + ["apps", "gestures", "interface", "scrolling", "themes", "transitions"].map { "docs/\($0).md" }
    private static let folder = "\(repository)/Tests/BezelTests/Examples"

    /// The regions between "// Begin" and "// End" of the file at `path`.
    static func regions(of path: String) -> [String] {
        let lines = RoomsTests.lines(of: path).map { String($0) }
        var (regions, region): ([String], [String]?) = ([], nil)
        for line in lines {
            switch line.drop(while: { $0 == " " }) {
            case "// Begin": region = []
            case "// End":
                if let region { regions.append(plain(region)) }
                region = nil
            default: region?.append(line)
            }
        }
        return regions
    }

    /// The Swift examples in the Markdown file at `path`.
    private static func examples(in path: String) -> [String] {
        var (examples, example): ([String], [String]?) = ([], nil)
        for line in RoomsTests.lines(of: path) {
            if line == "```swift" {
                example = []
            } else if line.hasPrefix("```") {
                if let example { examples.append(plain(example)) }
                example = nil
            } else {
                example?.append(String(line))
            }
        }
        return examples
    }

    /// `lines` without the indentation that they share, and without what is different where others are around them.
    private static func plain(_ lines: [String]) -> String {
        let indentations = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
        let shared = indentations.min() ?? 0
        // A module has one entry.
        return lines.filter { $0 != "@main" && !$0.hasPrefix("import ") && !$0.hasPrefix("@testable ") }.map { line in
            var line = String(line.dropFirst(min(shared, line.count)))
            for word in ["private ", "nonisolated "] { line = line.replacing(word, with: "") }
            return line.replacing(#/ +//\ /#, with: "  // ")
        }
        .drop { $0.isEmpty }.joined(separator: "\n")
    }

    @Test func `every Swift example of the documentation compiles`() throws {
        let app = AppStarter(module: "Hall", program: "hall", bezel: "../bezel")
        let starter = app.files.filter { $0.name.hasSuffix(".swift") }.map {
            Self.plain($0.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init))
        }
        let files = RoomsTests.files(under: Self.folder).map(\.path)
        let compiled = files.flatMap(Self.regions)
        #expect(compiled.count > 12)
        // The package and its test are built by Tests/App/app.
        let known = Set(compiled).union(starter)
        for page in Self.pages {
            let examples = Self.examples(in: "\(repository)/\(page)")
            #expect(!examples.isEmpty)
            for example in examples {
                let isKnown = known.contains(example)
                #expect(isKnown, "\(page) has an example that is not in Tests/BezelTests/Examples:\n\(example)")
            }
        }
        for (path, lines) in RoomsTests.files(under: "\(repository)/docs/Bezel.docc") {
            let example = Self.plain(lines.dropLast().map(String.init))
            let isKnown = known.contains(example)
            #expect(isKnown, "\(path) is not in Tests/BezelTests/Examples")
        }
        #expect(
            compiled.contains(starter[1]), "the app that bezel new --swift makes is not in Tests/BezelTests/Examples")
    }
}
