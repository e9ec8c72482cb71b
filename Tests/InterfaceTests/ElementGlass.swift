// A stage with one screen of elements.

import Drawing
import Geometry
import Gestures
import Layers
import Observation
import Stage
import TouchScript

@testable import Interface

/// A screen that shows the elements of a closure.
final class BodyScreen: Screen, Declared {
    private let content: () -> Elements

    init(@ElementBuilder _ content: @escaping () -> Elements) {
        self.content = content
        super.init(name: "body", title: "Body")
    }

    var body: Elements { return content() }
}

/// A stage on a panel of 1000 × 600 px and 250 × 150 mm: four pixels to the millimetre.
final class ElementGlass {
    static let panel = Panel(pixels: PixelSize(1000, 600), millimetres: Size(250, 150))

    let stage: Stage
    let screen: Screen

    init(_ screen: Screen, bar: Bool = false, panel: Panel = ElementGlass.panel) {
        self.screen = screen
        screen.isBarShown = bar
        stage = Stage(panel: panel, theme: Theme(.paper, on: panel), gestures: GestureSettings(), root: screen)
        settle()
    }

    convenience init(@ElementBuilder _ content: @escaping () -> Elements) { self.init(BodyScreen(content)) }

    /// Lets time run until nothing is due but what goes on for ever, such as a caret that blinks.
    func settle() { while stage.isWaiting, let due = stage.nextDeadline { stage.advance(to: due) } }

    /// All views of type `type`, back to front.
    func all<Shown: View>(_ type: Shown.Type) -> [Shown] {
        Self.views(in: screen.view.content).compactMap { $0 as? Shown }
    }

    /// The texts of all labels, in the order of the views.
    var texts: [String] { all(LabelView.self).map(\.text.string) }

    static func views(in view: View) -> [View] { view.subviews.flatMap { [$0] + views(in: $0) } }

    /// The rectangle of `view` in the content of the screen.
    func frame(of view: View) -> Rect {
        var (frame, parent) = (view.frame, view.superview)
        while let one = parent, one !== screen.view.content {
            frame = frame.offset(by: one.frame.origin - .zero - (one.bounds.origin - .zero))
            parent = one.superview
        }
        return frame
    }

    /// Taps the middle of `view`.
    func tap(_ view: View) {
        let center = frame(of: view).center
        touch { $0.tap(at: Point(center.x / 4, (center.y + screen.view.content.frame.minY) / 4)) }
        settle()
    }

    /// A finger rests on the middle of `view` for 0.8 s, and lifts.
    func press(_ view: View) {
        let center = frame(of: view).center
        let place = Point(center.x / 4, (center.y + screen.view.content.frame.minY) / 4)
        touch { $0.tap(at: place, for: .milliseconds(800)) }
        settle()
    }

    /// Plays what `script` writes, in mm, from the stage's present time on.
    func touch(_ script: (TouchScript) -> Void) {
        let touch = TouchScript(start: stage.now + .milliseconds(10))
        script(touch)
        for frame in touch.frames { stage.handle(frame) }
    }
}
