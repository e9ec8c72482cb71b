// Arguments that several commands take, and how they are written.

public import ArgumentParser
public import Bezel

/// `1920x1080` or `1920x1080@60`.
struct ScreenArgument: ExpressibleByArgument {
    let size: PixelSize
    /// Refreshes in 1000 seconds; nil when nothing is said.
    let millihertz: Int?

    init?(argument: String) {
        let halves = argument.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        if halves.count == 2 {
            guard let rate = Double(halves[1]), (1...1000).contains(rate) else { return nil }
            millihertz = Int((rate * 1000).rounded())
        } else {
            millihertz = nil
        }
        let parts = halves[0].split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], (1...16384).contains(width),
            (1...16384).contains(height)
        else { return nil }
        size = PixelSize(width, height)
    }
}

/// `527x296`, in mm.
struct SizeArgument: ExpressibleByArgument {
    let size: Size

    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], (1...100_000).contains(width),
            (1...100_000).contains(height)
        else { return nil }
        size = Size(width, height)
    }
}

/// `home,hours,terms!`.
struct StackArgument: ExpressibleByArgument {
    let names: [String]

    init?(argument: String) { names = argument.split(separator: ",").map(String.init) }
}

extension Configuration.Backend: ExpressibleByArgument {}
extension BenchmarkCommand.Topic: ExpressibleByArgument {}
extension DebugTopic: ExpressibleByArgument {}
