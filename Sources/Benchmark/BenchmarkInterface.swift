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
        return [
            .init(name: "a body of 200 views that changes one", value: change * 1000, unit: "ms", goal: 0.3),
            .init(name: "1,000 items laid out in another width", value: layout * 1000, unit: "ms", goal: 2),
        ] + lists()
    }

    /// Lists of 100, 1,000 and 10,000 rows. Only rows near the glass are made, so the long ones take not much longer than the short one.
    private static func lists() -> [BenchmarkCommand.Row] {
        let model = Model()
        func list(_ count: Int) -> Stage {
            stage(
                ElementScreen("rows") {
                    List {
                        if model.values[0] == 1 { ListRow("The first") {} }
                        ForEach(0..<count + model.values[1], id: \.self) { row in
                            ListRow("Row \(row)", detail: "\(row % 10)") {}
                        }
                    }
                })
        }
        func opening(_ count: Int) -> Double { times(of: 21) { _ in _ = list(count) }[0] }
        func insertion(_ list: Stage, at place: Int) -> Double {
            median(of: 31) { round in
                model.values[place] = round % 2
                catchUp(list)
            }
        }
        let reference = opening(100)
        let (thousand, many) = (opening(1000), opening(10_000))
        let (short, long) = (list(100), list(1000))
        let change = insertion(short, at: 0)
        let changes = [insertion(long, at: 0), insertion(long, at: 1)]
        let frame = median(of: 101) { _ in _ = long.plan(at: long.now) }
        let hundred = "one of 100 rows"
        return [
            .init(name: "a list of 100 rows opened", value: reference * 1000, unit: "ms"),
            .init(
                name: "a list of 1,000 rows opened", value: thousand * 1000, unit: "ms", reference: hundred,
                ratio: thousand / reference, goal: 10),
            .init(
                name: "a list of 10,000 rows opened", value: many * 1000, unit: "ms", reference: hundred,
                ratio: many / reference, goal: 40),
            .init(
                name: "a row that comes and goes before 1,000", value: changes[0] * 1000, unit: "ms",
                reference: hundred,
                ratio: changes[0] / change, goal: 3),
            .init(name: "a row that comes and goes after 1,000", value: changes[1] * 1000, unit: "ms", goal: 3),
            .init(name: "a frame of a list of 1,000 rows planned", value: frame * 1000, unit: "ms", goal: 2),
        ]
    }

    /// The median time (s) of `count` rounds of `body`.
    private static func median(of count: Int, _ body: (Int) -> Void) -> Double { times(of: count, body)[count / 2] }

    /// The times (s) of `count` rounds of `body`, the shortest first.
    private static func times(of count: Int, _ body: (Int) -> Void) -> [Double] {
        let times = (0..<count).map { round in
            let start = MonotonicClock.now()
            body(round)
            return (MonotonicClock.now() - start).seconds
        }
        return times.sorted()
    }
}
