// `bezel pin`: asks for a PIN and writes the line for bezel.toml that lets it be checked.

import Glibc
import Linux
package import Machine

/// The command `bezel pin`. It has no options.
package struct PINCommand {
    /// Creates the command.
    package init() {}

    /// Reads a PIN, twice at a terminal, and passes the line for bezel.toml to `answer`. `say` gets the prompts and warnings.
    package func run(answer: (String) -> Void, say: (String) -> Void) throws(Failure) {
        let isTerminal = isatty(0) == 1
        if isTerminal { say("A PIN of \(PINScreen.lengths.lowerBound) to \(PINScreen.lengths.upperBound) digits:") }
        let pin = try read(isTerminal)
        if isTerminal {
            say("The same again:")
            guard try read(isTerminal) == pin else { throw Failure(.wrongInput, "the two PINs are not the same") }
        }
        if pin.utf8.count < 6 {
            say(
                "Whoever can read the file finds a PIN of \(pin.utf8.count) digits within hours: let few users read it."
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

    /// Reads a PIN from a line of standard input, without echo at a terminal.
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
        guard PINScreen.lengths.contains(pin.utf8.count), pin.utf8.allSatisfy({ (48...57).contains($0) }) else {
            throw Failure(
                .wrongInput,
                "a PIN has \(PINScreen.lengths.lowerBound) to \(PINScreen.lengths.upperBound) digits, and nothing else")
        }
        return pin
    }
}
