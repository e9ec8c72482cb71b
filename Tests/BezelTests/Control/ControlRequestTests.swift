// A request as a line of JSON, whichever program wrote it.

import Geometry
import Testing

@testable import Machine
@testable import Run

@Suite struct ControlRequestTests {
    private func request(_ line: String) throws(Failure) -> ControlRequest {
        try ControlRequest(line: Array(line.utf8))
    }

    private func refusal(_ line: String) -> String {
        do { return "taken as \(try request(line))" } catch { return error.description }
    }

    @Test func `a page named with an emoji is opened, as Python writes it too`() throws {
        let escaped = try request(#"{"bezel": 1, "command": "open", "page": "\ud83d\ude00 caf\u00e9"}"#)
        #expect(escaped.verb == .open && escaped.page == "😀 café")
        #expect(try request(#"{"bezel":1,"command":"open","page":"😀 café"}"#) == escaped)
    }

    @Test func `a request is read back as it was written`() throws {
        var request = ControlRequest(.record)
        (request.screen, request.page, request.level) = (2, "a\"\\é😀", "debug")
        (request.last, request.isJSON) = (.seconds(1.5), true)
        #expect(try ControlRequest(line: Array(request.line.dropLast())) == request)
    }

    @Test func `an invalid value is refused, and an unknown key is skipped`() throws {
        #expect(refusal(#"{"bezel":1,"command":"status","screen":"2"}"#) == "\"screen\" is a whole number")
        #expect(refusal(#"{"bezel":1,"command":"open","page":3}"#) == "\"page\" is a string without control characters")
        #expect(refusal(#"{"bezel":1,"command":"status","json":1}"#) == "\"json\" is true or false")
        #expect(refusal(#"{"bezel":1,"command":"record","last":0}"#).hasPrefix("\"last\" is a number of seconds"))
        #expect(try request(#"{"bezel":1,"command":"status","screen":null,"more":[{"a":1}]}"#).screen == nil)
    }

    @Test func `anything but a JSON object is refused, with the place`() {
        #expect(refusal("[]").hasPrefix("a request is one JSON object in one line"))
        #expect(refusal("").hasSuffix("byte 1: the text ends in the middle"))
        #expect(refusal(#"{"bezel":1,"command":"status"} x"#).hasSuffix(": byte 32: unexpected character"))
        #expect(refusal(#"{"bezel":1,"bezel":1}"#).hasSuffix("byte 12: the key \"bezel\" is there twice"))
    }
}
