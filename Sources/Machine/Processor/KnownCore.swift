// The cores for which the compositor's values are known before anything is measured.

package import Layers
package import Linux

/// A kind of core that kiosks run on.
package enum KnownCore: String, CaseIterable {
    case cortexA53 = "Cortex-A53"
    case cortexA55 = "Cortex-A55"
    case cortexA72 = "Cortex-A72"
    case cortexA76 = "Cortex-A76"
    case skylake = "Skylake"
    case gracemont = "Gracemont"
    case zen2 = "Zen 2"
    case zen3 = "Zen 3"
    case zen4 = "Zen 4"
    case zen5 = "Zen 5"

    /// The fastest core of `processor` that is known, since the kernel gives the fastest ones to a thread that has much to do.
    package init?(of processor: Processor) {
        let known = processor.cores.compactMap(KnownCore.init(core:))
        guard let fastest = known.max(by: { $0.speed < $1.speed }) else { return nil }
        self = fastest
    }

    /// The numbers of arm's cores are those of their manuals (MIDR_EL1), those of x86 cores are CPUID's, as
    /// arch/x86/include/asm/intel-family.h and arch/x86/kernel/cpu/amd.c of Linux list them.
    private init?(core: Processor.Core) {
        switch core {
        case .arm(implementer: 0x41, let part):
            switch part {
            case 0xD03: self = .cortexA53
            case 0xD05: self = .cortexA55
            case 0xD08: self = .cortexA72
            case 0xD0B: self = .cortexA76
            default: return nil
            }
        case .x86("AuthenticAMD", let family, let model):
            switch (family, model) {
            case (0x17, 0x30...0x4F), (0x17, 0x60...0xAF): self = .zen2
            case (0x19, 0x00...0x0F), (0x19, 0x20...0x5F): self = .zen3
            case (0x19, 0x10...0xAF): self = .zen4
            case (0x1A, 0x00...0x4F), (0x1A, 0x60...0x7F): self = .zen5
            default: return nil
            }
        case .x86("GenuineIntel", 6, let model):
            switch model {
            case 0x4E, 0x5E, 0x55, 0x8E, 0x9E, 0xA5, 0xA6: self = .skylake
            case 0xBE: self = .gracemont
            default: return nil
            }
        case .arm, .x86: return nil
        }
    }

    /// Its place among the cores that one processor can have.
    private var speed: Int { KnownCore.allCases.firstIndex(of: self) ?? 0 }

    /// The compositor's values for this core, with the number of threads for any number of cores. Those of Zen 4 and Zen 5 were
    /// measured. The others follow from what the makers' optimization guides say about requests: Intel's cores drop none, and
    /// arm's small cores have so few under way that a second request would take the place of another line's.
    package var tuning: Tuning {
        var tuning = Tuning()
        switch self {
        case .cortexA53, .cortexA55:
            (tuning.requests, tuning.distance, tuning.near, tuning.beside) = (1, 4 << 10, 256, 256)
        case .cortexA72, .cortexA76:
            (tuning.requests, tuning.distance, tuning.near) = (1, 8 << 10, 512)
        case .skylake, .gracemont:
            tuning.requests = 1
        case .zen2, .zen3, .zen4:
            break
        case .zen5:
            (tuning.cache, tuning.distance) = (.first, 8 << 10)
        }
        return tuning
    }
}

extension Tuning {
    /// The values for `processor`, with `cores` running cores, before anything is measured.
    package static func expected(on processor: Processor, cores: Int) -> Tuning {
        (KnownCore(of: processor)?.tuning ?? Tuning()).possible(processors: cores).withinRegisters
    }
}
