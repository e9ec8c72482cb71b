// A field in which a visitor types what is searched for.

import Drawing
import Geometry
import Stage

/// A field with a magnifier, and with a button that empties it.
public struct SearchField: Element {
    private let label: String
    private let field: (FieldView.Look, FieldReference) -> FieldElement
    private let text: String

    /// A field that shows `text`, or `label` while there is none. It takes at most `limit` characters. `change` is called with each text that
    /// is typed, and `submit` when the visitor has ended it with the enter key.
    public init(
        _ label: String, text: String, limit: Int = 100, onSubmit submit: (() -> Void)? = nil,
        onChange change: @escaping (String) -> Void
    ) {
        (self.label, self.text) = (label, text)
        field = {
            FieldElement(look: $0, text: text, limit: limit, change: change, submit: submit, reference: $1)
        }
    }

    /// The field, the magnifier where lines begin, and the button where they end.
    public var body: some Element {
        let look = FieldView.Look(label: label, prompt: label, leading: 1.8, trailing: text.isEmpty ? 0 : 1.8)
        Remembered({ FieldReference() }, keepsRow: false) { reference, environment in
            Overlay(alignment: .start) {
                field(look, reference)
                Icon(.search, size: 1.2).foregroundStyle(.secondary).padding(EdgeMeasures(leading: .em(0.7)))
                if !text.isEmpty {
                    // The sign is as far from its end as the magnifier is from the other one, also where letters are large.
                    let side = Measure.px(max(environment.theme.fingertip, (2.6 * environment.theme.em).rounded()))
                    Row {
                        Spacer()
                        Icon(.close, size: 1).foregroundStyle(.secondary).frame(width: side, height: side)
                            .onTap(as: Spoken(.button, ControlWords(environment.language ?? "en").clear)) {
                                reference.view?.clear()
                            }
                    }
                }
            }
        }
    }
}
