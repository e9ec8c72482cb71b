// A client of the control socket that never waits.

import Glibc

@testable import Linux
@testable import Run

/// A connection that sends and receives only as much as it can without waiting.
@MainActor
final class FuzzedPeer {
    /// Whether the kiosk has closed, or this end has.
    private(set) var isOver = false
    private var descriptor: Int32
    private var sent: [UInt8] = []
    private var heard: [UInt8] = []
    private var hasHungUp = false

    init(connectingTo path: String) throws(SystemError) {
        descriptor = try SystemError.check("socket") { socket(AF_UNIX, SocketAddress.stream, 0) }
        let number = descriptor
        let address = try SocketAddress(path)
        try SystemError.check("connect", path) { address.with { connect(number, $0, $1) } }
    }

    isolated deinit { hangUp() }

    /// What it has received.
    var text: String { String(decoding: heard, as: UTF8.self) }

    /// Sends as many of `bytes` as it can without waiting, and returns how many.
    func send(_ bytes: ArraySlice<UInt8>) -> Int {
        guard descriptor >= 0 else { return 0 }
        let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        sent += bytes.prefix(max(0, count))
        return max(0, count)
    }

    /// Receives what has come.
    func listen() {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while descriptor >= 0, !isOver {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EAGAIN { return }
            if count <= 0 { isOver = true } else { heard += buffer.prefix(count) }
        }
    }

    func sayNoMore() { if descriptor >= 0 { shutdown(descriptor, Int32(SHUT_WR)) } }

    func hangUp() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        if !isOver { hasHungUp = true }
        isOver = true
    }

    /// Whether the last answer is one without an end.
    var isRecording: Bool { answers.isStream }

    /// Demands that it received whole answers, one to each line that it sent, in order.
    func check() throws(Flaw) {
        let (headers, isStream, isWhole) = answers
        if hasHungUp, !isStream { return }
        try demand(isWhole, "an answer breaks off: \(text)")
        let lines = sent.split(separator: 10, omittingEmptySubsequences: false)
        // A line that is too long is the last. It is answered too if the client has received the answer before it by then.
        let good = lines.dropLast().prefix { $0.count <= 4096 }.count
        try demand(
            isStream ? headers.count <= good : (good...good + 1).contains(headers.count),
            "\(good) lines have \(headers.count) answers: \(text)")
        for header in headers {
            try demand(header["bezel"]?.integer == 1 && header["done"]?.flag != nil, "this is no answer: \(header)")
            try demand(
                header["done"]?.flag == true || header["error"]?.text?.isEmpty == false,
                "it does not say why: \(header)"
            )
        }
    }

    private var answers: (headers: [JSONValue], isStream: Bool, isWhole: Bool) {
        var headers: [JSONValue] = []
        var rest = heard[...]
        while let end = rest.firstIndex(of: 10) {
            guard let header = try? JSONValue(reading: Array(rest[..<end])) else { return (headers, false, false) }
            headers.append(header)
            rest = rest[(end + 1)...]
            if header["stream"]?.flag == true { return (headers, true, true) }
            let count = header["bytes"]?.integer ?? 0
            guard count >= 0, rest.count >= count else { return (headers, false, false) }
            rest = rest.dropFirst(count)
        }
        return (headers, false, rest.isEmpty)
    }
}
