// `bezel pin`: asks for a PIN and writes the line for bezel.toml that lets it be checked.

import Glibc
import Linux

/// What `bezel pin` is asked for.
public struct PINCommand {
    /// How many digits a PIN has.
    static let lengths = 4...12

    /// Nothing asked for yet.
    public init() {}

    /// Asks for a PIN, twice at a terminal, and answers with its line; `say` gets what is asked.
    public func run(answer: (String) -> Void, say: (String) -> Void) throws(Failure) {
        let isTerminal = isatty(0) == 1
        if isTerminal { say("A PIN of \(Self.lengths.lowerBound) to \(Self.lengths.upperBound) digits:") }
        let pin = try read(isTerminal)
        if isTerminal {
            say("The same again:")
            guard try read(isTerminal) == pin else { throw Failure(.wrongInput, "these were two different PINs") }
        }
        if pin.utf8.count < 6 {
            say(
                "Who can read the file finds a PIN of \(pin.utf8.count) digits within hours: let it be readable for few."
            )
        }
        var random = [UInt8](repeating: 0, count: 32)
        guard getentropy(&random, random.count) == 0 else {
            let code = errno
            throw Failure(SystemError(call: "getentropy", errno: code))
        }
        do throws(SystemError) {
            answer("pin = \"\(try PasswordHash(of: pin, random: random))\"")
        } catch { throw Failure(error) }
    }

    /// A line without echo.
    private func read(_ isTerminal: Bool) throws(Failure) -> String {
        var before = termios()
        if isTerminal {
            tcgetattr(0, &before)
            var silent = before
            silent.c_lflag &= ~tcflag_t(ECHO)
            tcsetattr(0, TCSAFLUSH, &silent)
        }
        defer { if isTerminal { tcsetattr(0, TCSAFLUSH, &before) } }
        let pin = readLine() ?? ""
        guard Self.lengths.contains(pin.utf8.count), pin.utf8.allSatisfy({ (48...57).contains($0) }) else {
            throw Failure(
                .wrongInput,
                "a PIN has \(Self.lengths.lowerBound) to \(Self.lengths.upperBound) digits, and nothing else")
        }
        return pin
    }
}
