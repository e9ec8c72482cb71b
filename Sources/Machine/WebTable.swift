// The table [web] of the machine's file: the browser that shows pages of the web.

import Glibc
import Settings
package import Stage

/// The table `[web]` of the machine's file.
package struct WebTable: Hashable, Sendable {
    /// The browser. Nil takes the first one that is installed.
    package var browser: Browser?
    /// More arguments for the browser, before the address.
    package var arguments: [String] = []

    /// The defaults.
    package init() {}

    /// The table in `settings`; the defaults where that is nil.
    init(reading settings: Settings?) {
        guard let settings else { return }
        browser = settings.choice("browser", Browser.self)
        arguments = settings.strings("arguments") ?? []
    }

    /// The browser to start; nil where none is installed.
    package var found: Browser? {
        browser.map { $0.isInstalled ? $0 : nil } ?? Browser.allCases.first(where: \.isInstalled)
    }

    /// Why `program` cannot be started.
    package struct Problem: Error, CustomStringConvertible {
        package let description: String
    }

    /// The command for `program`, for a visitor who reads `language`. Throws when the program or the browser is not installed.
    package func command(for program: GuestProgram, language: String? = nil) throws(Problem) -> ProgramCommand {
        switch program.source {
        case .command(let words):
            if let name = words.first, Browser.isInstalled(name) { return ProgramCommand(words: words) }
            throw Problem(
                description:
                    "the program \"\(words.first ?? "")\" is not installed: apt-file search bin/\(program.name) names its package"
            )
        case .web(let url): return try browse(url, language)
        case .file(let path):
            // The address of a file begins with the whole way to it.
            let (file, rest) = (String(path.prefix { $0 != "?" && $0 != "#" }), path.drop { $0 != "?" && $0 != "#" })
            guard let whole = realpath(file, nil) else { throw Problem(description: "\(file) cannot be read") }
            defer { free(whole) }
            return try browse("file://" + Self.escaped(String(cString: whole)) + rest, language)
        }
    }

    /// Why `program` cannot be started on this machine; nil if it can.
    package func problem(with program: GuestProgram) -> Problem? {
        do throws(Problem) {
            switch program.source {
            case .command: _ = try command(for: program)
            case .web(let address), .file(let address): _ = try browse(address)
            }
            return nil
        } catch { return error }
    }

    private func browse(_ url: String, _ language: String? = nil) throws(Problem) -> ProgramCommand {
        guard let found else {
            let missing = browser ?? .chromium
            throw Problem(description: "no browser is installed: apt install \(missing.package)")
        }
        return found.command(url, arguments, language: language)
    }

    /// `path` as a part of an address.
    private static func escaped(_ path: String) -> String {
        path.utf8.map { byte in
            let isPlain =
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "/-._~".utf8.contains(byte)
            return isPlain
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
