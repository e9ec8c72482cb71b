// What a display is to the runtime: a free buffer, a way to show it, and the moment it was shown.

package import Geometry

/// Something that shows pictures: a KMS output, a window, or memory.
package protocol Display: AnyObject {
    /// For people: `card0 HDMI-A-1 1920x1080@60`, `headless 1920x1080@60`.
    var name: String { get }
    /// The connector of a KMS output, such as `HDMI-A-1`; nil for every other display.
    var connector: String? { get }
    /// Whether the pictures are only kept in memory.
    var isHeadless: Bool { get }
    /// How far pictures have to be turned to be upright on a panel that is mounted otherwise; nil where nobody says.
    var panelRotation: PictureRotation? { get }
    /// How far the picture is turned clockwise in the display's memory.
    var rotation: PictureRotation { get }
    /// The window in which a compositor shows the pictures, and which reads the touches; nil where there is no compositor.
    var compositorWindow: WaylandDisplay? { get }
    /// The planes that show transitions without drawing; or why there are none.
    var planes: Result<PlaneSet, PlaneRefusal> { get }
    /// The picture in pixels.
    var size: PixelSize { get }
    /// The picture in millimetres as the display reports it; nil when it does not know.
    var millimetres: Size? { get }
    /// Time from one vblank to the next.
    var refreshInterval: Instant.Span { get }
    /// How long before it is shown a frame has to be presented: nothing where it goes straight to the glass.
    var lead: Instant.Span { get }
    /// Called when the buffer last presented is shown, or sure to be, and the next may be drawn: with the moment at which
    /// it is shown (CLOCK_MONOTONIC).
    var onPresented: ((Instant) -> Void)? { get set }
    /// A buffer to draw the next frame in; nil while none is free. The same one until it is presented.
    func freeBuffer() -> FrameBuffer?
    /// Shows the buffer that `freeBuffer` gave last; `damage` is what differs from the frame before.
    func present(damage: Region) throws(DisplayError)
    /// Shows `picture` by planes at the next vblank. The next frame that is presented takes the planes away. Throws when the
    /// display refuses; what is on the glass then stays there.
    func present(_ picture: PlanePicture) throws(PlaneRefusal)
    /// Whether nothing can be shown: another session has the display, or its light is off.
    var isAway: Bool { get }
    /// Turns the light of the glass off or on. While it is off no buffer is free, and when it is on again the glass shows the
    /// next frame that is presented, and nothing before. Returns false, and does nothing, where there is no such switch.
    func setPower(_ isOn: Bool) throws -> Bool
    /// Another session takes the display: nothing is shown until `resume()`.
    func pause()
    /// The display is ours again, and shows the last frame.
    func resume() throws
    /// Gives back what it took; the console is as it was before.
    func close()
}

extension Display {
    /// It is no output of KMS.
    package var connector: String? { nil }
    /// It shows its pictures.
    package var isHeadless: Bool { false }
    /// Nobody says how its panel is mounted.
    package var panelRotation: PictureRotation? { nil }
    /// The picture lies upright in its memory.
    package var rotation: PictureRotation { .none }
    /// There is no compositor.
    package var compositorWindow: WaylandDisplay? { nil }
    /// There are no planes.
    package var planes: Result<PlaneSet, PlaneRefusal> { .failure(.notKMS) }
    /// There are no planes.
    package func present(_ picture: PlanePicture) throws(PlaneRefusal) { throw .notKMS }
    /// Nothing.
    package var lead: Instant.Span { .zero }
    /// No other session takes it.
    package var isAway: Bool { false }
    /// There is no such switch.
    package func setPower(_ isOn: Bool) throws -> Bool { false }
    /// Nothing: no other session takes it.
    package func pause() {}
    /// Nothing: no other session takes it.
    package func resume() {}
}

/// A buffer of a display that is free to be written.
package struct FrameBuffer {
    /// Its memory. Write-only.
    package let surface: PixelSurface
    /// How many frames ago its contents were presented: 0 never, 1 the frame before, and so on.
    package let age: Int

    /// A free buffer.
    package init(surface: PixelSurface, age: Int) {
        self.surface = surface
        self.age = age
    }
}
