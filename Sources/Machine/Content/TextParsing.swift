// Texts that another process parses.

import Geometry
import Linux
package import Pages

/// What the kiosk and the process that parses its texts say to each other.
package enum ParsingMessage {
    /// The most bytes of a text.
    static let longest = 1 << 20

    /// The packet's text for `task` with `count` bytes of text. A file with the text comes with it.
    static func text(of task: ParsingTask, _ count: Int) -> String { "parse \(task.rawValue) \(count)" }

    /// The task of a packet's text, and the number of bytes of its text; nil if it is none.
    static func task(_ text: String) -> (task: ParsingTask, count: Int)? {
        let words = text.split(separator: " ")
        guard words.count == 3, words[0] == "parse", let task = ParsingTask(rawValue: String(words[1])),
            let count = Int(words[2]), (0...longest).contains(count)
        else { return nil }
        return (task, count)
    }

    /// The packet's text of an answer of `count` bytes; they are in the file that was lent for them.
    static func answer(_ count: Int) -> String { "parsed \(count)" }

    /// The bytes of the answer `text` in the file `memory`, of which there are at most `most`. Nil when that is no answer.
    package static func bytes(_ text: String, _ memory: Int32, most: Int) -> [UInt8]? {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0] == "parsed", let count = Int(words[1]), (0...most).contains(count) else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: count)
        return bytes.withUnsafeMutableBytes { SealedMemory.read(memory, into: $0) } ? bytes : nil
    }
}

extension ContentProcess {
    /// Parsing in another process. The parser is for one load of all kiosks, which all together have a limit of time.
    package func parser(_ rules: ContentRules) -> ContentParser {
        let limits = Limits(rules)
        let spent = Monitor(Instant.Span.zero)
        let most = ContentRules.totalParsingTime
        return { task, text throws(ParsingError) in
            let begin = MonotonicClock.now()
            guard spent.with({ $0 }) < most else {
                throw ParsingError(
                    reason: "parsing the files before it took more than \(most.seconds.decimalThousandths) s")
            }
            defer { spent.with { $0 = $0 + (MonotonicClock.now() - begin) } }
            do throws(Trouble) { return try self.parse(task, text, limits, by: begin + most) } catch {
                switch error {
                case .notStarted(let error): throw ParsingError(reason: "there is no process for its parser: \(error)")
                case .tooSlow, .tooSlowBefore:
                    let most = ContentRules.parsingTime.seconds.decimalThousandths
                    throw ParsingError(
                        reason: "parsing it takes more than \(most) s of the processor; make it simpler, or divide it")
                case .late:
                    throw ParsingError(
                        reason:
                            "its parser has not answered within \(most.seconds.decimalThousandths) s: the machine is too busy; "
                            + "reload when it is not")
                case .failed(let reason): throw ParsingError(reason: "its parser has failed (\(reason))")
                case .strange: throw ParsingError(reason: "its parser answers something else")
                }
            }
        }
    }

    private func parse(
        _ task: ParsingTask, _ text: ArraySlice<UInt8>, _ limits: Limits, by deadline: Instant
    ) throws(Trouble) -> [UInt8] {
        let most = ParsingTask.mostBytes(of: text.count)
        let source = try Self.memory(of: text.count)
        do throws(SystemError) { try SealedMemory.write(text, to: source.number) } catch { throw .notStarted(error) }
        // What is not written takes no memory.
        let result = try Self.memory(of: most)
        return try ask(
            limits, by: deadline,
            send: { connection throws(SystemError) in
                try connection.send(ParsingMessage.text(of: task, text.count), source.number)
                try connection.send("into", result.number)
            },
            answer: { ParsingMessage.bytes($0, result.number, most: most) })
    }
}
