// The glass of a screen: the display behind it, and the rotation and size of the picture.

import Geometry
import Linux
import Logging
import Machine

/// What is known about a screen's glass from its display, its touch panels, the command line and the machine's file.
struct ScreenGlass {
    private let configuration: Configuration
    /// The size from the command line, before the picture is rotated; nil if it gives none.
    private let givenSize: Size?
    private let log: Logger
    /// The display, with its picture rotated; nil while there is none.
    private(set) var display: (any Display)?
    /// The rotation of the picture on the display, or on the last display.
    private(set) var rotation = PictureRotation.none
    /// The connector of the last display.
    private var connector: String?
    /// The size of the picture that a display reported last; nil if none did.
    private var displaySize: Size?
    /// The size of the glass, as mounted, that was measured with its touch panels, and that these report; nil if it is unknown.
    private var panelSizes: (measured: Size?, reported: Size?) = (nil, nil)
    /// The last remark about sizes, which the log has.
    private var remark: String?

    /// The glass of the screen that `configuration` describes, before there is a display.
    init(_ configuration: Configuration, givenSize: Size?, log: Logger) {
        (self.configuration, self.givenSize, self.log) = (configuration, givenSize, log)
    }

    /// The display as a compositor's window; nil if it is none.
    var window: WaylandDisplay? { display?.compositorWindow }

    /// The rotation of the picture on the axes of the panels.
    var touchRotation: PictureRotation { configuration.inputRotation ?? rotation }

    /// The properties by which the screen's panel is found.
    var traits: PanelPairing.Screen {
        .init(output: configuration.output ?? connector, millimetres: displaySize, panel: configuration.panel)
    }

    /// Uses `display` from now on.
    mutating func show(on display: any Display) {
        rotation = turn(of: display)
        self.display = rotation == .none ? display : TurnedDisplay(display, by: rotation)
        connector = display.connector
        displaySize = display.millimetres ?? displaySize
    }

    /// Removes the display.
    mutating func removeDisplay() { display = nil }

    /// Takes the sizes of the glass from `panels`, to which one was added. Until then the sizes of panels that were unplugged hold,
    /// so that the picture stays as it is while nothing else is plugged in.
    mutating func measure(by panels: ScreenPanels) { panelSizes = (panels.measuredSize, panels.reportedSize) }

    /// The rotation of the picture on `display`: from the machine's file, or else from the way its panel is mounted.
    private func turn(of display: any Display) -> PictureRotation {
        if let rotation = configuration.rotation { return rotation }
        guard let rotation = display.panelRotation, rotation != .none else { return .none }
        let name = display.connector ?? display.name
        log.notice(
            "the kernel reports that \(name) is mounted turned: the picture is turned by \(rotation.rawValue)°; \"rotation\" in bezel.toml overrides this"
        )
        return rotation
    }

    /// The picture on `display`. Its size comes from the command line, or else from what the touch panel, its calibration and the
    /// display state. `before` is the current picture; nil if there is none.
    mutating func panel(of display: any Display, before: Panel?) -> Panel {
        if let givenSize { return Panel(pixels: display.size, millimetres: rotation.turned(givenSize)) }
        let size = GlassSize(
            measured: panelSizes.measured.map { touchRotation.turned($0) },
            panel: panelSizes.reported.map { touchRotation.turned($0) }, display: display.millimetres,
            pixels: display.size)
        if let size {
            if let said = size.remark, said != remark {
                log.warning("\(said); \"bezel calibrate --step size\" measures the glass, and --size states its size")
            }
            remark = size.remark
            return Panel(pixels: display.size, millimetres: size.millimetres)
        }
        // Nothing new is known about the current picture.
        if let before, before.pixels == display.size { return before }
        log.warning(
            "neither panel nor display reports a size, so 96 dpi are assumed; give one with --size, such as 527x296")
        return Panel(pixels: display.size)
    }

    /// The picture in a window whose size has changed. `before` is the picture before that.
    func panel(ofResized display: any Display, before: Panel) -> Panel {
        let pixels = display.size
        // If the command line gives the size, or the display does not report one, a pixel keeps its size.
        let sameDensity = Size(
            Double(pixels.width) / before.density(.horizontal), Double(pixels.height) / before.density(.vertical))
        let known = givenSize == nil ? display.millimetres : nil
        return Panel(pixels: pixels, millimetres: known ?? sameDensity)
    }
}
