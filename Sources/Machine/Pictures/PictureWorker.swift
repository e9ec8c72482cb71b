// The process that decodes pictures: it gets one open file after the other, and gives back pixels.

import Drawing
package import Geometry
import Glibc
import Layers
import Linux

/// Decodes pictures for the process that started this one, until that process goes. It has no other file than the connection and
/// the picture, and has given up what decoding does not need, so a picture that takes over a decoder takes over no kiosk.
package struct PictureWorker {
    /// The name of the subcommand, which is not in the help.
    package static let command = "decode-pictures"

    private let connection: PacketConnection
    private let time: Instant.Span

    /// A worker that may take `time` of the processors for a picture and `memory` bytes in all. Nil when no other process of this
    /// program has started this one, and there is no connection.
    package init?(time: Instant.Span, memory: Int) {
        guard let connection = WorkerProcess.connectionToStarter() else { return nil }
        (self.connection, self.time) = (connection, time)
        Confinement.begin(memory: memory, time: time)
    }

    /// Decodes until the other end of the connection has gone.
    package func run() {
        // The error says that the other process has gone.
        try? serve()
    }

    private func serve() throws(SystemError) {
        while true {
            guard var packet = try connection.receive(by: MonotonicClock.now() + .seconds(3600)) else { continue }
            guard let task = PictureTask(packet.text), let number = packet.number else { return }
            Confinement.limitTime(to: time)
            let (answer, pixels) = outcome(of: task, number)
            Confinement.limitTime(to: nil)
            packet.descriptor = nil
            if case .pixels = task {
                // The memory for the pixels has come right after the task.
                guard let packet = try connection.receive(), let memory = packet.number else { return }
                if let pixels {
                    let count = pixels.size.width * pixels.size.height
                    try SealedMemory.write(
                        UnsafeRawBufferPointer(UnsafeBufferPointer(start: pixels.pixels, count: count)), to: memory)
                }
            }
            try connection.send(answer.text)
            Confinement.returnMemory()
        }
    }

    private func outcome(of task: PictureTask, _ descriptor: Int32) -> (PictureAnswer, Bitmap?) {
        do {
            switch try task.carryOut(on: descriptor, path: "") {
            case .head(let size, let isOnItsSide): return (.head(size: size, isOnItsSide: isOnItsSide), nil)
            case .whole: return (.whole, nil)
            case .pixels(let bitmap): return (.pixels(isOpaque: bitmap.isOpaque), bitmap)
            }
        } catch {
            switch error {
            case .notThere: return (.unreadable(reason: "it is not there"), nil)
            case .unreadable(_, let reason), .unwritable(_, let reason): return (.unreadable(reason: reason), nil)
            case .notAPicture(_, let reason): return (.notAPicture(reason: reason), nil)
            case .tooLarge(_, let size): return (.tooLarge(size), nil)
            }
        }
    }
}
