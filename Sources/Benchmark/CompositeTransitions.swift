// The fixed pictures of `bezel benchmark composite`: transitions, compared with pixman.

import Geometry
import Glibc
import Layers

/// Measures the pictures of transitions.
struct CompositeTransitions {
    let bench: BenchmarkComposite

    func rows() -> [BenchmarkCommand.Row] {
        let scenes = bench.pictures.scenes()
        var (copies, blockCopies): ([Double], [Double]) = ([], [])
        var worthOfTwo: [Double] = []
        var one = scenes.map { _ in [Double]() }
        var (oneOnClock, two, byPixman) = (one, one, one)
        for _ in 0..<BenchmarkComposite.rounds {
            let copy = bench.time { bench.copyPastCaches() }
            copies.append(copy.processor)
            worthOfTwo.append(copy.clock / bench.time { bench.copyByTwo() }.clock)
            blockCopies.append(
                bench.time {
                    memcpy(
                        bench.copied.pixels, bench.pictures.screens[2].pixels, 4 * bench.size.width * bench.size.height)
                }.processor)
            for (index, scene) in scenes.enumerated() {
                let time = bench.time { bench.draw(scene.root, scene.rotation, by: bench.alone) }
                one[index].append(time.processor)
                oneOnClock[index].append(time.clock)
                two[index].append(bench.time { bench.draw(scene.root, scene.rotation, by: bench.together) }.clock)
                if let pixman = bench.pixman, let kind = scene.pixman {
                    byPixman[index].append(bench.time { pixman.draw(kind) }.processor)
                }
            }
        }
        let pastCaches = BenchmarkComposite.median(copies)
        let blockCopied = BenchmarkComposite.median(blockCopies)
        let references = pastCaches < blockCopied ? copies : blockCopies
        let reference = min(pastCaches, blockCopied)
        var rows = [
            BenchmarkCommand.Row(name: "\(bench.name), R: one frame copied", value: reference * 1000, unit: "ms"),
            BenchmarkCommand.Row(
                name: "\(bench.name), R by two threads: times as fast", value: BenchmarkComposite.median(worthOfTwo),
                unit: ""
            ),
            BenchmarkCommand.Row(
                name: "\(bench.name), memcpy", value: blockCopied * 1000, unit: "ms", reference: "R",
                ratio: blockCopied / reference),
        ]
        for (index, scene) in scenes.enumerated() {
            let times = one[index]
            let ratio = BenchmarkComposite.median(zip(times, references).map(/))
            // The best times are compared, because a second thread helps only while a processor is free for it.
            let speedUp = (oneOnClock[index].min() ?? 0) / (two[index].min() ?? 1)
            var row = BenchmarkCommand.Row(
                name: "\(bench.name), \(scene.name)", value: ratio, unit: "R", reference: "R", ratio: ratio,
                goal: scene.goal.map { $0 * bench.leniency },
                details: [
                    ("ms", BenchmarkComposite.median(times) * 1000), ("best speed-up by a second thread", speedUp),
                ])
            if !byPixman[index].isEmpty {
                let theirs = BenchmarkComposite.median(zip(byPixman[index], references).map(/))
                row.details += [("pixman in R", theirs), ("times faster than pixman", theirs / ratio)]
            }
            rows.append(row)
        }
        return rows + pixmanRows(scenes, one, byPixman)
    }

    /// The differences between pixman's pixels and the compositor's, and the one ratio to pixman's time that has a goal.
    private func pixmanRows(_ scenes: [BenchmarkPictures.Scene], _ ours: [[Double]], _ theirs: [[Double]])
        -> [BenchmarkCommand.Row]
    {
        guard let pixman = bench.pixman else {
            return [
                BenchmarkCommand.Row(
                    name: "\(bench.name), pixman: libpixman-1 is not installed", value: 0, unit: "rows")
            ]
        }
        var rows: [BenchmarkCommand.Row] = []
        for (index, scene) in scenes.enumerated() {
            guard let kind = scene.pixman else { continue }
            if kind == .pop {
                let ratio = BenchmarkComposite.median(zip(ours[index], theirs[index]).map(/))
                rows.append(
                    BenchmarkCommand.Row(
                        name: "\(bench.name), \(scene.name): of pixman's time", value: ratio, unit: "",
                        reference: "pixman",
                        ratio: ratio, goal: 0.25 * bench.leniency))
            }
            guard let most = kind.difference else { continue }
            bench.draw(scene.root, scene.rotation, by: bench.alone)
            let ours = Array(
                UnsafeBufferPointer(start: bench.target.pixels, count: bench.rowLength * bench.size.height))
            pixman.draw(kind)
            var difference = 0
            for y in 0..<bench.size.height {
                for x in 0..<bench.size.width {
                    let (a, b) = (ours[y * bench.rowLength + x], bench.target.pixels[y * bench.rowLength + x])
                    if a == b { continue }
                    for shift in stride(from: 0, to: 24, by: 8) {
                        difference = max(difference, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
                    }
                }
            }
            rows.append(
                BenchmarkCommand.Row(
                    name: "\(bench.name), \(scene.name): largest difference of a channel from pixman's",
                    value: Double(difference),
                    unit: "of 255", goal: most))
        }
        return rows
    }
}
