// The example of a view of an app's own among elements.

import Bezel
import Testing

// Begin
/// How full a tank is, which a finger sets.
private struct Level: ViewElement {
    let share: Double
    let onChange: (Double) -> Void

    func makeView(in environment: Environment) -> LevelView { LevelView() }

    func update(_ view: LevelView, from old: Level?, in environment: Environment) -> Bool {
        (view.share, view.onChange) = (share, onChange)
        // It is shown for the first time, or in another environment.
        guard old == nil else { return false }
        view.theme = environment.theme
        view.isUserInteractionEnabled = environment.isEnabled
        return true
    }

    func size(of view: LevelView, in proposal: Proposal, _ environment: Environment) -> Size {
        let em = environment.theme.em
        return Size(4 * em, proposal.height ?? 10 * em)
    }
}

private final class LevelView: View {
    var share = 0.0 { didSet { if share != oldValue { setNeedsDisplay() } } }
    var theme: Theme? { didSet { setNeedsDisplay() } }
    var onChange: (Double) -> Void = { _ in }

    init() {
        super.init(drawsContents: true)
        let tap = TapRecognizer()
        tap.onAction { [unowned self] tap in onChange(1 - tap.location(in: self).y / bounds.height) }
        addRecognizer(tap)
    }

    override var spoken: Spoken? {
        Spoken(.progress, "Water", value: "\(Int((100 * share).rounded())) %", share: share)
    }

    override func draw(on canvas: Canvas) {
        guard let theme else { return }
        let height = bounds.height * share
        canvas.fill(theme.surface)
        canvas.fill(Rect(0, bounds.height - height, bounds.width, height), theme.accent)
    }
}

@Observable private final class Tank: Screen, Declared {
    var share = 0.25

    var body: some Element {
        Row(spacing: .em(1)) {
            Level(share: share) { self.share = $0 }.frame(height: .mm(80))
            Text("\(Int((100 * share).rounded())) %")
        }
    }
}
// End

@Suite struct ViewElementExampleTests {
    private struct Works: App {
        func root() -> Screen { Tank(name: "tank", title: "Tank") }
    }

    @Test func `a view of an app's own shows a value, and a finger changes it`() async throws {
        let works = try Rehearsal(Works())
        let tank = try works.view("Water", .progress)
        #expect(tank.spoken.value == "25 %" && abs(tank.frame.height - 80) < 1)
        func color(at share: Double) -> UInt32 {
            let picture = works.picture()
            let place = Point(tank.frame.center.x, tank.frame.maxY - share * tank.frame.height)
            let pixel = works.stage.panel.pixels(place)
            return picture.pixels[Int(pixel.y) * picture.size.width + Int(pixel.x)]
        }
        #expect(color(at: 0.2) == works.stage.theme.accent.premultiplied && color(at: 0.5) != color(at: 0.2))
        try works.tap("Water", .progress)
        await works.settle()
        let after = try works.view("Water", .progress)
        #expect(works.texts.contains("50 %") && after.view === tank.view)
        #expect(color(at: 0.45) == color(at: 0.2))
    }
}
