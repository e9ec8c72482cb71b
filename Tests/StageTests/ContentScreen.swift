// A screen that holds whatever a test puts into it.

import Geometry
import Gestures
import Layers
import Stage
import TouchScript

/// A screen whose content is put in by a closure.
final class ContentScreen: Screen {
    private let fill: (View) -> Void

    init(_ name: String, fill: @escaping (View) -> Void) {
        self.fill = fill
        super.init(name: name, title: name.uppercased())
    }

    override func load(into content: View) { fill(content) }
}

/// A plain view that counts its taps.
final class Tile: View {
    private(set) var taps = 0

    init(_ frame: Rect, color: Color = .white) {
        super.init()
        self.frame = frame
        layer.backgroundColor = color
        let tap = TapRecognizer()
        tap.onAction { [unowned self] _ in taps += 1 }
        addRecognizer(tap)
    }
}

extension Glass {
    static var theme: Theme { Theme(.paper, on: panel) }
    static var density: Double { panel.density(.vertical) }

    /// A stage with a page over the home page, or as a sheet over it, that holds `view` all over.
    static func showing(
        _ view: View, pop: PopStyle = .fullScreen, asSheet: Bool = false,
        change: (inout GestureSettings) -> Void = { _ in }
    ) -> Glass {
        let glass = Glass(pop: pop, change: change)
        let page = ContentScreen("page") { content in
            view.frame = Rect(origin: .zero, size: content.bounds.size)
            content.addSubview(view)
        }
        if asSheet {
            glass.stage.present(page, animated: false)
            glass.push()
        } else {
            glass.push(page)
        }
        return glass
    }

    /// The finger goes straight from one place to another (mm), rests so long that no velocity is left, and lifts.
    func drag(from start: Point, to end: Point, over span: Instant.Span = .milliseconds(300)) {
        touch { $0.down(at: start).drag(to: end, over: span).hold(for: .milliseconds(120)).lift() }
    }

    /// The finger goes straight from one place to another (mm) and lifts while it moves.
    func flick(from start: Point, to end: Point, over span: Instant.Span = .milliseconds(100)) {
        touch { $0.down(at: start).drag(to: end, over: span).lift() }
    }

    /// The names of the gestures that came to `state`, with their reasons, in order.
    func gestures(_ state: String) -> [(name: String, why: String)] {
        lines("gesture").compactMap { line in
            func field(_ key: String) -> String? {
                guard let range = line.ranges(of: "\"\(key)\":\"").first else { return nil }
                return String(line[range.upperBound...].prefix { $0 != "\"" })
            }
            return field("state") == state ? (field("name") ?? "", field("why") ?? "") : nil
        }
    }

    /// Lets time run for `span`.
    func wait(_ span: Instant.Span) { stage.advance(to: stage.now + span) }
}
