// The outputs of a graphics card, as displays are plugged in and out.

import CDRM
import Geometry
import Glibc

/// Selects the card, assigns displays to pictures, and removes displays that are unplugged. It checks the connectors only in
/// `probe()`: at the start, after a udev event, and after another session.
package final class KMSOutputs {
    /// The display of each picture; nil for a picture without one.
    package private(set) var displays: [KMSDisplay?]
    /// The card in use; nil if no card has a display for a picture.
    package var path: String? { card?.path }
    /// The card's file descriptor, through which its pictures are made; nil if there is no card.
    package var descriptor: Int32? { card?.fd }
    /// The card's connectors at the last check; empty if there is no card.
    package private(set) var connectors: [Connector] = []
    /// Called with a picture's number when the picture gets a display.
    package var onAppear: ((Int, KMSDisplay) -> Void)?
    /// Called before a picture loses its display. Its buffers must not be used afterwards.
    package var onVanish: ((Int) -> Void)?
    /// Called when a picture's display was lit again. The whole picture must be redrawn.
    package var onRelight: ((Int) -> Void)?
    /// Called with a sentence when a setting could not be met and a fallback is used.
    package var onWarning: ((String) -> Void)?

    private let seat: Seat
    private let loop: EventLoop
    private let options: [KMSDisplay.Options]
    private let folder: String
    private var card: Card?
    private var saved: SavedConsole?
    private var watch: EventLoop.Watch?
    private var isPaused = false
    private var reclaimer: Timer?
    /// Whether a missing mode is an error. It is at the start only; later, the display's preferred mode is better than no
    /// picture.
    private var isStrict: Bool
    private var warned: Set<String> = []

    /// Outputs for one picture per element of `options`. Nothing is opened before `probe()`. With `isStrict`, a configured mode
    /// that the first displays do not have is an error. `folder` contains the cards' device nodes.
    package init(
        seat: Seat, loop: EventLoop, options: [KMSDisplay.Options], isStrict: Bool = true,
        folder: String = Card.folder
    ) {
        (self.seat, self.loop, self.options, self.isStrict) = (seat, loop, options, isStrict)
        self.folder = folder
        displays = Array(repeating: nil, count: options.count)
    }

    /// Probes all connectors and calls `onAppear`, `onVanish` and `onRelight`. Throws if no picture has a display.
    package func probe() throws(DisplayError) {
        guard !isPaused else { return }
        if let card, !card.isThere { lose() }
        let isNew = card == nil
        var problems = try probeCard()
        // This card has no display now, but another card may have one.
        if !isNew, displays.allSatisfy({ $0 == nil }), let others = try? Card.paths(in: folder), others.count > 1 {
            lose()
            problems = try probeCard()
        }
        if displays.allSatisfy({ $0 == nil }) {
            let problem = problems.first ?? .noDisplay("no display is asked for")
            guard let card, !card.isThere else { throw problem }
            // Whatever failed, the reason is that the card has gone meanwhile.
            lose()
            throw .noDisplay("\(card.path) is gone: \(problem)")
        }
        for case .failed(let text) in problems { warn(text) }
        isStrict = false
    }

    /// Assigns and removes displays according to the connectors of the card in use, or of the first card with a display. Returns
    /// the errors for pictures without a display.
    private func probeCard() throws(DisplayError) -> [DisplayError] {
        let card: Card
        if let known = self.card { card = known } else { card = try open() }
        connectors = card.connectors(probe: true)
        let plans = OutputPlan.plans(
            for: wishes, of: connectors, crtcs: card.crtcs, on: card.path, isStrict: isStrict)
        var problems: [DisplayError] = []
        var fresh: [(index: Int, choice: OutputChoice)] = []
        for (index, plan) in plans.enumerated() {
            switch plan {
            case .success(let plan):
                let choice = OutputChoice(plan, of: connectors, on: card)
                if let display = displays[index], display.shows(choice) {
                    if !display.isFed(choice.connector) { relight(display, index) }
                } else {
                    fresh.append((index, choice))
                }
            case .failure(let error):
                takeAway(index)
                problems.append(error)
            }
        }
        // One display may need resources that another one frees.
        for (index, _) in fresh { takeAway(index) }
        for (index, choice) in fresh {
            do throws(DisplayError) { try appear(index, choice) } catch { problems.append(error) }
        }
        return problems
    }

    /// Turns off outputs that show no picture of the kiosk. Called once the pictures are visible.
    package func turnOffOthers() {
        guard !isPaused, let card else { return }
        saved?.turnOffOthers(Set(displays.compactMap { $0.map { card.crtcs[$0.crtcIndex] } }))
    }

    /// Another session takes the card.
    package func pause() {
        isPaused = true
        for display in displays { display?.pause() }
        if seat.provider == .direct { card?.dropMaster() }
    }

    /// This session has the card again. Each display that is still connected shows its last frame.
    package func resume() throws(DisplayError) {
        isPaused = false
        var refused: [(display: KMSDisplay, error: DisplayError)] = []
        if let card, card.isThere {
            if seat.provider == .direct { try card.becomeMaster() }
            for display in displays.compactMap(\.self) {
                do throws(DisplayError) { try display.resume() } catch {
                    onWarning?("\(error)")
                    refused.append((display, error))
                }
            }
        }
        try probe()
        // Displays that were unplugged meanwhile have been removed by now. The others missed a frame.
        for (display, error) in refused where displays.contains(where: { $0 === display }) {
            display.onFailure?(error)
        }
    }

    /// Called before a card is closed.
    package var onLose: (() -> Void)?

    /// Restores the console, removes the remaining displays (`onVanish`), and closes the card. With `leavingPicture` the pictures
    /// stay on the screens instead, for as long as somebody else has the card's file open.
    package func close(leavingPicture: Bool = false) {
        if leavingPicture {
            for display in displays { display?.leavesPicture = true }
            onLose = nil
        } else if !isPaused {
            // While another session is in the foreground, its picture is not replaced.
            saved?.restore()
        }
        lose()
    }

    private var wishes: [OutputWish] {
        zip(options, displays).map { OutputWish(output: $0.output, mode: $0.mode, crtcIndex: $1?.crtcIndex) }
    }

    private func open() throws(DisplayError) -> Card {
        let found = try OutputChoice.find(wishes, in: folder, isStrict: isStrict) { path throws(SystemError) in
            try Card(path: path, seat: seat)
        }
        let card = found.card
        do throws(DisplayError) {
            try card.becomeMaster()
        } catch {
            card.close()
            throw error
        }
        self.card = card
        saved = SavedConsole(card, card.connectors(probe: false))
        do throws(SystemError) {
            watch = try loop.watch(card.fd) { [unowned self, unowned card] readiness in
                if readiness.contains(.readable) { card.readEvents() } else { watch?.cancel() }
            }
        } catch {
            lose()
            throw DisplayError(error)
        }
        return card
    }

    private func appear(_ index: Int, _ choice: OutputChoice) throws(DisplayError) {
        let taken = displays.reduce(into: Set<UInt32>()) { $0.formUnion($1?.takenPlanes ?? []) }
        let sharers = displays.filter { $0 == nil }.count
        let display = try KMSDisplay(
            choice, options: options[index], loop: loop, sharers: sharers, taken: taken)
        if case .size = options[index].mode, options[index].mode.index(in: choice.connector.modes) == nil {
            warn("\(choice.connector.name) has no mode \(options[index].mode); it is used at \(choice.mode)")
        }
        display.onRefused = { [unowned self] in
            if reclaimer == nil { reclaimer = loop.timer { [unowned self] in reclaim() } }
            reclaimer?.setDeadline(MonotonicClock.now() + .seconds(3))
        }
        display.onWarning = { [unowned self] in warn($0) }
        display.onLost = { [unowned self, unowned display] in
            do throws(DisplayError) {
                try display.relight()
                onRelight?(index)
            } catch { display.onFailure?(error) }
        }
        displays[index] = display
        onAppear?(index, display)
    }

    /// A display was denied access, but no other session has come. Either the display can resume, or the error names the current
    /// DRM master.
    func reclaim() {
        guard !isPaused, let card else { return }
        for display in displays.compactMap(\.self) where display.isPaused {
            do throws(DisplayError) {
                try card.becomeMaster()
                try display.resume()
            } catch { display.onFailure?(error) }
        }
    }

    private func relight(_ display: KMSDisplay, _ index: Int) {
        do throws(DisplayError) {
            try display.relight()
            onRelight?(index)
        } catch {
            warn("\(error)")
            takeAway(index)
        }
    }

    private func takeAway(_ index: Int) {
        guard let display = displays[index] else { return }
        display.turnOff()
        onVanish?(index)
        displays[index] = nil
        display.close()
    }

    /// Releases the card, which is no longer used or no longer exists.
    private func lose() {
        for index in displays.indices where displays[index] != nil {
            onVanish?(index)
            displays[index]?.close()
            displays[index] = nil
        }
        watch?.cancel()
        (watch, saved, connectors) = (nil, nil, [])
        reclaimer?.setDeadline(nil)
        if let card {
            onLose?()
            if seat.provider == .direct { card.dropMaster() }
            card.close()
        }
        card = nil
    }

    /// Reports each warning only once.
    private func warn(_ text: String) { if warned.insert(text).inserted { onWarning?(text) } }
}
