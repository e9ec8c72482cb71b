// What a process that decodes pictures answers, after a picture has taken it over.

import CLinux
import Drawing
import Geometry
import Glibc
import Layers
@testable import Linux
import Machine

/// Reads the bytes as the answer of a decoder. The lowest three bits of the first byte choose the task; the next says whether a file comes
/// with the answer, which nobody asked for. The rest is the text.
@MainActor
final class WorkerTarget: FuzzTarget {
    nonisolated static let name = "worker"

    private let ends: (decoder: PacketConnection, kiosk: PacketConnection)
    private let part = PixelRect(3, 4, 5, 6)
    private let memory: FileDescriptor

    init() throws {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try SystemError.check("socketpair") { socketpair(AF_UNIX, kind, 0, &ends) }
        self.ends = (PacketConnection(owning: ends[0]), PacketConnection(owning: ends[1]))
        memory = try SealedMemory.file(of: part.width * part.height * 4 * 3)
    }

    func take(_ bytes: [UInt8]) throws {
        guard let first = bytes.first else { return }
        let tasks: [PictureTask] = [
            .head, .check, .pixels(whole: PixelSize(20, 20), part: part, isOnItsSide: false), .timing,
            .film(whole: PixelSize(20, 20), part: part, count: 3),
        ]
        let task = tasks[Int(first & 7) % tasks.count]
        let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
        // A packet without a byte looks like the end of the connection.
        if text.isEmpty { return }
        try ends.decoder.send(text, first & 8 != 0 ? memory.number : nil)
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
        case .success(.timing(let timing)):
            try demand(task == .timing, "a timing where \(task) was asked for")
            try demand(
                timing.delays.count <= FilmTiming.mostFrames + 1 && timing.delays.allSatisfy { $0 > 0 }
                    && timing.plays >= 0,
                "a timing of \(timing.delays.count) frames")
        case .success(.film(let frames)):
            try demand(frames.allSatisfy { $0.size == PixelSize(part.width, part.height) }, "frames of another size")
        case .failure(let error):
            let said = "\(error)"
            try demand(
                !said.hasControlCharacters && said.count < 600, "an error that is no line: \(said.debugDescription)")
        }
    }
}
