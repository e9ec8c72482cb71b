// `bezel control`: sends a request to a running kiosk.

import Drawing
import Geometry
import Glibc
import Layers
import Linux
package import Machine

/// The options of `bezel control`.
package struct ControlCommand {
    /// The default path of the socket.
    package static let standardSocket = "/run/bezel/control"

    /// The path of the socket; nil for the one that the machine's file names, or else the standard one.
    package var socket: String?
    /// What the kiosk is asked.
    package var request: ControlRequest
    /// Where the answer goes: a file, or `-` for standard output.
    package var file = "-"

    /// Creates the command for `verb`.
    package init(_ verb: ControlVerb) { request = ControlRequest(verb) }

    /// The longest answer that is received, in bytes: a picture of the largest screen, 16384 × 8192 pixels.
    private static let longestAnswer = 512 << 20

    /// How long the kiosk may take, in seconds. It reads whole folders for a reload.
    private var patience: Int { request.verb == .reload ? 300 : 15 }

    /// Sends the request, and writes the answer. Throws the error that the kiosk returns, or the reason why there is no answer.
    package func run() throws(Failure) {
        let path = try socketPath()
        let connection: LocalConnection
        do throws(SystemError) { connection = try LocalConnection(to: path, seconds: patience) } catch {
            throw Self.unreachable(path, error)
        }
        do {
            try connection.send(request.line)
            guard let line = try connection.line() else {
                throw SystemError(call: "recv", errno: EPIPE, subject: path, hint: "the kiosk ended before it answered")
            }
            guard let header = try? JSONValue(reading: line) else { throw Self.strange }
            if header["done"]?.flag == true { return try receiveAnswer(header, connection, from: path) }
            throw Failure(
                header["code"]?.integer.flatMap { Failure.Code(rawValue: Int32($0)) } ?? .failed,
                Self.lines(header["error"]?.text ?? "the kiosk refuses, and does not say why"))
        } catch let failure as Failure {
            throw failure
        } catch let error as SystemError {
            throw Failure(
                .failed,
                error.errno == EAGAIN
                    ? "\(path): the kiosk has not answered for \(patience) s; is it stopped?" : "\(error)")
        } catch {
            throw Failure(.failed, "\(error)")
        }
    }

    /// `text` without control characters that are no ends of lines. A reload names each mistake in a line.
    private static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).withoutControls }
            .joined(separator: "\n")
    }

    private func socketPath() throws(Failure) -> String {
        if let socket { return socket }
        guard access(Configuration.standardPath, R_OK) == 0 else { return Self.standardSocket }
        return try Configuration(path: Configuration.standardPath).control.socket ?? Self.standardSocket
    }

    /// An answer that no kiosk of this version gives.
    private static let strange = Failure(.failed, "the kiosk's answer makes no sense; is this bezel as new as it?")

    private static func unreachable(_ path: String, _ error: SystemError) -> Failure {
        switch error.errno {
        case ENOENT:
            Failure(
                .unavailable,
                "\(path): no kiosk listens there; run one with socket = \"\(path)\" in [control] in bezel.toml, or name its "
                    + "socket with --socket")
        case ECONNREFUSED where !isSocket(path): Failure(.usage, "\(path) is no socket; name the kiosk's with --socket")
        case ECONNREFUSED:
            Failure(
                .unavailable,
                "\(path): the kiosk there has ended; \"systemctl status bezel\" or its log shows why")
        case EACCES, EPERM:
            Failure(
                .noPermission,
                "\(path): only root and the kiosk's own user have access; [control.allow] in bezel.toml lets others")
        default: Failure(.failed, "\(error)")
        }
    }

    private static func isSocket(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFSOCK
    }

    private func receiveAnswer(_ header: JSONValue, _ connection: LocalConnection, from path: String) throws {
        if header["stream"]?.flag == true {
            guard request.verb == .record else { throw Self.strange }
            return try follow(connection, from: path)
        }
        var count = 0
        if let announced = header["bytes"] {
            guard let number = announced.integer else { throw Self.strange }
            count = number
        }
        guard (0...Self.longestAnswer).contains(count) else {
            throw Failure(.failed, "the kiosk announced an answer of \(count) bytes; update this bezel")
        }
        let bytes = try connection.bytes(count)
        guard bytes.count == count else {
            throw Failure(.failed, "the kiosk ended in the middle of its answer: \(bytes.count) of \(count) bytes came")
        }
        guard let width = header["width"]?.integer, let height = header["height"]?.integer else {
            return try write(bytes)
        }
        guard header["format"]?.text == "xrgb8888", (1...16384).contains(width), (1...16384).contains(height),
            count == 4 * width * height
        else { throw Failure(.failed, "the kiosk sent a picture in an unknown format; update this bezel") }
        let picture = Bitmap(size: PixelSize(width, height), isOpaque: true)
        bytes.withUnsafeBytes {
            UnsafeMutableRawPointer(picture.pixels).copyMemory(from: $0.baseAddress!, byteCount: count)
        }
        try write(picture.png())
    }

    /// Writes a stream of the kiosk at `path` until it ends or a signal ends this process.
    private func follow(_ connection: LocalConnection, from path: String) throws {
        connection.waitForever()
        let isOutput = file == "-"
        let descriptor = isOutput ? 1 : try openToWrite(file)
        defer { if !isOutput { close(descriptor) } }
        // Only whole lines are written, so that the file can be read after a signal.
        var rest: [UInt8] = []
        while case let bytes = try connection.some(), !bytes.isEmpty {
            rest += bytes
            guard rest.count <= 2 * LocalConnection.longestLine else {
                throw Failure(.failed, "the kiosk sends no lines of text; update this bezel")
            }
            guard let feed = rest.lastIndex(of: UInt8(ascii: "\n")) else { continue }
            if let problem = writeAll(Array(rest[...feed]), to: descriptor) {
                throw Failure(.failed, "\(file): cannot be written: \(String(cString: strerror(problem)))")
            }
            rest.removeFirst(feed + 1)
        }
        // A kiosk that ends as it should removes its socket.
        do throws(SystemError) { _ = try LocalConnection(to: path, seconds: 1) } catch {
            if error.errno == ECONNREFUSED {
                throw Failure(.failed, "\(file): the recording is cut off: the kiosk was killed or has crashed")
            }
        }
    }

    private func write(_ bytes: [UInt8]) throws {
        let isOutput = file == "-"
        let descriptor = isOutput ? 1 : try openToWrite(file)
        defer { if !isOutput { close(descriptor) } }
        if let problem = writeAll(bytes, to: descriptor) {
            throw Failure(.failed, "\(file): cannot be written: \(String(cString: strerror(problem)))")
        }
    }
}
