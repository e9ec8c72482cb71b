// What the calibration says, in one language.

import Stage

/// The words of one language. `%1`, `%2` and `%3` stand for figures.
struct CalibrationWords: Hashable, Sendable {
    /// The language in its own words.
    let name: String
    /// Its tag, such as `de`.
    let tag: String
    var direction = LayoutDirection.leftToRight

    let again, back, leave, save, next: String

    /// The title, what to do, and the same for targets that were off.
    let position, hold, worst: String
    /// How far off the touches are, in mm; that the panel lies otherwise than the screen; why it cannot be taken.
    let positionResult, turned, positionProblem: String

    let size, card: String
    /// Width and height in mm.
    let sizeResult: String

    /// The title of each edge.
    let left, right, top, bottom: String
    /// What to do, and how fast.
    let swipe, slowly, usually, fast: String
    /// So many of so many.
    let count: String
    /// They are enough to promise something, and more make the width narrower.
    let enough: String
    /// The last one does not count.
    let undo: String
    let drag: String
    /// The width in mm, and with 95 % confidence at most how many swipes of a hundred are missed, and drags taken.
    let edgeResult: String
    /// The glass at the edge that sees nothing, in mm.
    let deadBorder: String
    let trade: String
    /// The same figures as `edgeResult`, short, for a button.
    let choice: String

    let noise, rest, many: String
    /// The trembling in mm, scans a second, fingers.
    let noiseResult: String

    let summary, unmeasured: String
    /// Where it is kept.
    let kept: String

    /// That a ring was not touched twice in the same place, but so many mm apart, and what helps.
    let unsteady: String
    /// A button: the next page, with nothing measured here.
    let without: String

    /// All that there are, as the sample kiosk has them.
    static let all: [CalibrationWords] = [
        .english, .chinese, .arabic, .french, .german, .spanish, .portuguese, .italian, .welsh, .greek, .ukrainian,
        .hebrew, .hindi, .japanese, .korean, .turkish,
    ]

}

extension CalibrationWords {
    /// The language `tag`; nil when there is none.
    init?(tag: String) {
        guard let words = Self.all.first(where: { $0.tag == tag }) else { return nil }
        self = words
    }

    /// The title of the edge `name`.
    func title(of name: PanelRecord.EdgeName) -> String {
        switch name {
        case .left: left
        case .right: right
        case .top: top
        case .bottom: bottom
        }
    }

    /// `template` with its figures.
    static func filled(_ template: String, _ figures: String...) -> String {
        var text = template
        for (index, figure) in figures.enumerated() { text = text.replacing("%\(index + 1)", with: figure) }
        return text
    }
}
