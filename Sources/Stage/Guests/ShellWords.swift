// How a shell divides a line into words.

import CGIO

/// A line as a shell reads it, by GLib.
package enum ShellWords {
    /// The words of `line`; nil where a quote has no end, or there are none.
    package static func split(_ line: String) -> [String]? {
        var (count, words): (Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) = (0, nil)
        guard !line.utf8.contains(0), g_shell_parse_argv(line, &count, &words, nil) != 0, let words else { return nil }
        defer { g_strfreev(words) }
        return (0..<Int(count)).compactMap { words[$0].map { String(cString: $0) } }
    }
}
