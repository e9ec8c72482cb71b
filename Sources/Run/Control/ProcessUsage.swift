// How much of the machine this process uses.

import Glibc

/// Memory and files of this process, as the kernel counts them.
package struct ProcessUsage {
    /// Resident memory in bytes; nil where /proc is hidden.
    package let memory: Int?
    /// Open file descriptors; nil where /proc is hidden.
    package let files: Int?

    /// The current usage.
    package static func now() -> ProcessUsage {
        var memory: Int?
        if let file = fopen("/proc/self/statm", "re") {
            var line = [CChar](repeating: 0, count: 128)
            if fgets(&line, Int32(line.count), file) != nil {
                let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                    .split(separator: " ")
                if words.count > 1, let pages = Int(words[1]) { memory = pages * sysconf(Int32(_SC_PAGESIZE)) }
            }
            fclose(file)
        }
        var files: Int?
        if let folder = opendir("/proc/self/fd") {
            // Do not count ".", "..", and the directory that is open for this count.
            var count = -3
            while readdir(folder) != nil { count += 1 }
            closedir(folder)
            files = count
        }
        return ProcessUsage(memory: memory, files: files)
    }
}
