// Finds the filters of an SVG. A blur over a large area takes minutes, and librsvg has no switch to leave filters out.

/// Looks for filters in the bytes of an SVG: an element `filter`, or a property of that name. It reads no XML, so it also takes a
/// text such as "filter: none" for one.
struct SVGFilterSearch {
    /// Whether an element `svg` has been read.
    private(set) var hasSVG = false
    /// Whether a filter has been read.
    private(set) var hasFilter = false
    /// The bytes of the word that ends here, as far as they matter.
    private var word: [UInt8] = []
    /// Whether the word is the name of an element: it stands after `<`, or after a prefix.
    private var isElement = false
    /// Whether the last word was `filter`, and only spaces have come since.
    private var mayBeProperty = false

    private static let wanted = Array("filter".utf8)

    /// Reads `bytes`, which follow those read before.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes {
            switch byte {
            // In UTF-16 each letter has one.
            case 0: continue
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), 0x80...:
                if word.count <= Self.wanted.count { word.append(byte) }
                mayBeProperty = false
            default:
                let isFilter = word == Self.wanted
                if isElement, word.elementsEqual("svg".utf8) { hasSVG = true }
                if !word.isEmpty { mayBeProperty = isFilter }
                let isGiven = byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":")
                if isFilter && isElement || mayBeProperty && isGiven { hasFilter = true }
                if byte != 0x20, !(0x09...0x0D).contains(byte) { mayBeProperty = false }
                // A prefix belongs to the name of its element: `<svg:filter`.
                isElement = byte == UInt8(ascii: "<") || isElement && !word.isEmpty && byte == UInt8(ascii: ":")
                word.removeAll(keepingCapacity: true)
            }
        }
    }
}
