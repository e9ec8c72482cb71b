// What each recognizer of the view under the finger has come to, and why.

import Drawing
import Geometry
import Layers
import Stage

/// A list of the recognizers that have looked at the present touches, in the order in which they came to something.
@MainActor
final class HUDGestures {
    private struct Line {
        let id: Int
        let name: String
        var state: String
        var why: String?
    }

    static let most = 8

    /// How wide the card is, in pixels.
    static func width(_ style: HUDStyle) -> Double { style.pixels(620) }

    private let style: HUDStyle
    private let layer = Layer()
    private let title: HUDLabel
    private let labels: [HUDLabel]
    private let bottom: Double
    private var lines: [Line] = []
    private var view = ""
    private var fingers: Set<Int> = []
    private var isNew = false

    /// A card whose lower left corner is `corner`.
    init(corner: Point, style: HUDStyle, in parent: Layer) {
        self.style = style
        bottom = corner.y
        let (width, margin, row) = (Self.width(style), style.pixels(18), style.pixels(26))
        layer.frame = Rect(corner.x, corner.y, width, 0)
        layer.backgroundColor = HUDStyle.card
        layer.cornerRadius = style.pixels(12)
        parent.addSublayer(layer)
        title = HUDLabel(Rect(margin, margin * 0.8, width - 2 * margin, row * 1.2), in: layer)
        labels = (0..<Self.most).map { [layer] index in
            HUDLabel(Rect(margin, margin + row * (1.2 + Double(index)), width - 2 * margin, row), in: layer)
        }
        layer.isHidden = true
    }

    func record(_ touches: TouchFrame) {
        for change in touches.changes {
            switch change.phase {
            case .began:
                // Another gesture begins when the first finger comes down; what came of the last one stays until then.
                if fingers.isEmpty { (lines, view, isNew) = ([], "", true) }
                fingers.insert(change.contact)
            case .moved: break
            case .ended, .cancelled: fingers.remove(change.contact)
            }
        }
    }

    func record(_ record: TraceRecord) {
        guard let step = GestureStep(record) else { return }
        if let view = step.view { self.view = view }
        set(Line(id: step.id, name: step.name, state: step.state, why: step.why))
    }

    /// Shows the list; `underWay` are the recognizers that follow a touch, each with its attempt's number and state.
    func show(_ underWay: [(name: String, id: Int, state: String)]) {
        for one in underWay where one.id > 0 {
            set(Line(id: one.id, name: one.name, state: one.state, why: lines.first { $0.id == one.id }?.why))
        }
        guard isNew else { return }
        isNew = false
        // What has come to most stands first.
        let order = ["began", "changed", "ended", "possible", "cancelled", "failed"]
        let sorted = lines.enumerated().sorted {
            let (a, b) = (order.firstIndex(of: $0.element.state) ?? 9, order.firstIndex(of: $1.element.state) ?? 9)
            return a == b ? $0.offset < $1.offset : a < b
        }
        let shown = sorted.prefix(Self.most).map(\.element)
        layer.isHidden = shown.isEmpty
        title.say(
            AttributedText([
                .init("Gestures", style.text(19, weight: .semibold)),
                .init(
                    view.isEmpty ? "" : "   in \(view)", style.text(16, color: HUDStyle.secondaryText)),
            ]))
        for (index, label) in labels.enumerated() {
            label.say(index < shown.count ? text(shown[index]) : AttributedText())
        }
        let height = style.pixels(18) * 2 + style.pixels(26) * (1.2 + Double(shown.count))
        layer.frame = Rect(layer.position.x, bottom - height, layer.bounds.width, height)
    }

    private func set(_ line: Line) {
        if let index = lines.firstIndex(where: { $0.id == line.id }) {
            isNew = isNew || lines[index].state != line.state
            lines[index] = line
        } else {
            isNew = true
            lines.append(line)
        }
    }

    private func text(_ line: Line) -> AttributedText {
        let color: Color =
            switch line.state {
            case "began", "changed", "ended": HUDStyle.drawing
            case "possible": HUDStyle.waking
            default: HUDStyle.secondaryText
            }
        let isQuiet = line.state == "failed" || line.state == "cancelled"
        return AttributedText([
            .init(line.state == "possible" ? "○  " : isQuiet ? "×  " : "●  ", style.text(16, color: color)),
            .init(
                line.name, style.text(16, weight: .semibold, color: isQuiet ? HUDStyle.secondaryText : HUDStyle.text)),
            .init("  \(line.state)", style.text(16, color: color)),
            .init(line.why.map { "  \($0)" } ?? "", style.text(15, color: HUDStyle.secondaryText)),
        ])
    }
}
