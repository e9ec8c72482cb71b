// Frames that are kept while others are planned.

import Geometry
import Testing

@testable import Layers

@Suite struct FrameTests {
    private let size = PixelSize(40, 15)

    private func picture(of frame: Frame, by compositor: Compositor) -> FrameHash {
        let bitmap = Bitmap(size: size, isOpaque: true)
        compositor.draw(frame, into: bitmap.surface, region: Region(size.bounds))
        return FrameHash(of: bitmap.surface)
    }

    @Test func `a frame stays what it was, however many are planned after it`() {
        let compositor = Compositor(size: size, threads: 1)
        let (root, card) = (Layer(), Layer(Rect(2, 2, 9, 9), .white))
        root.addSublayer(card)
        let kept = compositor.plan(root)
        let hash = picture(of: kept, by: compositor)
        for x in 3..<8 {
            card.position.x = Double(x)
            #expect(picture(of: compositor.plan(root), by: compositor) != hash)
        }
        #expect(picture(of: kept, by: compositor) == hash)
    }

    @Test func `a released frame is reused for the next, and one that is kept is not`() {
        let compositor = Compositor(size: size, threads: 1)
        let root = Layer()
        func address(_ frame: Frame) -> UnsafeRawPointer? { frame.nodes.withUnsafeBytes { $0.baseAddress } }
        let first = address(compositor.plan(root))
        let kept = compositor.plan(root)
        #expect(address(kept) == first)
        let other = address(compositor.plan(root))
        #expect(other != first)
        #expect(address(compositor.plan(root)) == other)
        withExtendedLifetime(kept) {}
    }
}
