// The outputs of a graphics card that pictures are shown on, as displays are plugged in and out.

import CDRM
import Geometry
import Glibc

/// Finds the card, gives each picture a display while there is one for it, and takes it away when there is none. It looks
/// when it is told to (`look()`): at the beginning, when udev says that something changed, after another session.
package final class KMSOutputs {
    /// The display of each picture; nil where there is none.
    package private(set) var displays: [KMSDisplay?]
    /// The card that is in use; nil while none has a display for any picture.
    package var path: String? { card?.path }
    /// The card's connectors as they were last looked at; empty while there is no card.
    package private(set) var connectors: [Connector] = []
    /// Called when picture number so-and-so has a display from now on.
    package var onAppear: ((Int, KMSDisplay) -> Void)?
    /// Called when its display is about to go: what was drawn for it must not be touched any more.
    package var onVanish: ((Int) -> Void)?
    /// Called when its display was lit anew: all of the picture has to be drawn.
    package var onRelight: ((Int) -> Void)?
    /// Called with what cannot be as it was asked for, in a sentence, where something else is done instead.
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
    /// Whether a mode that a display does not have is an error; later the display's own is better than none.
    private var isStrict: Bool
    private var warned: Set<String> = []

    /// Outputs for one picture for each of `options`. Nothing is opened before `look()`. With `isStrict` it is an error if
    /// the first displays do not have the modes that are asked for. The cards' device nodes are in `folder`.
    package init(
        seat: Seat, loop: EventLoop, options: [KMSDisplay.Options], isStrict: Bool = true,
        folder: String = Card.folder
    ) {
        (self.seat, self.loop, self.options, self.isStrict) = (seat, loop, options, isStrict)
        self.folder = folder
        displays = Array(repeating: nil, count: options.count)
    }

    /// Looks at all plugs anew and calls `onAppear`, `onVanish` and `onRelight`. Throws why no picture has a display.
    package func look() throws(DisplayError) {
        guard !isPaused else { return }
        if let card, !card.isThere { lose() }
        let isNew = card == nil
        var problems = try lookAtCard()
        // Another card may have got a display while this one had none.
        if !isNew, displays.allSatisfy({ $0 == nil }), let others = try? Card.paths(in: folder), others.count > 1 {
            lose()
            problems = try lookAtCard()
        }
        if displays.allSatisfy({ $0 == nil }) { throw problems.first ?? .noDisplay("no display is asked for") }
        for case .failed(let text) in problems { warn(text) }
        isStrict = false
    }

    /// Gives and takes as the card in use says, or the first that has a display. Gives what could not be.
    private func lookAtCard() throws(DisplayError) -> [DisplayError] {
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
        // What one display gives back another may need.
        for (index, _) in fresh { takeAway(index) }
        for (index, choice) in fresh {
            do throws(DisplayError) { try appear(index, choice) } catch { problems.append(error) }
        }
        return problems
    }

    /// Turns off what the card shows besides the pictures: called when they are seen.
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

    /// The card is ours again: each display shows its last frame, if it is still there.
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
        try look()
        // A display that was unplugged meanwhile is gone by now. The others owe the runtime a frame.
        for (display, error) in refused where displays.contains(where: { $0 === display }) {
            display.onFailure?(error)
        }
    }

    /// Puts back what was on the console before, takes away what is left (`onVanish`), and closes the card.
    package func close() {
        // Another session's picture is not ours to replace.
        if !isPaused { saved?.restore() }
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

    /// A display was refused, and no other session has come: the picture goes on, or whoever is DRM master now is named.
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

    /// The card is no longer used, or no longer there.
    private func lose() {
        for index in displays.indices where displays[index] != nil {
            onVanish?(index)
            displays[index]?.close()
            displays[index] = nil
        }
        watch?.cancel()
        (watch, saved, connectors) = (nil, nil, [])
        reclaimer?.setDeadline(nil)
        if seat.provider == .direct { card?.dropMaster() }
        card?.close()
        card = nil
    }

    /// Says it once.
    private func warn(_ text: String) { if warned.insert(text).inserted { onWarning?(text) } }
}
