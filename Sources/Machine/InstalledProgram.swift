// The programs that are installed where guests find them.

import Glibc
import Linux
import Settings

/// A program by its name or its path.
struct InstalledProgram {
    let name: String

    /// Why it cannot be started, with what to do; nil if it can.
    var problem: String? {
        guard name.contains("/") else {
            if Browser.isInstalled(name) { return nil }
            let near = nearest(among: Browser.path.split(separator: ":").flatMap(programs))
            return "the program \"\(name)\" is not installed"
                + (near.map { " (did you mean \"\($0)\"?)" } ?? "") + ": apt-file search bin/\(name) names its package"
        }
        var status = stat()
        guard stat(name, &status) == 0 else {
            let (folder, own) = (name.prefix(through: name.lastIndex(of: "/")!), name.split(separator: "/").last ?? "")
            let near = InstalledProgram(name: String(own)).nearest(among: programs(in: folder))
            return "there is no program \"\(name)\"" + (near.map { " (did you mean \"\(folder)\($0)\"?)" } ?? "")
                + ": write where it is, or install it there"
        }
        if status.st_mode & S_IFMT == S_IFDIR { return "\"\(name)\" is a folder; name a program in it" }
        return access(name, X_OK) == 0
            ? nil
            : "\"\(name)\" may not be run as a program; if it is one, chmod a+x \(NewCommand.quoted(name)) allows it"
    }

    private func nearest(among names: [String]) -> String? { Spelling(names).nearest(to: name) }

    private func programs(in folder: Substring) -> [String] {
        ((try? SystemFiles.names(String(folder))) ?? []).filter { Browser.isProgram("\(folder)/\($0)") }
    }
}
