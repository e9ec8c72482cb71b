// The process that reads what others wrote: it gets one open file after the other, and gives back plain data.

import Drawing
package import Geometry
import Glibc
import Layers
import Linux
import Pages
import Stage

/// Decodes pictures and parses texts for the process that started this one, until that process goes. It has no other file than the
/// connection and what it reads, and has given up what reading does not need, so a picture or a text that takes over a library takes
/// over no kiosk.
@MainActor
package struct ContentWorker {
    /// The name of the subcommand, which is not in the help.
    package nonisolated static let command = "read-content"

    private let connection: PacketConnection
    private let time: Instant.Span
    private let allowsFilters: Bool
    /// The time that trials have taken since all fonts were given up, with which these loaded the fonts that are there now; nil when
    /// something else may have loaded some.
    private var timeSinceUnload: Instant.Span?

    /// A worker that may take `time` of the processors for a picture and `memory` bytes in all. Nil when no other process of this
    /// program has started this one, and there is no connection.
    package init?(time: Instant.Span, memory: Int, allowsFilters: Bool) {
        guard let connection = WorkerProcess.connectionToStarter() else { return nil }
        (self.connection, self.time, self.allowsFilters) = (connection, time, allowsFilters)
        Confinement.begin(memory: memory, time: time)
    }

    /// Reads until the other end of the connection has gone.
    package mutating func run() {
        // The error says that the other process has gone.
        try? serve()
    }

    private mutating func serve() throws(SystemError) {
        while true {
            guard var packet = try connection.receive(by: MonotonicClock.now() + .seconds(3600)) else { continue }
            guard let number = packet.number else { return }
            let answer: String
            if let task = PictureTask(packet.text) {
                timeSinceUnload = nil
                answer = try decode(task, number)
            } else if let (task, count) = ParsingMessage.task(packet.text) {
                answer = try parse(task, number, count)
            } else if let (trial, count, most) = LayoutMessage.task(packet.text) {
                answer = try layOut(trial, number, count, within: most)
            } else {
                return
            }
            // The next picture finds none open.
            packet.descriptor = nil
            try connection.send(answer)
            Confinement.returnMemory()
        }
    }

    /// The answer to `task` with the open file `picture`.
    private func decode(_ task: PictureTask, _ picture: Int32) throws(SystemError) -> String {
        Confinement.limitTime(to: time)
        let (answer, bitmaps) = outcome(of: task, picture)
        Confinement.limitTime(to: nil)
        if task.bytes > 0 {
            let memory = try memory()
            var offset = 0
            for bitmap in bitmaps {
                let count = bitmap.size.width * bitmap.size.height
                let bytes = UnsafeRawBufferPointer(UnsafeBufferPointer(start: bitmap.pixels, count: count))
                try SealedMemory.write(bytes, to: memory.number, at: offset)
                offset += bytes.count
            }
        }
        return answer.text
    }

    /// The answer to `task` with the first `count` bytes of the file `source`.
    private func parse(_ task: ParsingTask, _ source: Int32, _ count: Int) throws(SystemError) -> String {
        let memory = try memory()
        let text = try text(source, count)
        Confinement.limitTime(to: min(time, ContentRules.parsingTime))
        let bytes = task.carryOut(on: text[...])
        Confinement.limitTime(to: nil)
        // More does not fit into the memory, and the other process takes the answer for none.
        try SealedMemory.write(bytes.prefix(ParsingTask.mostBytes(of: count)), to: memory.number)
        return ParsingMessage.answer(bytes.count)
    }

    /// The answer to `trial` with the first `count` bytes of the file `source`.
    private mutating func layOut(
        _ trial: LayoutTrial, _ source: Int32, _ count: Int, within given: Instant.Span?
    ) throws(SystemError) -> String {
        let text = try text(source, count)
        Confinement.limitFirstStep(to: ContentRules.parsingTime)
        let blocks = trial.blocks(of: text[...])
        Confinement.limitFirstStep(to: nil)
        let most = given ?? Self.usualTime
        var time = timeSinceUnload.map { $0 + Self.time(trial, blocks, within: most) } ?? most + most
        // The kiosk may have loaded none of the fonts when it opens the page, so loading them counts too. The trials since they were
        // given up have loaded them, so a page that is quick enough together with all of these is quick enough alone.
        if time > most { time = Self.timeWithFonts(trial, blocks, within: most) }
        guard time > most else {
            // The time of a long page leaves out pieces whose fonts are there now.
            timeSinceUnload = TrialPieces.isLong(blocks) ? nil : time
            Confinement.limitTime(to: nil)
            return LayoutMessage.answer(time, of: most)
        }
        timeSinceUnload = nil
        // In a virtual machine the processor can be slower now than when the reference text was laid out: its time includes what the
        // host takes away.
        let longest = given ?? max(most, Self.timeOfReferences())
        time = min(time, Self.timeWithFonts(trial, blocks, within: longest))
        Confinement.limitTime(to: nil)
        return LayoutMessage.answer(time, of: longest)
    }

    /// The time that a page may take where none is given.
    private static let usualTime = timeOfReferences()

    /// The time that a page may take by the time that the reference text takes now. The text is laid out once without being measured,
    /// because that loads fonts.
    private static func timeOfReferences() -> Instant.Span {
        let trial = LayoutTrial(language: "en", direction: .leftToRight)
        trial.carryOut(on: LayoutTrial.reference)
        let begin = ProcessorClock.now()
        trial.carryOut(on: LayoutTrial.reference)
        let reference = ProcessorClock.now() - begin
        return max(
            LayoutTrial.leastLimit, Instant.Span(nanoseconds: reference.nanoseconds * LayoutTrial.mostReferences))
    }

    /// The time of the processor that `trial` takes with `blocks` and with loading the fonts.
    private static func timeWithFonts(_ trial: LayoutTrial, _ blocks: [Block], within most: Instant.Span)
        -> Instant.Span
    {
        InstalledFonts.unload()
        return time(trial, blocks, within: most)
    }

    /// The time of the processor that `trial` takes with `blocks`, of a long page for what the kiosk lays out at once. The kernel ends
    /// the process when a page, or a piece of a long one, takes four times `most`.
    private static func time(_ trial: LayoutTrial, _ blocks: [Block], within most: Instant.Span) -> Instant.Span {
        let limit = Instant.Span(nanoseconds: most.nanoseconds * 4)
        Confinement.limitTime(to: limit)
        let begin = ProcessorClock.now()
        guard let pieces = TrialPieces(trial, of: blocks) else {
            trial.carryOut(on: blocks, isDrawn: true)
            return ProcessorClock.now() - begin
        }
        let division = ProcessorClock.now() - begin
        var (times, heights, worst) = ([Instant.Span](), [Double](), Instant.Span.zero)
        var (first, time, height) = (0, Instant.Span.zero, 0.0)
        for index in 0..<pieces.count {
            Confinement.limitTime(to: limit)
            let begin = ProcessorClock.now()
            heights.append(pieces.carryOut(index, isDrawn: true))
            times.append(ProcessorClock.now() - begin)
            (time, height) = (time + times[index], height + heights[index])
            while height - heights[first] > TrialPieces.heightAtOnce {
                (time, height) = (time - times[first], height - heights[first])
                first += 1
            }
            worst = max(worst, time)
        }
        return division + worst
    }

    /// The first `count` bytes of the file `source`.
    private func text(_ source: Int32, _ count: Int) throws(SystemError) -> [UInt8] {
        var text = [UInt8](repeating: 0, count: count)
        guard text.withUnsafeMutableBytes({ SealedMemory.read(source, into: $0) }) else {
            throw SystemError(call: "pread", errno: EIO, subject: "the text")
        }
        return text
    }

    /// The memory for the result, which the other process sends right after the task.
    private func memory() throws(SystemError) -> FileDescriptor {
        if var packet = try connection.receive(by: MonotonicClock.now() + .seconds(60)),
            let memory = packet.descriptor.take()
        {
            return memory
        }
        throw SystemError(call: "recvmsg", errno: EPROTO)
    }

    private func outcome(of task: PictureTask, _ descriptor: Int32) -> (PictureAnswer, [Bitmap]) {
        do {
            switch try task.carryOut(on: descriptor, path: "", allowsFilters: allowsFilters) {
            case .head(let size, let isOnItsSide, let isAnimated, let isVector):
                return (
                    .head(size: size, isOnItsSide: isOnItsSide, isAnimated: isAnimated, isVector: isVector), []
                )
            case .whole: return (.whole, [])
            case .pixels(let bitmap): return (.pixels(isOpaque: bitmap.isOpaque), [bitmap])
            case .timing(let timing): return (.timing(timing), [])
            case .film(let frames): return (.film(isOpaque: frames.allSatisfy(\.isOpaque)), frames)
            }
        } catch {
            switch error {
            case .notThere: return (.unreadable(reason: "it is not there"), [])
            case .unreadable(_, let reason), .unwritable(_, let reason): return (.unreadable(reason: reason), [])
            case .notAPicture(_, let reason): return (.notAPicture(reason: reason), [])
            case .tooLarge(_, let size): return (.tooLarge(size), [])
            }
        }
    }
}
