// Buffers that a compositor reads until it releases them.

import Testing

@testable import Linux

@Suite struct ReleasedBuffersTests {
    @Test func `a buffer is not drawn in before the compositor has released it`() {
        var buffers = ReleasedBuffers(count: 2)
        let first = buffers.free()?.buffer
        #expect(buffers.present() == first)
        let second = buffers.free()?.buffer
        #expect(second != first)
        _ = buffers.present()
        #expect(buffers.free() == nil)
        buffers.released(first!)
        #expect(buffers.free()?.buffer == first)
    }

    @Test func `the buffer that is given out stays the same until it is presented`() {
        var buffers = ReleasedBuffers(count: 3)
        let given = buffers.free()?.buffer
        #expect(buffers.free()?.buffer == given)
        #expect(buffers.present() == given)
    }

    @Test func `where two buffers suffice the third is never touched, and ages count frames`() {
        var buffers = ReleasedBuffers(count: 3)
        var used: Set<Int> = []
        var ages: [Int] = []
        var held: Int?
        for _ in 0..<10 {
            ages.append(buffers.free()!.age)
            let shown = buffers.present()
            used.insert(shown)
            if let held { buffers.released(held) }
            held = shown
        }
        #expect(used.count == 2)
        #expect(ages == [0, 0] + [Int](repeating: 2, count: 8))
    }

    @Test func `a compositor that copies at once leaves one buffer, whose contents are the last frame`() {
        var buffers = ReleasedBuffers(count: 3)
        var ages: [Int] = []
        for _ in 0..<4 {
            ages.append(buffers.free()!.age)
            buffers.released(buffers.present())
        }
        #expect(ages == [0, 1, 1, 1])
    }
}
