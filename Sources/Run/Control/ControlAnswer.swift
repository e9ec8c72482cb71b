// The answer of a kiosk: a line that announces a body, and then the bytes of the body.

import Geometry
import Layers
import Linux
import Machine

/// An answer: a JSON object in one line, and the body that it announces.
struct ControlAnswer {
    /// Further fields of the line.
    var header = JSONObject()
    /// The bytes that follow the line.
    var body: [UInt8] = []

    /// An answer that only says that the request was carried out.
    init() {}

    /// An answer with `text` as its body.
    init(_ text: String) { body = Array(text.utf8) }

    /// An answer with the pixels of `bitmap` as its body: 32 bits each, 0xXXRRGGBB in the machine's byte order, row after row.
    /// The client makes a PNG of them, because the kiosk has frames to draw.
    init(_ bitmap: Bitmap) {
        header.add("width", bitmap.size.width)
        header.add("height", bitmap.size.height)
        header.add("format", "xrgb8888")
        let bytes = UnsafeRawBufferPointer(start: bitmap.pixels, count: 4 * bitmap.size.width * bitmap.size.height)
        body = Array(bytes)
    }

    /// The line and the body.
    var bytes: [UInt8] {
        var line = header
        line.add("bytes", body.count)
        return Self.line(line, isDone: true) + body
    }

    /// The line before bytes that come for as long as the connection lasts.
    static var streaming: [UInt8] {
        var line = JSONObject()
        line.add("stream", true)
        return Self.line(line, isDone: true)
    }

    /// The line that says that the request was not carried out, and why.
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
