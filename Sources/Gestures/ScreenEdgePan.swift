// Recognizes a finger that comes in from an edge of the panel.

public import Geometry

/// A drag with one finger that begins at an edge of the panel and goes inwards.
public final class ScreenEdgePanRecognizer: PanRecognizer {
    /// The edges it begins at.
    public var edges: Edges { didSet { directions = Self.inwards(from: edges) } }
    /// How near to the edge, in mm, the touch begins.
    public var edgeWidth = Slop.edgeWidth
    /// The panel, in mm; its edges are those of the picture.
    public var panelSize: Size

    /// A drag inwards from one of `edges` of a panel of `panelSize` (mm).
    public init(name: String, edges: Edges, panelSize: Size) {
        self.edges = edges
        self.panelSize = panelSize
        super.init(name: name, directions: Self.inwards(from: edges))
        maximumTouches = 1
    }

    /// Refuses a touch away from the edges, unless one from the edge is followed already: then it is a second finger.
    public override func refusal(of touch: Touch) -> String? {
        guard attempt.isEmpty else { return nil }
        let distance = distances(of: touch.startLocation).min() ?? .infinity
        return distance <= edgeWidth
            ? nil : "began \(tenths(distance)) mm from the edge, more than \(tenths(edgeWidth)) mm"
    }

    private func distances(of point: Point) -> [Double] {
        var distances: [Double] = []
        if edges.contains(.left) { distances.append(point.x) }
        if edges.contains(.right) { distances.append(panelSize.width - point.x) }
        if edges.contains(.top) { distances.append(point.y) }
        if edges.contains(.bottom) { distances.append(panelSize.height - point.y) }
        return distances
    }

    private static func inwards(from edges: Edges) -> Directions {
        var directions: Directions = []
        if edges.contains(.left) { directions.insert(.right) }
        if edges.contains(.right) { directions.insert(.left) }
        if edges.contains(.top) { directions.insert(.down) }
        if edges.contains(.bottom) { directions.insert(.up) }
        return directions
    }
}
