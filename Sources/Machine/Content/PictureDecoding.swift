// Pictures that another process decodes.

package import Drawing
import Geometry
import Layers
import Linux
package import Pages

extension ContentProcess {
    /// Decoding with the limits in `rules`, for one load of all kiosks.
    package func decoder(_ rules: ContentRules) -> PictureDecoder { decoder(rules, checked: Monitor(.zero)) }

    /// Decoding with the limits in `rules`. The decoder is for one load of all kiosks: reading the sizes of all their pictures may take
    /// as long as decoding one, so that a folder of hostile pictures does not keep a kiosk from starting. `checked` counts the time
    /// that decoding pictures to their end takes; a file of which that is known is not decoded again.
    func decoder(_ rules: ContentRules, checked: Monitor<Instant.Span>) -> PictureDecoder {
        let limits = Limits(rules)
        let most = limits.time
        let spent = Monitor(Instant.Span.zero)
        return { task, descriptor, path throws(PictureError) in
            let begin = MonotonicClock.now()
            guard task == .head else {
                defer { if task == .check { checked.with { $0 = $0 + (MonotonicClock.now() - begin) } } }
                let patience = Instant.Span(nanoseconds: limits.time.nanoseconds * Self.patience)
                return try self.decode(task, descriptor, path, within: limits, by: begin + patience)
            }
            let left = most - spent.with { $0 }
            guard left > .zero else {
                throw .notAPicture(
                    path: path,
                    reason:
                        "the pictures before it took more than \(most.seconds.decimalThousandths) s; make them simpler, or "
                        + "set picture-time in [content]")
            }
            defer { spent.with { $0 = $0 + (MonotonicClock.now() - begin) } }
            return try self.decode(task, descriptor, path, within: limits, by: begin + left)
        }
    }

    /// Does `task` with the open file `descriptor` until `deadline`; `path` is its name in errors.
    private func decode(
        _ task: PictureTask, _ descriptor: Int32, _ path: String, within limits: Limits, by deadline: Instant
    ) throws(PictureError) -> PictureOutcome {
        let result: Result<PictureOutcome, PictureError>
        let file = task == .check ? CheckedFile(descriptor, limits) : nil
        switch file.flatMap({ file in verdicts.with { $0[file] } }) {
        case .whole?: return .whole
        case .broken(let reason)?: throw .notAPicture(path: path, reason: reason)
        case nil: break
        }
        do throws(Trouble) {
            let memory = try Self.memory(of: task.bytes)
            result = try ask(
                limits, by: deadline,
                send: { connection throws(SystemError) in
                    try connection.send(task.text, descriptor)
                    if task.bytes > 0 { try connection.send("into", memory.number) }
                },
                answer: { Self.outcome(of: task, $0, memory.number, path) })
        } catch {
            switch error {
            case .notStarted(let error):
                throw .unreadable(path: path, reason: "there is no process for its decoder: \(error)")
            case .tooSlow, .tooSlowBefore, .late:
                throw .notAPicture(
                    path: path,
                    reason:
                        "decoding it takes more than \(limits.time.seconds.decimalThousandths) s of the processor; make it "
                        + "simpler or smaller, or set picture-time in [content]")
            case .failed(let reason):
                throw .notAPicture(
                    path: path,
                    reason:
                        "its decoder has failed (\(reason)); it may need more than \(limits.memory >> 20) MiB of memory, "
                        + "the picture-memory in [content]")
            case .strange: throw .notAPicture(path: path, reason: "its decoder answers something else")
            }
        }
        if let file { remember(result, of: file) }
        return try result.get()
    }

    /// The most files of which it is known whether they can be decoded to their end.
    private static let mostVerdicts = 10_000

    private func remember(_ result: Result<PictureOutcome, PictureError>, of file: CheckedFile) {
        let verdict: CheckedFile.Verdict
        switch result {
        case .success: verdict = .whole
        case .failure(.notAPicture(_, let reason)): verdict = .broken(reason: reason)
        // What the disk says may be otherwise the next time, and a size is told by the beginning.
        case .failure: return
        }
        verdicts.with {
            if $0.count >= Self.mostVerdicts { $0.removeAll() }
            $0[file] = verdict
        }
    }

    /// What `text`, which another process sent, says about `task` with the file `path`. The process may have written pixels into the
    /// memory `memory`. Nil when that is no answer.
    package static func outcome(
        of task: PictureTask, _ text: String, _ memory: Int32, _ path: String
    ) -> Result<PictureOutcome, PictureError>? {
        switch (task, PictureAnswer(text)) {
        case (.head, .head(let size, let isOnItsSide, let isAnimated, let isVector)):
            return .success(
                .head(size: size, isOnItsSide: isOnItsSide, isAnimated: isAnimated, isVector: isVector))
        case (.check, .whole): return .success(.whole)
        case (.pixels(_, let part, _), .pixels(let isOpaque)):
            let bitmap = Bitmap(size: PixelSize(part.width, part.height), isOpaque: isOpaque)
            let pixels = UnsafeMutableBufferPointer(start: bitmap.pixels, count: part.width * part.height)
            if SealedMemory.read(memory, into: UnsafeMutableRawBufferPointer(pixels)) {
                return .success(.pixels(bitmap))
            }
        case (.timing, .timing(let timing)): return .success(.timing(timing))
        case (.film(_, let part, let count), .film(let isOpaque)):
            var frames: [Bitmap] = []
            for index in 0..<count {
                let bitmap = Bitmap(size: PixelSize(part.width, part.height), isOpaque: isOpaque)
                let pixels = UnsafeMutableRawBufferPointer(
                    UnsafeMutableBufferPointer(start: bitmap.pixels, count: part.width * part.height))
                guard SealedMemory.read(memory, at: index * pixels.count, into: pixels) else { return nil }
                frames.append(bitmap)
            }
            return .success(.film(frames))
        case (_, .unreadable(let reason)): return .failure(.unreadable(path: path, reason: reason))
        case (_, .notAPicture(let reason)): return .failure(.notAPicture(path: path, reason: reason))
        case (_, .tooLarge(let size)): return .failure(.tooLarge(path: path, size: size))
        case (.head, _), (.check, _), (.pixels, _), (.timing, _), (.film, _): break
        }
        return nil
    }
}
