// A list of ten thousand rows, each with actions on both sides.

import Bezel

/// A list in which only the rows near the glass exist. A row opens to either side; a long swipe performs the first action.
final class LongList: Sample {
    /// The numbers of the remaining pieces.
    private(set) var things = Array(0..<10_000)
    /// The numbers of the pieces that are kept.
    private(set) var kept: Set<Int> = []
    /// The list; nil before the screen is first shown.
    private(set) var list: ListView?

    init() {
        super.init(
            name: "long-list", title: "A long list",
            summary: "Ten thousand rows. Swipe one to the right to keep it, to the left to give it away.")
    }

    override func build(in content: View, theme: Theme) {
        let list = ListView(count: things.count, estimatedRowHeight: ThingRow.height(theme)) {
            [unowned self] index, width in row(index, width, theme)
        }
        list.frame = Rect(origin: .zero, size: content.bounds.size)
        content.addSubview(list)
        self.list = list
    }

    private func row(_ index: Int, _ width: Double, _ theme: Theme) -> View {
        let number = things[index]
        var toggle = {}
        let row = ThingRow(Thing(number: number), width: width, isKept: kept.contains(number), theme: theme) {
            toggle()
        }
        toggle = { [unowned self, weak row] in
            guard let row else { return }
            row.isKept.toggle()
            if row.isKept { kept.insert(number) } else { kept.remove(number) }
        }
        return SwipeRow(
            content: row,
            leading: [RowAction(title: "Keep", color: Palette.teal) { toggle() }],
            trailing: [
                RowAction(title: "Give away", color: Palette.brick) { [unowned self] in giveAway(number) },
                RowAction(title: "Lend", color: Palette.ochre) {},
            ],
            theme: theme)
    }

    private func giveAway(_ number: Int) {
        things.removeAll { $0 == number }
        list?.reload(count: things.count)
    }
}
