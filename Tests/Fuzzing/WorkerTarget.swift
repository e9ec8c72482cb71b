// What a process that decodes pictures answers, after a picture has taken it over.

import CLinux
import Drawing
import Geometry
import Glibc
import Layers
@testable import Linux
import Machine

/// Reads the bytes as the answer of a decoder. The lowest two bits of the first byte choose the task; the next three choose the file
/// that comes with the answer: whether there is one, whether it is sealed, and whether its size is right. The rest is the text.
final class WorkerTarget: FuzzTarget {
    static let name = "worker"

    private let ends: (decoder: PacketConnection, kiosk: PacketConnection)
    private let part = PixelRect(3, 4, 5, 6)

    init() throws {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try SystemError.check("socketpair") { socketpair(AF_UNIX, kind, 0, &ends) }
        self.ends = (PacketConnection(owning: ends[0]), PacketConnection(owning: ends[1]))
    }

    func take(_ bytes: [UInt8]) throws {
        guard let first = bytes.first else { return }
        let tasks: [PictureTask] = [.head, .check, .pixels(whole: PixelSize(20, 20), part: part, isOnItsSide: false)]
        let task = tasks[Int(first & 3) % tasks.count]
        let (hasFile, isSealed, isRight) = (first & 4 != 0, first & 8 != 0, first & 16 != 0)
        let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
        // A packet without a byte looks like the end of the connection.
        if text.isEmpty { return }
        try send(text, hasFile: hasFile, isSealed: isSealed, isRight: isRight)
        guard let packet = try ends.kiosk.receive() else { throw Flaw(description: "no packet has come") }
        switch PictureProcess.outcome(of: task, packet, "picture.png") {
        case .success(.head(let size, _)):
            try demand(task == .head, "a size where \(task) was asked for")
            try demand(
                size.width > 0 && size.height > 0 && size.width * size.height <= Picture.mostPixels,
                "a picture of \(size)")
        case .success(.whole): try demand(task == .check, "a verdict where \(task) was asked for")
        case .success(.pixels(let bitmap)):
            try demand(hasFile && isSealed && isRight, "pixels of a file that can change, or has another size")
            try demand(bitmap.size == PixelSize(part.width, part.height), "a bitmap of \(bitmap.size)")
        case .failure(let error):
            let said = "\(error)"
            try demand(
                !said.hasControlCharacters && said.count < 600, "an error that is no line: \(said.debugDescription)")
        }
    }

    private func send(_ text: String, hasFile: Bool, isSealed: Bool, isRight: Bool) throws {
        guard hasFile else { return try ends.decoder.send(text) }
        let count = part.width * part.height * 4 - (isRight ? 0 : 1)
        let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 4)
        defer { pixels.deallocate() }
        pixels.initializeMemory(as: UInt8.self, repeating: 200)
        if isSealed {
            let file = try SealedMemory.file(with: UnsafeRawBufferPointer(pixels))
            try ends.decoder.send(text, file.number)
        } else {
            let file = FileDescriptor(
                owning: try SystemError.check("memfd_create") { memfd_create("fuzz", UInt32(MFD_CLOEXEC)) })
            let number = file.number
            try SystemError.check("write") { Int32(write(number, pixels.baseAddress!, count)) }
            try ends.decoder.send(text, number)
        }
    }
}
