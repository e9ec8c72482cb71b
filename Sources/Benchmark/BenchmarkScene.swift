// A panel full of hands, for `bezel benchmark gestures`: views as in kiosks, recognizers, and moving fingers.

import Geometry
import Gestures
import Glibc
import Stage

/// A view tree with recognizers, and the frames of fingers that stay on it and move.
final class BenchmarkScene: RecognizerDelegate {
    /// What is on the panel.
    enum Kind: String {
        /// Twenty pans around everything, each of which follows each finger. That is more than any kiosk needs.
        case hands = "each of 20 recognizers follows each finger"
        /// Four independent cards that their people drag, pinch and turn, in a page with eight recognizers.
        case cards = "four people's cards, 20 recognizers"
        /// Ten buttons with a tap and a long press each, and fingers that rest on them and tremble.
        case buttons = "ten buttons, 20 recognizers"
        /// Twelve independent tables with five recognizers each.
        case tables = "twelve tables, 60 recognizers"
    }

    static let panelSize = Size(600, 340)
    private static let panel = Panel(pixels: PixelSize(1920, 1088), millimetres: panelSize)

    /// The outermost view. It knows the panel.
    private final class RootView: View {
        override var panel: Panel? { BenchmarkScene.panel }
    }

    let kind: Kind
    let dispatcher: TouchDispatcher
    private let root = RootView()
    private var recognizers: [Recognizer] = []
    /// The points around which the fingers move, in mm, by contact.
    private var places: [Point] = []
    /// How far a finger moves around its place, in mm.
    private let reach: Double
    private var frameNumber = 0

    init(_ kind: Kind, fingers: Int) {
        self.kind = kind
        let root = root
        dispatcher = TouchDispatcher { point in root.hitTest(Self.panel.pixels(point)) }
        reach = kind == .buttons ? 0.7 : 12
        root.frame = Rect(origin: .zero, size: Self.panel.pixels.size)
        switch kind {
        case .hands: makeHands()
        case .cards: makeCards(4, in: makePage())
        case .buttons: makeButtons()
        case .tables: makeCards(12, in: makePage(recognizers: 12), withRows: false)
        }
        let columns = fingers <= 10 ? 5 : 12
        let rows = (fingers + columns - 1) / columns
        places = (0..<fingers).map { index in
            Point(
                Self.panelSize.width * (Double(index % columns) + 0.5) / Double(columns),
                Self.panelSize.height * (Double(index / columns) + 0.5) / Double(rows))
        }
    }

    /// The innermost view at `point` (mm).
    func hitTest(_ point: Point) -> View? { root.hitTest(Self.panel.pixels(point)) }

    /// How many recognizers have an attempt under way.
    var underWay: Int { dispatcher.recognizersUnderWay.count }

    func shouldRecognizeSimultaneously(_ recognizer: Recognizer, with other: Recognizer) -> Bool { true }

    // MARK: Frames

    /// A frame in which all fingers do `phase`, 1/240 s after the last frame.
    func frame(_ phase: TouchFrame.Phase) -> TouchFrame { frame { _ in phase } }

    /// A frame in which each finger does what `phase` returns, or nothing, 1/240 s after the last frame. Fingers move on
    /// circles around their places.
    func frame(_ phase: (Int) -> TouchFrame.Phase?) -> TouchFrame {
        frameNumber += 1
        let changes = places.indices.compactMap { index in
            phase(index).map { phase in
                let angle = Double(frameNumber) / 60 + Double(index)
                let place = places[index] + Vector(cos(angle), sin(angle)) * reach
                return TouchFrame.Change(contact: index + 1, phase: phase, position: place)
            }
        }
        return TouchFrame(time: .zero + .seconds(Double(frameNumber) / 240), changes: changes)
    }

    /// Lets `span` pass without a frame.
    func pass(_ span: Instant.Span) { frameNumber += Int(span.seconds * 240) }

    // MARK: Views

    private func add(_ recognizer: Recognizer, to view: View) {
        recognizer.delegate = self
        recognizers.append(recognizer)
        view.addRecognizer(recognizer)
    }

    private func view(_ frame: Rect, in superview: View) -> View {
        let view = View()
        superview.addSubview(view)
        view.frame = frame
        return view
    }

    private func makeHands() {
        let page = view(root.bounds, in: root)
        addRows(to: page)
        for index in 0..<20 {
            let pan = PanRecognizer(name: "pan \(index)", directions: index % 2 == 0 ? .all : [.horizontal, .vertical])
            pan.minimumTouches = 1 + index % 5
            add(pan, to: index < 10 ? root : page)
        }
    }

    /// A page with pops, drags and scrolls of one or several fingers.
    private func makePage(recognizers count: Int = 8) -> View {
        let page = view(root.bounds, in: root)
        for index in 0..<count {
            let pan = PanRecognizer(name: "page \(index)")
            pan.minimumTouches = 1 + index % 4
            add(pan, to: index % 2 == 0 ? root : page)
        }
        return page
    }

    private func makeCards(_ count: Int, in page: View, withRows: Bool = true) {
        let columns = count == 4 ? 2 : 4
        let rows = count / columns
        let size = Size(page.bounds.width / Double(columns), page.bounds.height / Double(rows))
        for index in 0..<count {
            let origin = Point(Double(index % columns) * size.width, Double(index / columns) * size.height)
            let card = view(Rect(origin: origin, size: size), in: page)
            card.isIndependent = true
            if withRows { addRows(to: card) }
            add(PanRecognizer(name: "move"), to: card)
            add(PinchRecognizer(), to: card)
            add(RotationRecognizer(), to: card)
            if !withRows { add(TapRecognizer(), to: card) }
        }
    }

    private func makeButtons() {
        let size = Size(root.bounds.width / 5, root.bounds.height / 2)
        for index in 0..<10 {
            let origin = Point(Double(index % 5) * size.width, Double(index / 5) * size.height)
            let button = view(Rect(origin: origin, size: size), in: root)
            add(TapRecognizer(), to: button)
            let hold = LongPressRecognizer()
            hold.minimumDuration = .seconds(3600)
            add(hold, to: button)
        }
    }

    /// Adds twelve rows with a picture and two texts each, as in a list.
    private func addRows(to page: View) {
        let height = page.bounds.height / 12
        for index in 0..<12 {
            let row = view(Rect(0, Double(index) * height, page.bounds.width, height), in: page)
            _ = view(Rect(0, 0, height, height), in: row)
            _ = view(Rect(height, 0, page.bounds.width - height, height / 2), in: row)
            _ = view(Rect(height, height / 2, page.bounds.width - height, height / 2), in: row)
        }
    }
}
