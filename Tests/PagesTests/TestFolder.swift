// A kiosk's folder that a test writes, and what Bezel says of it.

import Drawing
import Geometry
import Glibc
import Layers
import Pages
import TestFolders

/// A kiosk's folder.
nonisolated final class TestFolder: TemporaryFolder {
    init(_ files: [String: String] = [:]) {
        super.init()
        for (name, text) in files { write(Array(text.utf8), to: name) }
    }

    func write(_ name: String, _ bytes: [UInt8]) { write(bytes, to: name) }

    /// A PNG of `width` by 10 pixels.
    func writePicture(_ name: String, width: Int = 20) {
        write(Bitmap(size: PixelSize(width, 10), isOpaque: true).png(), to: name)
    }

    func load(
        machine: GestureTable = GestureTable(), rules: ContentRules = ContentRules(), decodingPictures: Bool = false
    ) -> Kiosk? {
        Kiosk.load(
            path, machine: MachineTables(gestures: machine), rules: rules, decodingPictures: decodingPictures
        ).kiosk
    }

    /// The diagnostics of the folder, one a line, with the folder called `kiosk`.
    func check(
        machine: GestureTable = GestureTable(), idle: IdleTable = IdleTable(), rules: ContentRules = ContentRules()
    ) -> String {
        let machine = MachineTables(gestures: machine, idle: idle)
        return Kiosk.load(path, machine: machine, rules: rules, decodingPictures: true).diagnostics
            .map { "\($0)".replacing(path, with: "kiosk") }.joined(separator: "\n")
    }
}

/// The blocks of a page as text, one a line, what lies in them indented.
func outline(_ blocks: [Block], _ indent: String = "") -> String {
    blocks.map { "\(indent)\($0.place.line):\($0.place.column) \(outline($0.content, indent + "  "))" }
        .joined(separator: "\n")
}

private func outline(_ content: Block.Content, _ inner: String) -> String {
    switch content {
    case .heading(let level, let text): return "heading \(level) \(outline(text))"
    case .paragraph(let text): return "paragraph \(outline(text))"
    case .rows(let rows):
        return "rows"
            + rows.map { row in
                "\n\(inner)\(row.place.line):\(row.place.column) \(outline(row.title))"
                    + (row.subtitle.isEmpty ? "" : " / \(outline(row.subtitle))")
                    + (row.value.isEmpty ? "" : " = \(outline(row.value))")
                    + (row.picture.map { " picture \(outline($0))" } ?? "")
                    + (row.leading + row.trailing).map { " [\($0.title) → \($0.link.page) \($0.link.presentation)]" }
                    .joined()
                    + " → \(row.link.map { "\($0.page)\(outline($0.part)) \($0.presentation)" } ?? "nowhere")"
            }.joined()
    case .qrCode(let code): return "QR code \(code)"
    case .slider(let name, let label): return "slider \(name) \(label)"
    case .stepped(let stepped):
        return "with \(stepped.slider)"
            + stepped.variants.map { "\n\(inner)from \($0.from) \(outline($0.block.content, inner))" }.joined()
    case .dataTable(let table): return "table of a file \(table)"
    case .list(let start, let items):
        return "list\(start.map { " from \($0)" } ?? "")" + items.map { "\n" + outline($0, inner) }.joined()
    case .tasks(let start, let tasks):
        return "tasks\(start.map { " from \($0)" } ?? "")"
            + tasks.map { task in
                "\n\(inner)\(task.isDone.map { $0 ? "done" : "open" } ?? "no task")\n"
                    + outline(task.blocks, inner + "  ")
            }.joined()
    case .picture(let picture): return "picture \(outline(picture))"
    case .gallery(let pictures): return "gallery " + pictures.map { outline($0) }.joined(separator: ", ")
    case .quote(let blocks): return "quote\n" + outline(blocks, inner)
    case .code(let text): return "code \(text.debugDescription)"
    case .rule: return "rule"
    case .table(let table):
        return "table \(table.alignments.map(\.rawValue).joined(separator: " "))"
            + ([table.header] + table.rows)
            .map { "\n\(inner)" + $0.map { outline($0) }.joined(separator: " | ") }.joined()
    }
}

func outline(_ text: [Inline]) -> String {
    text.map {
        switch $0 {
        case .text(let text): text
        case .placeholder(let placeholder): "\(placeholder)"
        case .emphasis(let parts): "<i>\(outline(parts))</i>"
        case .strong(let parts): "<b>\(outline(parts))</b>"
        case .struck(let parts): "<s>\(outline(parts))</s>"
        case .code(let text): "<code>\(text)</code>"
        case .link(let link, let parts):
            "<\(link.presentation) \(link.page)\(outline(link.part)) \(link.place.line):\(link.place.column)>\(outline(parts))</>"
        case .lineBreak: "⏎"
        case .note(let link, let number): "<note \(number) \(link.page)\(outline(link.part))>"
        }
    }.joined()
}

private func outline(_ part: Link.Part?) -> String {
    switch part {
    case .heading(let anchor): "#\(anchor)"
    case .note(let number): "#note-\(number)"
    case nil: ""
    }
}

private func outline(_ picture: PagePicture) -> String {
    let size = picture.picture.map { "\($0.size.width)×\($0.size.height)" } ?? "none"
    return "\"\(picture.description)\" \(size)" + (picture.link.map { " → \($0.page)" } ?? "")
}

/// Pictures that tests need as bytes.
nonisolated enum TestPicture {
    /// A GIF of 2 by 2 pixels that moves when it has several frames.
    static func gif(frames: Int) -> [UInt8] {
        var gif = Array("GIF89a".utf8) + [2, 0, 2, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
        if frames > 1 { gif += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0] }
        for _ in 0..<frames {
            gif += [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 2, 0, 2, 0, 0, 2, 3, 0x44, 2, 5, 0]
        }
        return gif + [0x3B]
    }

    static func png(_ width: Int, _ height: Int) -> [UInt8] {
        let bitmap = Bitmap(size: PixelSize(width, height), isOpaque: true, filledWith: .white)
        for index in stride(from: 0, to: width * height, by: 7) {
            bitmap.pixels[index] = UInt32(truncatingIfNeeded: index &* 2_654_435_761) | 0xFF00_0000
        }
        return bitmap.png()
    }
}
