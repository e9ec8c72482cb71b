// A stage to test with: a panel of 527 × 296 mm, screens that hold plain or scrolling content, and a trace as text.

import Geometry
import Gestures
import Layers
import Stage
import TouchScript

/// A screen with content of a given height in a scroll view, or with content that does not scroll.
final class TestScreen: Screen {
    /// The height of the content in pixels; nil for content that does not scroll.
    let contentHeight: Double?
    var heard: [String] = []
    private(set) var scroll: ScrollView?

    init(_ name: String, contentHeight: Double? = nil) {
        self.contentHeight = contentHeight
        super.init(name: name, title: name.uppercased())
    }

    override func load(into content: View) {
        guard contentHeight != nil else { return }
        let scroll = ScrollView(axis: .vertical)
        content.addSubview(scroll)
        self.scroll = scroll
    }

    override func layout(_ content: View) {
        guard let contentHeight, let scroll else { return }
        scroll.frame = Rect(origin: .zero, size: content.bounds.size)
        scroll.contentSize = Size(content.bounds.width, contentHeight)
    }

    override func willAppear() { heard.append("willAppear") }
    override func didAppear() { heard.append("didAppear") }
    override func willDisappear() { heard.append("willDisappear") }
    override func didDisappear() { heard.append("didDisappear") }
}

/// The stage with its trace.
final class Glass {
    static let panel = Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296))

    let stage: Stage
    private(set) var records: [TraceRecord] = []

    init(
        pop: PopStyle = .fullScreen, root: Screen = TestScreen("home"),
        change: (inout GestureSettings) -> Void = { _ in }
    ) {
        var gestures = GestureSettings()
        gestures.pop = pop
        change(&gestures)
        stage = Stage(panel: Self.panel, theme: Theme(.paper, on: Self.panel), gestures: gestures, root: root)
        stage.onTrace = { [unowned self] in records.append($0) }
        stage.onWarning = { [unowned self] in
            records.append(TraceRecord(time: stage.now, kind: "warning", fields: [("text", .text($0))]))
        }
    }

    /// Pushes `screens` with no animation.
    func push(_ screens: Screen...) {
        for screen in screens { stage.navigator.push(screen, animated: false) }
        records = []
    }

    func play(_ frames: [TouchFrame]) { for frame in frames { stage.handle(frame) } }

    /// Lets time run until nothing moves.
    func settle() {
        while let due = stage.nextDeadline { stage.advance(to: due) }
    }

    /// Plays what `script` writes, from the stage's present time on.
    func touch(_ script: (TouchScript) -> Void) {
        let touch = TouchScript(start: stage.now + .milliseconds(10))
        script(touch)
        play(touch.frames)
    }

    func lines(_ kinds: String...) -> [String] {
        records.filter { kinds.isEmpty || kinds.contains($0.kind) }.map { $0.json(since: .zero) }
    }

    /// The steps of the transitions, in words.
    var transitions: [String] {
        records.filter { $0.kind == "transition" }.map { record in
            func text(_ key: String) -> String? {
                guard case .text(let text)? = record.fields.first(where: { $0.0 == key })?.1 else { return nil }
                return text
            }
            return [text("operation"), text("from"), text("to"), text("phase"), text("why")].compactMap { $0 }
                .joined(separator: " ")
        }
    }

    /// The last value of `key` in a record with it.
    func last(_ key: String) -> TraceRecord.Value? {
        records.last { $0.fields.contains { $0.0 == key } }?.fields.last { $0.0 == key }?.1
    }

    func lastLength(_ key: String) -> Double? { if case .length(let length)? = last(key) { length } else { nil } }

    var stack: [String] { stage.navigator.screens.map(\.name) }
}

/// A finger that stays on the glass while other things happen; each step is played at once.
final class HeldFinger {
    private let glass: Glass
    private let script: TouchScript
    private var finger: Finger?
    private var played = 0

    init(_ glass: Glass, at point: Point, contact: Int = 1) {
        self.glass = glass
        script = TouchScript(start: glass.stage.now + .milliseconds(10), firstContact: contact)
        finger = script.down(at: point)
        play()
    }

    func drag(to point: Point, over span: Instant.Span) {
        finger = finger.take()?.drag(to: point, over: span)
        play()
    }

    func hold(for span: Instant.Span) { finger = finger.take()?.hold(for: span) }

    func lift() {
        finger.take()?.lift()
        play()
    }

    func cancel() {
        finger.take()?.cancel()
        play()
    }

    private func play() {
        glass.play(Array(script.frames[played...]))
        played = script.frames.count
    }
}
