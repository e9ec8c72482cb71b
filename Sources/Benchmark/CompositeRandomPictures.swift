// The random pictures of `bezel benchmark composite`: offsets, layers and dots.

import Geometry
import Layers

/// Measures random pictures: offsets, layers and dots.
struct CompositeRandomPictures {
    let bench: BenchmarkComposite

    /// Two screens side by side at 64 random offsets. The worst offset counts.
    func offsetRows() -> [BenchmarkCommand.Row] {
        var numbers = SeededGenerator(seed: 2)
        let offsets = (0..<64).map { _ in Int.random(in: 1..<bench.size.width, using: &numbers) }
        var ratios = offsets.map { _ in [Double]() }
        for _ in 0..<BenchmarkComposite.rounds / 2 {
            for (index, offset) in offsets.enumerated() {
                let root = bench.pictures.slide(offset)
                let reference = bench.time { bench.copyPastCaches() }.processor
                ratios[index].append(bench.time { bench.draw(root, .none, by: bench.alone) }.processor / reference)
            }
        }
        let medians = ratios.map(BenchmarkComposite.median)
        let worst = medians.max() ?? 0
        return [
            BenchmarkCommand.Row(
                name: "\(bench.name), two screens side by side, the worst of 64 offsets", value: worst, unit: "R",
                reference: "R", ratio: worst, goal: 1.15 * bench.leniency,
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
        let fill = BenchmarkComposite.median(
            (0..<BenchmarkComposite.rounds).map { _ in
                let reference = bench.time { bench.copyPastCaches() }.processor
                return bench.time { bench.fillPastCaches() }.processor / reference
            })
        let plain = Bitmap(size: bench.size, isOpaque: true)
        var (ratios, byBytes): ([Double], [Double]) = ([], [])
        var differences = 0
        for _ in 0..<1000 {
            let root = bench.pictures.random(&numbers)
            let bytes =
                Double(bench.alone.bytes(toDraw: bench.alone.plan(root)))
                / Double(8 * bench.size.width * bench.size.height)
            let ratio =
                (0..<2).map { _ in
                    let reference = bench.time { bench.copyPastCaches() }.processor
                    return bench.time { bench.draw(root, by: bench.alone) }.processor / reference
                }.min() ?? 0
            ratios.append(ratio / max(bytes, fill))
            byBytes.append(ratio / bytes)
            Compositor.drawPlainly(bench.alone.plan(root), into: plain.surface, region: Region(bench.size.bounds))
            differences += pixels(differentFrom: plain)
        }
        ratios.sort()
        byBytes.sort()
        return [
            BenchmarkCommand.Row(
                name: "\(bench.name), 1000 random pictures, 95 of 100 within", value: ratios[949],
                unit: "of memory's time",
                reference: "memory's time", ratio: ratios[949], goal: 1.25 * bench.leniency,
                details: [
                    ("median", ratios[500]), ("most", ratios[999]), ("one colour in R", fill),
                    ("95 of 100 within, of the bytes alone", byBytes[949]), ("median of that", byBytes[500]),
                ]),
            BenchmarkCommand.Row(
                name: "\(bench.name), 1000 random pictures, pixels that differ from the plain drawing",
                value: Double(differences),
                unit: "", goal: 0),
        ]
    }

    /// How many pixels of the target differ in colour from `plain`.
    private func pixels(differentFrom plain: Bitmap) -> Int {
        var count = 0
        for y in 0..<bench.size.height {
            let (drawn, wanted) = (bench.target.pixels + y * bench.rowLength, plain.pixels + y * bench.size.width)
            for x in 0..<bench.size.width where (drawn[x] ^ wanted[x]) & 0xFF_FFFF != 0 { count += 1 }
        }
        return count
    }

    /// A blinking dot of 40 × 40 pixels at 256 random places: as it is, and widened to cache lines.
    func damageRows() -> [BenchmarkCommand.Row] {
        var numbers = SeededGenerator(seed: 3)
        let root = bench.pictures.pop()
        var (times, wider): ([Double], [Double]) = ([], [])
        for _ in 0..<256 {
            let x = Int.random(in: 0..<bench.size.width - 40, using: &numbers)
            let y = Int.random(in: 0..<bench.size.height - 40, using: &numbers)
            let (left, right) = (x / 16 * 16, (x + 40 + 15) / 16 * 16)
            times.append(
                bench.time { bench.draw(root, by: bench.alone, region: Region(PixelRect(x, y, 40, 40))) }.processor)
            wider.append(
                bench.time { bench.draw(root, by: bench.alone, region: Region(PixelRect(left, y, right - left, 40))) }
                    .processor)
        }
        let (time, ratio) = (BenchmarkComposite.median(times), BenchmarkComposite.median(zip(wider, times).map(/)))
        return [
            BenchmarkCommand.Row(
                name: "\(bench.name), a dot of 40 × 40 pixels drawn again", value: time * 1e6, unit: "µs",
                details: [("with its sides on cache lines, times", ratio)])
        ]
    }
}
