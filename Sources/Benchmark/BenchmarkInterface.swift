// How long bodies and layouts of elements take.

import Geometry
import Gestures
import Interface
import Layers
import Linux
import Observation
import Stage

/// Measures a screen of elements.
@MainActor
enum BenchmarkInterface {
    private static let panel = Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296))

    @Observable final class Model {
        var values = [Int](repeating: 0, count: 200)
        var width = 400.0
    }

    /// A stage that shows `screen`, and what is due on it done.
    private static func stage(_ screen: Screen) -> Stage {
        let stage = Stage(panel: panel, theme: Theme(.paper, on: panel), gestures: GestureSettings(), root: screen)
        catchUp(stage)
        return stage
    }

    private static func catchUp(_ stage: Stage) { while let due = stage.nextDeadline { stage.advance(to: due) } }

    static func rows() -> [BenchmarkCommand.Row] {
        let model = Model()
        let list = stage(
            ElementScreen("list") {
                Column(spacing: .px(0)) { ForEach(0..<200, id: \.self) { Text("\(model.values[$0])") } }
            })
        // The label gets another text of the same width, so that only it is drawn and measured anew.
        let change = median(of: 101) { round in
            model.values[100] = round % 10
            catchUp(list)
        }
        let grid = stage(
            ElementScreen("grid") {
                Column(spacing: .px(1)) {
                    for _ in 0..<25 {
                        Row(spacing: .px(1)) {
                            for _ in 0..<20 { Fill(.black).frame(width: .px(10), height: .px(10)).padding(.px(1)) }
                        }
                    }
                }
                .frame(width: .px(model.width))
            })
        let layout = median(of: 31) { round in
            model.width = 400 + Double(round)
            catchUp(grid)
        }
        let rows = Model()
        func longList() -> Stage {
            stage(
                ElementScreen("rows") {
                    List {
                        if rows.values[0] == 1 { ListRow("The first") {} }
                        ForEach(0..<1000, id: \.self) { row in ListRow("Row \(row)", detail: "\(row % 10)") {} }
                    }
                })
        }
        let opening = median(of: 11) { _ in _ = longList() }
        let long = longList()
        let insertion = median(of: 31) { round in
            rows.values[0] = round % 2
            catchUp(long)
        }
        let frame = median(of: 101) { _ in _ = long.plan(at: long.now) }
        return [
            .init(name: "a body of 200 views that changes one", value: change * 1000, unit: "ms", goal: 0.3),
            .init(name: "1,000 items laid out in another width", value: layout * 1000, unit: "ms", goal: 2),
            .init(name: "a list of 1,000 rows opened", value: opening * 1000, unit: "ms", goal: 200),
            .init(name: "a row that comes and goes before 1,000", value: insertion * 1000, unit: "ms", goal: 80),
            .init(name: "a frame of a list of 1,000 rows planned", value: frame * 1000, unit: "ms", goal: 2),
        ]
    }

    /// The median time (s) of `count` rounds of `body`.
    private static func median(of count: Int, _ body: (Int) -> Void) -> Double {
        let times = (0..<count).map { round in
            let start = MonotonicClock.now()
            body(round)
            return (MonotonicClock.now() - start).seconds
        }
        return times.sorted()[count / 2]
    }
}
