// A kiosk's screen on a test's card and terminal: the seat, the outputs and the displays are the real ones.

import Geometry
import Testing

@testable import Linux

/// The tests with a terminal. They run one at a time: the terminal's signals belong to one thread, and what restores the
/// terminal after a crash belongs to the process.
@Suite(.serialized) enum CardTests {}

/// Pictures whose first pixel is their number, on the display of a card whose vblanks come when the test says so.
final class CardScene {
    let card: TestCard
    let terminal = TestTerminal()
    let loop: EventLoop
    let seat: Seat
    let outputs: KMSOutputs
    private(set) var warnings: [String] = []
    private(set) var failures: [DisplayError] = []
    /// How many frames have come to the glass.
    private(set) var presented = 0
    /// How often the whole picture had to be drawn again.
    private(set) var relights = 0
    /// Why there was no display when the kiosk looked for one last.
    private(set) var absence: DisplayError?
    private let buffers: Int
    /// The events that led here, for the message of a failure.
    var story = ""

    init(
        _ card: TestCard = TestCard(), buffers: Int = 3, mode: ModeChoice = .preferred, output: String? = nil
    ) throws {
        (self.card, self.buffers) = (card, buffers)
        loop = try EventLoop()
        var seatOptions = Seat.Options()
        (seatOptions.providers, seatOptions.tty) = ([.direct], terminal.path)
        seat = try Seat(loop: loop, options: seatOptions)
        var options = KMSDisplay.Options()
        (options.buffers, options.mode, options.output) = (buffers, mode, output)
        outputs = KMSOutputs(seat: seat, loop: loop, options: [options], folder: card.devices)
        outputs.onAppear = { [unowned self] _, display in
            display.onPresented = { [unowned self] _ in presented += 1 }
            display.onFailure = { [unowned self] in failures.append($0) }
        }
        outputs.onRelight = { [unowned self] _ in relights += 1 }
        outputs.onWarning = { [unowned self] in warnings.append($0) }
        seat.onDisable = { [unowned self] in outputs.pause() }
        seat.onEnable = { [unowned self] in look { outputs throws(DisplayError) in try outputs.resume() } }
        look { outputs throws(DisplayError) in try outputs.probe() }
    }

    /// Gives everything back, as at the end of a run.
    func close() {
        outputs.close()
        seat.close()
    }

    /// Checks which plugs are connected.
    func look() { look { outputs throws(DisplayError) in try outputs.probe() } }

    private func look(_ body: (KMSOutputs) throws(DisplayError) -> Void) {
        absence = nil
        do throws(DisplayError) { try body(outputs) } catch { absence = error }
    }

    var display: KMSDisplay {
        get throws { try #require(outputs.displays[0]) }
    }

    /// Presents a picture with `number` as its first pixel. What is on the glass, or on its way there, is not drawn into.
    func present(_ number: UInt32) throws {
        let display = try display
        let buffer = try #require(display.freeBuffer())
        let (seen, next) = (card.pixel(), card.nextPixel())
        buffer.surface.base.storeBytes(of: number, as: UInt32.self)
        // A legacy driver whose light was turned off during a flip still has the flip, and does not show it.
        let isLit = seen != nil
        #expect(!isLit || card.nextPixel() == next, "drew into a buffer on its way to the glass \(story)")
        if buffers > 1 { #expect(card.pixel() == seen, "drew into the buffer on the glass \(story)") }
        try display.present(damage: Region(display.size.bounds))
    }

    /// Handles the events that are due.
    func turn() throws { while try loop.runOnce(until: MonotonicClock.now()) {} }

    /// The next refresh of the glass.
    func vblank() throws {
        card.vblank()
        try turn()
    }

    /// Presents a picture, and lets it come to the glass of another card than the first.
    func show(_ number: UInt32, on card: TestCard) throws {
        let buffer = try #require(try display.freeBuffer())
        buffer.surface.base.storeBytes(of: number, as: UInt32.self)
        try display.present(damage: Region(display.size.bounds))
        card.vblank()
        try turn()
        #expect(card.pixel() == number)
    }

    /// Presents a picture, and lets it come to the glass.
    func show(_ number: UInt32) throws {
        try present(number)
        try vblank()
        #expect(card.pixel() == number)
    }

    /// Another session comes to the foreground; it leaves its cursor and its colours.
    func leave() throws {
        terminal.switchAway()
        try turn()
        #expect(!seat.isEnabled && !card.isMaster)
        card.anotherSession()
    }

    /// The kiosk's session comes back.
    func comeBack() throws {
        card.otherSessionLeaves()
        terminal.switchBack()
        try turn()
        #expect(seat.isEnabled)
    }
}
