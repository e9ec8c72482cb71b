// What is seen of a program's own output beside the kiosk's lines.

import Geometry
import TestRandomness
import Testing

@testable import Guests

@Suite struct ProgramLinesTests {
    private func at(_ seconds: Double) -> Instant { .zero + .seconds(seconds) }

    @Test func `lines have the name of the page, and those that say the same are counted`() {
        var lines = ProgramLines(of: "map (a.test)")
        var text = lines.take(
            Array(
                """
                [12:34:1129/012345.678901:ERROR:dbus/bus.cc(408)] Failed to connect to the bus
                [12:35:1129/012345.998877:ERROR:dbus/bus.cc(408)] Failed to connect to the bus
                [56:56:1129/012346.000001:ERROR:gpu/init.cc(99)] no GPU at 0x7f3aee12

                """.utf8), at: at(1))
        text += lines.take(Array("[56:56:1129/012347.1:ERROR:gpu/init.cc(99)] no GPU at 0x123\nhalf".utf8), at: at(2))
        #expect(lines.nextDeadline == at(61) && lines.advance(to: at(60)) == "")
        text += lines.advance(to: at(61))
        #expect(lines.nextDeadline == nil)
        text += lines.finish(at: at(62))
        #expect(
            text == """
                map (a.test): [12:34:1129/012345.678901:ERROR:dbus/bus.cc(408)] Failed to connect to the bus
                map (a.test): [56:56:1129/012346.000001:ERROR:gpu/init.cc(99)] no GPU at 0x7f3aee12
                map (a.test): 2 lines like these left out
                map (a.test): half

                """)
    }

    @Test func `a line is said again in the next minute`() {
        var lines = ProgramLines(of: "a")
        #expect(lines.take("x\n".utf8, at: at(1)) == "a: x\n")
        #expect(lines.take("x\nx\n".utf8, at: at(60)) == "")
        #expect(lines.take("x\n".utf8, at: at(62)) == "a: 2 lines like these left out\na: x\n")
    }

    @Test func `nothing of it is a command for a terminal`() {
        var lines = ProgramLines(of: "a\u{1B}[2J")
        let text = lines.take("\u{1B}]0;title\u{7}\u{9B}2Jx\r\u{202E}y\n".utf8, at: at(1))
        #expect(text.unicodeScalars.dropLast().allSatisfy { $0.properties.generalCategory != .control }, "\(text)")
        #expect(text.contains("x") && !text.contains("\u{202E}"))
    }

    /// Anything at any pace, in pieces of any size.
    @Test(arguments: 1...50) func `in each minute there are few lines, and none is lost without being counted`(
        seed: UInt64
    ) {
        var dice = SplitMix(seed)
        var lines = ProgramLines(of: "a")
        var (now, sent) = (at(1), 0)
        var said: [(time: Instant, line: String)] = []
        func note(_ text: String) {
            #expect(text.isEmpty || text.hasSuffix("\n"))
            for line in text.split(separator: "\n") { said.append((now, String(line))) }
        }
        for _ in 0..<300 {
            now = now + .milliseconds(.random(in: 0...2000, using: &dice))
            if let due = lines.nextDeadline, due <= now { note(lines.advance(to: now)) }
            let words = (0..<Int.random(in: 1...40, using: &dice)).map { _ in
                "x"
                    + String(
                        repeating: "qwertz".randomElement(using: &dice)!, count: .random(in: 1...600, using: &dice))
            }
            sent += words.count
            note(lines.take(Array(words.map { $0 + "\n" }.joined().utf8), at: now))
        }
        note(lines.finish(at: now))
        var counted = 0
        for (_, line) in said {
            #expect(line.utf8.count < 600)
            let left = line.hasSuffix("left out") || line.contains("left out: ") || line.contains("left out, and ")
            let numbers = line.split { !$0.isNumber }.compactMap { Int($0) }
            if line.contains("left out, and ") {
                counted += numbers[0] + numbers[1]
            } else {
                counted += left ? numbers[0] : 1
            }
        }
        #expect(counted == sent)
        for (time, _) in said {
            let minute = said.count { $0.time >= time && $0.time - time < ProgramLines.period }
            #expect(minute <= 2 * (ProgramLines.most + 1), "after \(time)")
        }
    }
}
