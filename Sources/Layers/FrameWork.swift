// Estimates the work of drawing a frame before it is drawn.

package import Geometry

extension Frame {
    /// The work of drawing `region`: the number of pixels written, plus the pixels read for each bitmap, shadow and translucent
    /// group. Two frames with about the same work take about the same time. How long a unit takes has to be measured.
    package func work(in region: Region) -> Int {
        // A scaled pixel is mixed from four.
        let scaled = 4
        var work = region.area
        for node in nodes {
            let weight: Int
            switch node.content {
            case .bitmap(let pixels, _): weight = pixels.step == Node.Pixels.unscaled ? 1 : scaled
            case .open(.opacity), .shadow: weight = 1
            case .fill, .open(.clip), .close: continue
            }
            for rect in region { work += weight * rect.intersection(node.extent).area }
        }
        return work
    }
}
