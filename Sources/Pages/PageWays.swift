// The ways in which visitors reach the pages of a kiosk, from its start pages and its links.

/// The ways that lead to each page. The way decides how a visitor gets back.
struct PageWays {
    /// A way to reach a page.
    enum Way: Hashable {
        /// The page is the first one, with nothing to go back to.
        case first
        /// The page is pushed over another page of the main stack.
        case push
        /// The page comes up as a sheet, or is pushed over a page on a sheet. Both can be pulled away with the sheet.
        case sheet, pushInSheet
    }

    private var ways: [String: Set<Way>] = [:]

    /// The ways through `kiosk`. The links on the page that attracts people are not followed.
    init(through kiosk: Kiosk) {
        for (index, name) in kiosk.start.enumerated() { follow(index == 0 ? .first : .push, to: name, in: kiosk) }
        if let attract = kiosk.idle.attract { ways[attract, default: []].insert(.first) }
    }

    /// The ways to `page`. Empty when it cannot be reached.
    func to(_ page: Page) -> Set<Way> { ways[page.name] ?? [] }

    private mutating func follow(_ way: Way, to start: String, in kiosk: Kiosk) {
        var open = [(way, start)]
        while let (way, name) = open.popLast() {
            let versions = kiosk.versions(of: name)
            guard !versions.isEmpty, ways[name, default: []].insert(way).inserted else { continue }
            for link in versions.flatMap(\.links) where !link.stays(on: name) {
                switch (link.presentation, way) {
                case (.sheet, _): open.append((.sheet, link.page))
                case (.push, .first), (.push, .push): open.append((.push, link.page))
                case (.push, .sheet), (.push, .pushInSheet): open.append((.pushInSheet, link.page))
                }
            }
        }
    }
}
