// Inline Markdown in texts: what is read, how it looks, and where its links are.

import Drawing
import Geometry
import Layers
import Observation
import Stage
import TestRandomness
import Testing
import TouchScript

@testable import Interface

@Observable private final class Opened {
    var address = ""
    var count = 1
}

@Suite struct MarkdownTests {
    /// The runs of `text`, each with its signs: b, i and c, and the address of a link.
    private func outline(_ text: String) -> [String] {
        Markdown(text).runs.map { run in
            let signs = (run.isBold ? "b" : "") + (run.isItalic ? "i" : "") + (run.isCode ? "c" : "")
            return signs + "|" + run.text + (run.address.map { "|" + $0 } ?? "")
        }
    }

    @Test(arguments: [
        ("**bold** and *italic*", ["b|bold", "| and ", "i|italic"]),
        ("press `K 7`", ["|press ", "c|K 7"]),
        (
            "see [the **big** hall](hall), or [not]",
            ["|see ", "|the |hall", "b|big|hall", "| hall|hall", "|, or [not]"]
        ),
        ("***both***", ["bi|both"]),
        ("**\"quoted\"** first", ["b|\"quoted\"", "| first"]),
        ("AT&amp;T", ["|AT&T"]),
        ("![a lighthouse](picture.jpg)", ["|a lighthouse"]),
    ])
    func `what Markdown has in a line is read`(_ text: String, _ runs: [String]) { #expect(outline(text) == runs) }

    @Test(arguments: [
        "", "2 * 3 * 4", "**open", "[no link]", "[half](", "# 1 first", "1. January", "- not a list", "> more",
        "    four spaces",
        "---", "a\n---\nb", "a\n\nb", "| a | b |", "```", "<b>html</b>", "snake_case_name", "[a]: /b", "\t*", "~~~",
        "a\u{A0}b",
        "غرفة ١", "  two spaces",
    ])
    func `what is no Markdown is text`(_ text: String) {
        #expect(outline(text) == (text.isEmpty ? [] : ["|" + text]))
    }

    @Test func `whatever is written, no letters are lost`() {
        var random = SplitMix(7)
        let signs = Array("ab *_`[]()!<>#\\&;:\n\u{A0}é漢ب-1.")
        for _ in 0..<4000 {
            let text = String((0..<Int(random.below(24))).map { _ in signs[Int(random.below(signs.count))] })
            let words = Markdown(text).runs.map(\.text).joined()
            let kept = words.filter { $0.isLetter }.count
            // An address is not shown.
            if !text.contains("](") { #expect(kept == text.filter { $0.isLetter }.count, "\(text.debugDescription)") }
        }
    }

    @Test func `a text is drawn in its styles, and without somebody who follows links they are words`() throws {
        let glass = ElementGlass {
            Column {
                Text(markdown: "**a** *b* `c` [d](e)")
                Text(markdown: "[d](e)") { _ in }
                Text(markdown: "[d](e)") { _ in }.disabled()
            }
        }
        let labels = glass.all(LabelView.self)
        let styles = labels[0].text.runs.map(\.style)
        #expect(styles[0].weight == .bold && styles[2].isItalic && styles[4].isMonospaced)
        #expect(labels[2].links.isEmpty, "a disabled link")
        #expect(labels[0].links.isEmpty && !styles[6 - 1].isUnderlined)
        #expect(labels[1].links.map(\.address) == ["e"] && labels[1].text.runs[0].style.isUnderlined)
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `a finger on any line of a link, or just beside it, follows it`(_ direction: LayoutDirection) throws {
        let opened = Opened()
        let words = "At the till or [in the long corridor behind the hall of the sea](hall) and [upstairs](stairs)."
        let screen = BodyScreen {
            Column { Text(markdown: words) { opened.address = $0 }.frame(width: .px(300)) }.padding(.px(60))
        }
        screen.direction = direction
        let glass = ElementGlass(screen)
        let label = try #require(glass.all(LabelView.self).first)
        #expect(label.naturalSize.width > 300)
        let layout = TextLayout(
            label.text, width: label.bounds.width, alignment: label.alignment, lineSpacing: 1.15)
        let boxes = layout.bounds(ofRun: 1)
        #expect(boxes.count >= 2)
        let origin = glass.frame(of: label).origin + (screen.view.content.frame.origin - .zero)
        for box in boxes {
            opened.address = ""
            glass.touch { $0.tap(at: Point((origin.x + box.center.x) / 4, (origin.y + box.center.y) / 4)) }
            glass.settle()
            #expect(opened.address == "hall", "\(box)")
        }
        let small = try #require(layout.bounds(ofRun: 3).first)
        glass.touch { $0.tap(at: Point((origin.x + small.center.x) / 4, (origin.y + small.maxY + 4) / 4)) }
        glass.settle()
        #expect(opened.address == "stairs")
        let links = glass.stage.spokenViews.filter { $0.spoken.role == .link }.map(\.spoken.label)
        #expect(links == ["in the long corridor behind the hall of the sea", "upstairs"])
    }

    @Test(arguments: [1, 2])
    func `a link that a limit of lines leaves out takes no taps`(_ lines: Int) throws {
        let glass = ElementGlass {
            Column {
                Text(markdown: "[First](a) and many more words that take all the room there is, and then a [last](b)") {
                    _ in
                }
                .lineLimit(lines).frame(width: .px(160))
            }
        }
        let links = glass.stage.spokenViews.filter { $0.spoken.role == .link }.map(\.spoken.label)
        #expect(links == ["First"])
    }

    @Test func `a link keeps to the closure and the words of the newest body`() throws {
        let (model, opened) = (Opened(), Opened())
        let glass = ElementGlass {
            let count = model.count
            Column { Text(markdown: count < 3 ? "[go](a)" : "**Now** [go](b)") { opened.address = "\($0)\(count)" } }
        }
        func tap() throws {
            let link = glass.all(View.self).first { $0.spoken?.role == .link }
            glass.tap(try #require(link))
        }
        model.count = 2
        glass.settle()
        try tap()
        #expect(opened.address == "a2")
        model.count = 3
        glass.settle()
        try tap()
        #expect(opened.address == "b3")
    }
}
