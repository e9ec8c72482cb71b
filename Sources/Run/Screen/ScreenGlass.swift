// The glass of a screen: the display behind it, how the picture is turned there, and how large it is.

import Geometry
import Linux
import Logging
import Machine

/// What is known of a screen's glass from its display, its touch panels, the command line and the machine's file.
struct ScreenGlass {
    private let configuration: Configuration
    /// The size that the command line gives, before the picture is turned; nil where it gives none.
    private let givenSize: Size?
    private let log: Logger
    /// The display, with its picture turned; nil while there is none.
    private(set) var display: (any Display)?
    /// How far the picture is turned on the display, or was on the last one.
    private(set) var rotation = PictureRotation.none
    /// The connector of the last display.
    private var connector: String?
    /// How large a display said that its picture is; nil when none did.
    private var displaySize: Size?
    /// How large the last panel is that knows it, as it is mounted.
    private var panelSize: Size?

    /// The glass of the screen that `configuration` describes, before there is a display.
    init(_ configuration: Configuration, givenSize: Size?, log: Logger) {
        (self.configuration, self.givenSize, self.log) = (configuration, givenSize, log)
    }

    /// The window that the display is; nil when it is no window.
    var window: WaylandDisplay? { display?.compositorWindow }

    /// How far the picture is turned on the panels' own axes.
    var touchRotation: PictureRotation { configuration.inputRotation ?? rotation }

    /// What is known of the screen to find its panel.
    var traits: PanelPairing.Screen {
        .init(output: configuration.output ?? connector, millimetres: displaySize, panel: configuration.panel)
    }

    /// The picture goes to `display` from now on.
    mutating func show(on display: any Display) {
        rotation = turn(of: display)
        self.display = rotation == .none ? display : TurnedDisplay(display, by: rotation)
        connector = display.connector
        displaySize = display.millimetres ?? displaySize
    }

    /// There is no display from now on.
    mutating func removeDisplay() { display = nil }

    /// A panel with these measurements lies on the glass.
    mutating func measure(by device: TouchDevice, _ record: PanelRecord?) {
        panelSize = (record ?? PanelRecord()).glass(reported: device.millimetres) ?? panelSize
    }

    /// How far the picture is turned on `display`: as the machine's file says, else as its panel is mounted.
    private func turn(of display: any Display) -> PictureRotation {
        if let rotation = configuration.rotation { return rotation }
        guard let rotation = display.panelRotation, rotation != .none else { return .none }
        log.notice(
            "\(display.connector ?? display.name) is mounted turned, says the kernel: the picture is turned by \(rotation.rawValue)°; \"rotation\" in bezel.toml can say otherwise"
        )
        return rotation
    }

    /// The picture on `display`: as large as was said, else as its touch panel is, else as the display says. `before` is the
    /// picture that is there already; nil when there is none.
    func panel(of display: any Display, before: Panel?) -> Panel {
        let known = givenSize.map { rotation.turned($0) } ?? panelSize.map { touchRotation.turned($0) }
        if let size = known ?? display.millimetres { return Panel(pixels: display.size, millimetres: size) }
        // Nothing new is known of the picture that is there already.
        if let before, before.pixels == display.size { return before }
        log.warning(
            "neither panel nor display says how large it is; taken as 96 dpi, give it with --size, such as 527x296")
        return Panel(pixels: display.size)
    }

    /// The picture in a window that has another size than the picture `before`.
    func panel(ofResized display: any Display, before: Panel) -> Panel {
        let pixels = display.size
        // Where the size was given, or nobody knows it, a pixel stays as large as it was.
        let sameDensity = Size(
            Double(pixels.width) / before.density(.horizontal), Double(pixels.height) / before.density(.vertical))
        let known = givenSize == nil ? display.millimetres : nil
        return Panel(pixels: pixels, millimetres: known ?? sameDensity)
    }
}
