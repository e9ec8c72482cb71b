// What a process that decodes pictures answers, after a picture has taken it over.

import CLinux
import Drawing
import Geometry
import Glibc
import Layers
@testable import Linux
import Machine

/// Reads the bytes as the answer of a decoder. The lowest two bits of the first byte choose the task; the next says whether a file comes
/// with the answer, which nobody asked for. The rest is the text.
final class WorkerTarget: FuzzTarget {
    static let name = "worker"

    private let ends: (decoder: PacketConnection, kiosk: PacketConnection)
    private let part = PixelRect(3, 4, 5, 6)
    private let memory: FileDescriptor

    init() throws {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try SystemError.check("socketpair") { socketpair(AF_UNIX, kind, 0, &ends) }
        self.ends = (PacketConnection(owning: ends[0]), PacketConnection(owning: ends[1]))
        memory = try SealedMemory.file(of: part.width * part.height * 4)
    }

    func take(_ bytes: [UInt8]) throws {
        guard let first = bytes.first else { return }
        let tasks: [PictureTask] = [.head, .check, .pixels(whole: PixelSize(20, 20), part: part, isOnItsSide: false)]
        let task = tasks[Int(first & 3) % tasks.count]
        let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
        // A packet without a byte looks like the end of the connection.
        if text.isEmpty { return }
        try ends.decoder.send(text, first & 4 != 0 ? memory.number : nil)
        guard let packet = try ends.kiosk.receive(takesDescriptors: false) else {
            throw Flaw(description: "no packet has come")
        }
        try demand(packet.number == nil, "a file that nobody asked for was taken")
        switch ContentProcess.outcome(of: task, packet.text, memory.number, "picture.png") {
        case nil: break
        case .success(.head(let size, _, _, _)):
            try demand(task == .head, "a size where \(task) was asked for")
            try demand(
                size.width > 0 && size.height > 0 && size.width * size.height <= Picture.mostPixels,
                "a picture of \(size)")
        case .success(.whole): try demand(task == .check, "a verdict where \(task) was asked for")
        case .success(.pixels(let bitmap)):
            try demand(bitmap.size == PixelSize(part.width, part.height), "a bitmap of \(bitmap.size)")
        case .failure(let error):
            let said = "\(error)"
            try demand(
                !said.hasControlCharacters && said.count < 600, "an error that is no line: \(said.debugDescription)")
        }
    }
}
