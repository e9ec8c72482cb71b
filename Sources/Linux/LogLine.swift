// The lines that C libraries pass to a log handler.

/// The text of a line of a library's log, without the trailing newline.
func logLine(_ line: UnsafePointer<CChar>) -> String {
    let text = String(cString: line)
    return text.last == "\n" ? String(text.dropLast()) : text
}
