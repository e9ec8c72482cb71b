// A page that is reloaded while it is scrolled: what is on the glass stays there, whatever has changed above and below it.

import Drawing
import Geometry
import Layers
import TestFolders
import TestRandomness
import Testing

@testable import Machine
@testable import Pages
@testable import Stage

@Suite struct ReloadedPlaceTests {
    private nonisolated static let panel = Panel(pixels: PixelSize(540, 960), millimetres: Size(296, 527))

    /// A kiosk whose page `home` has pieces of Markdown, each with its number.
    private final class Kiosk {
        let folder = TemporaryFolder()
        var pieces: [String]
        let stage: Stage
        private var machine = Configuration()
        private var random: SplitMix
        private var next = 0

        init(_ seed: Int, pieces count: Int) throws {
            random = SplitMix(UInt64(seed))
            (machine.content.elements, machine.content.pageSize) = (100_000, 1 << 20)
            pieces = []
            for _ in 0..<count { pieces.append(Self.piece(&random, &next)) }
            folder.write("# Other\n", to: "other.md")
            folder.write("# Home\n\n" + pieces.joined(separator: "\n\n"), to: "home.md")
            stage = try StartScreens(kiosk: folder.path, on: machine) { _ in }.stage(on: ReloadedPlaceTests.panel)
        }

        /// Markdown of one or more parts, each of which says the same number, or of a line.
        private static func piece(_ random: inout SplitMix, _ next: inout Int) -> String {
            next += 1
            let words = String(repeating: " word", count: random.below(40))
            return switch random.below(9) {
            case 0: "### Heading =\(next)="
            case 1: (0...random.below(4)).map { "- [Row =\(next)=\($0)](other.md)" }.joined(separator: "\n")
            case 2: (0...random.below(4)).map { "* =\(next)= \($0)\(words)" }.joined(separator: "\n")
            case 3: "> =\(next)=\(words)"
            case 4: "```\n=\(next)=\n  code\n```"
            case 5: "| =\(next)= | b |\n|---|---|\n| c | d |"
            case 6: "---"
            default: "=\(next)=\(words)."
            }
        }

        var page: PageScreen { get throws { try #require(stage.frontNavigator.top as? PageScreen) } }
        var list: ListView {
            get throws { try #require(page.view.content.subviews.lazy.compactMap { $0 as? ListView }.first) }
        }

        /// Scrolls to `share` of the page, and returns the indices of the pieces that can be seen.
        func scroll(to share: Double) throws -> [Int] {
            let ends = try list.ends
            try list.scroll(to: (ends.upperBound * share).rounded(), along: .vertical, animated: false)
            let shown = try #require(try page.shown)
            let lines = Set(shown.parts.map(\.place.line))
            // The first piece is in line 3, and there is an empty line between two.
            var (line, seen) = (3, [Int]())
            for (index, piece) in pieces.enumerated() {
                let end = line + piece.split(separator: "\n", omittingEmptySubsequences: false).count
                if lines.contains(where: { (line..<end).contains($0) }) { seen.append(index) }
                line = end + 1
            }
            return seen
        }

        /// Adds pieces before, and leaves out pieces, of those in `range`.
        func edit(_ range: Range<Int>) {
            guard !range.isEmpty else { return }
            for index in range.reversed() where random.chance(8) {
                if random.chance(2) {
                    pieces.remove(at: index)
                } else {
                    let new = (0...random.below(5)).map { _ in Self.piece(&random, &next) }
                    pieces.insert(contentsOf: new, at: index)
                }
            }
        }

        func reload(_ settings: String = "") throws {
            folder.write(settings, to: "kiosk.toml")
            folder.write("# Home\n\n" + pieces.joined(separator: "\n\n"), to: "home.md")
            try StartScreens(kiosk: folder.path, on: machine) { _ in }.replace(on: stage, scale: 1, record: nil)
            stage.advance(to: stage.now + .seconds(3))
        }

        /// What is on the glass.
        var picture: FrameHash {
            let bitmap = Bitmap(size: stage.panel.pixels, isOpaque: true)
            let frame = stage.plan(at: stage.now)
            stage.draw(frame, into: bitmap.surface, region: Region(frame.size.bounds))
            return FrameHash(of: bitmap.surface)
        }
    }

    @Test(arguments: 0..<6, [60, 1100]) func `what is on the glass stays there when other parts change`(
        _ seed: Int, _ count: Int
    ) throws {
        let kiosk = try Kiosk(seed, pieces: count)
        #expect(LongPage.isLong(try kiosk.page.page.blocks) == (count > 1000))
        for share in [0.3, 0.55, 0.8] {
            let seen = try kiosk.scroll(to: share)
            let (first, last) = (try #require(seen.first), try #require(seen.last))
            let before = kiosk.picture
            kiosk.edit(min(last + 2, kiosk.pieces.count)..<kiosk.pieces.count)
            kiosk.edit(0..<max(0, first - 1))
            try kiosk.reload()
            #expect(kiosk.picture == before, "\(share) of the page, pieces \(first) to \(last)")
            // So that something has moved: the first piece is new.
            let offset = try kiosk.list.offset
            kiosk.pieces.insert("New at \(share).", at: 0)
            try kiosk.reload()
            #expect(kiosk.picture == before)
            #expect(try kiosk.list.offset != offset)
        }
    }

    @Test(arguments: [60, 1100]) func `the top stays the top, and what is left of a changed glass stays`(_ count: Int)
        throws
    {
        let kiosk = try Kiosk(3, pieces: count)
        kiosk.pieces.insert("The newest.", at: 0)
        try kiosk.reload()
        #expect(try kiosk.list.offset == 0)
        // The first part that is seen is written anew, and the next one stays.
        let seen = try kiosk.scroll(to: 0.5)
        func top(of piece: Int) throws -> Double? {
            let shown = try #require(try kiosk.page.shown)
            let mark = try #require(kiosk.pieces[piece].split(separator: "=").dropFirst().first)
            let places = shown.blocks.flatMap(\.parts).filter { $0.text.contains("=\(mark)=") }.map(\.place)
            return shown.parts.first { places.contains($0.place) }?.top
        }
        let next = try #require(
            seen.dropFirst().first { kiosk.pieces[$0].contains("=") && kiosk.pieces[$0 - 1] != "---" })
        let before = try #require(try top(of: next))
        kiosk.pieces[seen[0]] = "Something else.\n\nAnd more."
        kiosk.pieces.insert(contentsOf: ["One.", "Two."], at: 1)
        try kiosk.reload()
        #expect(try top(of: next + 2) == before)
        // Of a page that says something else altogether, the same share is shown.
        kiosk.pieces = (0..<count).map { "Another text \($0)." }
        try kiosk.reload()
        #expect(try kiosk.list.offset > 0)
    }

    @Test func `a page below others keeps its place through reloads, and in other looks`() throws {
        let kiosk = try Kiosk(5, pieces: 80)
        _ = try kiosk.scroll(to: 0.5)
        let part = try #require(try kiosk.page.shown?.parts.first { $0.top >= 0 })
        let text = try #require(try kiosk.page.shown?.blocks.flatMap(\.parts).first { $0.place == part.place }?.text)
        let other = try StartScreens(kiosk: kiosk.folder.path, on: Configuration()) { _ in }.screen("other")
        try #require(other as? PageScreen).push(on: kiosk.stage.frontNavigator)
        kiosk.stage.advance(to: kiosk.stage.now + .milliseconds(900))
        for _ in 0..<3 {
            kiosk.pieces.insert(contentsOf: (0..<30).map { "New \($0)." }, at: 0)
            try kiosk.reload("[theme]\ntype-scale = 1.3\n")
        }
        kiosk.stage.frontNavigator.pop()
        kiosk.stage.advance(to: kiosk.stage.now + .seconds(3))
        let shown = try #require(try kiosk.page.shown)
        let places = shown.blocks.flatMap(\.parts).filter { $0.text == text }.map(\.place)
        #expect(shown.parts.contains { places.contains($0.place) })
    }
}
