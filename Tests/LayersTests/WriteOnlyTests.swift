// Drawing never reads the memory of the display, which is write-combined on many boards: a read there takes some seventy times as
// long as a write.

import Geometry
import Glibc
import TestReadTrap
import TestRandomness
import Testing

@testable import Layers

@Suite(.enabled(if: read_trap_works())) struct WriteOnlyTests {

    /// Whole pages that count what reads them.
    private final class Memory {
        let base: UnsafeMutableRawPointer
        let length: Int

        init(bytes: Int) {
            let page = Int(getpagesize())
            length = (bytes + page - 1) / page * page
            base = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        }

        deinit { munmap(base, length) }

        /// The number of reads by `body`.
        func reads(_ body: () -> Void) -> Int {
            read_trap_arm(base, length)
            body()
            return read_trap_disarm(base)
        }
    }

    /// What `body` draws over black and over white, without a read. An instruction that reads and writes at once would show what
    /// was there.
    private func pictures(bytes: Int, _ comment: Comment, _ body: (UnsafeMutableRawPointer) -> Void) -> [[UInt8]] {
        [Int32(0), 0xFF].map { poison in
            let memory = Memory(bytes: bytes)
            memset(memory.base, poison, memory.length)
            #expect(memory.reads { body(memory.base) } == 0, comment)
            return Array(UnsafeRawBufferPointer(start: memory.base, count: bytes))
        }
    }

    @Test func `a read is noticed, whatever its width`() {
        let memory = Memory(bytes: 8192)
        var sum = UInt64(0)
        #expect(memory.reads { memset(memory.base, 3, memory.length) } == 0)
        #expect(memory.reads { memory.base.storeBytes(of: 4, toByteOffset: 5, as: UInt8.self) } == 0)
        #expect(memory.reads { sum += UInt64(memory.base.load(as: UInt8.self)) } == 1)
        #expect(memory.reads { sum += memory.base.load(fromByteOffset: 64, as: UInt64.self) } == 1)
        #expect(memory.reads { sum += memory.base.load(as: SIMD8<UInt64>.self)[5] } > 0)
        #expect(memory.reads { sum += UInt64(abs(memcmp(memory.base, memory.base + 4096, 2048))) } > 0)
        var copy = [UInt8](repeating: 0, count: 4096)
        #expect(memory.reads { memcpy(&copy, memory.base, 4096) } > 0)
        #expect(copy[5] == 4 && copy[4095] == 3 && sum > 0)
    }

    @Test(arguments: Tuning.samples, [PixelFormat.xrgb8888, .rgb565])
    func `a random tree is drawn without a read, and whatever was there before`(
        tuning: Tuning, format: PixelFormat
    ) {
        let size = PixelSize(110, 24)
        let rotations: [PictureRotation] = [.none, .quarter, .half, .threeQuarters]
        for seed in 0..<8 {
            var scene = RandomScene(seed: seed, size: size, scales: seed % 2 == 1)
            let compositor = Compositor(size: size, background: scene.color(), tuning: tuning)
            let frame = compositor.plan(scene.root())
            var region = Region(size.bounds)
            if seed % 3 == 0 {
                region = Region(PixelRect(scene.numbers.int(0...50), scene.numbers.int(0...8), 61, 11))
                region.insert(PixelRect(scene.numbers.int(0...90), 20, 43, 5))
            }
            let rotation = rotations[seed % 4]
            let turned = rotation.turned(size)
            let pitch = (turned.width + seed % 5) * format.bytes
            let pictures = pictures(bytes: pitch * turned.height, "seed \(seed)") { base in
                let surface = PixelSurface(base: base, size: turned, pitch: pitch, format: format, rotation: rotation)
                compositor.draw(frame, into: surface, region: region)
            }
            var differing = 0
            for y in 0..<turned.height {
                for x in 0..<turned.width {
                    let first = y * pitch + x * format.bytes
                    // The fourth byte of a pixel has no meaning.
                    let bytes = first..<(first + min(format.bytes, 3))
                    if pictures[0][bytes] != pictures[1][bytes] { differing += 1 }
                }
            }
            // Where nothing is drawn, what was there stays.
            let drawn = region.reduce(0) { $0 + $1.intersection(size.bounds).area }
            #expect(differing == size.bounds.area - drawn, "seed \(seed)")
        }
    }

    @Test func `the shadow of a plane is drawn without a read`() {
        let shadow = EdgeShadow(edges: .left, width: 40, opacity: 0.3)
        for rotation in [PictureRotation.none, .quarter, .half, .threeQuarters] {
            let size = rotation.turned(PixelSize(64, 24))
            let pictures = pictures(bytes: size.bounds.area * 4, "\(rotation)") { base in
                shadow.draw(
                    into: PixelSurface(
                        base: base, size: size, pitch: size.width * 4, format: .xrgb8888, rotation: rotation))
            }
            #expect(pictures[0] == pictures[1])
        }
    }
}
