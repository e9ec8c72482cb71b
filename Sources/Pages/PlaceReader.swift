// Reads the places on the pictures of one page from its front matter.

import Drawing
import Geometry
import Settings

/// Reads the tables `[[place]]` in the front matter of one page, and reports what is wrong in them.
struct PlaceReader {
    /// The most places of a page. A plan with more of them has none that a finger hits.
    static let most = 100
    /// The longest id in characters.
    private static let longestID = 200

    private var entries: [Entry] = []
    /// The places whose pictures cannot be shown, and why.
    private var broken: [(table: Settings, problem: String)] = []

    /// A place with the picture on which it lies.
    private struct Entry {
        let table: Settings
        let picture: Picture
        let place: PicturePlace
    }

    /// Where a table says that its place lies.
    private enum Position {
        case area(Rect)
        /// The bounding box of an element of an SVG.
        case element(String)
    }

    /// Reads the places in `settings`, the front matter of the page called `page`.
    init(_ settings: Settings?, on page: String, _ references: KioskReferences) {
        let tables = settings?.tables("place") ?? []
        if tables.count > Self.most {
            settings?.report("place", "the page has more than \(Self.most) places; the others are left out")
            for table in tables.dropFirst(Self.most) { table.leaveOut() }
        }
        let drafts = tables.prefix(Self.most).compactMap { read($0, on: page, references) }
        // All elements of a picture are looked up at once, because each time the SVG is read anew.
        var areas: [Picture: [String: SVGElements.Place]] = [:]
        for (picture, drafts) in Dictionary(grouping: drafts, by: \.picture) {
            let elements = drafts.compactMap { draft in
                if case .element(let id) = draft.position { (id, draft.table) } else { nil }
            }
            if elements.isEmpty { continue }
            let ids = elements.map { $0.0 }
            let (places, problem) = references.places(of: ids, in: picture)
            // What is wrong with the picture is said once.
            if let problem { elements[0].1.report("id", problem) }
            areas[picture] = Dictionary(zip(ids, places), uniquingKeysWith: { first, _ in first })
        }
        for draft in drafts {
            let area: Rect?
            switch draft.position {
            case .area(let given): area = given
            case .element(let id):
                area = areas[draft.picture]?[id].flatMap { Self.area($0, id, on: draft.picture, draft.table) }
            }
            guard let area else { continue }
            entries.append(
                Entry(table: draft.table, picture: draft.picture, place: PicturePlace(area: area, link: draft.link)))
        }
        if entries.count < tables.count { references.hasBrokenLinks = true }
    }

    /// The places on each picture, in the order of the file.
    var places: [Picture: [PicturePlace]] { Dictionary(grouping: entries, by: \.picture).mapValues { $0.map(\.place) } }

    private mutating func read(
        _ table: Settings, on page: String, _ references: KioskReferences
    ) -> (table: Settings, picture: Picture, position: Position, link: Link)? {
        let hints = [("picture", "such as picture = \"plan.png\""), ("page", "such as page = \"hall.md\"")]
        for (key, hint) in hints where !table.has(key) { table.reportMissing(key, hint) }
        let (address, target, isSheet) = (table.string("picture"), table.string("page"), table.bool("sheet"))
        let position = Self.position(of: table)
        let (picture, problem) = address.map { references.picture(at: $0, on: page) } ?? (nil, nil)
        if let problem { broken.append((table, problem)) }
        let (name, part, mistake) = target.map { references.page(at: $0, on: page) } ?? (nil, nil, nil)
        if let mistake { table.report("page", mistake) }
        guard let position, let picture, let name, let begin = table.place(of: "page") else { return nil }
        let link = Link(
            page: name, presentation: isSheet == true ? .sheet : .push,
            place: SourcePlace(line: begin.line, column: begin.column), part: part)
        return (table, picture, position, link)
    }

    /// Where `table` says that its place lies. Nil when that is wrong, which is reported.
    private static func position(of table: Settings) -> Position? {
        if let numbers = table.writtenNumbers("at") {
            table.leaveOut()
            let isPercent = numbers.count == 4 && numbers.contains { Double($0).map { (2...100).contains($0) } == true }
            let written = isPercent ? numbers : ["12", "30", "20", "10"]
            table.report(
                "at",
                "at counts in percent of the picture, not in pixels: write each number with its sign, such as "
                    + "at = [\(written.map { "\"\($0) %\"" }.joined(separator: ", "))]")
            return nil
        }
        let (sides, id) = (table.strings("at"), table.string("id"))
        switch (table.has("at"), table.has("id")) {
        case (false, false):
            table.reportMissing(
                "at", "such as at = [\"12 %\", \"30 %\", \"20 %\", \"10 %\"], or in an SVG the id of an element")
            return nil
        case (true, true):
            table.report("id", "at and id both say where the place lies; write one of them")
            return nil
        case (true, false): return sides.flatMap { area($0, of: table) }.map { .area($0) }
        case (false, true):
            guard let id else { return nil }
            let name = id.hasPrefix("#") ? String(id.dropFirst()) : id
            let words = name.split(whereSeparator: \.isWhitespace)
            if words.count > 1 {
                table.report(
                    "id",
                    "this id has a space, which no id may have; call the element otherwise in the SVG and here, such as "
                        + "\"\(words.joined(separator: "-"))\"")
                return nil
            }
            guard !name.isEmpty, name.unicodeScalars.count <= longestID, !name.contains(where: \.isWhitespace),
                !name.hasControlCharacters
            else {
                table.report("id", "id is the id of an element of the SVG, such as \"hall\" for <rect id=\"hall\" …>")
                return nil
            }
            return .element(name)
        }
    }

    /// The rectangle of `sides`, the value of `at` in `table`. Nil when it is wrong, which is reported.
    private static func area(_ sides: [String], of table: Settings) -> Rect? {
        let shares = sides.compactMap { Double(percent: $0) }
        guard sides.count == 4, shares.count == 4, shares.allSatisfy((0...1).contains) else {
            table.report(
                "at",
                "at is the left side, the top, the width and the height of the place, each from \"0 %\" to \"100 %\" of the "
                    + "picture, such as [\"12 %\", \"30 %\", \"20 %\", \"10 %\"]")
            return nil
        }
        let area = Rect(shares[0], shares[1], shares[2], shares[3])
        // Shares that were rounded to a tenth of a percent may add up to a little more.
        guard !area.isEmpty, area.maxX <= 1.001, area.maxY <= 1.001 else {
            table.report(
                "at",
                area.isEmpty
                    ? "the place has no width or no height; at is its left side, top, width and height"
                    : "the place ends outside of the picture: the left side and the width, and the top and the height, are 100 % "
                        + "together at most")
            return nil
        }
        return area
    }

    /// The rectangle of the element `id` of `picture`. Nil when there is none, which is reported.
    private static func area(
        _ place: SVGElements.Place, _ id: String, on picture: Picture, _ table: Settings
    ) -> Rect? {
        switch place {
        case .area(let area): return area
        case .missing(let near):
            table.report(
                "id",
                "no element of \"\(picture.name)\" has the id \"\(id)\""
                    + (near.map { "; did you mean \"\($0)\"?" } ?? ""))
        case .outside:
            table.report("id", "the element \"\(id)\" of \"\(picture.name)\" has no area inside of the picture")
        }
        return nil
    }

    /// Reports the pictures of places that cannot be shown, each once and unless it is in `known` for the text of `page`, and the places on
    /// pictures that the page does not show where they could be tapped.
    func reportPictures(of page: Page, besides known: Diagnostics) {
        var said = Set(known.all.map(\.message))
        for (table, problem) in broken where said.insert(problem).inserted { table.report("picture", problem) }
        let links = Set(page.links)
        for entry in entries where !links.contains(entry.place.link) {
            entry.table.report(
                "picture",
                "nobody can tap this place, because the page does not show \"\(entry.picture.name)\"; show it outside of rows and "
                    + "cards")
        }
    }
}

extension Double {
    /// Reads a share such as `60 %`, which is 0.6.
    init?(percent text: String) {
        guard text.hasSuffix("%"),
            let percent = Double(String(text.dropLast().reversed().drop { $0 == " " }.reversed())), percent.isFinite
        else { return nil }
        self = percent / 100
    }
}
