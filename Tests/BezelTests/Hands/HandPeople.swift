// The people behind the hands: makes a plausible and impatient script from a number.

import Geometry
import Stage
import TestRandomness

/// Draws the random script of each number.
struct HandPeople {
    private var dice: SplitMix
    private var setting: HandSetting
    private var acts: [HandAct] = []
    /// When the hand that is being drawn begins.
    private var time = 0
    private var fingers = 0
    private var pairs = 0

    /// The script `number` of `seed` on `pages`, each of which has its turn as the first, pushed, and as a sheet.
    static func script(_ number: Int, seed: UInt64, pages: HandPages) -> HandScript {
        var dice = SplitMix((seed &* 0x1_0000_0001) ^ UInt64(number) &* 0x9E37_79B9)
        let setting = setting(number, pages, &dice)
        var people = HandPeople(dice: dice, setting: setting)
        people.play()
        return HandScript(setting: people.setting, acts: people.acts)
    }

    private init(dice: SplitMix, setting: HandSetting) { (self.dice, self.setting) = (dice, setting) }

    // MARK: Where

    private static let panels = [
        Panel(pixels: PixelSize(1024, 600), millimetres: Size(154, 86)),
        Panel(pixels: PixelSize(800, 1280), millimetres: Size(136, 217)),
        Panel(pixels: PixelSize(1920, 1080), millimetres: Size(344, 194)),
        Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296)),
        Panel(pixels: PixelSize(1080, 1920), millimetres: Size(393, 698)),
        Panel(pixels: PixelSize(3840, 2160), millimetres: Size(941, 529)),
        Panel(pixels: PixelSize(1280, 1024), millimetres: Size(376, 301)),
    ]

    /// One of the panels of a kiosk that is turned, or gets another screen.
    static func panel(_ number: Int) -> Panel { panels[number % panels.count] }

    private static func setting(_ number: Int, _ pages: HandPages, _ dice: inout SplitMix) -> HandSetting {
        let kiosk = HandKiosk.allCases[number % HandKiosk.allCases.count]
        let turn = number / HandKiosk.allCases.count
        let names = pages[kiosk].names
        let name = names[turn % names.count]
        // A third of the scripts contain only what a recording can hold.
        let isPlain = dice.below(3) == 0
        func any(_ dice: inout SplitMix) -> String {
            isPlain || dice.below(2) == 0 ? names[dice.below(names.count)] : "p\(dice.below(1000))"
        }
        var stack: [String]
        switch turn / names.count % 4 {
        case 0: stack = [name]
        case 1: stack = [any(&dice), name]
        case 2: stack = [any(&dice), name + "!"]
        default: stack = [name, any(&dice)]
        }
        while stack.count < 5, dice.below(3) == 0 { stack.append(any(&dice) + (dice.below(3) == 0 ? "!" : "")) }
        var setting = HandSetting(kiosk: kiosk, stack: stack, panel: panels[dice.below(panels.count)], rate: 60)
        setting.rate = [40, 60, 90, 100, 120, 165, 240][dice.below(7)]
        setting.isOwn = isPlain || dice.below(3) == 0
        setting.pop = PopStyle.allCases[dice.below(3)]
        setting.pull = PullStyle.allCases[dice.below(3)]
        setting.trailing = TrailingStyle.allCases[dice.below(3)]
        setting.direction = dice.below(4) == 0 ? .rightToLeft : .leftToRight
        setting.isResampling = isPlain || dice.below(2) == 0
        setting.look = [.nothing, .moving, .moving, .moving, .moving, .moving, .moving, .pictures][dice.below(8)]
        if isPlain { setting.look = .moving }
        setting.lead = isPlain ? 0 : [0, 8, 16][dice.below(3)]
        setting.last = isPlain ? .cancelled : [.lifted, .cancelled, .lifted, .thrownAway][dice.below(4)]
        return setting
    }

    // MARK: What

    private enum Hand: CaseIterable {
        case tapRow, tapBack, tapAnywhere, doubleTapRow, doubleTapBack, rowThenBeside, twoRows, edgeSwipe, swipe, flick
        case rests, pullBar, pullContent, scroll, catches, acrossThenAlong, palm, pair, holderAndScroller, twoLists
        case stays, tapOutside, trailingSwipe, neverDown, comesTwice, many, pinch, swipeThereAndBack, twoPullers
        case wanders, slides, slidesAndSwipes, uncovers, letters

        var weight: Int {
            switch self {
            case .tapRow, .edgeSwipe, .swipe, .catches: 10
            case .slides, .slidesAndSwipes, .uncovers, .letters: 5
            case .doubleTapRow, .doubleTapBack, .tapBack, .pullBar, .pullContent, .scroll, .twoPullers, .wanders: 6
            case .flick, .rests, .acrossThenAlong, .holderAndScroller, .trailingSwipe, .twoRows, .pair: 5
            case .tapAnywhere, .rowThenBeside, .palm, .twoLists, .tapOutside, .swipeThereAndBack: 3
            case .stays, .neverDown, .comesTwice, .many, .pinch: 2
            }
        }
    }

    private static let bag = Hand.allCases.flatMap { Array(repeating: $0, count: $0.weight) }

    private mutating func play() {
        for _ in 0..<(2 + dice.below(6)) {
            let first = acts.count
            draw(Self.bag[dice.below(Self.bag.count)])
            let end = acts[first...].map { act in act.time + act.span }.max() ?? time
            time =
                switch dice.below(20) {
                case 0..<8: end + between(15, 500)
                case 8..<14: time + dice.below(max(1, end - time))
                case 14: time
                case 15: end + 2500
                default: end + between(500, 1200)
                }
        }
        if !isPlain, dice.below(2) == 0 {
            for _ in 0..<(1 + dice.below(3)) {
                let code = HandCode.allCases[dice.below(HandCode.allCases.count)]
                acts.append(HandAct(time: dice.below(time + 300), deed: .code(code)))
            }
        }
        if setting.last == .thrownAway || setting.last == .cancelled && dice.below(2) == 0 {
            setting.cut = dice.below(time + 1)
        }
        // Acts of the same instant keep their order.
        acts = acts.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    private var isPlain: Bool { setting.isOwn && setting.lead == 0 && !setting.stack.contains { HandProbe.isName($0) } }
    private var width: Double { setting.panel.millimetres.width }
    private var height: Double { setting.panel.millimetres.height }
    /// Which way a swipe back goes.
    private var outwards: Double {
        setting.kiosk == .arabic ? -1 : setting.isOwn ? 1 : setting.direction.outwards
    }

    private mutating func between(_ low: Int, _ high: Int) -> Int { low + dice.below(high - low) }
    private mutating func share(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * Double(dice.below(1000)) / 1000
    }
    private mutating func anywhere() -> HandStroke.Aim { .share(share(0.02, 0.98), share(0.02, 0.98)) }
    private mutating func sign() -> Double { dice.below(2) == 0 ? 1 : -1 }

    @discardableResult
    private mutating func finger(
        _ what: Hand, _ aim: HandStroke.Aim, _ legs: [HandStroke.Leg], after delay: Int = 0, beside: Vector = .zero,
        end: HandStroke.End = .lift, pair: Int? = nil
    ) -> Int {
        fingers += 1
        var stroke = HandStroke(what: "\(what)", finger: fingers, aim: aim, beside: beside, legs: legs, end: end)
        stroke.pair = pair
        if !isPlain, dice.below(12) == 0 { stroke.lost = between(10, 60) }
        if !isPlain, dice.below(40) == 0, end == .lift { stroke.end = .palm }
        acts.append(HandAct(time: time + delay, deed: .stroke(stroke)))
        return fingers
    }

    private func leg(_ x: Double, _ y: Double, _ span: Int) -> HandStroke.Leg { .init(way: Vector(x, y), span: span) }
    private func rest(_ span: Int) -> HandStroke.Leg { .init(span: span) }
    private mutating func press() -> [HandStroke.Leg] { [rest(between(20, 130))] }

    /// A way back: straight, nearly straight, short or long.
    private mutating func back(_ from: Double = 0.02) -> HandStroke.Leg {
        leg(outwards * width * share(0.08, 0.95 - from), height * share(-0.08, 0.08), between(60, 600))
    }

    private mutating func down() -> HandStroke.Leg {
        leg(width * share(-0.03, 0.03), height * share(0.05, 0.7), between(60, 600))
    }

    private mutating func newPair() -> Int {
        pairs += 1
        return pairs
    }

    private mutating func draw(_ hand: Hand) {
        switch hand {
        case .tapRow: finger(hand, .row(dice.below(6)), press())
        case .tapBack: finger(hand, .back, press())
        case .tapAnywhere: finger(hand, anywhere(), press())
        case .doubleTapRow: doubleTap(hand, .row(dice.below(6)))
        case .doubleTapBack: doubleTap(hand, .back)
        case .rowThenBeside:
            let pair = newPair()
            finger(hand, .row(3), press(), pair: pair)
            finger(hand, .outside, press(), after: between(120, 300), pair: pair)
        case .twoRows:
            let span = [rest(between(30, 120))]
            let (row, pair) = (dice.below(4), newPair())
            finger(hand, .row(row), span, pair: pair)
            finger(
                hand, .row(row + 1 + dice.below(2)), span, after: dice.below(3) == 0 ? between(1, 40) : 0, pair: pair)
        case .edgeSwipe: finger(hand, .leading(share(0, 7), share(0.1, 0.95)), [back()])
        case .trailingSwipe:
            let way = leg(-outwards * width * share(0.1, 0.9), height * share(-0.08, 0.08), between(60, 600))
            finger(hand, .trailing(share(0, 7), share(0.1, 0.95)), [way])
        case .swipe: finger(hand, .share(share(0.1, 0.7), share(0.1, 0.95)), [back(0.3)])
        case .swipeThereAndBack:
            let way = back()
            let again = leg(-way.way.x * share(0.3, 1), way.way.y * share(-1, 1), between(60, 400))
            finger(
                hand, .leading(share(0, 7), share(0.1, 0.95)), [way, again] + (dice.below(2) == 0 ? [back(0.5)] : []))
        case .flick:
            finger(hand, anywhere(), [leg(sign() * share(8, 60), sign() * share(0, 60), between(25, 90))])
        case .rests:
            finger(hand, .leading(share(0, 7), share(0.1, 0.95)), [back(), rest(between(60, 900))])
        case .pullBar: finger(hand, .bar, dice.below(3) == 0 ? [down(), rest(between(60, 500))] : [down()])
        case .pullContent: finger(hand, .share(share(0.1, 0.9), share(0.15, 0.5)), [down()])
        case .scroll:
            let way = leg(width * share(-0.03, 0.03), sign() * height * share(0.05, 0.5), between(40, 500))
            finger(hand, .list(dice.below(2)), [way])
        case .catches: catches()
        case .acrossThenAlong:
            let across = leg(outwards * share(0, 3), sign() * share(5, 40), between(50, 300))
            finger(hand, anywhere(), dice.below(2) == 0 ? [across, back(0.5)] : [back(0.5), across, down()])
        case .palm:
            finger(hand, anywhere(), [dice.below(2) == 0 ? back(0.3) : rest(between(20, 400))], end: .palm)
        case .pair:
            let (way, y) = (dice.below(2) == 0 ? back() : down(), share(0.1, 0.7))
            let delay = dice.below(2) == 0 ? 0 : between(5, 60)
            finger(hand, .leading(share(0, 12), y), [way])
            finger(hand, .leading(share(0, 12), y + share(0.05, 0.25)), [way], after: delay)
        case .holderAndScroller:
            let hold = [leg(0, height * share(0.05, 0.4), between(100, 300)), rest(between(400, 1200))]
            finger(hand, .bar, hold + (dice.below(2) == 0 ? [down()] : []))
            let way = leg(0, sign() * height * share(0.05, 0.4), between(60, 300))
            finger(hand, .list(dice.below(2)), [way], after: between(150, 900))
        case .twoLists:
            finger(hand, .list(0), [leg(0, sign() * height * share(0.05, 0.4), between(80, 600))])
            finger(
                hand, .list(1), [leg(0, sign() * height * share(0.05, 0.4), between(80, 600))],
                after: dice.below(2) == 0 ? 0 : between(5, 300))
        case .stays:
            let first = dice.below(2) == 0 ? [rest(4000)] : [back(), rest(4000)]
            finger(
                hand, anywhere(), first + (dice.below(2) == 0 ? [back(0.5)] : []),
                end: dice.below(3) == 0 ? .stays : .lift)
        case .tapOutside: finger(hand, .outside, press())
        case .neverDown: finger(hand, anywhere(), [rest(10)], end: .neverDown)
        case .comesTwice: finger(hand, .leading(share(0, 7), share(0.1, 0.9)), [back()], end: .comesTwice)
        case .many:
            for _ in 0..<between(3, 9) {
                finger(
                    hand, anywhere(), dice.below(3) == 0 ? [back(0.4)] : press(), after: dice.below(2) * between(0, 60))
            }
        case .twoPullers:
            for turn in 0..<2 {
                var legs = [leg(width * share(-0.05, 0.05), height * share(-0.1, 0.6), between(60, 500))]
                if dice.below(2) == 0 { legs.append(leg(0, height * share(-0.5, 0.3), between(60, 500))) }
                if dice.below(3) == 0 { legs.append(rest(between(60, 700))) }
                let aim = dice.below(2) == 0 ? HandStroke.Aim.bar : .share(share(0.1, 0.9), share(0.1, 0.6))
                finger(hand, aim, legs, after: turn * between(0, 500))
            }
        case .wanders:
            let legs = (0..<between(1, 5)).map { _ in
                leg(width * share(-0.4, 0.4), height * share(-0.5, 0.5), between(30, 400))
            }
            finger(hand, anywhere(), legs)
        case .slides:
            let legs = (0..<between(1, 4)).map { _ in
                leg(width * share(-0.5, 0.5), height * share(-0.03, 0.03), between(60, 500))
            }
            finger(hand, .slider(dice.below(2), share(0, 1)), legs)
        case .slidesAndSwipes:
            let slide = leg(width * share(-0.4, 0.4), 0, between(80, 400))
            finger(
                hand, .slider(dice.below(2), share(0, 1)),
                [slide, rest(between(20, 900)), leg(-slide.way.x * share(0.2, 1), 0, between(80, 400))])
            let way = back()
            let legs = dice.below(2) == 0 ? [way] : [way, leg(-way.way.x * share(0.3, 1), 0, between(60, 400))]
            let aim = HandStroke.Aim.leading(share(0, 7), share(0.1, 0.95))
            finger(hand, dice.below(4) == 0 ? .slider(0, share(0, 1)) : aim, legs, after: between(100, 600))
        case .uncovers:
            let row = dice.below(6)
            finger(hand, .actions(row), [leg(sign() * width * share(0.05, 0.7), 0, between(60, 500))])
            if dice.below(2) == 0 {
                finger(hand, .actions(row + dice.below(2)), [back(0.4)], after: between(20, 700))
            }
        case .letters:
            let legs = (0..<between(1, 4)).map { _ in leg(0, height * share(-0.5, 0.5), between(60, 400)) }
            finger(hand, .index(share(0, 1)), legs)
            if dice.below(2) == 0 { finger(hand, .index(share(0, 1)), [back(0.5)], after: between(20, 400)) }
        case .pinch:
            let (x, y, apart) = (share(0.3, 0.7), share(0.3, 0.7), share(10, 40))
            for way in [1.0, -1] { finger(hand, .share(x + way * 0.05, y), [leg(way * apart, 0, 300)]) }
        }
    }

    private mutating func doubleTap(_ hand: Hand, _ aim: HandStroke.Aim) {
        let pair = newPair()
        let span = between(30, 90)
        let first = finger(hand, aim, [rest(span)], pair: pair)
        finger(
            hand, .again(first), [rest(between(30, 90))], after: span + between(40, 220),
            beside: Vector(share(-2, 2), share(-2, 2)), pair: pair)
    }

    /// Something begins to move, and a finger comes to it a moment later.
    private mutating func catches() {
        let start: Int
        switch dice.below(5) {
        case 0: start = 0
        case 1:
            finger(.catches, .row(dice.below(6)), [rest(60)])
            start = 60
        case 2:
            finger(.catches, .back, [rest(60)])
            start = 60
        case 3:
            let way = leg(0, height * 0.5, 150)
            finger(.catches, .bar, [way])
            start = 150
        default:
            finger(.catches, .leading(2, share(0.1, 0.9)), [leg(outwards * width * 0.4, 0, 150)])
            start = 150
        }
        var legs: [HandStroke.Leg] = []
        if dice.below(2) == 0 { legs.append(rest(between(30, 500))) }
        switch dice.below(6) {
        case 0: legs.append(rest(60))
        case 1: legs.append(leg(outwards * share(3, 0.5 * width), 0, between(50, 400)))
        case 2: legs.append(leg(-outwards * share(3, 0.5 * width), 0, between(50, 400)))
        case 3: legs.append(leg(share(-3, 3), sign() * share(5, 0.4 * height), between(50, 400)))
        case 4:
            legs += [
                leg(0, share(-20, 20), between(50, 150)), leg(sign() * share(5, 0.4 * width), 0, between(50, 300)),
            ]
        default:
            legs += [
                leg(outwards * share(3, 60), 0, between(50, 300)), leg(-outwards * share(3, 60), 0, between(50, 300)),
            ]
        }
        finger(
            .catches, anywhere(), legs, after: start + between(20, 500), end: dice.below(12) == 0 ? .palm : .lift)
    }
}

extension HandAct {
    /// How long (ms) it takes.
    var span: Int {
        switch deed {
        case .stroke(let stroke): stroke.legs.reduce(0) { $0 + $1.span }
        case .code: 0
        }
    }
}
