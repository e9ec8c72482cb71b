// What a kiosk answers: a line that says what comes, and then that many bytes.

import Geometry
import Linux

/// An answer: a JSON object in a line, and what it announces.
struct ControlAnswer {
    /// What is there to be said besides; each under its key.
    var header = JSONObject()
    /// Bytes that follow the line.
    var body: [UInt8] = []

    /// An answer that says nothing but that it is done.
    init() {}

    /// `text`.
    init(_ text: String) { body = Array(text.utf8) }

    /// The picture `bitmap`, as its pixels: 32 bits each, 0xXXRRGGBB in the machine's order, row after row. Whoever asks
    /// makes a PNG of it; the kiosk has frames to draw.
    init(_ bitmap: Bitmap) {
        header.add("width", bitmap.size.width)
        header.add("height", bitmap.size.height)
        header.add("format", "xrgb8888")
        let bytes = UnsafeRawBufferPointer(start: bitmap.pixels, count: 4 * bitmap.size.width * bitmap.size.height)
        body = Array(bytes)
    }

    /// The line and what follows it.
    var bytes: [UInt8] {
        var line = header
        line.add("bytes", body.count)
        return Self.line(line, isDone: true) + body
    }

    /// The line before bytes that come as long as the connection lasts.
    static var streaming: [UInt8] {
        var line = JSONObject()
        line.add("stream", true)
        return Self.line(line, isDone: true)
    }

    /// The line that says that it was not done, and why.
    static func refusal(_ failure: Failure) -> [UInt8] {
        var line = JSONObject()
        line.add("code", Int(failure.code.rawValue))
        line.add("error", failure.description)
        return Self.line(line, isDone: false)
    }

    private static func line(_ rest: JSONObject, isDone: Bool) -> [UInt8] {
        var line = JSONObject()
        line.add("bezel", ControlRequest.version)
        line.add("done", isDone)
        line.add(rest)
        return Array((line.text + "\n").utf8)
    }
}
