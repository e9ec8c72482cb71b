// Finds what librsvg leaves out of an SVG without a word: elements that it does not draw, other files, and fonts.

/// Something that an SVG has and that is not drawn, or not as its author saw it.
package enum SVGOmission: Hashable, Sendable {
    /// An element that is never drawn.
    case element(String)
    /// An element that moves or changes the drawing, which stands still.
    case change(String)
    /// Another file, by its address.
    case file(String)
    /// The families of fonts for a text, the first of which is wanted most.
    case fonts([String])

    /// The elements that are not drawn.
    private static let unseen: Set<String> = [
        "foreignobject", "flowroot", "video", "audio", "iframe", "canvas", "textpath", "meshgradient", "hatch",
    ]
    private static let changing: Set<String> = [
        "script", "animate", "animatetransform", "animatemotion", "animatecolor", "set",
    ]
    /// The most findings in a file.
    private static let most = 20
    /// The longest value that is looked at (bytes). Pictures within the file are longer.
    private static let longest = 200

    /// What of the SVG `text` is not drawn, in the order of the file. This reads tags and styles, and takes time with the length.
    package static func find(in text: ArraySlice<UInt8>) -> [SVGOmission] {
        var search = Search(rest: text)
        while search.found.count < most, search.step() {}
        return search.found
    }

    /// A walk from tag to tag.
    private struct Search {
        var rest: ArraySlice<UInt8>
        var found: [SVGOmission] = []

        mutating func add(_ omission: SVGOmission) { if !found.contains(omission) { found.append(omission) } }

        /// Looks at the next tag. Returns false at the end.
        mutating func step() -> Bool {
            guard let begin = rest.firstIndex(of: UInt8(ascii: "<")) else { return false }
            rest = rest[(begin + 1)...]
            for (opening, closing) in [("!--", "-->"), ("![CDATA[", "]]>"), ("?", "?>")]
            where rest.starts(with: opening.utf8) {
                let inner = rest[..<(rest.firstRange(of: Array(closing.utf8))?.lowerBound ?? rest.endIndex)]
                rest = rest[inner.endIndex...]
                return true
            }
            let name = SVGOmission.string(rest.prefix { !" \t\r\n/>".utf8.contains($0) })
            rest = rest.dropFirst(name.utf8.count)
            // Elements of other programs have a prefix of their own.
            let parts = name.split(separator: ":")
            let isSVG = parts.count == 1 || parts.first == "svg"
            let element = String(parts.last ?? "").lowercased()
            if isSVG, SVGOmission.unseen.contains(element) { add(.element(String(parts.last ?? ""))) }
            if isSVG, SVGOmission.changing.contains(element) { add(.change(String(parts.last ?? ""))) }
            attributes(of: element)
            if element == "style" {
                let end = rest.firstRange(of: Array("</".utf8))?.lowerBound ?? rest.endIndex
                style(rest[..<end])
                rest = rest[end...]
            }
            return true
        }

        /// Looks at the attributes of a tag, up to its end.
        private mutating func attributes(of element: String) {
            while let first = rest.first, first != UInt8(ascii: ">") {
                let name = SVGOmission.string(rest.prefix { !" \t\r\n/>=".utf8.contains($0) })
                guard !name.isEmpty else {
                    rest = rest.dropFirst()
                    continue
                }
                rest = rest.dropFirst(name.utf8.count).drop { " \t\r\n=".utf8.contains($0) }
                guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                    continue
                }
                rest = rest.dropFirst()
                let value = rest[..<(rest.firstIndex(of: quote) ?? rest.endIndex)]
                rest = rest[value.endIndex...].dropFirst()
                attribute(name, value, of: element)
            }
        }

        private mutating func attribute(_ name: String, _ value: ArraySlice<UInt8>, of element: String) {
            switch name {
            case "href", "xlink:href":
                let address = SVGOmission.string(value.prefix(SVGOmission.longest)).drop(while: \.isWhitespace)
                let isInside = address.hasPrefix("#") || address.hasPrefix("data:") || address.isEmpty
                if ["image", "use", "feimage"].contains(element), !isInside { add(.file(String(address))) }
            case "font-family": fonts(value)
            case "style": style(value)
            default: break
            }
        }

        /// Looks at rules of CSS.
        private mutating func style(_ css: ArraySlice<UInt8>) {
            var rest = css
            while found.count < SVGOmission.most, let name = rest.firstRange(of: Array("font-family".utf8)) {
                rest = rest[name.upperBound...].drop { " \t\r\n".utf8.contains($0) }
                guard rest.first == UInt8(ascii: ":") else { continue }
                let value = rest.dropFirst().prefix { !";}".utf8.contains($0) }
                // What stands in @font-face is the name of a font in a file, which is not read.
                fonts(value)
                rest = rest[value.endIndex...]
            }
            for rule in ["@import", "@keyframes"] where css.firstRange(of: Array(rule.utf8)) != nil {
                add(.change(rule))
            }
        }

        private mutating func fonts(_ value: ArraySlice<UInt8>) {
            let text = SVGOmission.string(value.prefix(SVGOmission.longest)).replacing("&quot;", with: "")
            let families = text.split(separator: ",").map { family in
                String(
                    family.filter { $0 != "\"" && $0 != "'" }.drop(while: \.isWhitespace).reversed()
                        .drop(while: \.isWhitespace).reversed())
            }.filter { !$0.isEmpty }
            if !families.isEmpty { add(.fonts(families)) }
        }
    }

    private static func string(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
