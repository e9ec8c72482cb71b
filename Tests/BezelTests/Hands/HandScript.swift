// What random hands do, as plain data: it can be played again, and shrunk until a person can read it.

import Geometry
import Stage

/// Everything that happens to one stage, from its first picture to the last finger.
struct HandScript {
    var setting: HandSetting
    /// In the order in which they begin.
    var acts: [HandAct]

    /// Whether the script has only touches, on pages that a recording can name, so that `bezel replay` can play it.
    var isReplayable: Bool {
        setting.isOwn && HandFolder(setting.kiosk) == nil && !setting.stack.contains { HandProbe.isName($0) }
            && acts.allSatisfy { if case .stroke = $0.deed { true } else { false } }
    }

    /// Whether code pops pages that lie beneath a sheet.
    var takesPagesFromBeneath: Bool {
        acts.contains { if case .code(.popBeneath) = $0.deed { true } else { false } }
    }
}

/// One thing that happens.
struct HandAct {
    /// When it begins, in ms from the start.
    var time: Int
    var deed: Deed

    enum Deed {
        case stroke(HandStroke)
        case code(HandCode)
    }
}

/// A finger, from where it comes down to where it leaves.
struct HandStroke {
    /// The act that it is part of, in words.
    var what: String
    var finger: Int
    var aim: Aim
    /// From where it aims to where it comes down, in mm.
    var beside = Vector.zero
    var legs: [Leg] = []
    var end = End.lift
    /// How many of 100 reports get lost.
    var lost = 0
    /// The number of a group of taps that one person means as one: at most one of them opens or leaves a page.
    var pair: Int?

    struct Leg {
        /// How far it goes, in mm.
        var way = Vector.zero
        /// For how long, in ms.
        var span: Int
    }

    /// What a person aims at.
    enum Aim {
        /// A share of the panel.
        case share(Double, Double)
        /// That far (mm) from the leading edge, or from the trailing one, at a share of the height.
        case leading(Double, Double)
        case trailing(Double, Double)
        /// What can be tapped in the screen in front, counted from its top.
        case row(Int)
        /// The way back in the bar in front.
        case back
        /// The middle of the bar in front.
        case bar
        /// Beside the sheet.
        case outside
        /// A scroll view in the screen in front.
        case list(Int)
        /// A slider in the screen in front, at a share of its length.
        case slider(Int, Double)
        /// A row with actions in the screen in front.
        case actions(Int)
        /// The index beside a list, at a share of its height.
        case index(Double)
        /// Where that finger came down last.
        case again(Int)
    }

    enum End: String {
        case lift, palm
        /// The finger never lifts by itself.
        case stays
        /// The panel reports the finger down again where it lifts, and then the lift.
        case comesTwice
        /// The finger was never down; the panel reports its lift.
        case neverDown
    }
}

/// What an app, or the machine, does meanwhile.
enum HandCode: String, CaseIterable {
    case push, pushAtOnce, pop, popAtOnce, goBack, popToRoot, replaceAll, replaceTop, present, presentAtOnce, dismiss
    case dismissAtOnce, leave, resize, turn, reload, begin, removeView, direction, settings, cancelTouches, answerYes
    case answerNo, popBeneath
}

/// Where it happens.
struct HandSetting {
    var kiosk: HandKiosk
    /// As `bezel replay --stack` has it; test screens are called p and a number.
    var stack: [String]
    var panel: Panel
    /// The panel's scan rate in Hz.
    var rate: Int
    /// Whether gestures are set as the kiosk sets them.
    var isOwn = true
    var pop = PopStyle.edge
    var pull = PullStyle.continuous
    var trailing = TrailingStyle.off
    var isResampling = true
    var direction = LayoutDirection.leftToRight
    var look = Look.moving
    /// How long (ms) before it is shown a frame is planned.
    var lead = 0
    var last = Last.cancelled
    /// When (ms) it ends, if that is before all is done.
    var cut: Int?

    /// What is asked of the stage at each refresh.
    enum Look: String { case nothing, moving, pictures }

    /// How it ends.
    enum Last: String {
        case lifted, cancelled
        /// The stage is released with the fingers down.
        case thrownAway
    }
}

enum HandKiosk: String, CaseIterable { case museum, gallery, app, controls, arabic, chinese }

// MARK: In words

extension HandScript: CustomStringConvertible {
    var description: String {
        (["\(setting)"]
            + acts.map { act in
                switch act.deed {
                case .stroke(let stroke): "\(act.time) ms: \(stroke)"
                case .code(let code): "\(act.time) ms: by code: \(code.rawValue)"
                }
            }).joined(separator: "\n")
    }
}

extension HandStroke: CustomStringConvertible {
    var description: String {
        let legs = legs.map { leg in
            leg.way == .zero
                ? "rests \(leg.span) ms"
                : "goes (\(Int(leg.way.x.rounded())), \(Int(leg.way.y.rounded()))) mm in \(leg.span) ms"
        }
        let offset = beside == .zero ? "" : " + (\(Int(beside.x.rounded())), \(Int(beside.y.rounded()))) mm"
        return "\(what): finger \(finger) at \(aim)\(offset), \(legs.joined(separator: ", ")), \(end.rawValue)"
            + (lost > 0 ? ", \(lost) % of its reports lost" : "")
    }
}

extension HandSetting: CustomStringConvertible {
    var description: String {
        let panel =
            "\(panel.pixels.width)×\(panel.pixels.height), \(Int(panel.millimetres.width))×\(Int(panel.millimetres.height)) mm"
        let gestures =
            isOwn
            ? "its own gestures"
            : "pop \(pop.rawValue), pull \(pull.rawValue), trailing \(trailing.rawValue), \(direction.rawValue)"
        return
            "\(kiosk.rawValue) [\(stack.joined(separator: ","))] on \(panel), \(rate) Hz, \(gestures), \(isResampling ? "resampling" : "not resampling"), looked at: \(look.rawValue) \(lead) ms ahead, at the end \(last.rawValue)\(cut.map { " after \($0) ms" } ?? "")"
    }
}
