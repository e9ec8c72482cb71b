// The readable text of a page, which its fonts must be able to draw.

extension Page {
    /// The title and the text of every block in reading order, one per line.
    package var text: String { ([title] + (blocks + notes.joined()).flatMap(\.texts)).joined(separator: "\n") }
}

extension Block {
    /// The texts in the block, in reading order.
    var texts: [String] {
        switch content {
        case .heading(_, let text), .paragraph(let text): [text.plainText]
        case .rows(let rows):
            rows.flatMap { row in
                [row.title.plainText, row.value.plainText, row.subtitle.plainText]
                    + (row.leading + row.trailing).map(\.title)
            }
        case .list(_, let items): items.flatMap { $0.flatMap(\.texts) }
        case .tasks(_, let tasks): tasks.flatMap { $0.blocks.flatMap(\.texts) }
        // The description of a picture is shown only when the picture is missing.
        case .picture, .gallery: pictures.map(\.caption)
        case .rule: []
        case .slider(_, let label): [label]
        case .stepped(let stepped): stepped.blocks.flatMap(\.texts)
        case .quote(let blocks): blocks.flatMap(\.texts)
        case .code(let text): [text]
        case .qrCode(let code): [code.description, code.caption]
        case .dataTable(let table): [table.description] + table.columns.map(\.heading)
        case .table(let table): (table.header + table.rows.joined()).map(\.plainText)
        }
    }
}
