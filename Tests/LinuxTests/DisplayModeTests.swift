// Modes, what people call them, and which one is taken.

import Geometry
import Testing

@testable import Linux

@Suite struct DisplayModeTests {
    static let modes = [
        DisplayMode(size: PixelSize(3840, 2160), millihertz: 30_000),
        DisplayMode(size: PixelSize(1920, 1080), millihertz: 59_940),
        DisplayMode(size: PixelSize(1920, 1080), millihertz: 60_000, isPreferred: true),
        DisplayMode(size: PixelSize(1920, 1080), millihertz: 120_000, isInterlaced: true),
        DisplayMode(size: PixelSize(1280, 720), millihertz: 50_000),
        DisplayMode(size: PixelSize(1280, 720), millihertz: 59_940),
    ]

    @Test(arguments: [
        ("preferred", 2), ("auto", 2), ("1920x1080", 2), ("1920x1080@60", 2), ("1920x1080@59.94", 1), ("1280x720", 5),
        ("1280x720@60", 5), ("1280x720@50", 4), ("3840x2160", 0), ("3840x2160@60", nil), ("800x600", nil),
        ("1920x1080@120", nil),
    ])
    func `the mode that is meant is taken, or none if there is no such mode`(text: String, index: Int?) throws {
        #expect(try #require(ModeChoice(text)).index(in: DisplayModeTests.modes) == index)
    }

    @Test(arguments: [
        "", "1920", "1920x", "x1080", "1920x1080@", "1920x1080@0", "0x0", "-1x5", "1920x1080@60@60", "best",
    ])
    func `anything else is not read as a mode`(text: String) {
        #expect(ModeChoice(text) == nil)
    }

    @Test func `without a preferred mode the first is taken, without modes none`() {
        #expect(ModeChoice.preferred.index(in: [DisplayModeTests.modes[4], DisplayModeTests.modes[0]]) == 0)
        #expect(ModeChoice.preferred.index(in: []) == nil)
    }

    @Test(arguments: [
        (60_000, "1920x1080@60"), (59_940, "1920x1080@59.94"), (59_900, "1920x1080@59.9"), (60_020, "1920x1080@60.02"),
        (0, "1920x1080"),
    ])
    func `a mode is written as it is read`(millihertz: Int, text: String) {
        #expect(DisplayMode(size: PixelSize(1920, 1080), millihertz: millihertz).description == text)
    }

    @Test func `a refresh is the inverse of the rate, and a sixtieth where the rate is unknown`() {
        let size = PixelSize(1, 1)
        #expect(DisplayMode(size: size, millihertz: 50_000).refreshInterval == .milliseconds(20))
        #expect(DisplayMode(size: size, millihertz: 59_940).refreshInterval.nanoseconds == 16_683_350)
        #expect(DisplayMode(size: size, millihertz: 0).refreshInterval.nanoseconds == 16_666_666)
    }
}
