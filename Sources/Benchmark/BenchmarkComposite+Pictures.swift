// The fixed pictures of `bezel benchmark composite`: transitions, compared with pixman.

import Geometry
import Glibc
import Layers

extension BenchmarkComposite {
    func pictureRows() -> [BenchmarkCommand.Row] {
        let scenes = pictures.scenes()
        var (copies, blockCopies): ([Double], [Double]) = ([], [])
        var worthOfTwo: [Double] = []
        var one = scenes.map { _ in [Double]() }
        var (oneOnClock, two, byPixman) = (one, one, one)
        for _ in 0..<BenchmarkComposite.rounds {
            let copy = time { copyPastCaches() }
            copies.append(copy.processor)
            worthOfTwo.append(copy.clock / time { copyByTwo() }.clock)
            blockCopies.append(
                time { memcpy(copied.pixels, pictures.screens[2].pixels, 4 * size.width * size.height) }.processor)
            for (index, scene) in scenes.enumerated() {
                let time = self.time { draw(scene.root, scene.rotation, by: alone) }
                one[index].append(time.processor)
                oneOnClock[index].append(time.clock)
                two[index].append(self.time { draw(scene.root, scene.rotation, by: together) }.clock)
                if let pixman, let kind = scene.pixman {
                    byPixman[index].append(self.time { pixman.draw(kind) }.processor)
                }
            }
        }
        let pastCaches = BenchmarkComposite.median(copies)
        let blockCopied = BenchmarkComposite.median(blockCopies)
        let references = pastCaches < blockCopied ? copies : blockCopies
        let reference = min(pastCaches, blockCopied)
        var rows = [
            BenchmarkCommand.Row(name: "\(name), R: one frame copied", value: reference * 1000, unit: "ms"),
            BenchmarkCommand.Row(
                name: "\(name), R by two threads: times as fast", value: BenchmarkComposite.median(worthOfTwo), unit: ""
            ),
            BenchmarkCommand.Row(
                name: "\(name), memcpy", value: blockCopied * 1000, unit: "ms", reference: "R",
                ratio: blockCopied / reference),
        ]
        for (index, scene) in scenes.enumerated() {
            let times = one[index]
            let ratio = BenchmarkComposite.median(zip(times, references).map(/))
            // The best times are compared, because a second thread helps only while a processor is free for it.
            let speedUp = (oneOnClock[index].min() ?? 0) / (two[index].min() ?? 1)
            var row = BenchmarkCommand.Row(
                name: "\(name), \(scene.name)", value: ratio, unit: "R", reference: "R", ratio: ratio,
                goal: hasGoals ? scene.goal : nil,
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

    /// How far pixman's pixels are from those of the compositor, and the one ratio to pixman's time that has a goal.
    private func pixmanRows(_ scenes: [BenchmarkPictures.Scene], _ ours: [[Double]], _ theirs: [[Double]])
        -> [BenchmarkCommand.Row]
    {
        guard let pixman else {
            return [BenchmarkCommand.Row(name: "\(name), pixman: libpixman-1 is not installed", value: 0, unit: "rows")]
        }
        var rows: [BenchmarkCommand.Row] = []
        for (index, scene) in scenes.enumerated() {
            guard let kind = scene.pixman else { continue }
            if kind == .pop {
                let ratio = BenchmarkComposite.median(zip(ours[index], theirs[index]).map(/))
                rows.append(
                    BenchmarkCommand.Row(
                        name: "\(name), \(scene.name): of pixman's time", value: ratio, unit: "", reference: "pixman",
                        ratio: ratio, goal: hasGoals ? 0.25 : nil))
            }
            guard let most = kind.difference else { continue }
            draw(scene.root, scene.rotation, by: alone)
            let ours = Array(UnsafeBufferPointer(start: target.pixels, count: rowLength * size.height))
            pixman.draw(kind)
            var difference = 0
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let (a, b) = (ours[y * rowLength + x], target.pixels[y * rowLength + x])
                    if a == b { continue }
                    for shift in stride(from: 0, to: 24, by: 8) {
                        difference = max(difference, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
                    }
                }
            }
            rows.append(
                BenchmarkCommand.Row(
                    name: "\(name), \(scene.name): furthest of a channel from pixman's", value: Double(difference),
                    unit: "of 255", goal: most))
        }
        return rows
    }
}
