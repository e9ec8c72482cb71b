// An app that a test plays in virtual time.

public import Geometry
import Glibc
public import Interface
public import Layers
import Machine
import Replay
public import Stage

/// Plays an app without a device and without waiting: fingers tap what they find by its name, time passes as fast as it can, and what is on
/// the glass can be asked for.
///
///     let shop = try Rehearsal(Shop())
///     try shop.tap("Buy")
///     await shop.settle()
///     #expect(shop.texts.contains("Thank you"))
@MainActor
public final class Rehearsal {
    /// Why a rehearsal cannot go on.
    public struct Problem: Error, CustomStringConvertible {
        /// What is wrong, and what is on the glass instead.
        public let description: String
    }

    /// The stage of the app.
    public let stage: Stage
    private let panel: Panel
    private var contact = 0
    /// The time between two samples of a finger. A common panel scans 100 times a second.
    private static let scan = Instant.Span.milliseconds(10)

    /// Begins `app` on `panel`. The panel is one of 24 inches, if none is given. The visitor has chosen `language` (BCP 47), in whose
    /// `direction` screens are shown, with text `textSize` times as large as usual, in `colorScheme` and `contrast`. It is half past ten on `today`,
    /// or else on 17 June 2026.
    public init(
        _ app: some App,
        on panel: Panel = Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296)),
        language: String? = nil, direction: LayoutDirection? = nil, textSize: Double = 1,
        colorScheme: ColorScheme? = nil, contrast: ColorContrast? = nil, today: CalendarDate? = nil
    ) throws {
        self.panel = panel
        var clock = WallClock.standard(at: .zero)
        if let today, let time = CivilTime("\(today) 10:30") {
            clock = WallClock(
                nanoseconds: WallClock.nanoseconds(ofSeconds: time.seconds), at: .zero,
                zone: WallClock.Zone(offsets: []))
        }
        stage = try StartScreens(app, on: Configuration()).stage(
            on: panel, scale: textSize, stack: [], measured: nil, language: language, values: StageValues(clock: clock))
        var theme = stage.theme
        (theme.colorScheme, theme.contrast) = (colorScheme ?? theme.colorScheme, contrast ?? theme.contrast)
        stage.theme = theme
        if let direction { stage.direction = direction }
        stage.advance(to: stage.now)
    }

    isolated deinit { stage.end() }

    // MARK: Recordings

    /// Plays the recording at the path `recording` on `app`, with no device and no waiting, and returns the lines of its trace, as
    /// `replay RECORDING --trace -` of the app's program writes them. `size` is that of the glass in mm, for a recording that does not say it.
    /// Throws a `Problem` for a recording that cannot be read.
    public static func trace(of recording: String, on app: some App, size: Size? = nil) throws -> [String] {
        var command = ReplayCommand()
        (command.recording, command.size) = (recording, size)
        var lines: [String] = []
        command.onTrace = { lines.append($0) }
        do {
            try command.run(StartScreens(app, on: command.machine)) { _ in }
        } catch {
            throw Problem(description: "\(error)")
        }
        return lines
    }

    // MARK: What is on the glass

    /// The title of the front screen, which its bar shows; empty if it has none.
    public var title: String { stage.frontNavigator.top.title }
    /// The views of the front screen that say something about themselves, in reading order.
    public var views: [SpokenView] { stage.spokenViews }
    /// The words on the front screen.
    public var texts: [String] { views.map(\.spoken.label) }

    /// The view called `label`; with `role` the one that is that. Throws if there is none, with those that there are.
    public func view(_ label: String, _ role: Spoken.Role? = nil) throws -> SpokenView {
        let found = views.first { $0.spoken.label == label && (role == nil || $0.spoken.role == role) }
        guard let found else {
            throw Problem(
                description:
                    "nothing on the glass is \(role.map { "a \($0.rawValue) " } ?? "")called \"\(label)\"; there are\n"
                    + stage.spokenText)
        }
        return found
    }

    /// A picture of what is on the glass, with all pictures that can be seen. `writePNG(to:)` saves it.
    public func picture() -> Bitmap {
        repeat { _ = stage.plan(at: stage.now) } while stage.readSeenPictures()
        let bitmap = Bitmap(size: panel.pixels, isOpaque: true, filledWith: .black)
        stage.draw(stage.plan(at: stage.now), into: bitmap.surface, region: Region(panel.pixels.bounds))
        return bitmap
    }

    // MARK: Fingers

    /// A finger taps the middle of what is called `label`.
    public func tap(_ label: String, _ role: Spoken.Role? = nil) throws { tap(at: try place(of: label, role)) }

    /// A finger taps at `place` (mm).
    public func tap(at place: Point) { touch([place], over: .milliseconds(50)) }

    /// A finger rests on the middle of what is called `label` for `duration`, which is long enough for a long press, and lifts.
    public func press(_ label: String, _ role: Spoken.Role? = nil, for duration: Instant.Span = .milliseconds(800))
        throws
    {
        touch([try place(of: label, role)], over: duration)
    }

    /// A finger moves from `start` to `end` (mm) in `duration`, and lifts in motion.
    public func drag(from start: Point, to end: Point, over duration: Instant.Span = .milliseconds(200)) {
        touch([start, end], over: duration)
    }

    /// Fingers type `text` with the keyboard on the glass, one key after the other, and rest on a key for a letter with an accent that it
    /// offers. A keyboard that is coming is waited for. Throws for what none of its keys has, in none of its layouts.
    public func type(_ text: String) throws {
        for _ in 0..<Self.longestRise where stage.dock == nil || stage.stateAtRest == nil { pass(.milliseconds(20)) }
        guard stage.dock != nil else {
            throw Problem(
                description: "no field is typed in, so there is no keyboard for \"\(text)\": tap the field first")
        }
        for character in text {
            let letter = String(character)
            // The other keys are behind these.
            let ways: [[KeyAction]] = [
                [], [.shift], [.plane(.digits)], [.plane(.digits), .plane(.signs)], [.plane(.letters)],
                [.plane(.letters), .shift],
            ]
            func isTyped(where matches: (KeyAction) -> Bool, by press: () -> Bool) -> Bool {
                ways.contains { way in
                    if place(ofKey: matches) == nil { for other in way { _ = self.press { $0 == other } } }
                    return press()
                }
            }
            func isTypedHere() -> Bool {
                isTyped(where: { $0.types(letter) }) { press { $0.types(letter) } }
                    || isTyped(where: { $0.offers(letter) }) { choose(letter) }
            }
            var (isTyped, changes) = (isTypedHere(), 0)
            while !isTyped, changes < Self.mostLayouts {
                if place(ofKey: { $0 == .layout }) == nil { _ = press { $0 == .plane(.letters) } }
                guard press({ $0 == .layout }) else { break }
                (isTyped, changes) = (isTypedHere(), changes + 1)
            }
            if !isTyped {
                throw Problem(description: "no key on the glass types \"\(letter)\"; there are\n" + stage.spokenText)
            }
        }
    }

    /// How long a keyboard is waited for: a second, in steps of 20 ms. A tap may first have to prove that it is no double tap.
    private static let longestRise = 50
    /// The most layouts among which a letter is sought.
    private static let mostLayouts = 3

    /// The middle of what is called `label`.
    private func place(of label: String, _ role: Spoken.Role?) throws -> Point {
        // What can be tapped is meant before words of the same name, such as those above a field.
        let words: Set<Spoken.Role> = [.text, .heading, .image, .group]
        let control = views.first { $0.spoken.label == label && !words.contains($0.spoken.role) }
        return try view(label, role ?? control?.spoken.role).frame.center
    }

    /// The middle of the key of the keyboard that does what `matches` asks for; nil if none can be pressed.
    private func place(ofKey matches: (KeyAction) -> Bool) -> Point? {
        guard let key = stage.key(where: matches) else { return nil }
        return views.first { $0.view === key }?.frame.center
    }

    /// A finger presses the key that does what `matches` asks for. Returns whether there is one.
    private func press(_ matches: (KeyAction) -> Bool) -> Bool {
        guard let place = place(ofKey: matches) else { return false }
        tap(at: place)
        return true
    }

    /// A finger rests on the key that offers `letter`, and goes on to that. Returns whether there is one.
    private func choose(_ letter: String) -> Bool {
        guard let start = place(ofKey: { $0.offers(letter) }) else { return false }
        contact += 1
        send(.began, start)
        stage.advance(to: stage.now + .milliseconds(600))
        let end = stage.place(ofOffered: letter) ?? start
        for step in 1...8 { send(.moved, start + (end - start) * (Double(step) / 8)) }
        send(.ended, end)
        stage.advance(to: stage.now)
        return true
    }

    /// The finger `contact` is at `place` (mm) with the panel's next sample.
    private func send(_ phase: TouchFrame.Phase, _ place: Point) {
        let time = stage.now + Self.scan
        stage.handle(TouchFrame(time: time, changes: [.init(contact: contact, phase: phase, position: place)]))
    }

    /// A finger comes down, goes through `places` (mm) in `duration`, and lifts.
    private func touch(_ places: [Point], over duration: Instant.Span) {
        contact += 1
        // Two taps in one place are not a double tap.
        stage.advance(to: stage.now + .milliseconds(400))
        let (start, end) = (places[0], places[places.count - 1])
        send(.began, start)
        let steps = max(1, Int(duration.nanoseconds / Self.scan.nanoseconds))
        for step in 1...steps where start != end {
            send(.moved, start + (end - start) * (Double(step) / Double(steps)))
        }
        if start == end { stage.advance(to: stage.now + duration) }
        send(.ended, end)
        // What has changed is on the glass with the next frame.
        stage.advance(to: stage.now)
    }

    /// Scrolls the lists of the front screen, one after the other, until something in one is called `label`. Throws if nothing is.
    public func scroll(to label: String, _ role: Spoken.Role? = nil) throws {
        func find() -> Bool { views.contains { $0.spoken.label == label && (role == nil || $0.spoken.role == role) } }
        func lists(in view: View) -> [ScrollView] {
            view.subviews.flatMap { inner in
                ((inner as? ScrollView).map { $0.axis == .vertical && $0.showsIndicators ? [$0] : [] } ?? [])
                    + lists(in: inner)
            }
        }
        if find() { return }
        for list in stage.stackScreens.last.map({ lists(in: $0.view.content) }) ?? [] {
            let start = list.offset
            var place = list.ends.lowerBound
            repeat {
                list.scroll(to: place, along: .vertical, animated: false)
                stage.advance(to: stage.now)
                if find() { return }
                place = list.offset + list.bounds.height / 2
            } while list.offset < list.ends.upperBound
            list.scroll(to: start, along: .vertical, animated: false)
        }
        _ = try view(label, role)
    }

    // MARK: Time

    /// Lets `span` pass. Timers go off, but no task goes on: for that there is `wait(for:)`.
    public func pass(_ span: Instant.Span) { stage.advance(to: stage.now + span) }

    /// Lets time pass until nothing moves, no task of a screen can go on and no timer that goes off once is left, and waits for work on other
    /// threads. So a page that goes home by itself after minutes has gone home afterwards: `wait(for:)` lets only so much time pass.
    public func settle() async {
        repeat {
            for arrival in stage.arrivals.take() { stage.arrived(arrival, at: stage.now) }
            while let due = stage.nextDeadline, stage.isWaiting { stage.advance(to: due) }
            stage.advance(to: stage.now)
        } while await hasMore()
    }

    /// Lets `span` pass, in which tasks go on, and waits at each instant for work on other threads. What goes by itself after a while, such as a
    /// toast, is still there before its time is over.
    public func wait(for span: Instant.Span) async {
        let end = stage.now + span
        while true {
            repeat {
                for arrival in stage.arrivals.take() { stage.arrived(arrival, at: stage.now) }
                stage.advance(to: stage.now)
            } while await hasArrivals()
            guard let due = stage.nextDeadline, due <= end else { break }
            stage.advance(to: due)
        }
        stage.advance(to: end)
    }

    /// Lets tasks go on, and waits for the next arrival if a screen expects one. Returns whether one has come.
    private func hasArrivals() async -> Bool {
        for _ in 0..<Self.turns {
            await Task.yield()
            stage.tasks.run()
            if !stage.arrivals.isEmpty { return true }
        }
        return await arrives()
    }

    /// Waits for the next arrival if a screen expects one. Returns whether it does.
    private func arrives() async -> Bool {
        guard !stage.awaitedResults.isEmpty else { return false }
        let (arrived, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        stage.arrivals.wake { signal.yield() }
        for await _ in arrived { break }
        return true
    }

    /// How often tasks get their turn before nothing more is expected of them. Each turn runs what was ready at its beginning.
    private static let turns = 16

    /// Lets tasks go on, and waits for the next arrival if a screen expects one. Returns whether something has come of it.
    private func hasMore() async -> Bool {
        func isDue() -> Bool { !stage.arrivals.isEmpty || stage.isWaiting && stage.nextDeadline != nil }
        for _ in 0..<Self.turns {
            await Task.yield()
            stage.tasks.run()
            if isDue() { return true }
        }
        return await arrives()
    }
}
