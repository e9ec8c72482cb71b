// Two or three buffers taking turns, or one that is drawn while it is seen.

import TestRandomness
import Testing

@testable import Linux

@Suite struct SwapChainTests {
    @Test func `with three buffers one can be drawn while another waits for its flip`() {
        var chain = SwapChain(count: 3)
        let first = chain.free()?.buffer
        #expect(chain.present() == first)
        let second = chain.free()?.buffer
        #expect(second != first)
        #expect(chain.present() == nil)
        #expect(chain.state == .queued(scanout: nil, pending: first!, queued: second!))
        #expect(chain.free() == nil)
        #expect(chain.flipped() == second)
        #expect(chain.state == .pending(scanout: first!, pending: second!))
        #expect(chain.flipped() == nil)
        #expect(chain.state == .idle(scanout: second!))
    }

    @Test func `with two buffers none is free while a flip is pending`() {
        var chain = SwapChain(count: 2)
        _ = chain.free()
        #expect(chain.present() != nil)
        #expect(chain.free() != nil)
        _ = chain.flipped()
        _ = chain.free()
        #expect(chain.present() != nil)
        #expect(chain.free() == nil)
        _ = chain.flipped()
        #expect(chain.free() != nil)
    }

    @Test func `one buffer is drawn again once it is seen, and holds the frame before`() {
        var chain = SwapChain(count: 1)
        #expect(chain.free()! == (0, 0))
        #expect(chain.present() == 0)
        #expect(chain.free() == nil)
        #expect(chain.flipped() == nil)
        #expect(chain.state == .idle(scanout: 0))
        for _ in 0..<3 {
            #expect(chain.free()! == (0, 1))
            #expect(chain.present() == 0)
            #expect(chain.state == .pending(scanout: 0, pending: 0))
            #expect(chain.free() == nil)
            _ = chain.flipped()
        }
        _ = chain.free()
        _ = chain.present()
        chain.refused()
        #expect(chain.free()! == (0, 0))
    }

    @Test func `the free buffer stays the same until it is presented`() {
        var chain = SwapChain(count: 3)
        let first = chain.free()?.buffer
        #expect(chain.free()?.buffer == first)
        #expect(chain.present() == first)
        #expect(chain.free()?.buffer != first)
    }

    @Test func `ages count frames, and two buffers that take turns are two frames old`() {
        var chain = SwapChain(count: 3)
        var ages: [Int] = []
        for _ in 0..<6 {
            ages.append(chain.free()!.age)
            _ = chain.present()
            _ = chain.flipped()
        }
        #expect(ages == [0, 0, 2, 2, 2, 2])
    }

    @Test func `while each frame is queued behind another, contents are three frames old`() {
        var chain = SwapChain(count: 3)
        _ = chain.free()
        _ = chain.present()
        var ages: [Int] = []
        for _ in 0..<5 {
            ages.append(chain.free()!.age)
            _ = chain.present()
            _ = chain.flipped()
        }
        #expect(ages == [0, 0, 3, 3, 3])
    }

    @Test func `a refused buffer holds nothing, and what was shown is shown still`() {
        var chain = SwapChain(count: 2)
        let first = chain.free()!.buffer
        _ = chain.present()
        chain.refused()
        #expect(chain.state == .dark)
        #expect(chain.free()! == (first, 0))
        _ = chain.present()
        _ = chain.flipped()
        let second = chain.free()!.buffer
        _ = chain.present()
        chain.refused()
        #expect(chain.state == .idle(scanout: first))
        #expect(chain.free()! == (second, 0))
    }

    @Test func `while another session has the display no buffer is free, and the last frame comes back`() {
        var chain = SwapChain(count: 3)
        _ = chain.free()
        _ = chain.present()
        let second = chain.free()!.buffer
        _ = chain.present()
        chain.pause()
        #expect(chain.free() == nil)
        #expect(chain.flipped() == nil)
        #expect(chain.resume() == second)
        #expect(chain.flipped() == nil)
        #expect(chain.state == .idle(scanout: second))
    }

    @Test func `a frame drawn when the display went is shown when it comes back`() {
        var chain = SwapChain(count: 3)
        let first = chain.free()!.buffer
        chain.pause()
        #expect(chain.present() == nil)
        #expect(chain.resume() == first)
    }

    @Test func `a display that never showed anything comes back dark`() {
        var chain = SwapChain(count: 2)
        chain.pause()
        chain.pause()
        #expect(chain.resume() == nil)
        #expect(chain.state == .dark)
        #expect(chain.free() != nil)
    }

    @Test(arguments: [1, 2, 3]) func `no random order of events gives out a buffer that is in use`(count: Int) {
        var random = SplitMix(1)
        var chain = SwapChain(count: count)
        var drawing: Int?
        for _ in 0..<20_000 {
            switch Int.random(in: 0...9, using: &random) {
            case 0...3:
                if let (buffer, age) = chain.free() {
                    #expect(chain.state.isFree(buffer, of: count))
                    #expect(age >= 0)
                    #expect(drawing == nil || drawing == buffer)
                    drawing = buffer
                }
            case 4...5:
                if drawing != nil {
                    if let handed = chain.present() { #expect(handed == drawing && handed == chain.state.pending) }
                    drawing = nil
                }
            case 6...7:
                if let handed = chain.flipped() { #expect(handed == chain.state.pending) }
            case 8:
                chain.refused()
            default:
                if case .paused = chain.state { _ = chain.resume() } else { chain.pause() }
            }
        }
    }
}
