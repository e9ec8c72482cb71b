// `bezel record`: records what the touch panels send, until a signal ends it.

package import Geometry
import Glibc
import Linux
package import Machine
import Recordings

/// The options of `bezel record`.
package struct RecordCommand {
    /// The file to write.
    package var file = ""
    /// The devices to read: `auto` for touchscreens, or names, or `vid:pid`.
    package var devices = ["auto"]
    /// The size of the picture in millimetres; nil for the size that the panel reports.
    package var size: Size?

    /// Creates the command with default options.
    package init() {}

    /// Records until Ctrl-C. `say` gets messages for the user. SIGTERM, which somebody else sends, ends it with an error: the recording
    /// is shorter than its author wanted.
    package func run(say: @escaping (String) -> Void) throws(Failure) {
        do {
            let loop = try EventLoop()
            var signal = SIGINT
            let signals = try loop.onSignals([SIGTERM, SIGINT]) {
                signal = $0
                loop.stop()
            }
            defer { signals.cancel() }
            var options = Seat.Options()
            options.allowNoVT = true
            let seat = try Seat(loop: loop, options: options)
            defer { seat.close() }
            let stated = size ?? Panel(pixels: PixelSize(1920, 1080)).millimetres
            let input = try InputContext(
                seat: seat, loop: loop, filter: DeviceFilter(devices), panelSize: stated
            ) { level, text in if level > .info { say(text) } }
            defer { input.close() }
            try input.start()
            guard let device = input.devices.first else {
                throw Failure(.unavailable, "no touch panel; \"bezel devices\" lists what is there")
            }
            let panel = size ?? device.millimetres ?? stated
            input.panelSize = panel
            let recorder = try Recorder(path: file, header: .init(screen: nil, size: panel, refresh: nil))
            defer { recorder.close() }
            say("recording \(device.name) to \(file); Ctrl-C ends it")
            var frames = 0
            var deafness: SystemError?
            input.onEvent = { event in
                if case .failed(let error) = event {
                    deafness = error
                    loop.stop()
                }
                guard case .touches(let frame, _) = event else { return }
                frames += 1
                recorder.write(frame)
                if recorder.problem != nil { loop.stop() }
            }
            try loop.run()
            recorder.close()
            if let deafness { throw Failure(deafness) }
            if let problem = recorder.problem { throw Failure(.failed, "\(problem)") }
            guard signal == SIGINT else {
                throw Failure(.failed, "\(file): cut off by SIGTERM after \(frames) samples; Ctrl-C ends a recording")
            }
            say("\(file): \(frames) samples")
        } catch let failure as Failure {
            throw failure
        } catch let error as SeatError {
            throw Failure(error)
        } catch let error as SystemError {
            throw Failure(error)
        } catch {
            throw Failure(.failed, "\(error)")
        }
    }
}
