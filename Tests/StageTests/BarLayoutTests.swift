// The title of a bar and the words of its way back: nothing overlaps, and nothing is cut off that has room.

import TestRandomness
import Testing

@testable import Stage

@Suite struct BarLayoutTests {
    @Test func `on any bar a title is whole if it has room, in the middle if that has, and never over anything else`() {
        var random = SplitMix(7)
        for _ in 0..<3000 {
            let em = 8 + Double(random.below(40))
            let width = em * Double(14 + random.below(90))
            let side = min(em * 11.5, width / 3)
            let leading = em * [1.0, 2.4].randomElement(using: &random)!
            let trailing = min(em * Double(1 + random.below(8)), width / 3)
            let words = leading > em ? em * Double(random.below(20)) : 0
            let title = em * (0.5 + Double(random.below(80)))
            let bar = BarLayout(width: width, side: side, leading: leading, trailing: trailing, em: em)
            let places = bar.places(title: title, words: words)
            let what = "\(bar) \(title) \(words): \(places)"
            #expect(places.width <= title + 0.01 && places.words <= words, "\(what)")
            let end = places.start + places.width
            let room = leading + words + em
            if title <= width - 2 * side, places.words == 0 || room <= (width - title) / 2 {
                #expect(places.width == title && abs(places.start + end - width) < 0.01, "\(what)")
            } else {
                #expect(places.start >= leading - 0.01 && end <= width - trailing + 0.01, "\(what)")
                // It is as far from what is before it as from what is behind it, or in the middle of the bar.
                let before = places.words > 0 ? room : leading
                let (gap, other) = (places.start - before, width - trailing - end)
                #expect(abs(places.start + end - width) < 0.01 || abs(gap - other) < 0.01, "\(what)")
                #expect(places.width > title - 0.01 || places.width >= width - leading - trailing - 0.01, "\(what)")
            }
            // Words are never cut off, and are left out only where they and the title do not fit the bar together.
            #expect(places.words == 0 || places.words == words && leading + words <= places.start + 0.01, "\(what)")
            #expect(places.words == words || room + title > width - trailing, "\(what)")
        }
    }
}
