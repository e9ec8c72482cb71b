// Why a file is no picture, in words that say what to do. The libraries that decode pictures speak of their formats instead.

/// Reasons for which a picture cannot be shown, as half sentences.
enum PictureReason {
    static let unknown = "it is of no known kind; save it as PNG or JPEG"
    static let truncated = "the file is truncated; copy it again"
    static let memory = "there is not enough memory for it; make it smaller"
    static let damaged = "the file is damaged; copy it again, or save it anew as PNG or JPEG"

    /// What a file with these first `bytes` is, if it is a kind of file that is often taken for a picture; nil for any other.
    static func kind(of bytes: ArraySlice<UInt8>) -> String? {
        func begins(_ text: String, at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        if bytes.isEmpty { return "the file is empty; copy it again" }
        if begins("version https://git-lfs") {
            return "it is a pointer of Git LFS, not the file itself; fetch the file with \"git lfs pull\""
        }
        if begins("%PDF") || begins("%!PS") { return "it is a PDF or PostScript file; export it as SVG, PNG or JPEG" }
        if begins("PK\u{3}\u{4}") {
            return
                "it is an archive or a document of an office program; export the picture in it as PNG or JPEG, or the table in it as CSV"
        }
        if begins("8BPS") { return "it is a Photoshop file; export it as PNG or JPEG" }
        if bytes.starts(with: [0x1F, 0x8B]) { return "it is compressed (.svgz); unpack it, or save it as plain SVG" }
        if bytes.starts(with: [0xFF, 0x0A]) || begins("JXL ", at: 4) {
            return "it is a JPEG XL; save it as PNG or JPEG"
        }
        if begins("AVI ", at: 8)
            || ["isom", "iso2", "mp41", "mp42", "M4V ", "qt  ", "avc1"].contains(where: { begins("ftyp" + $0, at: 4) })
            || bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
        {
            return "it is a video; save one picture of it as PNG or JPEG, or all of it as an animated WebP or GIF"
        }
        let text = String(decoding: bytes.prefix(256), as: UTF8.self).drop(while: \.isWhitespace).lowercased()
        if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") {
            return "it is a web page, perhaps what a server answered in place of the picture; download it again"
        }
        return nil
    }

    /// The reason that gdk-pixbuf or librsvg gives in `message`, in plain words. What librsvg says of wrong XML gets its place first.
    static func plain(_ message: String) -> String {
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        if line.hasPrefix("XML parse error") { return xml(line) }
        let lowered = line.lowercased()
        func has(_ words: String...) -> Bool { words.contains(where: lowered.contains) }
        if has("unrecognized image file format", "couldn\u{2019}t recognize", "couldn't recognize") { return unknown }
        if has("memory") { return memory }
        if has("premature end", "truncated", "incomplete", "unexpected end") { return truncated }
        return damaged
    }

    /// What librsvg says in `line` of wrong XML. It has two ways to say it.
    private static func xml(_ line: String) -> String {
        if let place = line.firstRange(of: " on line "),
            let end = line[place.upperBound...].firstRange(of: " of data: ")
        {
            let numbers = line[place.upperBound..<end.lowerBound].replacing(" column ", with: ", column ")
            return "its XML is wrong in line \(numbers): \(advice(String(line[end.upperBound...])))"
        }
        // `XML parse error: error code=201 (3) in (null):1:82: …`
        let parts = line.split(separator: ":", maxSplits: 4).map { $0.drop { $0 == " " } }
        guard parts.count == 5, let row = Int(parts[2]), let column = Int(parts[3]) else {
            return "its XML is wrong; export it again"
        }
        return "its XML is wrong in line \(row), column \(column): \(advice(String(parts[4])))"
    }

    /// What to write where libxml2 says `message`.
    private static func advice(_ message: String) -> String {
        func word(after text: String) -> String? {
            message.firstRange(of: text).map { String(message[$0.upperBound...].prefix { $0 != " " && $0 != ":" }) }
        }
        if let tag = word(after: "Couldn't find end of Start Tag ") {
            return "the tag <\(tag) has a mistake, such as a value without quotes, or no > at its end"
        }
        if let tag = word(after: "Premature end of data in tag ") {
            // libxml2 names the outermost one, also where the end of one in it is missing.
            return "the element \(tag), or one in it, has no end; write it, as in </\(tag)>, or copy the file again"
        }
        if let tag = word(after: "tag mismatch: ") {
            return "the element \(tag) has no end before this one; write </\(tag)>"
        }
        if let name = word(after: "Entity ") {
            return "&\(name.filter { $0 != "'" }); is not known in SVG; write the sign itself"
        }
        if let prefix = word(after: "Namespace prefix ") {
            return prefix == "xlink"
                ? "its element svg needs xmlns:xlink=\"http://www.w3.org/1999/xlink\""
                : "the prefix \(prefix): is not declared; remove what has it, or export the file again"
        }
        if let name = word(after: "Attribute "), message.contains("redefined") {
            return "the attribute \(name) is there twice"
        }
        if message.contains("not proper UTF-8") || message.contains("encoding") { return "save the file as UTF-8" }
        if message.contains("EntityRef") { return "write &amp; for the sign &" }
        if message.contains("invalid element name") || message.contains("AttValue: '<'")
            || message.contains("Unescaped '<'")
        {
            return "write &lt; for the sign <"
        }
        if message.contains("AttValue") { return "a value stands in quotes, as in width=\"9\"" }
        if message.contains("Extra content") || message.contains("Document is empty")
            || message.contains("Start tag expected")
        {
            return "one element svg holds everything; remove what stands outside it"
        }
        return "export the file again"
    }
}
