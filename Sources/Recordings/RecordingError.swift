// The faults of a recording: the error that ends its reading, and the warnings that do not.

/// The reason why a recording cannot be read or written.
package struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, as it was named to Bezel.
    package let file: String
    /// The line, from 1. Nil when the error concerns the whole file.
    package let line: Int?
    /// The column in the line in characters, from 1. Nil when the error concerns the whole line.
    package let column: Int?
    /// The error: what is wrong, why, and how to fix it.
    package let reason: String

    /// Makes an error with `reason` at `line` and `column` (both from 1) of `file`.
    package init(file: String, line: Int? = nil, column: Int? = nil, reason: String) {
        self.file = file
        self.line = line
        self.column = column
        self.reason = reason
    }

    /// The error as text, such as `touches.yml:88:20: reason`.
    package var description: String {
        guard let line else { return "\(file): \(reason)" }
        guard let column else { return "\(file):\(line): \(reason)" }
        return "\(file):\(line):\(column): \(reason)"
    }
}

/// A fault in a recording: something impossible in theory that real panels send nevertheless.
package struct RecordingWarning: Hashable, Sendable, CustomStringConvertible {
    /// The file, as it was named to Bezel.
    package let file: String
    /// The line of the first occurrence, from 1.
    package let line: Int
    /// The fault, and how it is handled.
    package let text: String

    /// The warning as text, such as `touches.yml:88: text`.
    package var description: String { "\(file):\(line): \(text)" }
}

/// Collects the faults of one file: one warning for each kind of fault and each contact, however often it occurs.
struct RecordingFaults {
    /// The faults that do not make the file unreadable.
    enum Kind: Hashable {
        case liftWithoutDown, moveWithoutDown, secondDown, noNumber
        case outsideX, outsideY, outsidePanel
        case slotOutOfRange, timeGoesBack, droppedEvents, tooManyContacts
        case unfinishedReport, noPanel, unusableDevice, unknownSize
        case unknownKey(String)
        case unknownLine
    }
    private struct Fault: Hashable {
        let kind: Kind
        let device: Int
        let contact: Int
    }
    private struct Occurrence {
        let line: Int
        let text: String
        var count: Int
    }

    let file: String
    /// The most kinds of faults that are kept.
    private static let most = 1000
    private var order: [Fault] = []
    private var occurrences: [Fault: Occurrence] = [:]

    init(file: String) { self.file = file }

    /// Adds a fault of `contact` of `device` at `line`. `text` is evaluated only for the first fault of its kind.
    mutating func add(_ kind: Kind, device: Int = 0, contact: Int = 0, line: Int, _ text: @autoclosure () -> String) {
        let fault = Fault(kind: kind, device: device, contact: contact)
        if occurrences[fault] == nil {
            guard order.count < Self.most else { return }
            order.append(fault)
            occurrences[fault] = Occurrence(line: line, text: text(), count: 0)
        }
        occurrences[fault]?.count += 1
    }

    /// The warnings in the order of their lines.
    var warnings: [RecordingWarning] {
        order.compactMap { occurrences[$0] }
            .map { occurrence in
                let more = occurrence.count > 1 ? " (\(occurrence.count) times in all)" : ""
                return RecordingWarning(file: file, line: occurrence.line, text: occurrence.text + more)
            }
            .enumerated()
            .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
            .map(\.element)
    }
}
