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
                millimetres: SystemFiles.bytes("\(root)/\(folder)/edid").flatMap { SysfsCard.millimetres(edid: $0) },
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

    /// The picture's extent in an EDID: of its first detailed timing, in millimetres, else of its header, in whole
    /// centimetres; nil when it holds none.
    static func millimetres(edid: [UInt8]) -> Size? {
        guard edid.count >= 128, edid[0..<8] == [0, 255, 255, 255, 255, 255, 255, 0] else { return nil }
        let timing = edid[54..<72]
        // A pixel clock of 0 marks a descriptor that is no timing.
        if timing[54] != 0 || timing[55] != 0 {
            let width = Int(timing[66]) | Int(timing[68] >> 4) << 8
            let height = Int(timing[67]) | Int(timing[68] & 15) << 8
            if width > 0, height > 0 { return Size(Double(width), Double(height)) }
        }
        return edid[21] > 0 && edid[22] > 0 ? Size(Double(edid[21]) * 10, Double(edid[22]) * 10) : nil
    }
}
