// Views that scroll sideways on a page that scrolls down.

import Bezel

/// A strip that scrolls freely, a gallery with pages, and a gallery of strips, on a page that scrolls.
final class Strips: Sample {
    init() {
        super.init(
            name: "strips", title: "Strips and galleries",
            summary: "What scrolls sideways, what pages, and one inside the other, on a page that scrolls down.")
    }

    override func build(in content: View, theme: Theme) {
        let page = ScrollView(axis: .vertical)
        page.frame = Rect(origin: .zero, size: content.bounds.size)
        content.addSubview(page)
        let width = content.bounds.width
        let margin = (theme.em * 3).rounded()
        var y = (theme.em * 1.4).rounded()
        func add(_ title: String, _ view: View, height: Double) {
            let label = LabelView(AttributedText(title, theme.style(1.25, weight: .semibold)))
            label.frame = Rect(margin, y, width - 2 * margin, (theme.em * 2.2).rounded())
            page.addSubview(label)
            view.frame = Rect(0, label.frame.maxY, width, height)
            page.addSubview(view)
            y = view.frame.maxY + (theme.em * 1.6).rounded()
        }
        let card = Size((theme.em * 14).rounded(), (theme.em * 9).rounded())
        add("A strip", Self.strip(0..<14, card: card, margin: margin, theme: theme), height: card.height)
        let large = Size((width * 0.56).rounded(), (theme.em * 19).rounded())
        let gallery = GalleryView(
            pages: (20..<26).map { Poster($0, theme: theme) }, pageSize: large, gap: theme.em.rounded(), theme: theme)
        add("A gallery", gallery, height: GalleryView.height(forPages: large.height, theme: theme))
        let pages = (0..<3).map { number in
            Self.strip(
                (30 + 10 * number)..<(38 + 10 * number), card: card, margin: theme.em.rounded(), theme: theme)
        }
        for page in pages { page.layer.backgroundColor = theme.pressed }
        let nested = GalleryView(
            pages: pages, pageSize: Size(large.width, card.height), gap: theme.em.rounded(), theme: theme)
        add("Strips in a gallery", nested, height: GalleryView.height(forPages: card.height, theme: theme))
        page.contentSize = Size(width, y)
    }

    /// A row of cards in a view that scrolls.
    static func strip(_ numbers: Range<Int>, card: Size, margin: Double, theme: Theme) -> ScrollView {
        let strip = ScrollView(axis: .horizontal)
        let gap = theme.em.rounded()
        for (index, number) in numbers.enumerated() {
            let poster = Poster(number, theme: theme)
            poster.frame = Rect(origin: Point(margin + Double(index) * (card.width + gap), 0), size: card)
            strip.addSubview(poster)
        }
        strip.contentSize = Size(2 * margin + Double(numbers.count) * (card.width + gap) - gap, card.height)
        return strip
    }
}
