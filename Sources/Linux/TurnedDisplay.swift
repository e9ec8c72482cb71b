// A display that is mounted sideways or upside down: the picture is turned on its way into the buffers.

package import Geometry

/// Another display whose pictures are turned by quarters. Only numbers are turned here: the surfaces say how far the
/// picture is turned in them, and whoever draws does it in the same pass as everything else.
package final class TurnedDisplay: Display {
    /// The display itself.
    private let display: any Display
    /// How far the picture is turned clockwise in the display's memory.
    package let rotation: PictureRotation

    /// `display`, with its pictures turned by `rotation`.
    package init(_ display: any Display, by rotation: PictureRotation) {
        (self.display, self.rotation) = (display, rotation)
    }

    /// Such as `card0 DSI-1 1920x1080@60, turned by 90°`.
    package var name: String { "\(display.name), turned by \(rotation.rawValue)°" }
    /// The connector of the display.
    package var connector: String? { display.connector }
    /// How the panel of the display is mounted.
    package var panelRotation: PictureRotation? { display.panelRotation }
    /// The window that the display is.
    package var compositorWindow: WaylandDisplay? { display.compositorWindow }
    /// The planes of the display.
    package var planes: Result<PlaneSet, PlaneRefusal> { display.planes }
    /// The picture in pixels, as the viewer sees it.
    package var size: PixelSize { rotation.turned(display.size) }
    /// The picture in millimetres, as the viewer sees it; nil when the display does not know.
    package var millimetres: Size? { display.millimetres.map { rotation.turned($0) } }
    /// Time from one vblank to the next.
    package var refreshInterval: Instant.Span { display.refreshInterval }
    /// How long before it is shown a frame has to be presented.
    package var lead: Instant.Span { display.lead }
    /// Called as the display calls it.
    package var onPresented: ((Instant) -> Void)? {
        get { display.onPresented }
        set { display.onPresented = newValue }
    }

    /// A buffer of the display, in which the picture is to be turned.
    package func freeBuffer() -> FrameBuffer? {
        guard let buffer = display.freeBuffer() else { return nil }
        let memory = buffer.surface
        let surface = PixelSurface(
            base: memory.base, size: memory.size, pitch: memory.pitch, format: memory.format, rotation: rotation)
        return FrameBuffer(surface: surface, age: buffer.age)
    }

    /// Shows the buffer; `damage` is of the picture as the viewer sees it.
    package func present(damage: Region) throws(DisplayError) {
        try display.present(damage: rotation.place(of: damage, in: display.size))
    }

    /// Shows `picture` by planes, whose screens are turned already.
    package func present(_ picture: PlanePicture) throws(PlaneRefusal) { try display.present(picture) }

    /// Whether another session has the display, or its light is off.
    package var isAway: Bool { display.isAway }

    /// Turns the display's light off or on.
    package func setPower(_ isOn: Bool) throws -> Bool { try display.setPower(isOn) }

    /// Another session takes the display.
    package func pause() { display.pause() }

    /// The display is ours again.
    package func resume() throws { try display.resume() }

    /// Gives back what the display took.
    package func close() { display.close() }
}
