// What visitors have set with sliders, which screens then show.

import Geometry

extension Stage {
    /// The most sliders whose values are kept.
    package nonisolated static let mostSliders = 16

    /// Notes that the visitor has set the slider `name` to `value`, and tells everything that shows values. Another visitor begins with
    /// no slider set.
    package func set(_ name: String, to value: Int) {
        guard sliders[name] != value, sliders[name] != nil || sliders.count < Self.mostSliders else { return }
        sliders[name] = value
        trace("slider", [("name", .text(name)), ("value", .integer(value))])
        tellOfValues()
    }
}

extension [String: Int] {
    /// What sliders are set to, one text such as `year=1900` for each, as recordings and the file of a visit have it.
    package var sliderTexts: [String] { sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } }

    /// Reads what `sliderTexts` gave. Anything else is left out.
    package init(sliderTexts: some Sequence<String>) {
        self = [:]
        for text in sliderTexts where count < Stage.mostSliders {
            guard let sign = text.lastIndex(of: "="), let value = Int(text[text.index(after: sign)...]) else {
                continue
            }
            self[String(text[..<sign])] = value
        }
    }
}
