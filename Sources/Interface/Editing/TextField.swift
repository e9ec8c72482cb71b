// Fields in which a visitor types.

import Geometry
import Stage

/// A field for a line of text, with a keyboard on the glass.
public struct TextField: Element {
    var field: FieldElement
    private let problem: String?

    /// A field called `label` that shows `text`, of the kind `kind`. While the text is empty, `prompt` stands in it. It takes at most `limit`
    /// characters, and shows none of them if it `isSecure`. `problem` says below the field what is wrong with the text; nil if nothing is.
    /// `change` is called with each text that is typed, and `submit` when the visitor has ended the last field of a screen with the enter key.
    public init(
        _ label: String, text: String, kind: TextKind = .text, prompt: String = "", limit: Int = 200,
        isSecure: Bool = false,
        problem: String? = nil, onSubmit submit: (() -> Void)? = nil, onChange change: @escaping (String) -> Void
    ) {
        field = FieldElement(
            look: FieldView.Look(
                label: label, prompt: prompt, kind: kind, isSecure: isSecure, problem: problem),
            text: text, limit: limit, change: change, submit: submit)
        self.problem = problem
    }

    /// The label, the field, and what is wrong with the text.
    public var body: some Element { return LabelledField(field: field, problem: problem) }
}

/// A field for a text of several lines, which grows with it.
public struct TextArea: Element {
    var field: FieldElement
    private let problem: String?

    /// A field called `label` that shows `text`, at least `lines` lines high. The rest is as in a `TextField`.
    public init(
        _ label: String, text: String, prompt: String = "", lines: Int = 4, limit: Int = 2000, problem: String? = nil,
        onChange change: @escaping (String) -> Void
    ) {
        field = FieldElement(
            look: FieldView.Look(label: label, prompt: prompt, lines: max(2, lines), problem: problem),
            text: text,
            limit: limit, change: change, submit: nil)
        self.problem = problem
    }

    /// The label, the field, and what is wrong with the text.
    public var body: some Element { return LabelledField(field: field, problem: problem) }
}

/// Refers to the view of a field.
final class FieldReference {
    weak var view: FieldView?
}

/// The field itself.
struct FieldElement: ViewElement {
    let look: FieldView.Look
    let text: String
    let limit: Int
    let change: (String) -> Void
    let submit: (() -> Void)?
    /// What the app wants of the focus; nil for nothing.
    var focus: FieldFocus?
    /// What refers to the view, for a button that does something with it.
    var reference: FieldReference?

    func makeView(in environment: Environment) -> FieldView { FieldView(in: environment) }

    func update(_ view: FieldView, from old: FieldElement?, in environment: Environment) -> Bool {
        (view.onChange, view.onSubmit) = (change, submit)
        reference?.view = view
        var look = look
        look.isEnabled = environment.isEnabled
        view.show(look, text, limit: limit, environment)
        move(focusTo: view, from: old)
        return old == nil || old?.look != self.look || look.isMultiline && old?.text != text
    }

    func size(of view: FieldView, in proposal: Proposal, _ environment: Environment) -> Size {
        view.size(in: proposal.width ?? (14 * environment.theme.em).rounded())
    }

    /// In a narrower field visitors would not see the word that they type.
    func leastWidth(of view: FieldView, _ environment: Environment) -> Double {
        ((8 + look.leading + look.trailing) * environment.theme.em).rounded()
    }

    func leave(_ view: FieldView) { view.endEditing() }

    var traits: LayoutTraits { LayoutTraits(widthShare: 1) }
}
