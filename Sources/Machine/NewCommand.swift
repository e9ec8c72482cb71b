// `bezel new`: makes a kiosk to begin with.

import Glibc

/// The options of `bezel new`.
package struct NewCommand {
    /// The path of the folder to make.
    package var folder = ""
    /// The kiosk with which to begin.
    package var starter = Starter.small

    /// A command without options.
    package init() {}

    /// Writes the kiosk into a new folder. Throws when the folder exists, so that no existing file is touched. Passes
    /// the path of each file to `say`.
    package func run(say: (String) -> Void) throws(Failure) {
        if mkdir(folder, 0o755) != 0 {
            let reason = errno == EEXIST ? "exists already; choose another name" : String(cString: strerror(errno))
            throw Failure(.failed, "\(folder): \(reason)")
        }
        for (name, text) in starter.files {
            let path = "\(folder)/\(name)"
            let output = try OutputFile(path, mode: 0o644)
            output.write(String(text.dropLast()))
            output.close()
            if let problem = output.problem { throw Failure(.failed, problem) }
            say(path)
        }
        say("try it: bezel run \(folder.contains(" ") ? "\"\(folder)\"" : folder)")
    }
}
