// A test's screen among the real ones: it hears of coming and going, and says whether it may leave.

import Geometry
import Gestures
import Stage
import TestRandomness

/// What test screens have in common in one run.
final class HandBook {
    /// The violated rules, in words.
    var faults: [String] = []
    /// The open questions: when each is answered, and how.
    private(set) var questions: [(due: Instant?, answer: Bool, request: LeaveRequest, screen: HandProbe)] = []
    /// Whether every screen may leave without a question.
    var isFree = false
    fileprivate var seen: [Weak] = []

    fileprivate struct Weak { weak var probe: HandProbe? }

    /// The test screens that are still in memory.
    var probes: [HandProbe] { seen.compactMap(\.probe) }

    fileprivate func ask(_ request: LeaveRequest, of screen: HandProbe, due: Instant?, answer: Bool) {
        questions.append((due, answer, request, screen))
    }

    /// When the next question is answered.
    var nextAnswer: Instant? { questions.compactMap(\.due).min() }

    /// Answers what is due by `instant`.
    func answer(upTo instant: Instant) {
        while let index = questions.firstIndex(where: { $0.due.map { $0 <= instant } == true }) {
            let question = questions.remove(at: index)
            question.screen.answers(question.request, question.answer)
        }
    }

    /// Releases the open questions, which counts as a no.
    func forgetQuestions() { questions = [] }

    /// Answers all that is open.
    func answerAll(_ answer: Bool) {
        let open = questions
        questions = []
        for question in open { question.screen.answers(question.request, answer) }
    }
}

/// A screen of a test. Its name decides what is on it and what it answers when a visitor wants to leave it.
final class HandProbe: Screen {
    /// What it answers when a visitor wants to leave it.
    enum Manners: Equatable {
        case lets, refuses
        /// It answers that many ms later; nil: when the test makes it.
        case answersLater(Int?, Bool)
    }
    private enum Life: String { case hidden, appearing, appeared, disappearing }

    private let book: HandBook
    private var life = Life.hidden
    let manners: Manners
    private let layout: Int
    /// Whether it has said that it may leave, since it was at rest.
    private(set) var mayLeave = false
    /// Whether code takes it away.
    var isTakenAway = false

    static func isName(_ name: String) -> Bool {
        name.first == "p" && name.dropFirst().first?.isNumber == true
    }

    init(_ name: String, _ book: HandBook) {
        self.book = book
        var dice = SplitMix(name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
        layout = dice.below(6)
        manners =
            switch dice.below(10) {
            case 0: .refuses
            case 1: .answersLater(dice.below(900), true)
            case 2: .answersLater(dice.below(900), false)
            case 3: .answersLater(nil, dice.below(2) == 0)
            default: .lets
            }
        super.init(name: name, title: name)
        if dice.below(4) == 0 { popStyle = PopStyle.allCases[dice.below(3)] }
        if dice.below(8) == 0 { direction = .rightToLeft }
        if dice.below(3) == 0 { detents = [.height(70), .share(0.6)] }
        if dice.below(5) == 0 { isBarShown = false }
        book.seen.append(HandBook.Weak(probe: self))
    }

    /// The first name from `number` on that gives `manners`, `layout`, and no other peculiarity.
    static func name(_ number: Int, _ manners: Manners, layout: Int = 1) -> String {
        var number = number
        while true {
            let probe = HandProbe("p\(number)", HandBook())
            let isPlain = probe.popStyle == nil && probe.direction == nil && probe.detents.isEmpty && probe.isBarShown
            if probe.manners == manners, probe.layout == layout, isPlain { return probe.name }
            number += 1
        }
    }

    // MARK: Content

    override func layout(_ content: View) { content.rebuild { build(in: content) } }

    private func build(in content: View) {
        guard let stage = navigator?.stage else { return }
        let area = Rect(origin: .zero, size: content.bounds.size)
        let half = Size((area.width / 2).rounded(.down), area.height)
        let row = (stage.theme.em * 3).rounded()
        switch layout {
        case 0: add(rows: 5, of: row, to: content, in: area)
        case 1, 2: content.addSubview(scroll(rows: 40, of: row, in: area))
        case 3:
            content.addSubview(scroll(rows: 40, of: row, in: Rect(origin: .zero, size: half)))
            content.addSubview(scroll(rows: 40, of: row, in: Rect(origin: Point(half.width, 0), size: half)))
        case 4:
            let list = ListView(count: 200, estimatedRowHeight: row) { [unowned self] index, width in
                let view = HandRow { [unowned self] in open(index) }
                view.frame = Rect(0, 0, width, row)
                return view
            }
            list.frame = area
            content.addSubview(list)
        default:
            let strip = ScrollView(axis: .horizontal)
            strip.frame = Rect(0, 0, area.width, (area.height / 3).rounded())
            strip.contentSize = Size(area.width * 3, strip.bounds.height)
            content.addSubview(strip)
            let below = Rect(0, strip.frame.maxY, area.width, area.height - strip.frame.maxY)
            content.addSubview(scroll(rows: 30, of: row, in: below))
        }
    }

    private func scroll(rows: Int, of height: Double, in frame: Rect) -> ScrollView {
        let scroll = ScrollView(axis: .vertical)
        scroll.frame = frame
        add(rows: rows, of: height, to: scroll, in: Rect(origin: .zero, size: frame.size))
        scroll.contentSize = Size(frame.width, Double(rows) * height)
        return scroll
    }

    private func add(rows: Int, of height: Double, to view: View, in area: Rect) {
        for index in 0..<rows {
            let row = HandRow { [unowned self] in open(index) }
            row.frame = Rect(0, Double(index) * height, area.width, height)
            view.addSubview(row)
        }
    }

    /// Each row leads to a page of its own, the fourth to a sheet.
    private func open(_ row: Int) {
        let next = HandProbe("\(name).\(row)", book)
        if row % 4 == 3 { navigator?.stage.present(next) } else { navigator?.push(next) }
    }

    // MARK: Leaving

    override func shouldLeave(_ request: LeaveRequest) -> LeaveAnswer {
        if book.isFree {
            mayLeave = true
            return .yes
        }
        switch manners {
        case .lets:
            mayLeave = true
            return .yes
        case .refuses:
            mayLeave = false
            return .no("it does not want to")
        case .answersLater(let span, let answer):
            // What it has said to one hand still counts when another asks.
            let due = span.flatMap { span in navigator.map { $0.stage.now + .milliseconds(span) } }
            book.ask(request, of: self, due: due, answer: answer)
            return .later
        }
    }

    fileprivate func answers(_ request: LeaveRequest, _ answer: Bool) {
        if request.isOpen { mayLeave = answer }
        if request.isOpen, answer, let navigator {
            // What lies over the screen goes with it, unasked; that may be the sheet with the question.
            let sheets = navigator.stage.sheets
            let own = sheets.firstIndex { $0.navigator === navigator } ?? -1
            for screen in sheets.dropFirst(own + 1).flatMap(\.navigator.screens) {
                (screen as? HandProbe)?.isTakenAway = true
            }
        }
        request.answer(answer)
    }

    /// The screen is at rest, so its earlier answer no longer counts.
    func forgetAnswer() { (mayLeave, isTakenAway) = (false, false) }

    // MARK: Life

    var isAppeared: Bool { life == .appeared }
    var isHidden: Bool { life == .hidden }
    var stageOfLife: String { life.rawValue }

    private func become(_ next: Life, from legal: Life...) {
        if !legal.contains(life) { book.faults.append("life: \(name) was \(life.rawValue) and is \(next.rawValue)") }
        life = next
    }

    override func willAppear() { become(.appearing, from: .hidden, .disappearing) }
    override func didAppear() { become(.appeared, from: .appearing) }
    override func willDisappear() { become(.disappearing, from: .appeared, .appearing) }
    override func didDisappear() { become(.hidden, from: .disappearing) }
}

/// A row that can be tapped.
final class HandRow: View {
    init(onTap: @escaping () -> Void) {
        super.init()
        let tap = TapRecognizer()
        tap.onAction { _ in onTap() }
        addRecognizer(tap)
    }
}
