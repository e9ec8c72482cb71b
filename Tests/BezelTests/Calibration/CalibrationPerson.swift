// A person in front of a simulated panel who does what the calibration pages ask for.

import Geometry
import Glibc
import Stage

@testable import Benchmark
@testable import Bezel
@testable import Calibration
@testable import Machine

/// The person sees only what is on the glass: rings, a drawn finger, buttons. Each touch goes through the panel, so it is
/// where the panel reports it, not where the person aimed.
final class CalibrationPerson {
    let panel: SimulatedPanel
    let stage: Stage
    let session: CalibrationSession
    /// The panel's touches so far, as it reported them.
    private(set) var frames: [TouchFrame] = []
    private(set) var time = 0.0
    var random: SeededGenerator
    private var contact = 0
    private var swipes = 0

    /// Times in seconds: for the hand to return for the next swipe or drag, to reach the next ring, and to read a page.
    static let (return_, reach, reading) = (0.6, 0.5, 1.8)

    init(_ plan: CalibrationPlan, _ panel: SimulatedPanel, pixels: PixelSize = PixelSize(1920, 1080), seed: UInt64 = 1)
        throws
    {
        self.panel = panel
        random = SeededGenerator(seed: seed)
        let screens = StartScreens(plan, on: Configuration())
        stage = try screens.stage(
            on: Panel(pixels: pixels, millimetres: plan.rotation.turned(plan.reported ?? panel.size)))
        session = stage.calibration!
    }

    var page: CalibrationScreen? { stage.navigator.top as? CalibrationScreen }

    // MARK: What is on the glass

    private func views<Kind: View>(_ kind: Kind.Type, in view: View? = nil) -> [Kind] {
        let view = view ?? stage.navigator.top.view
        return (view as? Kind).map { [$0] } ?? [] + view.subviews.flatMap { views(kind, in: $0) }
    }

    var buttons: [ButtonView] { views(ButtonView.self) }
    func button(_ title: String) -> ButtonView? { buttons.first { $0.title == title } }

    /// The middle of `view`, as fractions of the picture's size.
    private func middle(_ view: View) -> Point {
        var point = Point(view.bounds.width / 2, view.bounds.height / 2)
        var next: View? = view
        while let here = next, here.superview != nil {
            point = point + (here.frame.origin - .zero)
            next = here.superview
        }
        return Point(
            point.x / stage.panel.pixels.size.width, point.y / stage.panel.pixels.size.height)
    }

    /// Converts fractions of the picture's size to mm on the glass.
    private func glass(_ place: Point) -> Point {
        let back = PictureRotation(rawValue: (360 - session.plan.rotation.rawValue) % 360)!
        let place = back.picturePlace(at: place)
        return Point(place.x * panel.size.width, place.y * panel.size.height)
    }

    // MARK: What a hand does

    func wait(_ seconds: Double) {
        time += seconds
        stage.advance(to: .zero + .seconds(time))
    }

    /// Plays the samples of fingers that come down together.
    private func play(_ fingers: [[(time: Double, place: Point)]]) {
        let fingers = fingers.filter { !$0.isEmpty }
        guard let start = fingers.flatMap({ $0.map(\.time) }).min() else { return }
        var changes: [(Double, TouchFrame.Change)] = []
        for finger in fingers {
            contact += 1
            for (index, sample) in finger.enumerated() {
                changes.append(
                    (time + sample.time - start, change(index == 0 ? .began : .moved, sample.place)))
            }
            changes.append((time + finger.last!.time - start + 1 / panel.rate, change(.ended, finger.last!.place)))
        }
        for (when, change) in changes.sorted(by: { $0.0 < $1.0 }) {
            let frame = TouchFrame(time: .zero + .seconds(when), changes: [change])
            frames.append(frame)
            stage.handle(session.mapTouches(frame))
            time = max(time, when)
        }
    }

    private func change(_ phase: TouchFrame.Phase, _ axes: Point) -> TouchFrame.Change {
        let reported = session.plan.rotation.turned(session.plan.reported ?? panel.size)
        let place = session.plan.rotation.picturePlace(at: axes)
        return .init(
            contact: contact, phase: phase, position: Point(place.x * reported.width, place.y * reported.height))
    }

    func tap(_ title: String) {
        guard let button = button(title) else { fatalError("no button \"\(title)\" on \(stage.navigator.top.name)") }
        wait(Self.reading)
        play([panel.touch(glass(middle(button)), for: 0.08, &random)])
    }

    /// Holds a finger on the ring.
    func hold(_ seconds: Double) {
        guard let target = views(TargetView.self).first else { fatalError("no ring on \(stage.navigator.top.name)") }
        wait(Self.reach)
        play([panel.touch(glass(middle(target)), for: seconds, &random)])
    }

    func touch(_ millimetres: Point, for seconds: Double) {
        play([panel.touch(millimetres, for: seconds, &random)])
    }

    func swipe(over edge: Edges) {
        wait(Self.return_)
        let isClumsy = random.uniform(0...1) < panel.clumsy
        play([panel.swipe(over: edge, index: swipes, isClumsy: isClumsy, &random)])
        swipes += 1
    }

    /// Drags inwards from `start` (mm).
    func drag(from start: Point, inwards: Vector) {
        wait(Self.return_)
        let aimed = start + Vector(panel.aim * random.normal(), panel.aim * random.normal())
        play([panel.samples(from: 0, until: 0.3, &random) { aimed + inwards * (200 * $0 * $0) }])
    }

    /// Drags from one place to another (mm).
    func drag(from start: Point, to end: Point) {
        play([panel.samples(from: 0, until: 1, &random) { start + (end - start) * min(1, $0 / 0.9) }])
    }

    func layDown(_ count: Int) {
        wait(Self.reach)
        play(
            (0..<count).map { finger in
                panel.touch(
                    Point(panel.size.width * (0.3 + 0.05 * Double(finger)), panel.size.height * 0.5), for: 0.5, &random)
            })
    }

    // MARK: A whole calibration

    /// Does the next thing that the calibration asks for. Taps `language` where the language is asked for.
    func goOn(_ language: String = "English") {
        let words = session.words
        if page is LanguageScreen { return tap(language) }
        if button(words.save) != nil { return tap(words.save) }
        if button(words.next) != nil { return tap(words.next) }
        switch page {
        case is PositionScreen: hold(PositionScreen.hold + 0.15)
        case let page as EdgeScreen:
            guard case .edge(let name) = session.page else { return }
            switch page.phase {
            case .swiping: swipe(over: name.edge)
            case .dragging: drag(from: page.dot, inwards: EdgeSpace(edge: name.edge, panel: stage.panel).inwards)
            // When both promises cannot be kept, the width that misses less is offered first.
            case .done: tap(buttons[0].title)
            }
        case is NoiseScreen:
            if views(TargetView.self).isEmpty { layDown(5) } else { hold(NoiseScreen.rest + 0.2) }
        default: fatalError("nothing to do on \(stage.navigator.top.name)")
        }
    }

    /// Does what the calibration asks for until it is over, for 1000 steps at most.
    func finish(_ language: String = "English") {
        for _ in 0..<1000 where session.outcome == nil { goOn(language) }
    }
}
