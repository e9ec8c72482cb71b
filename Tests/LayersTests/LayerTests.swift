// The layer tree, colours and bitmaps.

import Geometry
import Layers
import Testing

@Suite struct LayerTests {
    @Test func `a layer is in one superlayer at a time`() {
        let (a, b, layer) = (Layer(), Layer(), Layer())
        a.addSublayer(layer)
        b.addSublayer(layer)
        #expect(a.sublayers.isEmpty)
        #expect(b.sublayers.map(ObjectIdentifier.init) == [ObjectIdentifier(layer)])
        #expect(layer.superlayer === b)
        layer.removeFromSuperlayer()
        #expect(b.sublayers.isEmpty)
        #expect(layer.superlayer == nil)
    }

    @Test func `an index past the end is the end, also for a layer that is moved within its superlayer`() {
        let root = Layer()
        let layers = (0..<3).map { index in
            let layer = Layer()
            layer.name = "\(index)"
            root.addSublayer(layer)
            return layer
        }
        root.insertSublayer(layers[0], at: 3)
        #expect(root.sublayers.map(\.name) == ["1", "2", "0"])
        root.insertSublayer(layers[0], at: 0)
        #expect(root.sublayers.map(\.name) == ["0", "1", "2"])
        root.insertSublayer(layers[2], at: 1)
        #expect(root.sublayers.map(\.name) == ["0", "2", "1"])
    }

    @Test func `layers are set in order, wherever they were`() {
        let (a, b) = (Layer(), Layer())
        let layers = (0..<4).map { _ in Layer() }
        for layer in layers[..<3] { a.addSublayer(layer) }
        b.addSublayer(layers[3])
        a.setSublayers([layers[3], layers[2], layers[0]])
        #expect(a.sublayers.map(ObjectIdentifier.init) == [3, 2, 0].map { ObjectIdentifier(layers[$0]) })
        #expect(b.sublayers.isEmpty && layers[1].superlayer == nil)
        #expect(a.sublayers.allSatisfy { $0.superlayer === a })
        a.setSublayers([])
        #expect(a.sublayers.isEmpty && layers.allSatisfy { $0.superlayer == nil })
    }

    @Test func `a layer is set once, and not in itself`() async {
        await #expect(processExitsWith: .failure) {
            let (outer, inner) = (Layer(), Layer())
            outer.setSublayers([inner, inner])
        }
        await #expect(processExitsWith: .failure) {
            let (outer, inner) = (Layer(), Layer())
            outer.addSublayer(inner)
            inner.setSublayers([outer])
        }
    }

    @Test func `a layer cannot lie in itself`() async {
        await #expect(processExitsWith: .failure) {
            let (outer, inner) = (Layer(), Layer())
            outer.addSublayer(inner)
            inner.addSublayer(outer)
        }
    }

    @Test func `setting the frame sets position and size, and keeps what is scrolled`() {
        let layer = Layer()
        layer.bounds = Rect(0, 40, 10, 10)
        layer.frame = Rect(1, 2, 30, 40)
        #expect(layer.position == Point(1, 2))
        #expect(layer.bounds == Rect(0, 40, 30, 40))
        #expect(layer.frame == Rect(1, 2, 30, 40))
    }

    @Test(arguments: [("#1e90FF", 0x1E90FF), ("#000000", 0)])
    func `a colour is read from six digits`(text: String, rgb: UInt32) { #expect(Color(hex: text) == Color(rgb)) }

    @Test(arguments: ["1e90ff", "#1e90f", "#1e90fff", "#1e90fg", "#+1e90f", "#-00001", "#١٢٣", ""])
    func `anything else is no colour`(text: String) { #expect(Color(hex: text) == nil) }

    @Test func `every product of a colour and an alpha is rounded to nearest`() {
        var wrong: [UInt32] = []
        for alpha in 0...255 {
            for value in 0...255 {
                let pixel = Color(red: UInt8(value), green: 0, blue: 0, alpha: UInt8(alpha)).premultiplied
                let exact = UInt32((Double(value * alpha) / 255).rounded())
                if pixel != UInt32(alpha) << 24 | exact << 16 { wrong.append(pixel) }
            }
        }
        #expect(wrong == [])
    }

    @Test func `a bitmap's surface is its memory`() {
        let bitmap = Bitmap(size: PixelSize(3, 2), isOpaque: true, filledWith: .white)
        bitmap.surface.base.storeBytes(of: 0xFF12_3456, toByteOffset: bitmap.surface.pitch + 8, as: UInt32.self)
        #expect(bitmap[2, 1] == 0xFF12_3456)
        #expect(bitmap[1, 1] == 0xFFFF_FFFF)
    }
}
