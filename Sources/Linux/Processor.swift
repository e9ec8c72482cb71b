// The kind of processor that this program runs on, as /proc/cpuinfo describes it.

import Geometry
import Glibc

/// A kind of processor, by the numbers that its maker gave it.
package struct Processor: Hashable, Sendable {
    /// A kind of core. Some boards have two kinds.
    package enum Core: Hashable, Sendable {
        /// An x86 core: the maker's name, such as `AuthenticAMD`, and CPUID's family and model.
        case x86(vendor: String, family: Int, model: Int)
        /// An arm core: the implementer and the part number of its MIDR.
        case arm(implementer: Int, part: Int)
    }

    /// The processor's name for people, or the board's where the processor has none; empty when there is neither.
    package let name: String
    /// The kinds of its cores, in the order of their first appearance.
    package let cores: [Core]

    /// Its name and its kinds of cores, in one line without quotes: `AMD EPYC (AuthenticAMD 26/2)`, `(arm 0x41/0xd03, arm 0x41/0xd08)`. Most
    /// kernels of arm64 have no name.
    package var identity: String {
        let kinds = cores.map { core in
            switch core {
            case .x86(let vendor, let family, let model): "\(vendor) \(family)/\(model)"
            case .arm(let implementer, let part):
                "arm 0x\(String(implementer, radix: 16))/0x\(String(part, radix: 16))"
            }
        }
        let all = [name.isEmpty ? nil : name, kinds.isEmpty ? nil : "(\(kinds.joined(separator: ", ")))"].compactMap(
            \.self)
        return all.joined(separator: " ").withoutControls.filter { $0 != "\"" && $0 != "\\" }
    }

    /// Reads the text of /proc/cpuinfo: a block of lines for each core, and on arm64 one for the board.
    package init(cpuinfo: String) {
        var (name, cores) = ("", [Core]())
        var block: [Substring: Substring] = [:]
        let lines: [Substring] = cpuinfo.split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines + [""] {
            let parts = line.split(separator: ":", maxSplits: 1).map(Self.trimmed)
            if parts.count == 2 {
                let (key, value) = (parts[0], parts[1])
                block[key] = value
                if key == "model name" || (key == "Model" && name.isEmpty) { name = String(value) }
            } else if line.isEmpty {
                if let core = Core(block), !cores.contains(core) { cores.append(core) }
                block = [:]
            }
        }
        (self.name, self.cores) = (name.withoutControls, cores)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
    }

    /// The processor of this machine. Where /proc/cpuinfo cannot be read, one of which nothing is known.
    package static func ofThisMachine() -> Processor {
        Processor(cpuinfo: String(decoding: SystemFiles.bytes("/proc/cpuinfo") ?? [], as: UTF8.self))
    }

    /// The bytes of the largest cache that the first core can use, which it may share with others; nil where the kernel does not
    /// say.
    package static var largestCache: Int? {
        let folder = "/sys/devices/system/cpu/cpu0/cache"
        let sizes = ((try? SystemFiles.names(folder)) ?? []).compactMap { name -> Int? in
            guard let text = SystemFiles.lines("\(folder)/\(name)/size").first, text.hasSuffix("K") else { return nil }
            return Int(text.dropLast()).map { $0 << 10 }
        }
        return sizes.max()
    }

    /// The number of cores that are running.
    package static var runningCores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

extension Processor.Core {
    fileprivate init?(_ block: [Substring: Substring]) {
        if let vendor = block["vendor_id"], let family = block["cpu family"].flatMap({ Int($0) }),
            let model = block["model"].flatMap({ Int($0) })
        {
            self = .x86(vendor: String(vendor), family: family, model: model)
        } else if let implementer = block["CPU implementer"].flatMap(Self.hexadecimal),
            let part = block["CPU part"].flatMap(Self.hexadecimal)
        {
            self = .arm(implementer: implementer, part: part)
        } else {
            return nil
        }
    }

    private static func hexadecimal(_ text: Substring) -> Int? {
        text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : nil
    }
}
