// The physical size that a display reports.

import Geometry

enum EDID {
    /// The picture's size in millimetres; nil if the block states none or an implausible one. The header has whole centimetres.
    /// The first detailed timing has millimetres, which are used only if they agree with the header, because some displays store
    /// an aspect ratio there.
    static func millimetres(_ block: [UInt8]) -> Size? {
        guard block.count >= 128, block[0..<8] == [0, 255, 255, 255, 255, 255, 255, 0] else { return nil }
        let (width, height) = (Int(block[21]) * 10, Int(block[22]) * 10)
        // If one of the two is 0, the other is an aspect ratio. Both are 0 for projectors.
        guard width > 0, height > 0 else { return nil }
        let fineWidth = Int(block[66]) | Int(block[68] >> 4) << 8
        let fineHeight = Int(block[67]) | Int(block[68] & 15) << 8
        // A pixel clock of 0 marks a descriptor that is not a timing.
        let hasTiming = block[54] != 0 || block[55] != 0
        if hasTiming, abs(fineWidth - width) <= 10, abs(fineHeight - height) <= 10 {
            return Panel.believable(Size(Double(fineWidth), Double(fineHeight)))
        }
        return Panel.believable(Size(Double(width), Double(height)))
    }
}
