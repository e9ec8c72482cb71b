// Variables of the environment that name files which libraries open, and wait for if they are pipes.

import Glibc

/// The variables TZ, which the C library reads, and FONTCONFIG_FILE, which fontconfig reads. Opening a named pipe waits until somebody
/// writes, so one of them could keep a kiosk from starting, or stop it later.
package enum BlockingVariables {
    /// Removes those that name something other than a file or a folder from the environment of this process. Passes a message for each
    /// to `say`. Call it before there is another thread.
    package static func remove(say: (String) -> Void) {
        for name in ["TZ", "FONTCONFIG_FILE"] {
            guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { continue }
            var status = stat()
            guard stat(path(of: value, in: name), &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
            else { continue }
            unsetenv(name)
            say(
                "\(name) is ignored: \"\(value)\" is not a file, but a pipe, a socket or a device; set it to a file, or not at all"
            )
        }
    }

    /// The path that `value` of the variable `name` stands for.
    private static func path(of value: String, in name: String) -> String {
        let isZone = name == "TZ"
        let file = isZone && value.hasPrefix(":") ? String(value.dropFirst()) : value
        if file.hasPrefix("/") { return file }
        let folder = getenv(isZone ? "TZDIR" : "FONTCONFIG_PATH").map { String(cString: $0) }
        return (folder ?? (isZone ? "/usr/share/zoneinfo" : "/etc/fonts")) + "/" + file
    }
}
