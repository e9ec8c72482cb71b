// The rooms' arrows, read from each file's import lines: the compiler does not check C modules, packages and clocks.

import Glibc
import Testing

@Suite struct RoomsTests {
    nonisolated static let arrows: [String: Set<String>] = [
        "Geometry": [],
        "Gestures": ["Geometry"],
        "Layers": ["Geometry", "CPixels"],
        "Drawing": ["Geometry", "Layers", "CPango", "CPixbuf", "CWebP", "CFiles"],
        "Stage": ["Geometry", "Gestures", "Layers", "Drawing", "CGIO"],
        "Keyboards": ["CKeyboard"],
        "Interface": ["Geometry", "Gestures", "Layers", "Drawing", "Stage", "Keyboards", "CMark"],
        "Accessibility": ["Geometry", "Stage", "Linux", "CGIO"],
        "Settings": ["Geometry", "CTOML", "CFiles"],
        "Pages": [
            "Geometry", "Gestures", "Layers", "Drawing", "Stage", "Settings", "CMark", "CFiles", "CJSON", "CCSV", "CQR",
        ],
        "Linux": [
            "Geometry", "CLinux", "CInput", "CContacts", "CSeat", "CDRM", "CWayland", "CLog", "CJSON", "Dispatch",
        ],
        "Recordings": ["Geometry", "Linux", "CLinux", "CYAML"],
        "Machine": ["Geometry", "Gestures", "Layers", "Drawing", "Stage", "Settings", "Pages", "Linux"],
        "Frames": ["Geometry", "Gestures", "Layers", "Drawing", "Stage", "Linux", "Logging"],
        // The keyboard of the elements types into guests too.
        "Guests": [
            "Geometry", "Gestures", "Layers", "Drawing", "Stage", "Keyboards", "Interface", "Linux", "Web",
            "CWaylandServer",
        ],
        "Web": ["Geometry", "Stage", "Linux", "CLinux", "CGIO"],
        "Calibration": [
            "Geometry", "Gestures", "Layers", "Drawing", "Stage", "Settings", "Pages", "Linux", "Recordings", "Machine",
        ],
        "Run": [
            "Geometry", "Gestures", "Layers", "Drawing", "Stage", "Settings", "Pages", "Linux", "Recordings", "Machine",
            "Frames", "Guests", "Web", "Calibration", "Accessibility", "Logging",
        ],
        "Replay": [
            "Geometry", "Gestures", "Layers", "Drawing", "Stage", "Pages", "Linux", "Recordings", "Machine", "Frames",
            // The keyboard comes over a guest without the guest.
            "Guests", "Calibration", "Logging",
        ],
        "Bezel": [
            "Geometry", "Gestures", "Layers", "Drawing", "Stage", "Interface", "Machine", "Frames", "Run", "Replay",
            "ArgumentParser",
        ],
        "Doctor": ["Geometry", "Drawing", "Stage", "Settings", "Pages", "Linux", "Machine", "CSwiftRuntime"],
        "Benchmark": [
            "Geometry", "Gestures", "Layers", "Drawing", "Stage", "Interface", "Settings", "Pages", "Linux",
            "Recordings",
            "Machine", "Frames", "Guests", "Calibration", "Run", "Replay", "CSwiftRuntime", "Logging",
        ],
        "Preview": ["Geometry", "Layers", "Drawing", "Stage", "Settings", "Pages", "Linux", "Machine"],
        "BezelCommand": [
            "Bezel", "Geometry", "Machine", "Calibration", "Run", "Replay", "Doctor", "Preview", "Benchmark",
            "ArgumentParser",
        ],
        "Gallery": ["Bezel"],
    ]
    /// Every room may use the C library's mathematics and files, and the standard library's own modules.
    static let everybodys: Set<String> = ["Dispatch", "Glibc", "Observation", "Synchronization"]

    static func files(in room: String) -> [(path: String, lines: [Substring])] {
        files(under: "\(repository)/Sources/\(room)")
    }

    /// The Swift files in the folder at `path`, and in those in it.
    static func files(under path: String) -> [(path: String, lines: [Substring])] {
        var found: [String] = []
        func walk(_ folder: String) {
            guard let handle = opendir(folder) else { return }
            defer { closedir(handle) }
            while let entry = readdir(handle) {
                let name = String(
                    cString: UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \.d_name)!)
                        .assumingMemoryBound(to: CChar.self))
                if name.hasPrefix(".") { continue }
                if name.hasSuffix(".swift") { found.append("\(folder)/\(name)") } else { walk("\(folder)/\(name)") }
            }
        }
        walk(path)
        return found.sorted().map { ($0, lines(of: $0)) }
    }

    /// The lines of the file at `path`.
    static func lines(of path: String) -> [Substring] {
        guard let stream = fopen(path, "r") else { return [] }
        defer { fclose(stream) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&buffer, 1, buffer.count, stream)
        return String(decoding: buffer[..<count], as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
    }

    @Test(arguments: arrows.keys.sorted()) func `a room imports what its arrows lead to, and never Foundation`(
        _ room: String
    ) {
        let files = Self.files(in: room)
        #expect(!files.isEmpty)
        for (path, lines) in files {
            var isText = false
            for line in lines {
                // The text of an app to begin with has imports of its own.
                if line.ranges(of: "\"\"\"").count % 2 == 1 { isText.toggle() }
                let words = isText ? [] : line.split(separator: " ")
                guard let at = words.firstIndex(of: "import"),
                    words[..<at].allSatisfy({ $0.hasPrefix("@") || ["public", "package", "internal"].contains($0) })
                else { continue }
                let module = String(words[at + 1])
                #expect(
                    Self.arrows[room]!.contains(module) || Self.everybodys.contains(module), "\(path) imports \(module)"
                )
            }
        }
    }

    @Test func `only the rooms that may do so read the clock or draw random numbers`() {
        let forbidden = [
            "clock_gettime", "ContinuousClock", "SuspendingClock", "gettimeofday", "Date()", "MonotonicClock",
            ".random(",
            "SystemRandomNumberGenerator", "time(nil)",
        ]
        for room in [
            "Geometry", "Gestures", "Layers", "Drawing", "Stage", "Keyboards", "Interface", "Settings", "Pages",
            "BezelCommand", "Gallery",
        ] {
            for (path, lines) in Self.files(in: room) {
                for line in lines where !line.drop(while: { $0 == " " }).hasPrefix("//") {
                    for word in forbidden { #expect(!line.contains(word), "\(path): \(line)") }
                }
            }
        }
    }

    @Test(arguments: arrows.keys.sorted()) func `each file begins with a sentence, and none is long`(_ room: String) {
        for (path, lines) in Self.files(in: room) {
            #expect(lines.first?.hasPrefix("// ") == true, "\(path)")
            #expect(lines.count <= 401, "\(path) has \(lines.count) lines")
        }
    }

    // MARK: Folders

    /// The words of the code in `lines`, without comments and strings. A word of an interpolation is not found.
    private static func words(of lines: [Substring]) -> Set<Substring> {
        var words: Set<Substring> = []
        var isText = false
        for line in lines {
            if line.contains("\"\"\"") {
                isText.toggle()
                continue
            }
            if isText { continue }
            for (index, part) in line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            where index.isMultiple(of: 2) {
                let code = part.firstRange(of: "//").map { part[..<$0.lowerBound] } ?? part
                words.formUnion(code.split { !($0.isLetter || $0.isNumber || $0 == "_") })
                if code.endIndex != part.endIndex { break }
            }
        }
        return words
    }

    /// The types that `lines` declare for other files.
    private static func types(in lines: [Substring]) -> [Substring] {
        lines.compactMap { line in
            var words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }[...]
            guard line.first?.isLetter == true else { return nil }
            words = words.drop { ["public", "package", "final", "indirect"].contains($0) }
            guard let kind = words.popFirst(),
                ["class", "struct", "enum", "protocol", "actor", "typealias"].contains(kind)
            else { return nil }
            return words.first
        }
    }

    /// For each folder in `room`, the other folders whose types it names, each with the name. The room's own files are in no
    /// folder.
    private static func folders(in room: String) -> [Substring: [Substring: Substring]] {
        let prefix = "\(repository)/Sources/\(room)/"
        let files = files(in: room).compactMap { path, lines -> (folder: Substring, lines: [Substring])? in
            let parts = path.dropFirst(prefix.count).split(separator: "/")
            return parts.count > 1 ? (parts[0], lines) : nil
        }
        var homes: [Substring: Set<Substring>] = [:]
        for (folder, lines) in files { for type in types(in: lines) { homes[type, default: []].insert(folder) } }
        var named: [Substring: [Substring: Substring]] = [:]
        for (folder, lines) in files {
            for word in words(of: lines) {
                guard let home = homes[word], !home.contains(folder) else { continue }
                for other in home { named[folder, default: [:]][other] = word }
            }
        }
        return named
    }

    /// In Stage a screen, its sheet and its fingers know each other, whichever folder they are in.
    @Test(arguments: arrows.keys.filter { $0 != "Stage" }.sorted()) func `no two folders of a room need each other`(
        _ room: String
    ) {
        let named = Self.folders(in: room)
        func cycle(from folder: Substring, _ way: [Substring]) -> [Substring]? {
            if let index = way.firstIndex(of: folder) { return Array(way[index...]) + [folder] }
            for next in (named[folder] ?? [:]).keys.sorted() {
                if let found = cycle(from: next, way + [folder]) { return found }
            }
            return nil
        }
        for folder in named.keys.sorted() {
            guard let found = cycle(from: folder, []) else { continue }
            let words = zip(found, found.dropFirst()).map { "\($0) names \(named[$0]?[$1] ?? "") of \($1)" }
            Issue.record("\(room): \(words.joined(separator: ", "))")
            return
        }
    }
}
