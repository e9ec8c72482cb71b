// A stage with pages of a kiosk that a test writes, and fingers on it.

import Geometry
import Gestures
import Stage
import Testing
import TouchScript

@testable import Pages

/// A kiosk on the glass.
final class PageGlass {
    static let panel = Panel(pixels: PixelSize(1080, 1920), millimetres: Size(296, 527))

    let stage: Stage
    let library: PageLibrary
    let folder: TestFolder

    /// The kiosk of `files` with the pages `stack` on the glass; one that ends in `!` is a sheet.
    init(
        _ files: [String: String], pictures: [String] = [], stack: [String] = ["home"], panel: Panel = PageGlass.panel
    ) throws {
        folder = TestFolder(files)
        for picture in pictures { folder.writePicture(picture) }
        let kiosk = try #require(folder.load())
        library = PageLibrary(kiosk: kiosk)
        var gestures = GestureSettings()
        gestures.pop = kiosk.gestures.pop ?? .edge
        stage = Stage(
            panel: panel, theme: Theme(.paper, on: panel), gestures: gestures,
            root: try #require(library.screen(named: stack[0])))
        for name in stack.dropFirst() {
            if name.hasSuffix("!") {
                stage.present(try #require(library.screen(named: String(name.dropLast()))), animated: false)
            } else {
                try #require(library.screen(named: name)).push(on: stage.frontNavigator)
                pass()
            }
        }
        pass()
    }

    /// Lets everything come to rest.
    func pass(_ span: Instant.Span = .seconds(3)) { stage.advance(to: stage.now + span) }

    var names: [String] { stage.stackNames.map { $0.hasSuffix("!") ? String($0.dropLast()) : $0 } }

    /// The page in front.
    var page: PageScreen { get throws { try #require(stage.frontNavigator.top as? PageScreen) } }

    /// All views of a kind on the page in front, back to front.
    func all<Kind: View>(_ kind: Kind.Type) -> [Kind] {
        func find(_ view: View) -> [Kind] { ((view as? Kind).map { [$0] } ?? []) + view.subviews.flatMap(find) }
        return find(stage.frontNavigator.top.view)
    }

    /// The frame (mm) of `view` on the panel.
    func frame(of view: View) -> Rect {
        let zero = view.convert(fromPanel: .zero)
        let density = stage.panel.density(.horizontal)
        return Rect(
            -zero.x / density, -zero.y / stage.panel.density(.vertical), view.bounds.width / density,
            view.bounds.height / stage.panel.density(.vertical))
    }

    /// The middle (mm) of `view` on the panel.
    func middle(of view: View) -> Point { frame(of: view).center }

    func drag(from start: Point, by way: Vector, over span: Instant.Span = .milliseconds(300)) {
        let touch = TouchScript(start: stage.now)
        touch.down(at: start).drag(to: start + way, over: span).hold(for: .milliseconds(150)).lift()
        play(touch)
    }

    func tap(_ place: Point) {
        let touch = TouchScript(start: stage.now)
        touch.tap(at: place)
        play(touch)
    }

    private func play(_ touch: TouchScript) {
        for frame in touch.frames { stage.handle(frame) }
        pass()
    }
}
