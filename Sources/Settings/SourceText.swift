// A text file of a kiosk: its bytes, its lines, and the conversion to columns.

internal import CFiles
import Glibc

/// A text file in UTF-8, read completely. Lines end with a line feed, a carriage return, or both.
package struct SourceText {
    /// The largest text file in bytes.
    package static let largest = 1 << 20

    /// The file's name in diagnostics.
    package let file: String
    /// Its contents, without a byte order mark.
    package let bytes: [UInt8]
    private let lineStarts: [Int]

    /// Reads the file at `path`, which is also its name in diagnostics.
    package init(reading path: String) throws(Diagnostic) {
        try self.init(path, largest: SourceText.largest, advice: "split it", onlyFiles: false) {
            var opened = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            while opened < 0, errno == EINTR { opened = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
            return opened
        }
    }

    /// Reads the file `inner` of the folder `folder`, at most `largest` bytes; `advice` says what to do with one that has more. Unless
    /// `followsLinks`, a symbolic link is an error.
    package init(
        reading inner: String, in folder: String, followsLinks: Bool, largest: Int = SourceText.largest,
        advice: String = "split it"
    ) throws(Diagnostic) {
        let path = folder == "/" ? "/" + inner : "\(folder)/\(inner)"
        try self.init(path, largest: largest, advice: advice, onlyFiles: true) {
            bezel_open_beneath(folder, inner, O_RDONLY, followsLinks ? 1 : 0)
        }
    }

    /// Reads the file that `open` opens, and calls it `path` in diagnostics. With `onlyFiles`, pipes and devices are an error.
    private init(
        _ path: String, largest: Int, advice: String, onlyFiles: Bool, _ open: () -> Int32
    ) throws(Diagnostic) {
        var read = try SourceText.read(path, largest: largest, advice: advice, onlyFiles: onlyFiles, open)
        if read.starts(with: [0xEF, 0xBB, 0xBF]) { read.removeFirst(3) }
        self.init(read, file: path)
        if String(validating: bytes, as: UTF8.self) == nil { throw notUTF8() }
    }

    /// The text `bytes`, which is UTF-8. `file` is its name in diagnostics.
    package init(_ bytes: [UInt8], file: String) {
        (self.bytes, self.file) = (bytes, file)
        var starts = [0]
        for (index, byte) in bytes.enumerated() {
            let isEnd = byte == 10 || byte == 13 && !(index + 1 < bytes.count && bytes[index + 1] == 10)
            if isEnd { starts.append(index + 1) }
        }
        if starts.count > 1, starts.last == bytes.count { starts.removeLast() }
        lineStarts = starts
    }

    /// The number of lines.
    package var lineCount: Int { lineStarts.count }

    /// The contents from line `first` on.
    package func bytes(from first: Int) -> ArraySlice<UInt8> { bytes[start(of: first)...] }

    /// The contents of line `number`, counted from 1, with the line ending.
    package func bytes(ofLine number: Int) -> ArraySlice<UInt8> { bytes[start(of: number)..<start(of: number + 1)] }

    /// The whole text.
    package var string: String { string(bytes[...]) }

    /// The text from line `first`, counted from 1, up to but not including line `end`.
    package func string(lines first: Int, until end: Int) -> String {
        string(bytes[start(of: first)..<start(of: end)])
    }

    /// The characters of line `number`, counted from 1, without the line ending; empty if there is no such line.
    package func line(_ number: Int) -> [Unicode.Scalar] {
        guard number >= 1, number <= lineCount else { return [] }
        return string(lines: number, until: number + 1).unicodeScalars.filter { $0 != "\n" && $0 != "\r" }
    }

    /// Whether the text of line `number` ends with a backslash.
    package func endsWithBackslash(_ number: Int) -> Bool { line(number).last == "\\" }

    /// The column in characters, from 1, of byte `byte` of line `number`, both counted from 1.
    package func column(line number: Int, byte: Int) -> Int {
        guard number >= 1, number <= lineCount else { return 1 }
        let begin = start(of: number)
        let end = min(start(of: number + 1), begin + max(0, byte - 1))
        return bytes[begin..<end].count { $0 & 0xC0 != 0x80 } + 1
    }

    /// A diagnostic `message` about the place of the byte `index` of `bytes`.
    package func diagnostic(_ message: String, atByte index: Int) -> Diagnostic {
        let line = lineStarts.lastIndex { $0 <= index } ?? 0
        return Diagnostic(
            message, file: file, line: line + 1, column: column(line: line + 1, byte: index - lineStarts[line] + 1))
    }

    /// The lines between `+++` and `+++` at the top, and the line after them; nil if the file does not begin with `+++`. The text begins with
    /// an empty line in place of the first `+++`, so its lines have the numbers of the file's: messages name more than one.
    package func frontMatter() throws(Diagnostic) -> (text: String, nextLine: Int)? {
        guard isFence(1) else { return nil }
        guard let end = (2..<max(2, lineCount + 1)).first(where: isFence) else {
            throw Diagnostic(
                "the front matter that begins here is not closed; end it with +++", file: file, line: 1, column: 1
            )
        }
        return ("\n" + string(lines: 2, until: end), end + 1)
    }

    /// Whether line `number` is a line of `+++`, which begins or ends front matter.
    package func isFence(_ number: Int) -> Bool {
        let line = line(number)
        return line.prefix(3) == ["+", "+", "+"] && line.dropFirst(3).allSatisfy { $0 == " " || $0 == "\t" }
    }

    private func start(of line: Int) -> Int { line <= lineCount ? lineStarts[line - 1] : bytes.count }

    private func string(_ slice: ArraySlice<UInt8>) -> String { String(decoding: slice, as: UTF8.self) }

    private func notUTF8() -> Diagnostic {
        var bad = 0
        var rest = bytes.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        search: while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar): bad += scalar.count
            case .error, .emptyInput: break search
            }
        }
        let digits = String(bytes[min(bad, bytes.count - 1)], radix: 16, uppercase: true)
        return diagnostic("the byte 0x\(digits) is not UTF-8; save the file as UTF-8", atByte: bad)
    }

    private static func read(
        _ path: String, largest: Int, advice: String, onlyFiles: Bool, _ open: () -> Int32
    ) throws(Diagnostic) -> [UInt8] {
        func problem(_ sentence: String) -> Diagnostic { Diagnostic(sentence, file: path) }
        // `open` never waits for the other end of a named pipe.
        let descriptor = open()
        // The kernel opens no socket, and no device without a driver.
        let other = "is not a file, but a pipe, a socket or a device; put a file here, or remove it"
        guard descriptor >= 0 else {
            if onlyFiles, errno == ENXIO { throw problem(other) }
            throw problem("cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        if onlyFiles, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            throw problem(isFolder ? "is a folder, not a file; rename it, or put the file itself here" : other)
        }
        var bytes = [UInt8](repeating: 0, count: largest + 1)
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress! + count, $0.count - count)
            }
            if got < 0, errno == EINTR { continue }
            if got < 0 { throw problem("cannot be read: \(String(cString: strerror(errno)))") }
            if got == 0 { return Array(bytes[..<count]) }
            count += got
        }
        let limit = largest >= 1 << 20 ? "\(largest >> 20) MB" : "\(largest >> 10) KiB"
        throw problem("the file is larger than \(limit); \(advice)")
    }
}
