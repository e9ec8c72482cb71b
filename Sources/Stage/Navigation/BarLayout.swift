// Where the title of a bar and the words of the way back stand.

/// Divides a bar between the way back, the title and what stands at the other side. The title is in the middle if it fits there, and
/// otherwise in the middle of the room that they leave. Lengths are in pixels, from the side where lines begin.
struct BarLayout {
    /// The width of the bar.
    let width: Double
    /// The width that is left free at both sides of a title in the middle.
    let side: Double
    /// What is taken at the leading side, without the words of the way back, and at the trailing side.
    let leading: Double
    let trailing: Double
    /// The size of the bar's text.
    let em: Double

    /// Where the title is, and how wide the words of the way back may be. 0 is for no words: the arrow alone says it.
    struct Places: Equatable {
        var start: Double
        var width: Double
        var words: Double
    }

    /// The least width of words that are cut off, in em. Shorter ones say nothing.
    private static let leastWords = 4.0

    /// The places of a title of `title` px and of the words of the way back, of `words` px. These make way for a title that has no room
    /// beside them; the first heading of a page says the title too, but the arrow says the rest.
    func places(title: Double, words: Double) -> Places {
        let middle = (width - title) / 2
        if title <= width - 2 * side {
            let room = max(side, (middle - em).rounded(.down)) - 0.6 * em - leading
            let isShown = words <= room || room >= Self.leastWords * em
            return Places(start: middle, width: title, words: isShown ? max(0, min(words, room)) : 0)
        }
        func places(from start: Double, words: Double) -> Places {
            let width = max(0, min(title, self.width - trailing - start))
            // Where the middle of the bar is taken, the middle of what is left looks better than an end of it.
            let rest = max(0, self.width - trailing - start - width)
            return Places(
                start: start...start + rest ~= middle ? middle : start + rest / 2, width: width, words: words)
        }
        let end = leading + words + em
        return words > 0 && title <= width - trailing - end
            ? places(from: end, words: words) : places(from: leading, words: 0)
    }
}
