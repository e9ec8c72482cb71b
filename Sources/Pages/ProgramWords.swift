// What is wrong with `app` in the front matter of a page: its words look like a line for a shell, which nobody reads as one.

import Settings
import Stage

/// The words with which a program is started.
struct ProgramWords {
    let words: [String]
    /// The text that was divided into the words at its spaces; nil where the front matter has a list.
    let text: String?

    private static let shells: Set = ["sh", "bash", "dash", "zsh", "ksh", "fish", "busybox"]
    /// What joins commands, and where their output goes, in a shell.
    private static let signs: Set = [
        "|", "||", "|&", "&&", "&", ";", ">", ">>", "<", "<<", "2>", "&>", "2>&1", ">/dev/null", "2>/dev/null",
        "&>/dev/null",
    ]

    private var program: String { words.first ?? "" }
    private var isShell: Bool { program.split(separator: "/").last.map { Self.shells.contains(String($0)) } == true }

    /// What the words probably do not mean, with what to write; nil if nothing is found.
    var advice: String? {
        if let word = mark, !(isShell && words.contains("-c")) { return adviceForShell(word) }
        if let text, let meant = ShellWords.split(text), meant != words {
            return
                "app is divided at its spaces, also between quotes and after a backslash: write app = \(Self.list(meant))"
        }
        return adviceForProgram ?? adviceForFolder ?? adviceForPlaceholder
    }

    /// The first word that only a shell understands.
    private var mark: String? {
        words.first { word in
            Self.signs.contains(word) || word.hasSuffix(";") || word.contains("$(") || word.contains("`")
                || word.contains(/\$[A-Za-z_{]/)
        }
    }

    private func adviceForShell(_ word: String) -> String {
        let why = "app starts a program without a shell, which alone understands \"\(word)\""
        if word == "&", words.last == "&" {
            return "\(why): leave it out, since the kiosk does not wait for the program"
        }
        if let home = ["$HOME", "${HOME}"].first(where: word.contains) {
            return "\(why): write {home} in place of \(home) for the folder that the program has for itself"
        }
        return "\(why): write app = \(Self.list(["sh", "-c", text ?? words.joined(separator: " ")]))"
    }

    /// What is wrong with the first word, whatever programs the machine has.
    private var adviceForProgram: String? {
        if program.contains(/^[A-Za-z_][A-Za-z_0-9]*=/) {
            return
                "app begins with a program, and \"\(program)\" sets a variable: write app = \(Self.list(["env"] + words))"
        }
        if program.hasSuffix(".desktop") {
            return
                "app names a program, and \"\(program)\" is a file for menus: write what stands after Exec= in it, without "
                + "the words with %"
        }
        guard program.contains("/"), !program.hasPrefix("/"), !program.hasPrefix("~"), !program.hasPrefix("{home}")
        else {
            return nil
        }
        return
            "\"\(program)\" counts from the folder in which the kiosk was started, which is another one for a service: write "
            + "the whole path, such as \"/usr/local/bin/\(Self.last(of: program))\", or the name alone where it is on the PATH"
    }

    /// What is wrong with a word that names a home folder.
    private var adviceForFolder: String? {
        guard let word = words.first(where: { $0.hasPrefix("~") && $0.contains(/^~[a-z_0-9-]*(\/|$)/) }) else {
            return nil
        }
        let why = "~ is a home folder for a shell alone, and programs see no home folders"
        return word == program
            ? "\(why): put the program elsewhere, such as \"/usr/local/bin/\(Self.last(of: word))\", and write that path"
            : "\(why): write {home} for the folder that the program has for itself, or a path that begins with /"
    }

    private var adviceForPlaceholder: String? {
        for word in words {
            for match in word.matches(of: /\{([A-Za-z_-]{1,40})\}/) where match.output.1 != "home" {
                let isNear = Spelling(["home"]).nearest(to: String(match.output.1)) != nil
                return "only {home} stands for something in app, and the program gets \(match.output.0) as it is; "
                    + (isNear ? "did you mean {home}?" : "write what is meant in its place")
            }
        }
        return nil
    }

    private static func last(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "name" }

    /// `words` as a list in TOML.
    static func list(_ words: [String]) -> String {
        "["
            + words.map { "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }.joined(
                separator: ", ")
            + "]"
    }
}
