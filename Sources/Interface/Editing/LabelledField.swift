// A field with the words around it.

import Drawing
import Geometry
import Gestures
import Stage

/// A field below its label, with what is wrong with its text below it.
struct LabelledField: HoldingElement {
    let field: FieldElement
    let problem: String?

    var layout: StackLayout {
        StackLayout(axis: .vertical, spacing: .em(0.25), alignment: .stretch, distribution: .start)
    }

    @ElementBuilder var content: Elements {
        if !field.look.label.isEmpty { Text(field.look.label).size(0.85) }
        field
        if let problem { Text(problem).size(0.85).foregroundStyle(.error) }
    }

    func makeView(in environment: Environment) -> GroupView { GroupView() }
    func update(_ view: GroupView, in environment: Environment) {}

    func hasPlaced(_ contentSize: Size, in view: GroupView, _ node: ItemNode) { view.contentPlaced() }

    /// Holds the words and the field. A tap on the words is one on the field, as on a label in HTML.
    final class GroupView: View {
        private var height = 0.0
        private var field: FieldView? { subviews.lazy.compactMap { $0 as? FieldView }.first }

        init() {
            super.init()
            let tap = TapRecognizer(name: "label")
            tap.delegate = self
            tap.onAction { [unowned self] _ in field?.beginEditing() }
            addRecognizer(tap)
        }

        /// What is wrong is said, or no longer: the visitor who types has to see that.
        func contentPlaced() {
            defer { height = bounds.height }
            guard height != bounds.height, let field, field.isEditing, let stage = field.screen?.navigator?.stage
            else { return }
            stage.request(Refresh { [weak field] in field.map(FieldKeyboard.reveal) })
        }
    }
}

extension LabelledField.GroupView: RecognizerDelegate {
    /// The field has its own fingers.
    func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool {
        field.map { touch.view?.isWithin($0) == false } ?? false
    }
}
