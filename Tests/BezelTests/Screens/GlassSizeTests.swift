// The size of the glass where its sources differ.

import Geometry
import Testing

@testable import Machine

@Suite struct GlassSizeTests {
    private nonisolated static let desk = Size(527, 296)
    private static let pixels = PixelSize(1920, 1080)

    private func size(measured: Size? = nil, panel: Size? = nil, display: Size? = nil) -> GlassSize? {
        GlassSize(measured: measured, panel: panel, display: display, pixels: Self.pixels)
    }

    @Test func `a single source is taken as it is`() {
        #expect(size() == nil)
        for size in [size(measured: Self.desk), size(panel: Self.desk), size(display: Self.desk)] {
            #expect(size?.millimetres == Self.desk && size?.remark == nil)
        }
    }

    @Test func `sources that agree are not remarked upon, and the finest is taken`() {
        let display = Size(530, 300)
        #expect(size(panel: Self.desk, display: display)?.millimetres == Self.desk)
        #expect(size(panel: Self.desk, display: display)?.remark == nil)
        let measured = Size(526.4, 296.1)
        #expect(size(measured: measured, panel: Self.desk, display: display)?.millimetres == measured)
        #expect(size(measured: measured, panel: Self.desk, display: display)?.remark == nil)
    }

    @Test(arguments: [
        (measured: Size(655, 399), panel: desk, display: Size(530, 300), taken: desk, isRemarked: true),
        (measured: desk, panel: Size(655, 399), display: Size(530, 300), taken: desk, isRemarked: false),
        (measured: desk, panel: Size(530, 300), display: Size(160, 90), taken: desk, isRemarked: false),
        (measured: desk, panel: Size(155, 86), display: Size(1600, 900), taken: desk, isRemarked: false),
    ])
    func `the size on which two agree wins, and else the measured one`(
        measured: Size, panel: Size, display: Size, taken: Size, isRemarked: Bool
    ) {
        let size = size(measured: measured, panel: panel, display: display)
        #expect(size?.millimetres == taken)
        #expect((size?.remark != nil) == isRemarked)
    }

    @Test func `of a panel and a display that differ, the one with square pixels wins`() {
        let wrongPanel = size(panel: Size(655, 399), display: Self.desk)
        #expect(wrongPanel?.millimetres == Self.desk)
        #expect(
            wrongPanel?.remark
                == "the touch panel reports 655 × 399 mm, and the display 527 × 296 mm, which is used because its pixels are square"
        )
        let wrongDisplay = size(panel: Self.desk, display: Size(160, 120))
        #expect(wrongDisplay?.millimetres == Self.desk)
        #expect(wrongDisplay?.remark?.contains("the touch panel's is used because its pixels are square") == true)
        let either = size(panel: Self.desk, display: Size(160, 90))
        #expect(either?.millimetres == Self.desk)
        #expect(either?.remark?.contains("one of them is wrong") == true)
    }

    @Test func `a panel whose axes lie along the other sides agrees with its display`() {
        let size = size(panel: Size(296, 527), display: Size(530, 300))
        #expect(size?.millimetres == Self.desk && size?.remark == nil)
        let outvoted = self.size(measured: Size(155, 86), panel: Size(296, 527), display: Size(530, 300))
        #expect(outvoted?.millimetres == Self.desk && outvoted?.remark != nil)
    }
}
