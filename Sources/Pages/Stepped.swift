// A picture or a text that changes with a slider: ![Town](town-{{year}}.png), or a table whose first heading is {{year}}.

import Settings

/// A block that shows one of several others, depending on a slider.
package struct Stepped: Hashable, Sendable {
    /// What is shown from a value on, up to the next variant.
    package struct Variant: Hashable, Sendable {
        /// The least value.
        package var from: Int
        /// A picture or a paragraph.
        package var block: Block
    }

    /// The slider's name.
    package var slider: String
    /// The variants, in the order of their values.
    package var variants: [Variant]

    /// The most variants on a page.
    static let mostOnPage = 200

    /// The index of the variant for `value`; nil when there is none.
    func index(at value: Int?) -> Int? { value.flatMap { value in variants.lastIndex { $0.from <= value } } }

    /// The blocks of all variants.
    var blocks: [Block] { variants.map(\.block) }
}

/// Reads what changes with a slider.
struct SteppedReader {
    let source: MarkdownSource

    /// The slider or the picture that follows one, which `node` shows if it is written as a picture; nil for any other node.
    func figure(_ node: MarkdownNode) -> Block.Content? {
        guard node.kind == .image else { return nil }
        let address = Placeholder.plain(node.address)
        if address.hasPrefix("slider:") { return slider(String(address.dropFirst(7)), node) }
        return address.contains("{{") ? picture(address, node) : nil
    }

    private func slider(_ name: String, _ node: MarkdownNode) -> Block.Content {
        let label = Placeholder.plain(node.plainText)
        guard let sliders = source.sliders, sliders[name] == nil else { return .slider(name: name, label: label) }
        let near = Spelling(sliders.keys.sorted()).nearest(to: name).map { "did you mean (slider:\($0))?" }
        let right = SliderTable.name(like: name) ?? "year"
        let problem = right == name || name.isEmpty ? nil : SliderTable.problem(ofName: name)
        source.report(
            "there is no slider \"\(name)\"; "
                + (near ?? (problem.map { "\($0): write (slider:\(right)), and" } ?? "write")
                    + " into kiosk.toml [slider.\(right)] with from, to and step"),
            at: node)
        return .paragraph([.text(label)])
    }

    private func picture(_ address: String, _ node: MarkdownNode) -> Block.Content {
        let words = Block.Content.paragraph([.text(Placeholder.plain(node.plainText))])
        var name: String?
        for piece in Placeholder.pieces(of: address, on: source.page, sliders: source.sliders) {
            switch piece {
            case .text: continue
            case .placeholder(.slider(let slider)) where name == nil || name == slider: name = slider
            case .placeholder, .stray:
                source.report("only one slider, such as {{year}}, can be in a picture's name", at: node)
                return words
            case .problem(let reason, _):
                source.report(reason, at: node)
                return words
            }
        }
        // Where the settings cannot be read, or the slider has a mistake there, the steps are not known.
        guard let name, let slider = source.sliders?[name], slider.isUsable else { return words }
        let steps = slider.steps
        guard mayVary(by: steps.count, at: node) else { return words }
        if let fit = PictureTitle(Placeholder.plain(node.title)).fit, fit != .fit {
            source.report(
                "\"\(fit.rawValue)\" has no effect: a picture that follows a slider is always shown whole; remove the word",
                at: node, severity: .warning)
        }
        return .stepped(
            Stepped(
                slider: name,
                variants: steps.map { step in
                    let own = Placeholder.pieces(of: address, on: source.page, sliders: source.sliders).map {
                        if case .text(let text) = $0 { text } else { "\(step)" }
                    }
                    let picture = source.picture(node, link: nil, at: own.joined())
                    return Stepped.Variant(from: step, block: Block(.picture(picture), at: picture.place))
                }))
    }

    /// Whether the page may have `count` more variants, which is reported at `node` if not.
    private func mayVary(by count: Int, at node: MarkdownNode) -> Bool {
        let before = source.variants
        source.variants += count
        if source.variants <= Stepped.mostOnPage { return true }
        if before <= Stepped.mostOnPage {
            source.report(
                "more than \(Stepped.mostOnPage) pictures and texts of the page follow sliders, and from here on they are left out; "
                    + "make several pages of it", at: node)
        }
        return false
    }

    /// The text that the table `node` has for each value of a slider; nil for any other table.
    func table(_ node: MarkdownNode, _ inlines: InlineReader, depth: Int) -> Block.Content? {
        guard let head = node.children.first, head.kind == .tableHeader, let first = head.children.first,
            case .placeholder(.slider(let name))? = Placeholder.pieces(
                of: first.plainText, on: source.page, sliders: source.sliders
            ).first
        else { return nil }
        guard head.children.count == 2 else {
            source.report(
                "a table of texts that follow {{\(name)}} has two columns: the number from which a text is shown, and the text",
                at: head)
            return nil
        }
        var variants: [Stepped.Variant] = []
        for row in node.children.dropFirst() {
            guard row.children.count == 2, mayVary(by: 1, at: row) else { continue }
            let number = row.children[0].plainText.filter { !$0.isWhitespace }
            guard let from = Int(number) else {
                source.report("the first cell must be a whole number, from which the text is shown", at: row)
                continue
            }
            guard !variants.contains(where: { $0.from == from }) else {
                source.report("there is a text from \(from) on already", at: row)
                continue
            }
            let text = inlines.read(in: row.children[1], depth: depth + 1).trimmed
            variants.append(.init(from: from, block: Block(.paragraph(text), at: source.place(of: row.children[1]))))
        }
        return .stepped(Stepped(slider: name, variants: variants.sorted { $0.from < $1.from }))
    }
}
