// A place on a picture that opens a page, such as a room on a plan.

package import Geometry

/// A place on a picture that opens a page when it is tapped.
package struct PicturePlace: Hashable, Sendable {
    /// The rectangle of the place from the left and the top of the whole picture, in shares of its width and height: 0 to 1.
    package var area: Rect
    /// The page that a tap opens.
    package var link: Link

    /// The rectangle of the place in a picture that lies in `whole`.
    func frame(in whole: Rect) -> Rect {
        Rect(
            whole.minX + area.minX * whole.width, whole.minY + area.minY * whole.height, area.width * whole.width,
            area.height * whole.height)
    }
}

/// The places of a picture where it is shown, in one space of a view. Lengths are in pixels.
struct ShownPlaces {
    /// The places, and the part of each that is seen. Those that are cut off are not among them.
    private let seen: [(place: PicturePlace, frame: Rect)]
    private let fingertip: Double

    /// `places` on a picture that lies in `whole`, and of which the part in `window` is seen. A finger hits a place within a rectangle
    /// with sides of `fingertip` at least.
    init(_ places: [PicturePlace], whole: Rect, window: Rect, fingertip: Double) {
        let window = window.intersection(whole)
        seen = places.map { ($0, $0.frame(in: whole).intersection(window)) }.filter { !$1.isEmpty }
        self.fingertip = fingertip
    }

    /// The place that a finger at `point` hits, and the part of it that is seen. Inside several, the first of them; beside all, the
    /// nearest of the small ones whose larger rectangle it hits.
    func hit(at point: Point) -> (place: PicturePlace, frame: Rect)? {
        if let inside = seen.first(where: { $0.frame.contains(point) }) { return inside }
        let finger = Rect(point.x, point.y, 0, 0)
        return seen.filter { touched($0.frame).contains(point) }
            .min { $0.frame.distance(to: finger) < $1.frame.distance(to: finger) }
    }

    /// `frame` where it is large enough for a fingertip, or a larger rectangle around it.
    private func touched(_ frame: Rect) -> Rect {
        let (across, down) = (max(0, fingertip - frame.width) / 2, max(0, fingertip - frame.height) / 2)
        return frame.inset(by: Insets(left: -across, top: -down, right: -across, bottom: -down))
    }
}
