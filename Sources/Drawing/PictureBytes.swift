// Pictures whose bytes are in memory.

internal import CFiles
package import Geometry
import Glibc

/// The bytes of a picture: PNG, JPEG, WebP, or any other format that a file may have.
package final class PictureBytes: Hashable, Sendable {
    /// The most bytes of such a picture. They stay in memory as long as the picture is shown.
    package static let most = 32 << 20

    /// The bytes.
    let bytes: [UInt8]
    /// A name that other bytes do not have, by which recordings know the picture.
    let name: String

    /// The picture in `bytes`. It takes a moment.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // FNV-1a.
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        name = "picture-" + String(hash, radix: 16)
    }

    package static func == (a: PictureBytes, b: PictureBytes) -> Bool {
        a === b || a.name == b.name && a.bytes == b.bytes
    }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The descriptor of a file with the bytes, which is in memory too.
    func open() throws(PictureError) -> Int32 {
        guard bytes.count <= Self.most else {
            throw .unreadable(path: name, reason: "it has more than \(Self.most >> 20) MB; make it smaller")
        }
        let file = bytes.withUnsafeBytes { bezel_memory_file($0.baseAddress, $0.count) }
        guard file >= 0 else { throw .unreadable(path: name, reason: String(cString: strerror(errno))) }
        return file
    }

    /// Reads what the beginning of the bytes tells. It takes a moment.
    package func head(decodedBy decoder: PictureDecoder = PictureTask.here) throws(PictureError) -> PictureHead {
        let descriptor = try open()
        defer { close(descriptor) }
        guard case .head(let size, let isOnItsSide, let isAnimated, let isVector) = try decoder(.head, descriptor, name)
        else { fatalError("a decoder reads something other than a head") }
        return PictureHead(size: size, isOnItsSide: isOnItsSide, isAnimated: isAnimated, isVector: isVector)
    }
}

/// What the beginning of a picture tells.
package struct PictureHead: Hashable, Sendable {
    /// The size in pixels, after applying the orientation that the camera recorded.
    package let size: PixelSize
    let isOnItsSide, isAnimated, isVector: Bool
}

extension PictureHead: LosslessStringConvertible {
    package init?(_ text: String) {
        let parts = text.split(separator: " ").compactMap { Int($0) }
        guard parts.count == 5, parts[0] > 0, parts[1] > 0, parts[0] <= Picture.mostPixels / parts[1] else {
            return nil
        }
        self.init(
            size: PixelSize(parts[0], parts[1]), isOnItsSide: parts[2] == 1, isAnimated: parts[3] == 1,
            isVector: parts[4] == 1)
    }

    package var description: String {
        ([size.width, size.height] + [isOnItsSide, isAnimated, isVector].map { $0 ? 1 : 0 }).map(String.init)
            .joined(separator: " ")
    }
}
