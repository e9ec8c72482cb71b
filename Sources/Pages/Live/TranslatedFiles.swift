// The files of values in other languages: `departures.de.csv` beside `departures.csv`.

extension KioskReferences {
    /// `placeholder`, which is on `page`, with the file that stands for its file there.
    func translated(_ placeholder: Placeholder, on page: String) -> Placeholder {
        switch placeholder {
        case .value(let file, let path): .value(file: translated(file, on: page), path: path)
        case .cell(let file, let row, let column): .cell(file: translated(file, on: page), row: row, column: column)
        case .time, .date, .weekday, .until, .open, .slider: placeholder
        }
    }

    /// `text`, which is on `page`, with the files that stand for those of its placeholders there.
    func translated(_ text: [Inline], on page: String) -> [Inline] {
        text.map { inline in
            switch inline {
            case .placeholder(let placeholder): .placeholder(translated(placeholder, on: page))
            case .emphasis(let parts): .emphasis(translated(parts, on: page))
            case .strong(let parts): .strong(translated(parts, on: page))
            case .struck(let parts): .struck(translated(parts, on: page))
            case .link(let link, let parts): .link(link, translated(parts, on: page))
            case .text, .code, .lineBreak, .note: inline
            }
        }
    }
}
