// The display without glass, in virtual time and in real time.

import Geometry
import Testing

@testable import Linux

@Suite struct HeadlessDisplayTests {
    static func draw(_ pixel: UInt32, on display: HeadlessDisplay) throws {
        let buffer = try #require(display.freeBuffer())
        buffer.surface.base.storeBytes(of: pixel, as: UInt32.self)
        display.present(damage: Region(display.size.bounds))
    }

    static func shown(_ display: HeadlessDisplay) -> UInt32? { display.lastFrame?.base.load(as: UInt32.self) }

    @Test func `frames are shown one a refresh, at the refreshes`() throws {
        let display = HeadlessDisplay(size: PixelSize(8, 4), millihertz: 50_000)
        var presented: [Int64] = []
        display.onPresented = { presented.append($0.nanoseconds / 1_000_000) }
        display.advance(to: Instant.zero + .milliseconds(3))
        try HeadlessDisplayTests.draw(1, on: display)
        try HeadlessDisplayTests.draw(2, on: display)
        #expect(display.freeBuffer() == nil)
        #expect(HeadlessDisplayTests.shown(display) == nil)
        #expect(display.nextPresentation == Instant.zero + .milliseconds(20))
        display.advance(to: Instant.zero + .milliseconds(20))
        #expect(HeadlessDisplayTests.shown(display) == 1)
        display.advance(to: Instant.zero + .milliseconds(100))
        #expect(HeadlessDisplayTests.shown(display) == 2)
        #expect(presented == [20, 40])
        #expect(display.nextPresentation == nil)
    }

    @Test func `a frame presented from the callback comes a refresh later`() throws {
        let display = HeadlessDisplay(size: PixelSize(8, 4), millihertz: 100_000)
        var presented: [Int64] = []
        display.onPresented = { instant in
            presented.append(instant.nanoseconds / 1_000_000)
            guard presented.count < 4, let buffer = display.freeBuffer() else { return }
            #expect(buffer.age == (presented.count < 2 ? 0 : 2))
            display.present(damage: Region())
        }
        try HeadlessDisplayTests.draw(1, on: display)
        display.advance(to: Instant.zero + .milliseconds(1000))
        #expect(presented == [10, 20, 30, 40])
    }

    @Test func `with a loop the refreshes follow the clock`() throws {
        let loop = try EventLoop()
        let display = HeadlessDisplay(size: PixelSize(8, 4), millihertz: 200_000, loop: loop)
        var presented: Instant?
        display.onPresented = { presented = $0 }
        let start = MonotonicClock.now()
        try HeadlessDisplayTests.draw(5, on: display)
        while presented == nil { try loop.runOnce() }
        let instant = try #require(presented)
        #expect(instant > start && instant <= MonotonicClock.now())
        #expect(instant.nanoseconds % 5_000_000 == 0)
        #expect(HeadlessDisplayTests.shown(display) == 5)
        display.close()
        #expect(display.nextPresentation == nil)
    }

    @Test func `the display says what it is`() {
        let display = HeadlessDisplay(size: PixelSize(1920, 1080), millihertz: 60_000, millimetres: Size(527, 296))
        #expect(display.name == "headless 1920x1080@60")
        #expect(display.millimetres == Size(527, 296))
        #expect(display.refreshInterval.nanoseconds == 16_666_666)
    }
}
