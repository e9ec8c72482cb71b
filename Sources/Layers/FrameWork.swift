// How much there is to draw in a frame, before it is drawn.

public import Geometry

extension Frame {
    /// How much work it is to draw `region` of it: pixels to be written, and read for each node that covers them. Two frames
    /// with much the same work take much the same time; what a unit of it takes is for whoever measures to know.
    public func work(in region: Region) -> Int {
        // A scaled pixel is mixed of four.
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
