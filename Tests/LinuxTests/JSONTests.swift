// Reading JSON: valid text gives its values, and anything else is an error with its place.

import Geometry
import TestRandomness
import Testing

@testable import Linux

@Suite struct JSONTests {
    private func read(_ text: String) throws(JSONError) -> JSONValue { try JSONValue(reading: Array(text.utf8)) }

    private func error(_ bytes: [UInt8]) -> String {
        do {
            return "taken as \(try JSONValue(reading: bytes))"
        } catch { return "\(error)" }
    }
    private func error(_ text: String) -> String { error(Array(text.utf8)) }

    @Test func `each kind of value is itself`() throws {
        #expect(
            try read(#" {"a":null,"b":[true,false],"c":-12,"d":1.5e2,"e":"x","f":{}} "#)
                == .object([
                    "a": .null, "b": .list([.flag(true), .flag(false)]), "c": .integer(-12), "d": .number(150),
                    "e": .text("x"), "f": .object([:]),
                ]))
        #expect(try read("12") == .integer(12) && read("null") == .null && read("\"\"") == .text(""))
        let value = try read(#"{"n":2,"x":0.5,"t":"é","yes":true}"#)
        #expect(value["n"]?.integer == 2 && value["n"]?.number == 2 && value["x"]?.number == 0.5)
        #expect(
            value["x"]?.integer == nil && value["t"]?.text == "é" && value["yes"]?.flag == true && value["no"] == nil)
        #expect(try read(" 3 ")["n"] == nil)
    }

    @Test func `a surrogate pair is a character, and half of one an error`() throws {
        #expect(try read(#""\ud83d\ude00""#) == .text("😀"))
        #expect(try read(#"{"\uD83D\uDE00":"😀"}"#) == .object(["😀": .text("😀")]))
        #expect(error(#"["\ud83d"]"#) == "byte 3: half of a surrogate pair")
        #expect(error(#"["x\ude00"]"#) == "byte 4: half of a surrogate pair")
        #expect(error(#"["\ud83d\u0041"]"#) == "byte 3: half of a surrogate pair")
        #expect(error(#"["\ud83dude00"]"#) == "byte 3: half of a surrogate pair")
    }

    @Test func `values nest only so deep`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try read(nested(JSONValue.mostDepth - 1)) }
        #expect(error(nested(JSONValue.mostDepth + 1)).contains("values nest deeper than 32"))
        #expect(error(String(repeating: "[", count: 1 << 20)).contains("values nest deeper than 32"))
        #expect(error(String(repeating: "{\"a\":", count: 100_000)).contains("values nest deeper than 32"))
    }

    @Test func `a string of a mebibyte is read, and a text beyond the bound is not`() throws {
        let long = String(repeating: "aé", count: (1 << 20) / 3)
        #expect(try read("[\"\(long)\"]") == .list([.text(long)]))
        let most = JSONValue.mostBytes
        #expect(throws: Never.self) { try JSONValue(reading: [UInt8](repeating: 0x20, count: most - 1) + [0x31]) }
        #expect(
            error([UInt8](repeating: 0x20, count: most) + [0x31]) == "byte 4194305: it is longer than 4194304 bytes")
    }

    @Test func `a key is there once in its object`() throws {
        #expect(error(#"{"a":1,"b":2,"a":3}"#) == #"byte 14: the key "a" is there twice"#)
        #expect(error(#"{"a":1,"\u0061":3}"#) == #"byte 8: the key "a" is there twice"#)
        #expect(error(#"[{"x":[{"a" : 1, "a" : 1}]}]"#) == #"byte 18: the key "a" is there twice"#)
        #expect(throws: Never.self) { try read(#"{"a":{"a":["a","a"],"b":"a"},"b":[{"a":1},{"a":1}]}"#) }
    }

    @Test(
        arguments: [
            ("", "byte 1: the text ends in the middle"), ("  ", "byte 3: the text ends in the middle"),
            ("{", "byte 2: the text ends in the middle"), ("{}{}", "byte 3: unexpected character"),
            ("{} x", "byte 4: unexpected character"), ("[1,]", "byte 4: unexpected character"),
            (#"{"a":1,}"#, "byte 8: unexpected character"), ("{a:1}", "byte 2: quoted object property name expected"),
            ("['a']", "byte 2: unexpected character"), ("{'a':1}", "byte 2: a string is in double quotes"),
            ("[1 /* one */]", "byte 4: array value separator ',' expected"),
            ("[True]", "byte 2: boolean expected"), (#"{"a":*b}"#, "byte 6: unexpected character"),
            ("a: b", "byte 1: unexpected character"),
            ("[NaN]", "byte 2: this is no number in JSON"), ("[-Infinity]", "byte 2: this is no number in JSON"),
            ("[1.]", "byte 2: this is no number in JSON"), ("[-01]", "byte 2: this is no number in JSON"),
            ("[01]", "byte 4: number expected"), ("[1e400]", "byte 2: a number beyond a Double"),
            ("[-1e400]", "byte 2: a number beyond a Double"),
            ("[9223372036854775808]", "byte 2: a whole number beyond 64 bits"),
            ("[-9223372036854775809]", "byte 2: a whole number beyond 64 bits"),
            ("[123456789012345678901234567890]", "byte 2: a whole number beyond 64 bits"),
            (#"["a\u0000"]"#, "byte 4: \\u0000 cannot be held"), (#"{"a\u0000":1}"#, "byte 4: \\u0000 cannot be held"),
            ("[\"a\nb\"]", "byte 4: a control character; in a string it is escaped"),
            ("[\"a\0b\"]", "byte 4: a zero byte"), (#"["\x"]"#, "byte 4: invalid string sequence"),
        ]) func `what is not JSON is an error with its place`(text: String, reason: String)
    {
        #expect(error(text) == reason)
    }

    @Test func `numbers are exact as far as they go`() throws {
        #expect(try read("[9223372036854775807,-9223372036854775808]") == .list([.integer(.max), .integer(.min)]))
        #expect(try read("[1e-999,-0,0.1,1E+2]") == .list([.number(0), .integer(0), .number(0.1), .number(100)]))
    }

    @Test func `what is not UTF-8 is an error with its place`() {
        for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3]] {
            #expect(error([0x5B, 0x22, 0x61] + bytes + [0x22, 0x5D]) == "byte 4: this is not UTF-8")
        }
    }

    @Test(arguments: 0..<200) func `what is written is read back`(seed: Int) throws {
        var random = SplitMix(UInt64(seed))
        func text() -> String {
            var text = ""
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                let bound: UInt32 = [0x80, 0x100, 0x3000, 0x11_0000].randomElement(using: &random)!
                // A text cannot hold a zero.
                if let scalar = Unicode.Scalar(UInt32.random(in: 1..<bound, using: &random)) {
                    text.unicodeScalars.append(scalar)
                }
            }
            return text
        }
        func object(_ depth: Int) -> (JSONObject, JSONValue) {
            var (object, members) = (JSONObject(), [String: JSONValue]())
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let name = text()
                if members[name] != nil { continue }
                switch Int.random(in: 0...(depth < 3 ? 6 : 4), using: &random) {
                case 0:
                    let value = text()
                    object.add(name, value)
                    members[name] = .text(value)
                case 1:
                    let value = Int.random(in: .min ... .max, using: &random)
                    object.add(name, value)
                    members[name] = .integer(value)
                case 2:
                    let value = Double(bitPattern: .random(in: 0 ... .max, using: &random))
                    object.add(name, exactly: value)
                    members[name] = value.isFinite ? .number(value) : .null
                case 3:
                    let value = Bool.random(using: &random)
                    object.add(name, value)
                    members[name] = .flag(value)
                case 4:
                    let values = (0..<3).map { _ in text() }
                    object.add(name, values)
                    members[name] = .list(values.map { .text($0) })
                case 5:
                    let inner = object_(depth + 1)
                    object.add(name, inner.0)
                    members[name] = inner.1
                default:
                    let inner = [object_(depth + 1), object_(depth + 1)]
                    object.add(name, inner.map(\.0))
                    members[name] = .list(inner.map(\.1))
                }
            }
            return (object, .object(members))
        }
        func object_(_ depth: Int) -> (JSONObject, JSONValue) { object(depth) }
        let (written, value) = object(0)
        #expect(try read(written.text) == value, "\(written.text)")
    }

    /// With one byte changed, a valid text is read or refused, and nothing else happens.
    @Test(arguments: 0..<200) func `a damaged text is read or refused`(seed: Int) {
        var random = SplitMix(UInt64(seed))
        let good = Array(#"{"a":[1,-2.5e3,"\ud83d\ude00\"x",{"b":null}],"c":true,"d":{"e":"é"}}"#.utf8)
        for _ in 0..<50 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[place] = .random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(good.randomElement(using: &random)!, at: place)
                }
            }
            do { _ = try JSONValue(reading: bytes) } catch { #expect((1...bytes.count + 2).contains(error.byte)) }
        }
    }
}
