// What is wrong with hours and days in settings, and where in the text.

import Settings

/// A mistake in a text such as `mon-fri 09:00-17:00` or `12-24/12-26`.
struct HoursMistake: Error {
    /// What is wrong, why, and what to write.
    let reason: String
    /// The character, from 0, of the whole text at which the mistake is.
    let offset: Int

    /// The mistake `reason` at `part`, a part of the whole text.
    init(_ reason: String, at part: Substring) {
        self.reason = reason
        let scalars = part.base.unicodeScalars
        offset = scalars.distance(from: scalars.startIndex, to: part.startIndex)
    }
}

extension Settings {
    /// What `read` makes of the list of texts at `key`, of the first `most` of them. What is wrong is reported at its place.
    func items<Item>(
        _ key: String, most: Int = .max, _ read: (Substring) throws(HoursMistake) -> Item
    ) -> (items: [Item], areRight: Bool)? {
        guard let texts = strings(key) else { return nil }
        if texts.count > most { report(key, "\(key) has more than \(most) lines; the others are left out") }
        var items: [Item] = []
        for (index, text) in texts.prefix(most).enumerated() {
            do throws(HoursMistake) { items.append(try read(text[...])) } catch {
                report(key, item: index, character: error.offset, error.reason)
            }
        }
        return (items, items.count == min(most, texts.count))
    }
}

extension Substring {
    /// The text without spaces at both ends.
    var trimmed: Substring {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }

    /// The parts between dashes, also between those that programs for letters write.
    var ends: [Substring] {
        split(omittingEmptySubsequences: false) { "-\u{2010}\u{2011}\u{2012}–—−".contains($0) }.map(\.trimmed)
    }
}
