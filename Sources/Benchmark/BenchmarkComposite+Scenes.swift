// The random pictures of `bezel benchmark composite`: offsets, layers and dots.

import Geometry
import Layers

extension BenchmarkComposite {
    /// Two screens side by side at 64 random offsets. The worst offset counts.
    func offsetRows() -> [BenchmarkCommand.Row] {
        var numbers = SeededGenerator(seed: 2)
        let offsets = (0..<64).map { _ in Int.random(in: 1..<size.width, using: &numbers) }
        var ratios = offsets.map { _ in [Double]() }
        for _ in 0..<BenchmarkComposite.rounds / 2 {
            for (index, offset) in offsets.enumerated() {
                let root = pictures.slide(offset)
                let reference = time { copyPastCaches() }.processor
                ratios[index].append(time { draw(root, .none, by: alone) }.processor / reference)
            }
        }
        let medians = ratios.map(BenchmarkComposite.median)
        let worst = medians.max() ?? 0
        return [
            BenchmarkCommand.Row(
                name: "\(name), two screens side by side, the worst of 64 offsets", value: worst, unit: "R",
                reference: "R", ratio: worst, goal: hasGoals ? 1.1 : nil,
                details: [
                    ("at", Double(offsets[medians.firstIndex(of: worst) ?? 0])),
                    ("median", BenchmarkComposite.median(medians)),
                ])
        ]
    }

    /// A thousand random pictures, each drawn twice, of which the better time counts. It is compared with the time that memory
    /// needs for the bytes that have to move: twice R for twice the bytes of R, but never less than the time to write one
    /// colour. A frame has to be written, and memory is slower at writing than at reading. Every picture is compared with the
    /// plain drawing.
    func sceneRows() -> [BenchmarkCommand.Row] {
        var numbers = SeededGenerator(seed: 1)
        let fill = Self.median(
            (0..<Self.rounds).map { _ in
                let reference = time { copyPastCaches() }.processor
                return time { fillPastCaches() }.processor / reference
            })
        let plain = Bitmap(size: size, isOpaque: true)
        var (ratios, byBytes): ([Double], [Double]) = ([], [])
        var differences = 0
        for _ in 0..<1000 {
            let root = pictures.random(&numbers)
            let bytes = Double(alone.bytes(toDraw: alone.plan(root))) / Double(8 * size.width * size.height)
            let ratio =
                (0..<2).map { _ in
                    let reference = time { copyPastCaches() }.processor
                    return time { draw(root, by: alone) }.processor / reference
                }.min() ?? 0
            ratios.append(ratio / max(bytes, fill))
            byBytes.append(ratio / bytes)
            Compositor.drawPlainly(alone.plan(root), into: plain.surface, region: Region(size.bounds))
            differences += pixels(differentFrom: plain)
        }
        ratios.sort()
        byBytes.sort()
        return [
            BenchmarkCommand.Row(
                name: "\(name), 1000 pictures by chance, 95 of 100 within", value: ratios[949],
                unit: "of memory's time",
                reference: "memory's time", ratio: ratios[949], goal: hasGoals ? 1.25 : nil,
                details: [
                    ("median", ratios[500]), ("most", ratios[999]), ("one colour in R", fill),
                    ("95 of 100 within, of the bytes alone", byBytes[949]), ("median of that", byBytes[500]),
                ]),
            BenchmarkCommand.Row(
                name: "\(name), 1000 pictures by chance, pixels unlike the plain drawing's", value: Double(differences),
                unit: "", goal: 0),
        ]
    }

    /// How many pixels of the target differ in colour from `plain`.
    private func pixels(differentFrom plain: Bitmap) -> Int {
        var count = 0
        for y in 0..<size.height {
            let (drawn, wanted) = (target.pixels + y * rowLength, plain.pixels + y * size.width)
            for x in 0..<size.width where (drawn[x] ^ wanted[x]) & 0xFF_FFFF != 0 { count += 1 }
        }
        return count
    }

    /// A blinking dot of 40 × 40 pixels at 256 random places: as it is, and widened to cache lines.
    func damageRows() -> [BenchmarkCommand.Row] {
        var numbers = SeededGenerator(seed: 3)
        let root = pictures.pop()
        var (times, wider): ([Double], [Double]) = ([], [])
        for _ in 0..<256 {
            let x = Int.random(in: 0..<size.width - 40, using: &numbers)
            let y = Int.random(in: 0..<size.height - 40, using: &numbers)
            let (left, right) = (x / 16 * 16, (x + 40 + 15) / 16 * 16)
            times.append(time { draw(root, by: alone, region: Region(PixelRect(x, y, 40, 40))) }.processor)
            wider.append(
                time { draw(root, by: alone, region: Region(PixelRect(left, y, right - left, 40))) }.processor)
        }
        let (time, ratio) = (Self.median(times), Self.median(zip(wider, times).map(/)))
        return [
            BenchmarkCommand.Row(
                name: "\(name), a dot of 40 × 40 pixels drawn again", value: time * 1e6, unit: "µs",
                details: [("with its sides on cache lines, times", ratio)])
        ]
    }
}
