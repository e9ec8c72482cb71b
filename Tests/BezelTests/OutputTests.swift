// The same pictures on every kind of display: turned, in 16 bits, with one buffer, two or three, in padded rows.

import Bezel
import Drawing
import Geometry
import Layers
import Linux
import Stage
import Testing

@testable import Machine

@Suite struct OutputTests {
    struct Output: CustomTestStringConvertible {
        let rotation: PictureRotation
        let format: PixelFormat
        let buffers: Int
        var testDescription: String { "\(rotation.rawValue)° \(format) \(buffers)" }
    }

    nonisolated static let outputs = PictureRotation.allCases.flatMap { rotation in
        [PixelFormat.xrgb8888, .rgb565].flatMap { format in
            (1...3).map { Output(rotation: rotation, format: format, buffers: $0) }
        }
    }

    @Test(arguments: outputs)
    func `while a page is swiped away each frame is the picture, turned, and nothing is written between rows`(
        _ output: Output
    ) throws {
        let screen = HeadlessDisplay(
            size: PixelSize(331, 187), millihertz: 60_000, format: output.format, buffers: output.buffers)
        let display = output.rotation == .none ? screen as any Display : TurnedDisplay(screen, by: output.rotation)
        let panel = Panel(
            pixels: display.size, millimetres: output.rotation.turned(Size(165.5, 93.5)))
        let pages = try StartScreens(kiosk: "\(repository)/config/museum", on: Configuration()) { _ in }
        let stage = try pages.stage(on: panel, stack: ["home", "hours"])
        let upright = Bitmap(size: panel.pixels, isOpaque: true, filledWith: .black)
        var damage = DamageHistory()
        var seen: Set<UInt64> = []
        for step in 0..<8 {
            let time = Instant.zero + .milliseconds(20 * (step + 1))
            let finger = Point(1 + 12 * Double(step), 40)
            stage.handle(
                TouchFrame(
                    time: time,
                    changes: [TouchFrame.Change(contact: 1, phase: step == 0 ? .began : .moved, position: finger)]))
            let frame = stage.plan(at: time)
            if damage.record(frame).isEmpty { continue }
            let buffer = try #require(display.freeBuffer())
            let region = damage.region(forBufferOfAge: buffer.age)
            stage.draw(frame, into: buffer.surface, region: region)
            try display.present(damage: region)
            screen.advance(to: time + .milliseconds(17))
            stage.draw(frame, into: upright.surface, region: Region(panel.pixels.bounds))
            seen.insert(FrameHash(of: upright.surface).value)
            try compare(#require(screen.lastFrame), with: upright, output)
        }
        #expect(seen.count > 4, "the page does not follow the finger")
    }

    /// Every pixel is that of `upright`, turned and cut to the format; the rest of each row is as it was: zero.
    private func compare(_ memory: PixelSurface, with upright: Bitmap, _ output: Output) {
        var wrong = 0
        for y in 0..<upright.size.height {
            for x in 0..<upright.size.width {
                let place = output.rotation.place(of: PixelRect(x, y, 1, 1), in: memory.size)
                let address = memory.base + place.y * memory.pitch + place.x * output.format.bytes
                let wanted = upright.pixels[y * upright.size.width + x] & 0xFF_FFFF
                switch output.format {
                case .xrgb8888: if address.load(as: UInt32.self) & 0xFF_FFFF != wanted { wrong += 1 }
                case .rgb565:
                    let cut = wanted >> 8 & 0xF800 | wanted >> 5 & 0x07E0 | wanted >> 3 & 0x1F
                    if UInt32(address.load(as: UInt16.self)) != cut { wrong += 1 }
                }
            }
        }
        #expect(wrong == 0)
        let used = memory.size.width * output.format.bytes
        #expect(memory.pitch > used)
        for y in 0..<memory.size.height {
            for column in used..<memory.pitch
            where memory.base.load(fromByteOffset: y * memory.pitch + column, as: UInt8.self) != 0 {
                wrong += 1
            }
        }
        #expect(wrong == 0, "written between rows")
    }
}
