// Each corpus is read once more, so that no fault that fuzzing found comes back.

import Glibc
import Testing

@Suite struct CorpusTests {
    @MainActor @Test(arguments: fuzzTargets.map { $0.name }) func `the inputs that fuzzing kept do no harm`(
        name: String
    ) throws {
        let chosen = try #require(fuzzTargets.first { $0.name == name })
        let target = try chosen.init()
        let files = Self.files(in: name)
        #expect(!files.isEmpty)
        for file in files {
            do { try target.take(file.bytes) } catch { Issue.record("\(name)/\(file.name): \(error)") }
        }
    }

    /// The files of the corpus `name`, in order.
    private static func files(in name: String) -> [(name: String, bytes: [UInt8])] {
        let folder = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/corpora/" + name
        guard let handle = opendir(folder) else { return [] }
        defer { closedir(handle) }
        var files: [(name: String, bytes: [UInt8])] = []
        while let entry = readdir(handle) {
            let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
            let name = String(cString: start.assumingMemoryBound(to: CChar.self))
            guard !name.hasPrefix("."), let stream = fopen("\(folder)/\(name)", "r") else { continue }
            defer { fclose(stream) }
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            files.append((name, Array(buffer[..<fread(&buffer, 1, buffer.count, stream)])))
        }
        return files.sorted { $0.name < $1.name }
    }
}
