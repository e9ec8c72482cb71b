// Connects the screens of a run with the accessibility bus.

import Accessibility
import Frames
import Geometry
import Linux
import Logging
import Machine
import Stage

/// Publishes what is on the screens for screen readers, and does what these ask for, if the environment names a bus.
@MainActor
final class AccessibilityLink {
    private let bus: AccessibilityBus
    private let reader = TreeReader()
    private let loop: EventLoop
    private let asked: Wakeup
    private var watch: EventLoop.Watch?
    private var screens: [AccessibleScreen] = []
    private var published = AccessibleTree()
    /// What clients have asked for and is not done yet. What scrolls first has come so near (px) by scrolling.
    private var waiting: [(request: AccessibilityRequest, rest: Double)] = []
    private var finger: PressingFinger?
    private var typing: TypingFingers?
    /// The number of the screen that a visitor or a client has used last.
    private var active: Int?

    /// Returns nil where there is no bus, or when there is an error. The error is logged, and the kiosk runs without screen readers.
    init?(loop: EventLoop, log: Logger, at address: BusAddress? = .ofEnvironment) {
        guard let address else { return nil }
        self.loop = loop
        do throws(SystemError) {
            let asked = try Wakeup()
            self.asked = asked
            bus = try AccessibilityBus(
                address, application: AppName.ofThisProcess, version: BezelVersion.text, asked: asked
            ) { level, text in log.log(level: level.swiftLog, "\(text)") }
            watch = try asked.watch(in: loop) { [unowned self] in heard() }
        } catch {
            log.error("no accessibility bus: \(error)")
            return nil
        }
    }

    /// Publishes what is on `screen`, which has begun.
    func add(_ screen: RunScreen) {
        guard let stage = screen.stage, let frameLoop = screen.frameLoop else { return }
        add(screen.number, stage, frameLoop, language: { [unowned screen] in screen.first.language }) {
            [unowned screen] in
            screen.handle($0)
        } handlePresses: { [unowned screen] in
            screen.handle($0)
        }
    }

    /// Publishes what is on `stage`, the screen with this number. `handle` gets the touches that clients ask for, and `handlePresses` the keys.
    func add(
        _ number: Int, _ stage: Stage, _ frameLoop: FrameLoop, language: @escaping () -> String?,
        handle: @escaping (TouchFrame) -> Void, handlePresses: @escaping (PressFrame) -> Void
    ) {
        let one = AccessibleScreen(
            number: number, stage: stage, reader: reader, loop: loop, language: language, handle: handle,
            handlePresses: handlePresses)
        one.onChange = { [unowned self] in publish() }
        one.onUse = { [unowned self, unowned one] in active = one.number }
        screens.append(one)
        screens.sort { $0.number < $1.number }
        frameLoop.add(one as any FrameObserver)
        frameLoop.add(one as any StageObserver)
    }

    /// Leaves the bus.
    func close() {
        watch?.cancel()
        for screen in screens { screen.close() }
        finger?.close()
        typing?.close()
        bus.close()
    }

    private func publish() {
        let index = screens.firstIndex { $0.number == active } ?? 0
        let language = screens.indices.contains(index) ? screens[index].language : nil
        let tree = AccessibleTree(screens.map(\.nodes), active: index, language: language ?? "")
        guard tree != published else { return }
        published = tree
        bus.publish(tree)
    }

    // MARK: What clients ask for

    private func heard() {
        let free = max(0, AccessibilityBus.mostRequests - waiting.count)
        waiting += bus.takeRequests().prefix(free).map { ($0, .infinity) }
        takeTurn()
    }

    /// Does what waits longest, when nothing else is being done.
    private func takeTurn() {
        guard finger == nil, typing == nil else { return }
        while !waiting.isEmpty {
            let (request, rest) = waiting.removeFirst()
            guard let screen = screens.first(where: { $0.has(request.node) }),
                let movement = screen.movement(for: request)
            else { continue }
            if let left = movement.rest {
                // What does not come nearer is not reached.
                guard left < rest else { continue }
                waiting.insert((request, left), at: 0)
            }
            let done = { [unowned self] in
                (finger, typing) = (nil, nil)
                takeTurn()
            }
            switch movement.way {
            case .touch(let path):
                finger = PressingFinger(
                    along: path, loop: loop, { [unowned screen] in screen.send($0) }, whenDone: done)
            case .type(let keys):
                let node = request.node
                typing = TypingFingers(
                    on: keys, loop: loop, while: { [unowned screen] in screen.takesKeys(for: node) },
                    { [unowned screen] in screen.send($0) }, whenDone: done)
            }
            return
        }
    }
}
