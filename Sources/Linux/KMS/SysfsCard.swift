// What sysfs tells everybody about a card and its connectors.

import Geometry

/// A card as /sys/class/drm describes it: no permission needed, no rates known.
struct SysfsCard {
    /// The kernel driver.
    let driver: String
    /// The connectors: name, status, sizes of modes, millimetres from the EDID.
    let connectors: [Connector]

    /// The card of the device node `path`, in the tree at `root`.
    init(path: String, root: String = "/sys/class/drm") {
        let card = path.split(separator: "/").last.map(String.init) ?? path
        let link = SystemFiles.target("\(root)/\(card)/device/driver")
        driver = link?.split(separator: "/").last.map(String.init) ?? "unknown"
        let folders = ((try? SystemFiles.names(root)) ?? []).filter { $0.hasPrefix(card + "-") }.sorted()
        connectors = folders.map { folder in
            Connector(
                name: String(folder.dropFirst(card.count + 1)),
                status: SystemFiles.lines("\(root)/\(folder)/status").first.flatMap { Connector.Status(rawValue: $0) }
                    ?? .unknown,
                millimetres: SystemFiles.bytes("\(root)/\(folder)/edid").flatMap { EDID.millimetres($0) },
                modes: SysfsCard.modes(SystemFiles.lines("\(root)/\(folder)/modes")))
        }
    }

    /// The sizes in sysfs's list, which repeats one for each rate it has.
    static func modes(_ lines: [String]) -> [DisplayMode] {
        var modes: [DisplayMode] = []
        for line in lines {
            let isInterlaced = line.hasSuffix("i")
            let numbers = (isInterlaced ? line.dropLast() : line[...]).split(separator: "x").compactMap { Int($0) }
            guard numbers.count == 2 else { continue }
            let mode = DisplayMode(
                size: PixelSize(numbers[0], numbers[1]), millihertz: 0, isInterlaced: isInterlaced)
            if !modes.contains(mode) { modes.append(mode) }
        }
        return modes
    }
}
