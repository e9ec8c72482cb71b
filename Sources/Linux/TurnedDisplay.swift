// A display that is mounted sideways or upside down. The picture is turned as it is drawn into the buffers.

package import Geometry

/// Wraps another display and turns its pictures by quarter turns. This type converts only sizes and regions: each surface says
/// how far its picture is turned, and the painter turns it in the same pass as all other drawing.
package final class TurnedDisplay: Display {
    /// The wrapped display.
    private let display: any Display
    /// How far the picture is turned clockwise in the display's memory.
    package let rotation: PictureRotation

    /// `display`, with its pictures turned by `rotation`.
    package init(_ display: any Display, by rotation: PictureRotation) {
        (self.display, self.rotation) = (display, rotation)
    }

    /// Such as `card0 DSI-1 1920x1080@60, turned by 90°`.
    package var name: String { "\(display.name), turned by \(rotation.rawValue)°" }
    /// Whether the display only keeps its pictures in memory.
    package var isHeadless: Bool { display.isHeadless }
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
    /// The picture in millimetres, as the viewer sees it; nil if the display does not report it.
    package var millimetres: Size? { display.millimetres.map { rotation.turned($0) } }
    /// Time from one vblank to the next.
    package var refreshInterval: Instant.Span { display.refreshInterval }
    /// How long before a vblank a frame must be presented to be shown at it.
    package var lead: Instant.Span { display.lead }
    /// Called when the wrapped display presents a frame.
    package var onPresented: ((Instant) -> Void)? {
        get { display.onPresented }
        set { display.onPresented = newValue }
    }

    /// A buffer of the wrapped display, marked with the rotation.
    package func freeBuffer() -> FrameBuffer? {
        guard let buffer = display.freeBuffer() else { return nil }
        let memory = buffer.surface
        let surface = PixelSurface(
            base: memory.base, size: memory.size, pitch: memory.pitch, format: memory.format, rotation: rotation,
            isReadAgain: memory.isReadAgain)
        return FrameBuffer(surface: surface, age: buffer.age)
    }

    /// Shows the buffer. `damage` is in the coordinates of the picture as the viewer sees it.
    package func present(damage: Region) throws(DisplayError) {
        try display.present(damage: rotation.place(of: damage, in: display.size))
    }

    /// Shows `picture` on the display's planes. The screens in it are turned already.
    package func present(_ picture: PlanePicture) throws(PlaneRefusal) { try display.present(picture) }

    /// Whether another session has the display, or its backlight is off.
    package var isAway: Bool { display.isAway }

    /// Turns the display's backlight off or on.
    package func setPower(_ isOn: Bool) throws -> Bool { try display.setPower(isOn) }

    /// Another session takes the display.
    package func pause() { display.pause() }

    /// This session has the display again.
    package func resume() throws { try display.resume() }

    /// Releases the display's resources.
    package func close() { display.close() }
}
