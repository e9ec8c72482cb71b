// Lengths and times as people write them.

import Geometry
import Testing

@Suite struct QuantityTests {
    @Test(arguments: [("8 mm", 8), ("1.5 cm", 15), ("0.5 in", 12.7), ("-2mm", -2), (".5 mm", 0.5)])
    func `a length is a number and a unit`(text: String, millimetres: Double) {
        #expect(Length(text)?.millimetres == millimetres)
    }

    @Test(arguments: [
        ("300 ms", 300_000_000), ("60 s", 60_000_000_000), ("10 min", 600_000_000_000), ("1h", 3_600_000_000_000),
    ])
    func `a time is a number and a unit`(text: String, nanoseconds: Int64) {
        #expect(Instant.Span(text)?.nanoseconds == nanoseconds)
    }

    @Test(arguments: [("256 MB", 256_000_000), ("0.5 GB", 500_000_000), ("64kB", 64_000), ("2 MiB", 2_097_152)])
    func `an amount of memory is a number and a unit`(text: String, bytes: Int) {
        #expect(MemorySize(text)?.bytes == bytes)
    }

    @Test(arguments: ["", "256", "MB", "256 mb", "-1 MB", "1 TB", "9999999 GB"])
    func `anything else is no amount of memory`(text: String) { #expect(MemorySize(text) == nil) }

    @Test(arguments: ["", "8", "mm", "8 px", "8 mm long", "1-2 mm", "--1 mm", ". mm", "nan mm", "0x8 mm", "1e3 mm"])
    func `anything else is no length`(text: String) { #expect(Length(text) == nil) }

    @Test(arguments: ["", "5", "s", "5 seconds", "1:30 min", "99999999999999999999 s", "2562048 h", "-2562048 h"])
    func `anything else is no time, nor is one that is out of range`(text: String) {
        #expect(Instant.Span(text) == nil)
    }
}
