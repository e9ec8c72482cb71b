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

    /// The places of a title of `title` px and of the words of the way back, of `words` px. The title leaves the middle for them, and they
    /// are left out where it does not fit beside them: the arrow says the rest. They are never cut off.
    func places(title: Double, words: Double) -> Places {
        let middle = (width - title) / 2
        let end = leading + words + em
        let fitsBeside = words > 0 && title <= width - trailing - end
        if title <= width - 2 * side, !fitsBeside || end <= max(side, middle) {
            return Places(start: middle, width: title, words: fitsBeside ? words : 0)
        }
        func places(from start: Double, words: Double) -> Places {
            let width = max(0, min(title, self.width - trailing - start))
            // Where the middle of the bar is taken, the middle of what is left looks better than an end of it.
            let rest = max(0, self.width - trailing - start - width)
            return Places(
                start: start...start + rest ~= middle ? middle : start + rest / 2, width: width, words: words)
        }
        return fitsBeside
            ? places(from: end, words: words) : places(from: leading, words: 0)
    }
}
