// `bezel new --swift`: makes an app in Swift to begin with.

import Glibc
import Linux

/// The options of `bezel new --swift`.
package struct NewAppCommand {
    /// The path of the folder to make. The app has its name.
    package var folder = ""
    /// The folder with Bezel's source code; nil for that of this program.
    package var bezel: String?

    /// A command without options.
    package init() {}

    /// Writes the app into a new folder, or one that is empty but for hidden files. Throws when it has other files, when no module can have
    /// the folder's name, or when Bezel's source code is not where it should be. Passes the path of each file to `say`.
    package func run(say: (String) -> Void) throws(Failure) {
        let source = try sourceFolder()
        // The name of `.` is that of the folder that it is.
        let path = realPath(folder) ?? folder
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let (module, program) = try Self.names(for: name, source: source)
        try NewCommand.makeEmpty(folder)
        guard let place = realPath(folder) else { throw Failure(.failed, "\(folder): cannot be read") }
        let app = AppStarter(module: module, program: program, bezel: Self.path(to: source, from: place))
        for file in app.files {
            let path = folder.hasSuffix("/") ? folder + file.name : "\(folder)/\(file.name)"
            // A repository's own .gitignore stays.
            if access(path, F_OK) == 0 { continue }
            do throws(SystemError) {
                try WholeFile.write(file.text, to: path, mode: file.isExecutable ? 0o755 : 0o644)
            } catch {
                throw Failure(.failed, "\(error.subject): cannot be written: \(String(cString: strerror(error.errno)))")
            }
            say(path)
        }
        say("try it: cd \(NewCommand.quoted(folder)) && swift run \(program)")
    }

    // MARK: Names

    /// The names of the module and of the program of an app in a folder called `name`: `My Hall` is the module `MyHall` and the program
    /// `my-hall`.
    static func names(for name: String, source: String) throws(Failure) -> (module: String, program: String) {
        func fails(_ problem: String) -> Failure { Failure(.usage, "\(name): \(problem); choose another name") }
        if let letter = name.first(where: { !$0.isASCII && ($0.isLetter || $0.isNumber) }) {
            throw fails("an app's name has letters from a to z and digits, and no \(letter)")
        }
        let words = name.split { !$0.isLetter && !$0.isNumber }
        let module = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        guard module.count > 1 else { throw fails("an app's name has at least two letters") }
        guard module.first?.isLetter == true else { throw fails("an app's name begins with a letter") }
        let modules = (try? SystemFiles.names("\(source)/Sources")) ?? []
        if takenNames.contains(module) || modules.contains(module) {
            throw fails("Bezel or Swift has a module called \(module)")
        }
        return (module, words.map { $0.lowercased() }.joined(separator: "-"))
    }

    /// The names that no module of an app can have, beside those of Bezel's modules.
    private static let takenNames: Set<String> = [
        "Any", "ArgumentParser", "ArgumentParserToolInfo", "BezelGallery", "Dispatch", "Distributed", "Foundation",
        "FoundationEssentials", "Glibc", "Logging", "Musl", "Observation", "PackageDescription", "Regex", "Self",
        "Swift", "Synchronization", "Testing", "XCTest",
    ]

    // MARK: Bezel's source code

    /// The folder with Bezel's source code.
    private func sourceFolder() throws(Failure) -> String {
        if let bezel {
            guard let path = realPath(bezel), Self.isSource(path) else {
                throw Failure(.usage, "\(bezel): is not the folder with Bezel's source code")
            }
            return path
        }
        guard let source = Self.source(around: realPath("/proc/self/exe") ?? "") else {
            throw Failure(
                .usage,
                "an app is built with Bezel's source code, and this program is not in its folder; say where it is: --bezel FOLDER"
            )
        }
        return source
    }

    /// The folder with Bezel's source code that `program` was built in; nil if it is not in one.
    static func source(around program: String) -> String? {
        var path = program[...]
        while let slash = path.lastIndex(of: "/") {
            path = path[..<slash]
            if isSource(String(path)) { return String(path) }
        }
        return nil
    }

    private static func isSource(_ path: String) -> Bool {
        access("\(path)/Package.swift", R_OK) == 0 && access("\(path)/Sources/Bezel", R_OK) == 0
    }

    /// The relative path to `target` from `folder`, both absolute.
    static func path(to target: String, from folder: String) -> String {
        let (target, folder) = (target.split(separator: "/"), folder.split(separator: "/"))
        let common = zip(target, folder).prefix { $0 == $1 }.count
        let path = Array(repeating: "..", count: folder.count - common) + target[common...]
        return path.isEmpty ? "." : path.joined(separator: "/")
    }
}

/// The absolute path of `path` without symbolic links; nil if there is nothing.
private func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
}
