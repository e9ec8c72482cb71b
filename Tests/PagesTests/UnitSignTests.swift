// Numbers and the signs of their units: they stand on one line.

import Drawing
import Geometry
import Layers
import Stage
import Testing

@testable import Pages

@Suite struct UnitSignTests {
    private nonisolated static let theme = Theme(
        .daylight, on: Panel(pixels: PixelSize(800, 480), millimetres: Size(220, 132)))

    private func set(_ inlines: [Inline], values: LiveValues? = nil) -> AttributedText {
        TextSetter(theme: Self.theme, language: "en", values: values).paragraph(inlines).attributed
    }

    @Test(arguments: ["8 €", "27.5 °C", "50 %", "$ 8", "٢٥ ٪", "£ 3", "900 ₩", "90 °م", "7 ‰"])
    func `a number is not parted from its sign, at any width`(quantity: String) {
        let words = "It is lent for "
        let text = set([.text(words + quantity)])
        let parts = quantity.split(separator: " ")
        for width in stride(from: 60.0, to: 500, by: 7) {
            let last = TextLayout(text, width: width).lastLine.start
            #expect(last <= words.utf8.count, "\(quantity) at \(width) px is parted before \(parts[1])")
        }
    }

    @Test func `a number is not parted from its sign where one of them is bold`() {
        #expect(set([.strong([.text("8")]), .text(" €")]).string == "8\u{A0}€")
        #expect(set([.text("8 "), .strong([.text("€")])]).string == "8\u{A0}€")
    }

    @Test(arguments: ["room 8 and more", "8, % of", "8  €", "a € sign", "50 %, 8 rooms", "Café 8 naïve", ""])
    func `other spaces stay`(text: String) {
        #expect(set([.text(text)]).string.replacing("50\u{A0}%", with: "50 %") == text)
    }
}
