// What a kiosk and the process that runs a program for it say to each other.

/// A packet between a kiosk and the process of `bezel guest`, which runs one program. The kiosk sends the descriptors that the program
/// gets, and then what to start. It hears that the program was started, of each connection that the program makes, which comes with the packet, and
/// of the end. When the connection closes, the program ends with everything that it has started.
enum GuestMessage: Equatable {
    /// To the process: the packet has the program's descriptor `number`, from 3 on.
    case descriptor(Int32)
    /// To the process: what the program writes goes to standard error with this name before each line, and not without end.
    case lines(of: String)
    /// To the process: the words of the program.
    case start([String])
    /// To the kiosk: the program was started.
    case started
    /// To the kiosk: the packet has a Wayland connection of the program.
    case connection
    /// To the kiosk: there is no such program, or it cannot be started, and why.
    case missing(String)
    /// To the kiosk: the program has ended with this status.
    case ended(Int32)

    /// Why a packet of a program that begins is refused: its words and their lengths together have more bytes than this.
    static let mostBytes = 8000
    private static let separator: Character = "\0"

    init?(_ text: String) {
        let words = text.split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
        switch (words.first, words.count) {
        case ("descriptor", 2):
            guard let number = Int32(words[1]), (3..<64).contains(number) else { return nil }
            self = .descriptor(number)
        case ("lines", 2): self = .lines(of: words[1])
        case ("start", 2...): self = .start(Array(words.dropFirst()))
        case ("started", 1): self = .started
        case ("connection", 1): self = .connection
        case ("missing", 2): self = .missing(words[1])
        case ("ended", 2):
            guard let status = Int32(words[1]) else { return nil }
            self = .ended(status)
        default: return nil
        }
    }

    /// The packet.
    var text: String {
        switch self {
        case .descriptor(let number): "descriptor\0\(number)"
        case .lines(let name): "lines\0" + name.filter { $0 != Self.separator }.prefix(200)
        case .started: "started"
        case .start(let words): (["start"] + words).joined(separator: "\0")
        case .connection: "connection"
        case .missing(let reason): "missing\0" + reason.filter { $0 != Self.separator }.prefix(500)
        case .ended(let status): "ended\0\(status)"
        }
    }
}
