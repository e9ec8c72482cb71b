// Plays a script on a stage, as a panel, a display and an app would, and looks at what a person would notice.

import Geometry
import Gestures
import TestRandomness

@testable import Bezel
@testable import Machine
@testable import Stage

/// One run of one script.
final class HandPlayer {
    let script: HandScript
    let pages: HandPages
    let book = HandBook()
    /// All that the panel has sent.
    private(set) var frames: [TouchFrame] = []
    /// The trace, as text.
    private(set) var trace: [String] = []
    /// The violated rules, in words; the text before the colon names the rule.
    var faults: [String] { watch.faults + book.faults }

    private(set) var stage: Stage!
    private(set) var fingers: [HandFinger] = []
    private let watch: HandWatch
    private let census: HandCensus
    private var dice: SplitMix
    private var names = 1000
    /// Where each finger came down last.
    private var places: [Int: Point] = [:]
    /// Whether views were taken away, so that no other stage shows the same.
    private(set) var isAltered = false
    let keepsTrace: Bool

    init(_ script: HandScript, on pages: HandPages, keepsTrace: Bool = false) {
        (self.script, self.pages, self.keepsTrace) = (script, pages, keepsTrace)
        dice = SplitMix(UInt64(script.setting.stack.count + script.setting.rate))
        watch = HandWatch()
        census = HandCensus(book)
        stage = pages.stage(script.setting, book)
        stage.onTrace = { [unowned self] record in
            watch.note(record, self)
            if keepsTrace { trace.append(record.json(since: .zero)) }
        }
        stage.onWarning = { [unowned self] in if keepsTrace { trace.append($0) } }
    }

    /// Plays all of it, and what comes after.
    func play() async {
        census.count(stage, watch)
        run()
        if script.setting.last == .thrownAway { return await throwAway() }
        await end()
        if !watch.faults.isEmpty { return }
        HandAfter(self).check { watch.faults.append($0) }
        if !watch.faults.isEmpty { return }
        await clear()
    }

    // MARK: Time

    private func milliseconds(_ time: Int) -> Instant { Instant(nanoseconds: Int64(time) * 1_000_000) }

    private func run() {
        let period = Instant.Span(nanoseconds: 1_000_000_000 / Int64(script.setting.rate))
        let refresh = Instant.Span(nanoseconds: 1_000_000_000 / 60)
        var strokes = script.acts.filter { if case .stroke = $0.deed { true } else { false } }[...]
        var codes = script.acts.filter { if case .code = $0.deed { true } else { false } }[...]
        var (scan, picture) = (Int64(0), Int64(0))
        let cut = script.setting.cut.map(milliseconds)
        while watch.faults.count < 20 {
            let isIdle = fingers.allSatisfy(\.isParked)
            if isIdle, strokes.isEmpty, codes.isEmpty { return }
            if isIdle, let next = strokes.first {
                scan = max(scan, milliseconds(next.time).nanoseconds / period.nanoseconds + 1)
            }
            let scanned = isIdle && strokes.isEmpty ? nil : Instant(nanoseconds: period.nanoseconds * scan)
            let coded = codes.first.map { max(stage.now, milliseconds($0.time)) }
            if !stage.isMoving, isIdle {
                picture = max(picture, stage.now.nanoseconds / refresh.nanoseconds)
            }
            let shown: Instant? =
                script.setting.look != .nothing && (!isIdle || stage.isMoving)
                ? Instant(nanoseconds: refresh.nanoseconds * picture) + .milliseconds(3) : nil
            guard let next = [scanned, coded, shown, book.nextAnswer].compactMap({ $0 }).min() else { return }
            if let cut, next > cut { return }
            if next == book.nextAnswer {
                watch.cause = .answer
                stage.advance(to: next)
                watch.forgetTaps()
                book.answer(upTo: next)
            } else if next == coded, let code = codes.popFirst() {
                watch.cause = .time
                stage.advance(to: next)
                watch.cause = .code
                watch.forgetTaps()
                perform(code)
            } else if next == shown {
                picture += 1
                show(at: next)
            } else {
                let first = strokes.prefix { milliseconds($0.time) <= next }
                strokes = strokes.dropFirst(first.count)
                sample(at: next, first.compactMap { if case .stroke(let stroke) = $0.deed { stroke } else { nil } })
                scan += 1
            }
            census.count(stage, watch)
        }
    }

    private func show(at instant: Instant) {
        watch.cause = .time
        stage.advance(to: instant)
        let presentation = instant + .milliseconds(script.setting.lead)
        if script.setting.look == .pictures { _ = stage.plan(at: presentation) }
        stage.willPresent(at: presentation)
        watch.look(at: presentation, self)
    }

    /// The panel scans: `new` strokes begin, the others go on.
    private func sample(at instant: Instant, _ new: [HandStroke]) {
        watch.cause = .time
        stage.advance(to: instant)
        var changes: [TouchFrame.Change] = []
        var lifted: [HandFinger] = []
        for finger in fingers where !finger.isParked {
            finger.scan(at: instant, on: stage.panel, &changes)
            if finger.isGone { lifted.append(finger) }
        }
        for stroke in new {
            let place = HandAim(stage, places).point(stroke)
            places[stroke.finger] = place
            let touched = stage.rootView.hitTest(stage.rootView.glass.pixels(place))?.screen
            let finger = HandFinger(stroke, at: place, on: touched?.name, since: instant)
            if stroke.end != .neverDown {
                changes.append(.init(contact: stroke.finger, phase: .began, position: place))
            }
            fingers.append(finger)
        }
        fingers.removeAll(where: \.isGone)
        if fingers.count > 1 || lifted.contains(where: { $0.stroke.end == .comesTwice }) { watch.forgetFingers() }
        if !changes.isEmpty { send(changes, lifted, at: instant) }
    }

    private func send(_ changes: [TouchFrame.Change], _ lifted: [HandFinger], at instant: Instant) {
        let frame = TouchFrame(time: instant, changes: changes)
        frames.append(frame)
        watch.cause = .touches(lifted)
        watch.beginFrame()
        stage.handle(frame)
        watch.cause = .time
    }

    // MARK: The end

    private func throwAway() async {
        census.see(stage)
        weak let weakStage = stage
        book.forgetQuestions()
        stage.end()
        stage = nil
        if weakStage != nil { watch.faults.append("memory: the stage is kept after it was let go with fingers down") }
        await census.checkAllGone(except: []) { watch.faults.append($0) }
    }

    /// Lifts the fingers, answers the questions, and lets time run until nothing moves.
    private func end() async {
        watch.cause = .time
        watch.forgetFingers()
        switch script.setting.last {
        case .lifted:
            let changes = fingers.map {
                TouchFrame.Change(contact: $0.stroke.finger, phase: .ended, position: $0.place)
            }
            if !changes.isEmpty { send(changes, fingers, at: stage.now) }
        case .cancelled: stage.cancelAllTouches()
        case .thrownAway: break
        }
        fingers = []
        settle()
        for round in 0..<20 where !book.questions.isEmpty {
            watch.cause = .answer
            if (script.acts.count + round) % 3 == 0 { book.forgetQuestions() } else { book.answerAll(round % 2 == 0) }
            census.count(stage, watch)
            settle()
        }
        while stage.sheets.contains(where: { $0.navigator.root.name == "question" }) {
            watch.cause = .code
            stage.sheets.last?.dismiss(animated: false)
            census.excuse(stage)
            settle()
        }
        HandRest(stage, book).check { watch.faults.append($0) }
        if !script.takesPagesFromBeneath { HandRest(stage, book).checkPresenters { watch.faults.append($0) } }
        watch.checkOver()
        await census.checkGone(stage) { watch.faults.append($0) }
    }

    /// Lets time run until nothing moves.
    func settle() {
        let limit = stage.now + .seconds(60)
        // A caret blinks for ever.
        while let due = [stage.isWaiting ? stage.nextDeadline : nil, book.nextAnswer].compactMap({ $0 }).min(),
            due <= limit
        {
            watch.cause = .answer
            stage.advance(to: due)
            book.answer(upTo: due)
            census.count(stage, watch)
        }
        if stage.isWaiting { watch.faults.append("rest: something still waits after 60 s") }
    }

    /// Removes everything, after which nothing may be left of it.
    private func clear() async {
        census.see(stage)
        watch.cause = .code
        while let sheet = stage.sheets.last { sheet.dismiss(animated: false) }
        let last = HandProbe("p0", book)
        stage.navigator.replaceAll(with: [last], animated: false)
        stage.gestures.trailing = .off
        settle()
        await census.checkAllGone(except: [last]) { watch.faults.append($0) }
        weak let weakStage = stage
        stage = nil
        if weakStage != nil { watch.faults.append("memory: the stage is kept after it was let go") }
    }

    // MARK: Code

    private func newScreen() -> Screen {
        names += 1
        let known = pages[script.setting.kiosk].names
        let name = dice.below(2) == 0 ? "p\(names)" : known[dice.below(known.count)]
        return pages.screen(name, of: script.setting.kiosk, book)
    }

    private func perform(_ act: HandAct) {
        guard case .code(let code) = act.deed else { return }
        dice = SplitMix(UInt64(act.time) &* 977)
        let front = stage.frontNavigator
        if code == .replaceAll || code == .replaceTop {
            for screen in front.screens { (screen as? HandProbe)?.isTakenAway = true }
        }
        switch code {
        case .push, .pushAtOnce: front.push(newScreen(), animated: code == .push)
        case .pop, .popAtOnce: front.pop(animated: code == .pop)
        case .popBeneath: stage.navigator.pop()
        case .goBack: return front.goBack()
        case .leave: return stage.sheets.last?.leave() ?? ()
        case .popToRoot: front.popToRoot(animated: dice.below(2) == 0)
        case .replaceAll:
            let new = (0...dice.below(3)).map { _ in newScreen() }
            front.replaceAll(with: new, animated: dice.below(2) == 0)
        case .replaceTop: front.replaceAll(with: front.screens.dropLast() + [newScreen()])
        case .present, .presentAtOnce:
            if stage.sheets.count < 3 { stage.present(newScreen(), animated: code == .present) }
        case .dismiss, .dismissAtOnce: stage.sheets.last?.dismiss(animated: code == .dismiss)
        case .resize: stage.change(to: HandPeople.panel(dice.below(7)))
        case .turn:
            let (pixels, size) = (stage.panel.pixels, stage.panel.millimetres)
            stage.change(
                to: Panel(
                    pixels: PixelSize(pixels.height, pixels.width), millimetres: Size(size.height, size.width)))
        case .reload:
            let known = pages[script.setting.kiosk]
            let share = dice.below(4)
            let gone = Set(known.names.filter { _ in dice.below(4) < share })
            do throws(Failure) {
                try known.without(gone).replace(on: stage, scale: 1, record: nil)
            } catch { watch.faults.append("reload: \(error)") }
            stage.gestures.isResampling = script.setting.isResampling
        case .begin: stage.begin(with: newScreen())
        case .removeView:
            isAltered = true
            var view: View = front.top.view.content
            repeat {
                guard !view.subviews.isEmpty else { break }
                view = view.subviews[dice.below(view.subviews.count)]
            } while dice.below(2) == 0
            if view !== front.top.view.content { view.removeFromSuperview() }
        case .direction:
            stage.direction = stage.direction == .leftToRight ? .rightToLeft : .leftToRight
        case .settings:
            stage.gestures.pop = PopStyle.allCases[dice.below(3)]
            stage.gestures.pull = PullStyle.allCases[dice.below(3)]
            stage.gestures.trailing = TrailingStyle.allCases[dice.below(3)]
        case .cancelTouches: stage.cancelAllTouches()
        case .answerYes: return book.answerAll(true)
        case .answerNo: return book.answerAll(false)
        }
        census.excuse(stage)
    }
}
