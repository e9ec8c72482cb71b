// How large a display says it is.

import Geometry

enum EDID {
    /// The picture's extent in millimetres; nil when the block says none that can be. The header has whole centimetres; the first
    /// detailed timing has millimetres, which are taken when they agree with the header, since some displays write an
    /// aspect ratio there.
    static func millimetres(_ block: [UInt8]) -> Size? {
        guard block.count >= 128, block[0..<8] == [0, 255, 255, 255, 255, 255, 255, 0] else { return nil }
        let (width, height) = (Int(block[21]) * 10, Int(block[22]) * 10)
        // One of the two alone is an aspect ratio, both 0 a projector.
        guard width > 0, height > 0 else { return nil }
        let fineWidth = Int(block[66]) | Int(block[68] >> 4) << 8
        let fineHeight = Int(block[67]) | Int(block[68] & 15) << 8
        // A pixel clock of 0 marks a descriptor that is no timing.
        let hasTiming = block[54] != 0 || block[55] != 0
        if hasTiming, abs(fineWidth - width) <= 10, abs(fineHeight - height) <= 10 {
            return Panel.believable(Size(Double(fineWidth), Double(fineHeight)))
        }
        return Panel.believable(Size(Double(width), Double(height)))
    }
}
