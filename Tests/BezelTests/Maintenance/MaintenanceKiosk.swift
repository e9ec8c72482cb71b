// A kiosk with a way out, for tests: fingers, the PIN's keys, and the file with the tries.

import Drawing
import Geometry
import Linux
import Logging
import Stage
import TestFolders
import Testing
import TouchScript

@testable import Machine
@testable import Run

/// Compares PINs at once, or when the test says so.
final class HeldComparison {
    /// The comparison that has not answered yet.
    private(set) var waiting: ((Result<Bool, SystemError>) -> Void)?
    private let answersAtOnce: Bool

    init(answersAtOnce: Bool) { self.answersAtOnce = answersAtOnce }

    func compare(
        _ pin: String, _ hash: PasswordHash, _ answer: @escaping (Result<Bool, SystemError>) -> Void
    ) {
        let result = Result { () throws(SystemError) in try hash.matches(pin) }
        if answersAtOnce {
            answer(result)
        } else {
            waiting = { [unowned self] in
                waiting = nil
                answer($0)
            }
        }
    }
}

/// A kiosk of one screen with a way out whose PIN is 271828.
final class MaintenanceKiosk: MaintenanceHost {
    nonisolated static let panel = Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296))
    let stage: Stage
    let attempts: PINAttempts
    /// Where the tries are kept.
    let folder: TemporaryFolder
    private let files: WholeFileWriter
    private let comparison: HeldComparison
    let deviceLines = ["a panel"]
    let logLines = (1...200).map { "line \($0)" }
    var maintenance: Maintenance!
    var acted: [Maintenance.Action] = []
    /// Has the machine refuse what was chosen last.
    var refuse: (() -> Void)?
    /// The comparison that has not answered yet.
    var waiting: ((Result<Bool, SystemError>) -> Void)? { comparison.waiting }

    /// `tries` is the text of the file with the tries; nil for no file. `prepare` changes the folder before it is read. `beside` is
    /// another screen of the same machine.
    init(
        tries: String? = nil, language: String? = nil, answersAtOnce: Bool = true,
        beside other: MaintenanceKiosk? = nil,
        prepare: (TemporaryFolder) -> Void = { _ in }
    ) throws {
        stage = Stage(
            panel: Self.panel, theme: Theme(.paper, on: Self.panel), gestures: GestureSettings(),
            root: Screen(name: "home", title: "Home"))
        if let other {
            (folder, files, comparison, attempts) = (other.folder, other.files, other.comparison, other.attempts)
        } else {
            folder = TemporaryFolder()
            files = WholeFileWriter()
            if let tries { folder.write(Array(tries.utf8), to: "pin-tries") }
            prepare(folder)
            let comparison = HeldComparison(answersAtOnce: answersAtOnce)
            self.comparison = comparison
            attempts = PINAttempts(
                PINTries(folder: folder.path, files: files), at: .zero,
                log: Logger(label: "quiet") { _ in
                    SwiftLogNoOpLogHandler()
                }, wallClock: { Self.day }, compare: { comparison.compare($0, $1, $2) })
        }
        let hash = try PasswordHash(of: "271828", random: [UInt8](repeating: 1, count: 32), cost: 6)
        let table = MaintenanceTable(pin: hash)
        maintenance = Maintenance(
            table, words: MaintenanceWords(language), on: stage, host: self, attempts: attempts)
    }

    /// A day, in seconds since 1970.
    static let day = 1_800_000_000

    /// The number of failures in the file.
    var kept: Int? {
        files.finish(within: .seconds(60))
        return SystemFiles.lines(folder.path + "/pin-tries").first?.split(separator: " ").first.flatMap { Int($0) }
    }

    func act(_ action: Maintenance.Action, onRefusal: @escaping () -> Void) {
        acted.append(action)
        refuse = onRefusal
    }

    func writeToLog(_ level: Logger.Level, _ text: String) {}

    /// Pulls the sheet away with a finger.
    func dismiss() {
        let glass = stage.panel.millimetres
        play {
            $0.down(at: Point(glass.width / 2, glass.height * 0.25))
                .drag(to: Point(glass.width / 2, glass.height * 0.97), over: .milliseconds(200)).lift()
        }
    }

    /// Lets `span` pass on this screen and on `other`, which show the same time then.
    func pass(_ span: Instant.Span, with other: MaintenanceKiosk) {
        let end = max(stage.now, other.stage.now) + span
        for kiosk in [self, other] { kiosk.stage.advance(to: end) }
    }

    func play(_ script: (TouchScript) -> Void) {
        let touch = TouchScript(start: stage.now + .milliseconds(10))
        script(touch)
        for frame in touch.frames { stage.handle(frame) }
        stage.advance(to: max(stage.now, touch.now) + .seconds(1))
    }

    func open() {
        play {
            $0.down(at: Point(8, 8)).hold(for: .milliseconds(3100)).drag(
                to: Point(70, 60), over: .milliseconds(300)
            )
            .lift()
        }
    }

    var shown: String? { stage.sheets.last.map(\.navigator.top.name) }

    var texts: [String] {
        func labels(in view: View) -> [LabelView] {
            view.subviews.flatMap { ($0 as? LabelView).map { [$0] } ?? labels(in: $0) }
        }
        return stage.sheets.last.map { labels(in: $0.navigator.top.view).map(\.text.string) } ?? []
    }

    /// Taps the buttons called `titles`, one after the other.
    func tap(_ titles: [String]) throws {
        for title in titles {
            let place = try #require(stage.place(ofButton: title), "no button \(title)")
            play { $0.tap(at: place) }
        }
    }

    /// Taps those of the buttons called `titles` that are there: the sheet goes when its time is over.
    func tapWhatIsShown(_ titles: [String]) throws {
        for title in titles where stage.place(ofButton: title) != nil { try tap([title]) }
    }

    func type(_ pin: String) throws { try tap(pin.map { String($0) } + ["✓"]) }
}

extension Stage {
    /// The middle of the button called `title` on the sheet in front, in mm; nil when there is none.
    func place(ofButton title: String) -> Point? {
        func buttons(in view: View) -> [ButtonView] {
            view.subviews.flatMap { ($0 as? ButtonView).map { [$0] } ?? buttons(in: $0) }
        }
        guard let page = sheets.last?.navigator.top.view,
            let button = buttons(in: page).first(where: { $0.title == title })
        else { return nil }
        let corner = button.convert(fromPanel: .zero)
        return panel.millimetres(Point(button.bounds.width / 2 - corner.x, button.bounds.height / 2 - corner.y))
    }
}
