// The words of a row.

import Geometry
import Stage

/// Words at the beginning of a row, and others at its end. Where there is too little room for both, the first ones wrap; and where they would
/// be narrower than the others, these stand below them.
struct RowWords: LayoutElement {
    let layout = RowWordsLayout()
    let content: Elements

    init(@ElementBuilder content: () -> Elements) { self.content = content() }
}

/// The layout of a row's words.
struct RowWordsLayout: Layout, Equatable {
    private func gap(_ environment: Environment) -> Double { (0.8 * environment.theme.em).rounded() }

    /// The widths of the words in a row that is `width` wide, if they have room side by side.
    private func widths(_ items: [LayoutItem], in width: Double, _ environment: Environment) -> [Double]? {
        guard items.count == 2 else { return nil }
        let end = items[1].size(in: Proposal()).width
        let start = width - gap(environment) - end
        // Long words at the end are easier to read in lines of their own.
        guard start >= items[0].size(in: Proposal()).width || start >= max(items[0].leastWidth, end) else { return nil }
        return [start, end]
    }

    func size(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> Size {
        guard let width = proposal.width else {
            let sizes = items.map { $0.size(in: Proposal()) }
            return Size(
                sizes.map(\.width).reduce(gap(environment) * Double(max(0, items.count - 1)), +),
                sizes.map(\.height).max() ?? 0)
        }
        if let widths = widths(items, in: width, environment) {
            return Size(width, zip(items, widths).map { $0.size(in: Proposal(width: $1)).height }.max() ?? 0)
        }
        return Size(width, items.reduce(0) { $0 + $1.size(in: Proposal(width: width)).height })
    }

    func place(_ items: [LayoutItem], in size: Size, _ environment: Environment) {
        if let widths = widths(items, in: size.width, environment) {
            for (item, width) in zip(items, widths) {
                let wanted = item.size(in: Proposal(width: width))
                let x = item.node === items[0].node ? 0 : size.width - width
                item.place(
                    in: Rect(x, ((size.height - wanted.height) / 2).rounded(), min(width, wanted.width), wanted.height))
            }
            return
        }
        let sizes = items.map { $0.size(in: Proposal(width: size.width)) }
        var y = ((size.height - sizes.reduce(0) { $0 + $1.height }) / 2).rounded()
        for (item, wanted) in zip(items, sizes) {
            item.place(in: Rect(0, y, min(size.width, wanted.width), wanted.height))
            y += wanted.height
        }
    }

    /// The least width (px): words in lines of one word each would be hard to read.
    func leastWidth(of items: [LayoutItem], _ environment: Environment) -> Double {
        items.map { min($0.size(in: Proposal()).width, max($0.leastWidth, 7 * environment.theme.em)) }.max() ?? 0
    }

    func traits(of items: [LayoutItem], _ environment: Environment) -> LayoutTraits { LayoutTraits(widthShare: 1) }
}
