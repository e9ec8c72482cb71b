// What can be wrong with a recording: the error that ends reading it, and the warnings after which it goes on.

/// Why a recording cannot be read or written.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, as it was named to Bezel.
    public let file: String
    /// The line, from 1; nil when the error is not about one.
    public let line: Int?
    /// The column in that line, from 1, in characters; nil when it is the whole line.
    public let column: Int?
    /// What is wrong, why, and what to do.
    public let reason: String

    /// `reason`, at `line` and `column` (both from 1) of `file`.
    public init(file: String, line: Int? = nil, column: Int? = nil, reason: String) {
        self.file = file
        self.line = line
        self.column = column
        self.reason = reason
    }

    /// `touches.yml:88:20: reason`.
    public var description: String {
        guard let line else { return "\(file): \(reason)" }
        guard let column else { return "\(file):\(line): \(reason)" }
        return "\(file):\(line):\(column): \(reason)"
    }
}

/// Something in a recording that cannot be, and that a real panel sends all the same.
public struct RecordingWarning: Hashable, Sendable, CustomStringConvertible {
    /// The file, as it was named to Bezel.
    public let file: String
    /// The line of its first occurrence, from 1.
    public let line: Int
    /// What it is, and what is made of it.
    public let text: String

    /// `touches.yml:88: text`.
    public var description: String { "\(file):\(line): \(text)" }
}

/// Collects the faults of one file: one warning for each kind of fault and each contact, however often it comes.
struct RecordingFaults {
    /// What can be wrong without making the file unreadable.
    enum Kind: Hashable {
        case liftWithoutDown, moveWithoutDown, secondDown, noNumber
        case outsideX, outsideY, outsidePanel
        case slotOutOfRange, timeGoesBack, droppedEvents
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
    private var order: [Fault] = []
    private var occurrences: [Fault: Occurrence] = [:]

    init(file: String) { self.file = file }

    /// Notes that `kind` happened to `contact` of `device` at `line`; `text` is asked for only the first time.
    mutating func add(_ kind: Kind, device: Int = 0, contact: Int = 0, line: Int, _ text: @autoclosure () -> String) {
        let fault = Fault(kind: kind, device: device, contact: contact)
        if occurrences[fault] == nil {
            order.append(fault)
            occurrences[fault] = Occurrence(line: line, text: text(), count: 0)
        }
        occurrences[fault]?.count += 1
    }

    /// All of them in the order of their lines.
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
