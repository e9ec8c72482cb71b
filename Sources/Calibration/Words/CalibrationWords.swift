// The texts of the calibration in one language.

package import Machine
package import Stage

/// The texts of one language. `%1`, `%2` and `%3` are placeholders for figures.
package struct CalibrationWords: Hashable, Sendable {
    /// The name of the language in that language.
    package let name: String
    /// The BCP 47 tag of the language, such as `de`.
    package let tag: String
    package var direction = LayoutDirection.leftToRight

    package let again, back, leave, save, next: String

    /// The title, the instruction, and the instruction for targets with great residuals.
    package let position, hold, worst: String
    /// The residual in mm, that the panel is turned or mirrored, and why the position cannot be accepted.
    let positionResult, turned, positionProblem: String

    package let size, card: String
    /// The width and height in mm.
    let sizeResult: String

    /// The titles of the edges.
    package let left, right, top, bottom: String
    /// The instruction, and the speeds.
    package let swipe, slowly, usually, fast: String
    /// The number so far, of the number wanted.
    package let count: String
    /// The message that the swipes suffice for a bound, and that more of them may make the width narrower.
    let enough: String
    /// A button that removes the last stroke.
    let undo: String
    let drag: String
    /// The width in mm, and with 95 % confidence the greatest percentages of swipes missed and drags taken.
    let edgeResult: String
    /// The width of the strip at the edge in which the glass senses no touches, in mm.
    let deadBorder: String
    let trade: String
    /// The figures of `edgeResult` in short form, for a button.
    package let choice: String

    package let noise, rest, many: String
    /// The jitter in mm, the scans per second, and the number of fingers.
    let noiseResult: String

    package let summary, unmeasured: String
    /// The paths of the files.
    package let kept: String

    /// The message that repeated touches on the same ring lie %1 mm apart, with advice.
    let unsteady: String
    /// A button that leads to the next page without a measurement.
    package let without: String

    /// All languages, the same as in the sample kiosk.
    package static let all: [CalibrationWords] = [
        .english, .chinese, .arabic, .french, .german, .spanish, .portuguese, .italian, .welsh, .greek, .ukrainian,
        .hebrew, .hindi, .japanese, .korean, .turkish,
    ]

}

extension CalibrationWords {
    /// The language with the tag `tag`. Nil when there is none.
    package init?(tag: String) {
        guard let words = Self.all.first(where: { $0.tag == tag }) else { return nil }
        self = words
    }

    /// The title of the edge `name`.
    package func title(of name: PanelRecord.EdgeName) -> String {
        switch name {
        case .left: left
        case .right: right
        case .top: top
        case .bottom: bottom
        }
    }

    /// `template` with its placeholders replaced by `figures`.
    package static func filled(_ template: String, _ figures: String...) -> String {
        var text = template
        for (index, figure) in figures.enumerated() { text = text.replacing("%\(index + 1)", with: figure) }
        return text
    }
}
