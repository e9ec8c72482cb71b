// Describes the KMS display that would be used, without taking it.

import CDRM
package import Geometry
import Glibc

/// The output, mode and mechanisms that `KMSDisplay` would use. The probe does not become DRM master, allocates no buffers, and
/// leaves the picture on the screen alone.
package struct DisplayProbe: Sendable {
    /// Such as `/dev/dri/card0`.
    package var card: String
    /// The card's kernel driver.
    package var driver: String
    /// The connector, such as `HDMI-A-1`.
    package var output: String
    /// The mode.
    package var mode: DisplayMode
    /// The picture in millimetres; nil if the display does not report it.
    package var millimetres: Size?
    /// How far pictures must be turned to be upright on the panel; nil if unknown.
    package var panelRotation: PictureRotation?
    /// Whether flips are atomic commits.
    package var isAtomic: Bool
    /// How planes show transitions without drawing, or why transitions are drawn.
    package var planes: Result<PlaneSet.Way, PlaneRefusal>
    /// Whether another process is DRM master.
    package var isHeld: Bool
    /// The processes that have the card open, such as `Xorg (pid 411)`, as far as this process may see them.
    package var holders: [String]

    /// A display with the given properties.
    package init(
        card: String, driver: String, output: String, mode: DisplayMode, millimetres: Size? = nil,
        panelRotation: PictureRotation? = nil, isAtomic: Bool = true,
        planes: Result<PlaneSet.Way, PlaneRefusal>, isHeld: Bool = false, holders: [String] = []
    ) {
        self.card = card
        self.driver = driver
        self.output = output
        self.mode = mode
        self.millimetres = millimetres
        self.panelRotation = panelRotation
        self.isAtomic = isAtomic
        self.planes = planes
        self.isHeld = isHeld
        self.holders = holders
    }

    /// Probes for the display that `KMSDisplay` would use, among the cards that this process may open.
    package static func probe(_ options: KMSDisplay.Options) throws(DisplayError) -> DisplayProbe {
        var held: Set<String> = []
        let choice = try OutputChoice.find([OutputWish(output: options.output, mode: options.mode)], probe: false) {
            path throws(SystemError) in
            let (card, isHeld) = try Card.openToLook(path)
            if isHeld { held.insert(path) }
            return card
        }
        defer { choice.card.close() }
        return try DisplayProbe(choice, options, isHeld: held.contains(choice.card.path))
    }

    private init(_ choice: OutputChoice, _ options: KMSDisplay.Options, isHeld: Bool) throws(DisplayError) {
        let (card, target) = (choice.card, choice.target)
        guard card.capability(DRM_CAP_DUMB_BUFFER) != 0 else {
            throw .failed("\(card.path): \(card.driver) has no dumb buffers, so nothing can be drawn without a GPU")
        }
        let format = try PixelFormat.scanout(options.format, on: card, for: target)
        let atomic = options.allowsAtomic ? AtomicPipe(target, format: format, driver: card.driver) : nil
        defer { atomic?.close(leavingPicture: false) }
        let planes =
            options.usesPlanes
            ? atomic?.planes ?? .failure(PlaneRefusal("no atomic commits")) : .failure(PlaneRefusal("turned off"))
        self.init(
            card: card.path, driver: card.driver, output: choice.connector.name, mode: choice.mode,
            millimetres: choice.connector.millimetres, panelRotation: choice.connector.panelRotation,
            isAtomic: atomic != nil, planes: planes.map(\.way), isHeld: isHeld,
            holders: isHeld ? MasterHolders.find(of: card.path) : [])
    }
}
