// `bezel new`: makes a kiosk to begin with.

import Glibc
import Linux

/// The options of `bezel new`.
package struct NewCommand {
    /// The path of the folder to make.
    package var folder = ""
    /// The kiosk with which to begin.
    package var starter = Starter.small
    /// The page of the web that the kiosk shows, in place of what `starter` has; nil for none.
    package var web: String?

    /// A command without options.
    package init() {}

    /// Writes the kiosk into a new folder, or one that is empty but for hidden files, and makes the folders above it. Throws when the
    /// folder has other files, so that none of them is touched. Passes the path of each file to `say`.
    package func run(say: (String) -> Void) throws(Failure) {
        let files = try web.map { url throws(Failure) in try WebStarter.files(for: url) } ?? starter.files
        try Self.makeEmpty(folder)
        for (name, text) in files {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            let output = try OutputFile(path, mode: 0o644)
            output.write(String(text.dropLast()))
            output.close()
            if let problem = output.problem { throw Failure(.failed, problem) }
            say(path)
        }
        say("try it: bezel run \(Self.quoted(folder))")
    }

    /// Makes `folder` and those above it. Throws if it has files that are not hidden.
    static func makeEmpty(_ folder: String) throws(Failure) {
        do throws(SystemError) { try WholeFile.makeFolders(folder) } catch {
            throw Failure(.failed, "\(error.subject): cannot be made: \(String(cString: strerror(error.errno)))")
        }
        if let problem = problem(ofFolder: folder) { throw Failure(.failed, "\(folder): \(problem)") }
    }

    /// Why the folder at `path` cannot be filled; nil if it can.
    private static func problem(ofFolder path: String) -> String? {
        guard let folder = opendir(path) else {
            return errno == ENOTDIR
                ? "exists already, and is no folder; choose another name"
                : "cannot be read: \(String(cString: strerror(errno)))"
        }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            // Reading `d_name` as a value would copy 256 bytes, which is beyond the end of an entry with a short name.
            let first = UnsafeRawPointer(entry).load(
                fromByteOffset: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0, as: UInt8.self)
            // A hidden file, such as the folder of a repository, is none of the kiosk's.
            guard first == UInt8(ascii: ".") else { return "exists already, and is not empty; choose another name" }
        }
        return nil
    }

    /// `path` as a shell reads it.
    static func quoted(_ path: String) -> String {
        let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-+,@%".contains($0) }
        return isPlain ? path : "'\(path.replacing("'", with: "'\\''"))'"
    }
}
