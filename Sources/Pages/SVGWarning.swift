// Warns of the parts of an SVG that are not drawn.

import Drawing
import Settings

/// What is said about the omissions of an SVG.
enum SVGWarning {
    /// The omissions in the SVG `text`, as bytes for `text(parsed:)`: another process looks for them, as it decodes pictures.
    static func search(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let found = SVGOmission.find(in: text)
        var writer = PlainWriter()
        writer.add(found.count)
        for omission in found {
            let (kind, names) =
                switch omission {
                case .element(let name): (0, [name])
                case .change(let name): (1, [name])
                case .file(let address): (2, [address])
                case .fonts(let families): (3, families)
                }
            writer.add(kind)
            writer.add(names.count)
            for name in names { writer.add(name.replacing("\0", with: "")) }
        }
        return writer.bytes
    }

    private static func omissions(_ bytes: [UInt8]) throws(MalformedBytes) -> [SVGOmission] {
        var reader = PlainReader(bytes)
        var found: [SVGOmission] = []
        for _ in 0..<(try reader.count()) {
            let kind = try reader.number(in: 0...3)
            var names: [String] = []
            for _ in 0..<(try reader.count()) { names.append(try reader.text()) }
            guard let first = names.first else { throw MalformedBytes() }
            found.append(
                kind == 0 ? .element(first) : kind == 1 ? .change(first) : kind == 2 ? .file(first) : .fonts(names))
        }
        return found
    }

    /// The families that stand for whatever a machine has.
    private static let generic: Set<String> = [
        "serif", "sans-serif", "sans", "monospace", "mono", "cursive", "fantasy", "system-ui", "ui-serif",
        "ui-sans-serif",
        "ui-monospace", "inherit", "initial", "unset",
    ]
    /// The most omissions that are named.
    private static let most = 4

    /// What to say of the omissions in `bytes`, as half a sentence about the picture; nil when all is drawn.
    static func text(parsed bytes: [UInt8]) -> String? {
        guard let found = try? omissions(bytes) else { return nil }
        let parts = found.compactMap(advice)
        guard !parts.isEmpty else { return nil }
        let more = parts.count - most
        return "is not drawn as it was made: " + parts.prefix(most).joined(separator: "; ")
            + (more > 0 ? "; and \(more) more" : "")
    }

    private static func advice(_ omission: SVGOmission) -> String? {
        switch omission {
        case .element(let name) where ["foreignobject", "flowroot", "textpath"].contains(name.lowercased()):
            return "text in the element \(name) is left out (write it in text, or convert it to paths)"
        case .element(let name): return "the element \(name) is left out (draw it with paths)"
        case .change(let name) where name == "@import": return "@import is left out (write the rules into the SVG)"
        case .change(let name): return "\(name) does nothing, and the drawing stands still"
        case .file(let address): return "\"\(address)\" is left out (embed the picture in the SVG)"
        case .fonts(let families):
            guard !families.contains(where: { generic.contains($0.lowercased()) && $0 == families.first }),
                let first = families.first,
                !families.contains(where: { !generic.contains($0.lowercased()) && InstalledFonts.has(family: $0) })
            else { return nil }
            return "the font \"\(first)\" is not installed (install it, or convert the text to paths)"
        }
    }
}
