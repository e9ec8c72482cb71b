// Describes a card and its connectors from sysfs, which any user can read.

import Geometry

/// A card according to /sys/class/drm. Needs no permissions; refresh rates are unknown.
struct SysfsCard {
    /// The kernel driver.
    let driver: String
    /// The connectors: name, status, sizes of modes, millimetres from the EDID.
    let connectors: [Connector]

    /// The card with the device node `path`, in the tree at `root`.
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

    /// The mode sizes in sysfs's list. The list repeats a size for each of its rates.
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
