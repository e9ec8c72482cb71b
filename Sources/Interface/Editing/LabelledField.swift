// A field with the words around it.

import Drawing
import Geometry
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

    /// Holds the words and the field.
    final class GroupView: View {
        private var height = 0.0

        /// What is wrong is said, or no longer: the visitor who types has to see that.
        func contentPlaced() {
            defer { height = bounds.height }
            guard height != bounds.height, let field = subviews.lazy.compactMap({ $0 as? FieldView }).first,
                field.isEditing, let stage = field.screen?.navigator?.stage
            else { return }
            stage.request(Refresh { [weak field] in field.map(FieldKeyboard.reveal) })
        }
    }
}
