// The pictures that are kept of the sample kiosks.

import Bezel
import Glibc
import Layers
import Machine

@testable import Linux

/// A kept picture, in `Tests/BezelTests/Goldens/pictures`. With BEZEL_GOLDENS=renew in the environment it is drawn anew.
struct Golden {
    private let name: String

    private nonisolated static let folder = "\(repository)/Tests/BezelTests/Goldens/pictures"
    /// Where the differences are drawn.
    private nonisolated static let differences = "\(repository)/.build/goldens"

    init(_ name: String) { self.name = name }

    // MARK: Fonts

    /// Whether the fonts and libraries are those with which the pictures were drawn. Others draw letters a little differently.
    nonisolated static let isComparable: Bool = {
        if KeptPicture.isRenewed {
            mkdir(folder, 0o755)
            _ = try? WholeFile.write(versions, to: "\(folder)/versions.txt")
            return true
        }
        return SystemFiles.bytes("\(folder)/versions.txt") == Array(versions.utf8)
    }()

    /// The processor, and the versions of the packages that decide how a page looks, one a line.
    private nonisolated static let versions: String = {
        let packages: Set<Substring> = [
            "fonts-noto-cjk", "fonts-noto-core", "fonts-noto-mono", "libcairo2", "libfreetype6", "libgdk-pixbuf-2.0-0",
            "libharfbuzz0b", "libpango-1.0-0", "librsvg2-2", "librsvg2-common",
        ]
        var (name, lines): (Substring, [String]) = ("", [])
        guard let file = fopen("/var/lib/dpkg/status", "r") else { return "no packages of Debian\n" }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 4096)
        while fgets(&buffer, Int32(buffer.count), file) != nil {
            let line = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count == 2 else { continue }
            if words[0] == "Package:" { name = words[1] }
            if words[0] == "Version:", packages.contains(name) { lines.append("\(name) \(words[1])") }
        }
        #if arch(x86_64)
            lines.append("x86-64")
        #endif
        return Set(lines).sorted().joined(separator: "\n") + "\n"
    }()

    // MARK: Comparing

    /// How `picture` differs from the kept one, and where both can be seen; nil if they are equal.
    func difference(from picture: Bitmap) throws -> String? {
        mkdir(Self.differences, 0o755)
        return try KeptPicture("\(Self.folder)/\(name).png")
            .difference(from: picture, shownIn: "\(Self.differences)/\(name).png")
    }
}
