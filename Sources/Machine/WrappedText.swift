// Text for a console: lines of limited width, and readable lengths.

package import Geometry

/// `text` broken at spaces into lines of at most `width` characters. A longer word gets a line of its own.
package func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
        if let last = lines.last, last.count + 1 + word.count <= width {
            lines[lines.count - 1] = last + " " + word
        } else {
            lines.append(String(word))
        }
    }
    return lines
}

/// `size` as text, such as `527 x 296 mm`.
package func millimetres(_ size: Size) -> String { "\(Int(size.width.rounded())) x \(Int(size.height.rounded())) mm" }
