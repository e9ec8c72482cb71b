// The screens touched to identify panels, in one atomically replaced file for each place where a panel is plugged in.

import Glibc
package import Linux
import Pages
import Settings

/// The folder of the touched screens.
package struct PanelPairs {
    package let folder: String

    /// The connector of the screen that was touched for the panel at `place`. Nil when there is none or when the file
    /// is wrong, so that the panel asks for a touch again.
    package func output(at place: String) -> String? {
        let path = path(of: place)
        guard access(path, F_OK) == 0, let settings = try? Settings(path: path) else { return nil }
        return settings.string("output")
    }

    /// Has `files` write that the screen of the connector `output` was touched for the panel at `place` on the day `date`. The
    /// first of several failures in a row is passed to `complaint`, on any thread.
    package func keep(
        _ output: String, at place: String, date: String, by files: WholeFileWriter = .shared,
        complaint: @escaping @Sendable (SystemError) -> Void
    ) {
        let text = """
            # The screen that was touched for the panel at \(place).
            output = "\(output)"
            date = "\(date)"

            """
        files.write(text, to: path(of: place), complaint: complaint)
    }

    private func path(of place: String) -> String {
        // A place can contain slashes, or any name that a driver chooses.
        let name = place.unicodeScalars.map { scalar in
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            return isPlain || "-.:".unicodeScalars.contains(scalar) ? String(scalar) : "_"
        }
        return "\(folder)/\(name.joined()).toml"
    }

    package init(folder: String) {
        self.folder = folder
    }
}
