// The pages of the web to which a visitor can go back.

/// What a visitor does on the window of a browser.
nonisolated package enum VisitorInput: Hashable, Sendable {
    /// The finger with this number came down.
    case down(Int)
    /// It was lifted.
    case up(Int)
    /// A gesture of the kiosk has taken it.
    case taken(Int)
    /// Something was typed.
    case key
}

/// The history of a browser's window, and where the way back leads: to the last page before the present one on which the visitor has put a
/// finger, or typed. What a page adds without that the way back passes over, as a browser's own does: else a page could add
/// entries as fast as a visitor leaves them. A visit to an entry counts once, so the way back always comes to an end.
nonisolated struct PageHistory {
    /// The names of the entries, the oldest first.
    private var entries: [Int] = []
    /// The place of the present one in `entries`.
    private var present: Int?
    /// The entries that the visitor has touched since they last came to them.
    private var touched: Set<Int> = []
    /// The fingers that are down, and the entry on which each came down.
    private var fingers: [Int: Int] = [:]

    /// The entry to which the way back leads; nil for none.
    var back: Int? {
        guard let present else { return nil }
        return entries[..<present].last { touched.contains($0) }
    }

    private var current: Int? { present.map { entries[$0] } }

    /// The browser has `entries`, the oldest first, of which the one at `present` is shown. An entry without a page, nil, is none to go back to.
    mutating func read(_ entries: [Int?], present: Int) {
        guard entries.indices.contains(present) else { return }
        let pages = entries.compactMap(\.self)
        let place = entries[present] == nil ? nil : entries[..<present].count { $0 != nil }
        // A page that has put another in its own place leaves it its visitor.
        if let gone = current, let old = self.present, !pages.contains(gone), pages.indices.contains(old),
            !self.entries.contains(pages[old])
        {
            if touched.contains(gone) { touched.insert(pages[old]) }
            fingers = fingers.mapValues { $0 == gone ? pages[old] : $0 }
        }
        (self.entries, self.present) = (pages, place)
        touched.formIntersection(pages)
    }

    /// The visitor does something on the present page. A finger counts once it is lifted, and for the page on which it came down: one that
    /// the kiosk takes, such as for a swipe, says nothing of the page.
    mutating func take(_ input: VisitorInput) {
        switch input {
        case .down(let number): fingers[number] = current
        case .up(let number): if let entry = fingers.removeValue(forKey: number) { touched.insert(entry) }
        case .taken(let number): fingers[number] = nil
        case .key: if let current { touched.insert(current) }
        }
    }

    /// The visitor goes back. Returns the entry that is to be shown; nil for none. Whether the browser shows it or not, the next step back leads to
    /// the one before.
    mutating func goBack() -> Int? {
        guard let back else { return nil }
        touched.remove(back)
        present = entries.firstIndex(of: back)
        return back
    }
}
