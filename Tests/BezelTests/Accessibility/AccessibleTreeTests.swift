// The accessible tree as values: its texts, its events, and its answers.

import Accessibility
import TestRandomness
import Testing

private typealias Node = AccessibleNode

@Suite struct AccessibleTreeTests {
    // MARK: Texts

    @Test func `a text is told in characters, words, sentences and lines`() {
        let text = AccessibleText("Two flags 🇨🇭 wave. They rest.\nThe end", selection: 10..<11)
        #expect(text.count == 37 && text.selection == 10..<12)
        func part(_ offset: Int, _ kind: AccessibleText.Granularity) -> String { text.part(at: offset, kind).text }
        #expect(part(0, .word) == "Two " && part(2, .word) == "Two " && part(4, .word) == "flags ")
        #expect(part(0, .sentence) == "Two flags 🇨🇭 wave. " && part(20, .sentence) == "They rest.\n")
        #expect(part(35, .line) == "The end" && part(3, .line) == "Two flags 🇨🇭 wave. They rest.\n")
        #expect(part(37, .line).isEmpty && part(-1, .word).isEmpty && text.text(from: 30, to: -1) == "The end")
        #expect(text.part(before: 4, .word).text == "Two " && text.part(after: 4, .word).range == 10..<13)
        #expect(AccessibleText("你好。再见。").part(at: 4, .sentence).text == "再见。")
    }

    @Test(arguments: 0..<20) func `the parts of a text are the text, whatever it is`(_ seed: UInt64) {
        var random = SplitMix(seed)
        let letters = Array("a b.\n é。🇨🇭\r\n!  x")
        let string = String(
            (0..<Int.random(in: 0...40, using: &random)).map { _ in letters.randomElement(using: &random)! })
        let text = AccessibleText(string)
        for kind in [AccessibleText.Granularity.character, .word, .sentence, .line, .paragraph] {
            var (all, place) = ("", 0)
            while place < text.count {
                let part = text.part(at: place, kind)
                #expect(part.range.lowerBound == place && part.range.upperBound > place)
                all += part.text
                place = part.range.upperBound
            }
            #expect(all.unicodeScalars.elementsEqual(string.unicodeScalars))
        }
        for offset in [-5, 0, 7, 1000, .max, .min] {
            _ = (text.text(from: offset, to: 3), text.part(before: offset, .word), text.part(after: offset, .word))
        }
    }

    // MARK: Events

    /// What a client knows that hears events, and asks what is in an element when that is new.
    private struct Client {
        var children: [Int?: [Int]] = [:]
        var names: [Int: String] = [:]
        var states: [Int: Set<String>] = [:]
        var texts: [Int: [Unicode.Scalar]] = [:]
        var active: Int?

        mutating func learn(_ id: Int, from tree: AccessibleTree) {
            guard let node = tree.nodes[id], names[id] == nil else { return }
            children[id] = node.children
            names[id] = node.name
            states[id] = Set(Self.names(node.states))
            texts[id] = node.text.map { Array($0.string.unicodeScalars) }
            for child in node.children { learn(child, from: tree) }
        }

        static func names(_ states: AccessibleStates) -> [String] {
            [
                (AccessibleStates.checked, "checked"), (.sensitive, "sensitive"), (.focused, "focused"),
                (.active, "active"),
            ]
            .filter { states.contains($0.0) }.map(\.1)
        }

        mutating func hear(_ event: AccessibleEvent, of tree: AccessibleTree) {
            switch (event.name, event.detail, event.value) {
            case ("ChildrenChanged", "add", .node(let id)):
                children[event.node, default: []].insert(id, at: event.first)
                learn(id, from: tree)
            case ("ChildrenChanged", "remove", .node(let id)): children[event.node]?.removeAll { $0 == id }
            case ("PropertyChange", "accessible-name", .text(let name)): names[event.node!] = name
            case ("StateChanged", let state, _) where event.node.map { states[$0] != nil } == true:
                if event.first == 1 { states[event.node!]?.insert(state) } else { states[event.node!]?.remove(state) }
            case ("TextChanged", "delete", _):
                texts[event.node!]?.removeSubrange(event.first..<event.first + event.second)
            case ("TextChanged", "insert", .text(let text)):
                texts[event.node!]?.insert(contentsOf: text.unicodeScalars, at: event.first)
            case ("RemoveAccessible", _, .node(let id)):
                (children[id], names[id], states[id], texts[id]) = (nil, nil, nil, nil)
            case ("Activate", _, _): active = event.node
            default: break
            }
        }
    }

    /// A tree of some of the elements 1 to 12, anywhere in it.
    private static func tree(_ random: inout SplitMix) -> AccessibleTree {
        var screens: [[Node]] = []
        var ids = Array(1...12).shuffled(using: &random)
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            var nodes: [Node] = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                guard let id = ids.popLast() else { break }
                var states: AccessibleStates = [.showing]
                if Bool.random(using: &random) { states.insert(.checked) }
                if Bool.random(using: &random) { states.insert(.sensitive) }
                let name = "\(Int.random(in: 0...2, using: &random))"
                var node = Node(
                    id: id, role: nodes.isEmpty ? .frame : .entry, name: name, states: states,
                    frame: .init(x: 0, y: 0, width: 9, height: 9))
                node.text = AccessibleText(String((0..<3).map { _ in "aé🇨".randomElement(using: &random)! }))
                if let parent = nodes.indices.randomElement(using: &random) {
                    node.parent = nodes[parent].id
                    nodes[parent].children.append(id)
                }
                nodes.append(node)
            }
            if let one = nodes.indices.last, Bool.random(using: &random) { nodes[one].states.insert(.focused) }
            if !nodes.isEmpty { screens.append(nodes) }
        }
        return AccessibleTree(screens, active: 0, language: "en")
    }

    @Test(arguments: 0..<100) func `who hears the events knows the tree`(_ seed: UInt64) {
        var random = SplitMix(seed)
        var old = AccessibleTree()
        var client = Client()
        for _ in 0..<20 {
            let tree = Self.tree(&random)
            for event in tree.events(since: old) { client.hear(event, of: tree) }
            #expect(client.children[nil] ?? [] == tree.windows)
            for (id, node) in tree.nodes {
                #expect(client.children[id] == node.children, "\(id)")
                #expect(client.names[id] == node.name)
                #expect(
                    client.states[id].map { $0.subtracting(["showing"]) } == Set(Client.names(node.states)), "\(id)")
                #expect(client.texts[id] == node.text.map { Array($0.string.unicodeScalars) })
            }
            if let window = tree.windows.first { #expect(client.active == window) }
            #expect(Set(client.names.keys) == Set(tree.nodes.keys))
            #expect(tree.events(since: tree).isEmpty)
            old = tree
        }
    }

    @Test func `a value tells that it changes: a number as the value, words alone as an attribute`() {
        func tree(_ share: Double?, _ value: String) -> AccessibleTree {
            var node = Node(
                id: 1, role: .slider, name: "Volume", states: [], frame: .init(x: 0, y: 0, width: 9, height: 9))
            (node.share, node.value) = (share, value)
            return AccessibleTree([[node]], active: 0, language: "")
        }
        let words = tree(nil, "on").events(since: tree(nil, "off"))
        #expect(words.map(\.name) == ["AttributesChanged"] && words.map(\.detail) == ["valuetext"])
        #expect(tree(nil, "on").events(since: tree(nil, "on")).isEmpty)
        let events = tree(0.5, "half").events(since: tree(0.25, "quarter"))
        #expect(events.map(\.detail) == ["accessible-value"] && events.map(\.value) == [.number(50)])
    }

    // MARK: Answers

    @Test func `whatever a client asks, it gets an answer or a refusal, and only what can be pressed is pressed`() {
        var button = Node(
            id: 2, role: .pushButton, name: "Buy", states: [.sensitive, .focusable],
            frame: .init(x: 10, y: 20, width: 30, height: 40))
        var label = Node(
            id: 3, role: .label, name: "Words", states: [.showing], frame: .init(x: 12, y: 22, width: 5, height: 5))
        label.text = AccessibleText("Words")
        var page = Node(
            id: 1, role: .frame, name: "Page", states: [], frame: .init(x: 0, y: 0, width: 100, height: 100))
        (page.children, button.parent, button.children, label.parent) = ([2], 1, [3], 2)
        var answering = Answering(
            AccessibleTree([[page, button, label]], active: 0, language: "de-CH"), application: "kiosk", version: "1")
        var pressed: [AccessibilityRequest] = []
        func ask(_ path: String, _ interface: String, _ member: String, _ signature: String, _ arguments: [BusValue])
            -> BusAnswer
        {
            answering.answer(
                BusCall(
                    path: path, interface: interface, member: member, signature: signature, arguments: arguments)
            ) {
                pressed.append($0)
                return true
            }
        }
        let prefix = "/org/a11y/atspi/accessible/"
        let at = ask(
            prefix + "1", "org.a11y.atspi.Component", "GetAccessibleAtPoint", "iiu", [.int(13), .int(23), .uint(0)])
        #expect(at == .values([.structure([.string(""), .path(prefix + "3")])]))
        #expect(ask(prefix + "2", "org.a11y.atspi.Action", "DoAction", "i", [.int(0)]) == .values([.boolean(true)]))
        #expect(pressed == [.press(2)])
        #expect(
            ask(prefix + "3", "org.a11y.atspi.Component", "GetExtents", "u", [.uint(2)])
                == .values([.structure([.int(2), .int(2), .int(5), .int(5)])]))
        // Everything that can be asked, of everything, with every kind of arguments.
        let (least, most) = (Int(Int32.min), Int(Int32.max))
        let arguments: [(String, [BusValue])] = [
            ("", []), ("i", [.int(least)]), ("i", [.int(7)]), ("u", [.uint(.max)]), ("s", [.string("")]),
            ("iu", [.int(most), .uint(.max)]), ("ii", [.int(-9), .int(most)]),
            ("iiu", [.int(least), .int(most), .uint(2)]),
            ("iii", [.int(0), .int(1), .int(2)]), ("ss", [.string("org.a11y.atspi.Text"), .string("CaretOffset")]),
            ("ssv", [.string("org.a11y.atspi.Value"), .string("CurrentValue"), .variant(.double(.nan))]),
            ("ib", [.int(0), .boolean(true)]), ("is", [.int(0), .string("x")]),
            ("(so)", [.structure([.string(""), .path("/")])]),
        ]
        let members = [
            "GetChildAtIndex", "GetChildren", "GetIndexInParent", "GetRelationSet", "GetRole", "GetRoleName",
            "GetState",
            "GetAttributes", "GetApplication", "GetInterfaces", "GetExtents", "Contains", "GetAccessibleAtPoint",
            "GetSize",
            "GetPosition", "GetLayer", "GetText", "GetStringAtOffset", "GetTextAtOffset", "GetTextBeforeOffset",
            "GetTextAfterOffset", "GetCharacterAtOffset", "GetSelection", "GetCharacterExtents", "GetRangeExtents",
            "GetActions", "GetName", "GetItems", "GetLocale", "Get", "GetAll", "Set", "Embedded", "",
        ]
        pressed = []
        var answers = 0
        for path in ["root", "1", "2", "3", "4", "", "-1", "99999999999999999999"].map({ prefix + $0 }) + [
            "/", "/org/a11y/atspi/cache",
        ] {
            for interface in [
                "Accessible", "Application", "Component", "Action", "Value", "Text", "Cache", "Socket", "",
            ] {
                for member in members {
                    for (signature, values) in arguments {
                        if case .values = ask(path, "org.a11y.atspi." + interface, member, signature, values) {
                            answers += 1
                        }
                        _ = ask(path, "org.freedesktop.DBus.Properties", member, signature, values)
                    }
                }
            }
        }
        #expect(answers > 60 && pressed.isEmpty)
    }

    @Test func `the environment says where the bus is, or that there is none`() {
        func address(_ variables: [String: String], _ files: Set<String> = []) -> BusAddress? {
            BusAddress({ variables[$0] }, exists: files.contains)
        }
        #expect(address([:]) == nil && address(["XDG_RUNTIME_DIR": "/run/user/7"]) == nil)
        #expect(
            address(["XDG_RUNTIME_DIR": "/run/user/a b"], ["/run/user/a b/bus"])
                == .session("unix:path=/run/user/a%20b/bus"))
        #expect(address(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/s"]) == .session("unix:path=/s"))
        let both = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/s", "AT_SPI_BUS_ADDRESS": "unix:path=/a"]
        #expect(address(both) == .accessibility("unix:path=/a"))
        #expect(address(both.merging(["NO_AT_BRIDGE": "1"]) { $1 }) == nil)
        #expect(address(both.merging(["NO_AT_BRIDGE": "0"]) { $1 }) != nil)
    }
}
