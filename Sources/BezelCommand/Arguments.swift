// Arguments that several commands take, and how they are written.

public import ArgumentParser
public import Bezel

/// `1920x1080`.
struct ScreenArgument: ExpressibleByArgument {
    let size: PixelSize

    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
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
