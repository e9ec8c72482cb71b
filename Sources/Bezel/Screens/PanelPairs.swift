// Which screen was touched on a panel that is plugged in at some place: one file a place, whole or not at all.

import Glibc
import Linux
import Pages

/// The folder of what was touched.
struct PanelPairs {
    let folder: String

    /// The connector whose screen was touched on the panel that is plugged in at `place`; nil when none was, or the file
    /// is wrong: then it is touched once more.
    func output(at place: String) -> String? {
        let path = path(of: place)
        guard access(path, F_OK) == 0, let settings = try? Settings(path: path) else { return nil }
        return settings.string("output")
    }

    /// Keeps that the screen of the connector `output` was touched on the panel at `place`, on the day `date`.
    func keep(_ output: String, at place: String, date: String) throws(Failure) {
        let text = """
            # The screen that somebody touched on the panel at \(place).
            output = "\(output)"
            date = "\(date)"

            """
        do throws(SystemError) { try WholeFile.write(text, to: path(of: place)) } catch {
            throw Failure(error.isPermission ? .noPermission : .failed, "\(error)")
        }
    }

    private func path(of place: String) -> String {
        // A place can hold slashes, and what a driver likes to call itself.
        let name = place.unicodeScalars.map { scalar in
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            return isPlain || "-.:".unicodeScalars.contains(scalar) ? String(scalar) : "_"
        }
        return "\(folder)/\(name.joined()).toml"
    }
}
