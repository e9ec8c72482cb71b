// Swipes that people intend and drags that they do not, with a known intention, by the model in docs/finish.md.

import Geometry

/// The path of a finger on a panel, in mm and seconds, made of minimum-jerk movements.
struct BenchmarkSwipe {
    /// The kinds of movement. Only a `swipe` is meant to leave the page.
    enum Kind: String, CaseIterable {
        case swipe
        /// A press that slips.
        case twitch
        /// A hand or a sleeve that grazes the panel in passing.
        case brush
        /// A scroll that starts sideways.
        case diagonal = "diagonal scroll"
        /// Dragged a bit, held, and let go.
        case hesitation
        /// Dragged far and taken back.
        case carriedBack = "carried back"
        /// Dragged far and thrown back.
        case thrownBack = "thrown back"

        static let unmeant = allCases.filter { $0 != .swipe }
    }

    /// The assumptions of the model that matter most and are least certain, in mm.
    struct Assumptions {
        var shortestSwipe = 30.0
        var longestHesitation = 50.0
        var longestBrush = 20.0
    }

    let kind: Kind
    /// Whether the person is quick.
    let isQuick: Bool
    /// The times at which the finger comes down and lifts.
    private(set) var down = 0.0
    private(set) var lift = 0.0

    private var origin: Point
    private var moves: [(piece: BenchmarkStroke.Piece, along: Vector)] = []

    /// The movement of a person who puts a finger down at `start` on a panel of `width`.
    init(
        _ kind: Kind, from start: Point, width: Double, _ assumptions: Assumptions, _ random: inout SeededGenerator
    ) {
        self.kind = kind
        origin = start
        isQuick = random.uniform(0...1) < 0.5
        let duration = isQuick ? random.uniform(0.15...0.4) : random.uniform(0.4...1.2)
        let slope = random.uniform(-0.35...0.35)
        let room = width - start.x
        switch kind {
        case .swipe: swipe(from: assumptions.shortestSwipe, slope, duration, room: room, &random)
        case .twitch:
            let slip = random.uniform(0.06...0.2)
            move(Self.anyWay(&random), by: random.uniform(1...8), at: 0, for: slip)
            lift = slip * random.uniform(0.5...1)
        case .brush: brush(upTo: assumptions.longestBrush, &random)
        case .diagonal:
            move(Vector(0, random.uniform(0...1) < 0.5 ? -1 : 1), by: random.uniform(40...150), at: 0, for: duration)
            move(Vector(1, 0), by: random.uniform(5...40), at: 0, for: duration * random.uniform(0.6...1))
            lift = duration * random.uniform(0.6...1.2)
        case .hesitation:
            move(
                Vector(1, slope), by: min(random.uniform(8...assumptions.longestHesitation), 0.9 * room), at: 0,
                for: duration)
            lift = duration + random.uniform(0.3...2)
        case .carriedBack:
            let way = min(random.uniform(40...200), 0.9 * room)
            let out = move(Vector(1, slope), by: way, at: 0, for: duration)
            let back = out + random.uniform(0...0.6)
            lift = move(Vector(1, slope), by: -way * random.uniform(0.7...1.05), at: back, for: random.uniform(0.3...1))
            lift += random.uniform(0...0.3)
        case .thrownBack:
            let way = min(random.uniform(40...200), 0.9 * room)
            let out = move(Vector(1, slope), by: way, at: 0, for: duration)
            let (back, throwing) = (out * random.uniform(0.9...1.1), random.uniform(0.12...0.3))
            move(Vector(1, slope), by: -min(way, random.uniform(20...100)), at: back, for: throwing)
            lift = back + throwing * random.uniform(0.4...0.7)
        }
        liftWhereGlassEnds(width)
    }

    /// A swipe. If there is too little room, half of the people make their swipe shorter, and the others run off the panel.
    private mutating func swipe(
        from shortest: Double, _ slope: Double, _ duration: Double, room: Double, _ random: inout SeededGenerator
    ) {
        let wanted = random.uniform(shortest...200)
        let shortened = room * random.uniform(0.6...0.95)
        let makesShorter = random.uniform(0...1) < 0.5
        let distance = wanted > room && makesShorter ? shortened : wanted
        let (way, u, rest) = (random.uniform(0...1), random.uniform(0.5...0.9), random.uniform(0...0.3))
        if way < 0.5 {
            // The finger lifts while it moves. The rest of the movement happens in the air.
            let onGlass = BenchmarkStroke.Piece(start: 0, duration: 1, distance: 1).share(at: u)
            lift = u * move(Vector(1, slope), by: distance / onGlass, at: 0, for: duration)
        } else if way < 0.8 {
            lift = rest + move(Vector(1, slope), by: distance, at: 0, for: duration)
        } else {
            // The finger rolls back a little as it lifts.
            let end = move(Vector(1, slope), by: distance, at: 0, for: duration)
            let (roll, back) = (random.uniform(0.04...0.12), end * random.uniform(0.9...1))
            move(Vector(1, slope), by: -random.uniform(1...5), at: back, for: roll)
            lift = back + roll * random.uniform(0.5...1)
        }
    }

    /// The middle of a longer movement: the finger comes down and lifts in flight.
    private mutating func brush(upTo longest: Double, _ random: inout SeededGenerator) {
        let (length, speed) = (random.uniform(3...longest), random.uniform(50...500))
        let along = Self.anyWay(&random)
        let middle = move(along, by: 4 * length, at: 0, for: 4 * length * Self.peak / speed) / 2
        down = middle - length / speed / 2
        lift = middle + length / speed / 2
        let way: Vector = position(at: down) - origin
        origin = origin - way
    }

    /// Adds a movement and returns its end: `duration` after its start, or later where a hand would exceed 1.5 m/s.
    @discardableResult private mutating func move(
        _ along: Vector, by distance: Double, at start: Double, for duration: Double
    ) -> Double {
        let duration = max(duration, abs(distance) * Self.peak / 1500)
        moves.append((.init(start: start, duration: duration, distance: distance), along))
        return start + duration
    }

    private mutating func liftWhereGlassEnds(_ width: Double) {
        let ways = moves.map { $0.along.x * $0.piece.distance }
        let least = ways.reduce(origin.x) { $0 + min(0, $1) }
        let most = ways.reduce(origin.x) { $0 + max(0, $1) }
        if least >= 0, most <= width { return }
        var time = down
        while time < lift, (0...width).contains(position(at: time).x) { time += 0.001 }
        lift = min(lift, time)
    }

    /// Where the finger is at `time`.
    func position(at time: Double) -> Point {
        moves.reduce(origin) { $0 + $1.along * ($1.piece.distance * $1.piece.share(at: time)) }
    }

    /// How much faster a minimum-jerk movement is at its middle than on average.
    private static let peak = 1.875

    private static func anyWay(_ random: inout SeededGenerator) -> Vector {
        while true {
            let along = Vector(random.uniform(-1...1), random.uniform(-1...1))
            if (0.1...1).contains(along.length) { return along / along.length }
        }
    }
}
