// A simulated touch panel and a person, whose true properties only the simulator knows.

import Geometry
import Glibc

@testable import Benchmark
@testable import Bezel
@testable import Machine

/// The properties of a panel and of the person in front of it. The calibrator sees only the touches.
struct SimulatedPanel {
    /// The glass in mm.
    var size = Size(527, 296)
    /// The panel's scan rate in Hz.
    var rate = 100.0
    /// The noise of each sample along each axis, in mm (standard deviation).
    var noise = 0.2
    /// The width of the strip at each edge that senses nothing, in mm.
    var deadBorder = 0.0
    /// How many scans a contact has to last before it is reported.
    var confirmation = 0
    /// How the panel lies on the glass: a transform from its axes to the glass (0…1).
    var placement = AffineTransform.identity

    /// The person's speeds over the edge, in mm/s: slow, usual and fast, each with a spread (of the logarithm).
    var speeds = [150.0, 300, 600]
    var spread = 0.2
    /// The share of swipes that begin on the glass, and how far inside they begin, in mm (mean of a gamma distribution: most
    /// near the edge, some far from it).
    var onGlass = 0.0
    var inside = 2.0
    /// The share of clumsy swipes, which begin in the page.
    var clumsy = 0.05
    /// How well the person aims, in mm along each axis (standard deviation).
    var aim = 0.5

    /// A random panel and person.
    init(_ random: inout SeededGenerator) {
        size = Size(random.uniform(200...1200), random.uniform(120...700))
        rate = random.uniform(40...240)
        noise = exp(random.uniform(log(0.1)...log(1)))
        deadBorder = [0, random.uniform(0...3), random.uniform(0...10)].randomElement(using: &random)!
        confirmation = [0, 0, 1].randomElement(using: &random)!
        spread = random.uniform(0.1...0.3)
        onGlass = [0, 0.1, 0.3].randomElement(using: &random)!
        let person = random.uniform(0.8...1.25)
        speeds = speeds.map { $0 * person }
        let orientation = PanelOrientation.allCases.randomElement(using: &random)!
        // Not quite as large as the glass, and not quite in its place.
        let (x, y) = (random.uniform(0.97...1.03), random.uniform(0.97...1.03))
        placement = orientation.matrix.then(
            AffineTransform(
                x, random.uniform(-0.003...0.003), random.uniform(-0.01...0.01), random.uniform(-0.003...0.003), y,
                random.uniform(-0.01...0.01)))
    }

    init() {}

    /// The samples of a finger that is at `way(t)` on the glass (mm) after t seconds, from `start` until `end`, in the
    /// panel's own axes (0…1).
    func samples(
        from start: Double, until end: Double, _ random: inout SeededGenerator, _ way: (Double) -> Point
    ) -> [(time: Double, place: Point)] {
        guard let inverse = placement.inverse else { fatalError("a flat panel") }
        var samples: [(Double, Point)] = []
        var scan = start + random.uniform(0...1) / rate
        var seen = 0
        while scan <= end {
            defer { scan += 1 / rate }
            let finger = way(scan)
            let border = deadBorder
            guard finger.x >= border, finger.y >= border, finger.x <= size.width - border,
                finger.y <= size.height - border
            else {
                if seen > confirmation { break }
                seen = 0
                continue
            }
            seen += 1
            if seen <= confirmation { continue }
            let reported = Point(
                (finger.x + noise * random.normal()) / size.width, (finger.y + noise * random.normal()) / size.height)
            samples.append((scan, inverse.apply(to: reported)))
        }
        return samples
    }

    /// A finger put on the glass at `target` (mm) and held for `duration` seconds.
    func touch(_ target: Point, for duration: Double, _ random: inout SeededGenerator) -> [(time: Double, place: Point)]
    {
        let place = target + Vector(aim * random.normal(), aim * random.normal())
        // A fingertip rolls slowly while it presses.
        let (roll, phase) = (0.15, random.uniform(0...6))
        return samples(from: 0, until: duration, &random) { time in
            place + Vector(roll * sin(time + phase), roll * cos(0.7 * time + phase))
        }
    }

    /// A swipe inwards over `edge`; `index` selects the speed.
    func swipe(
        over edge: Edges, index: Int, isClumsy: Bool = false, _ random: inout SeededGenerator
    ) -> [(time: Double, place: Point)] {
        let speed = speeds[index % speeds.count] * exp(spread * random.normal())
        let along = random.uniform(0.25...0.75)
        let startsOnGlass = isClumsy || random.uniform(0...1) < onGlass
        let from =
            isClumsy
            ? deadBorder + random.uniform(15...45)
            : startsOnGlass ? deadBorder + inside / 2 * random.gammaOfTwo() : -40
        // A finger that starts from rest takes 0.1 s to reach its speed; one that comes over the edge already has it.
        let way: (Double) -> Double = { time in
            startsOnGlass
                ? from + (time < 0.1 ? speed * time * time / 0.2 : speed * (time - 0.05)) : from + speed * time
        }
        let reach = min(60, edge == .left || edge == .right ? size.width / 3 : size.height / 3)
        let end = (reach - from) / speed + (startsOnGlass ? 0.05 : 0)
        // The finger that starts on the glass comes down there.
        return samples(from: 0, until: end, &random) { time in place(way(time), along, edge) }
    }

    /// The point that lies `inside` mm inside `edge`, at the fraction `along` of its length.
    private func place(_ inside: Double, _ along: Double, _ edge: Edges) -> Point {
        switch edge {
        case .left: Point(inside, along * size.height)
        case .right: Point(size.width - inside, along * size.height)
        case .top: Point(along * size.width, inside)
        default: Point(along * size.width, size.height - inside)
        }
    }
}

extension SeededGenerator {
    /// A random number from the normal distribution with mean 0 and standard deviation 1.
    mutating func normal() -> Double {
        let (u, v) = (uniform(1e-12...1), uniform(0...1))
        return (-2 * log(u)).squareRoot() * cos(2 * .pi * v)
    }

    /// A random number from the gamma distribution of shape 2 and scale 1: its mean is 2, its tail long.
    mutating func gammaOfTwo() -> Double { -log(uniform(1e-12...1)) - log(uniform(1e-12...1)) }
}
