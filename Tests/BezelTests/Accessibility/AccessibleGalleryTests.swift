// What a screen reader is told of each screen of the gallery is what is on the glass.

import Bezel
import Geometry
import Linux
import Machine
import Synchronization
import Testing

@testable import Accessibility
@testable import Gallery
@testable import Interface
@testable import Run
@testable import Stage

@Suite(.serialized) struct AccessibleGalleryTests {
    /// The names of libatspi for the roles of the tree.
    private static let roles: [Spoken.Role: String] = [
        .text: "label", .heading: "heading", .button: "push button", .link: "link", .image: "image", .slider: "slider",
        .switching: "toggle button", .progress: "progress bar", .textbox: "entry", .group: "grouping",
        .radio: "radio button", .tab: "page tab", .spinButton: "spin button", .gridCell: "table cell",
        .alertdialog: "alert", .dialog: "dialog", .status: "notification",
    ]
    /// AtspiStateType.
    private static let (checked, sensitive, selected, showing, visible) = (4, 24, 23, 25, 30)

    @Test func `each screen is told as it is on the glass: names, roles, states, values and places`() throws {
        let bus = try PrivateBus()
        defer { bus.end() }
        let published = try AccessibilityBus(
            .session(bus.session), application: "gallery", version: "1", asked: Wakeup(), log: { _, _ in })
        defer { published.close() }
        let client = try BusClient(bus.address)
        let kiosk = try #require(try client.wait { try client.applications().last })
        #expect(try client.text(kiosk) == "gallery")
        let (reader, panel) = (TreeReader(), Panel(pixels: PixelSize(1080, 1920), millimetres: Size(296, 527)))
        let (stage, _) = GalleryTests.stage(HomeScreen())
        stage.change(to: panel)
        var found = 0
        for make in [nil] + GalleryTests.screens.map(Optional.some) {
            let screen = make?()
            if let screen { stage.navigator.push(screen, animated: false) }
            stage.advance(to: stage.now + .seconds(2))
            let all = stage.spokenViews(andBeyondGlass: true)
            let spoken = TreeReader.withoutRepeated(all[...])
            // Nothing is left out that is not said by the control around it.
            for one in all where !spoken.contains(where: { $0.view === one.view }) {
                let outer = spoken.filter { one.view.isInside($0.view) }
                #expect(outer.contains { $0.spoken.label.contains(one.spoken.label) }, "\(one.spoken.label)")
            }
            published.publish(AccessibleTree([reader.read(stage)], active: 0, language: "en"))
            let page = try client.wait { () -> BusClient.Element? in
                // The page before may go while it is looked at.
                let page = try client.children(kiosk).first
                return page.flatMap { try? client.text($0) } == stage.frontNavigator.top.title ? page : nil
            }
            let window = try #require(page, "\(stage.frontNavigator.top.name) is not told")
            #expect(try client.states(window).contains(1), "the page is active")
            let elements = try client.all(in: window).dropFirst()
            #expect(elements.count == spoken.count, "\(stage.frontNavigator.top.name)")
            // Elements come after those that they are in, in both.
            for (element, one) in zip(elements, spoken) { try compare(element, one, client, panel) }
            found += elements.count
            if screen != nil { stage.navigator.pop(animated: false) }
        }
        #expect(found > 400)
    }

    @Test(arguments: await MainActor.run { GalleryTests.screens.indices }) func `everything that is told has a name`(
        _ index: Int
    ) {
        let (stage, _) = GalleryTests.stage(HomeScreen())
        stage.navigator.push(GalleryTests.screens[index](), animated: false)
        stage.advance(to: stage.now + .seconds(2))
        // What only scrolls is no control.
        let told = stage.spokenViews(andBeyondGlass: true).filter { !($0.view is ScrollView) }
        let nameless = told.filter { $0.spoken.label.isEmpty }.map(\.spoken)
        #expect(nameless.isEmpty && !told.isEmpty, "\(nameless)")
    }

    @Test func `what stays while the keyboard comes and goes keeps its role and what it belongs to`() {
        let reader = TreeReader()
        let (stage, _) = GalleryTests.stage(HomeScreen())
        var fields = 0
        for make in GalleryTests.screens {
            let screen = make()
            stage.navigator.push(screen, animated: false)
            stage.advance(to: stage.now + .seconds(2))
            func nodes() -> [Int: AccessibleNode] {
                Dictionary(uniqueKeysWithValues: reader.read(stage).map { ($0.id, $0) })
            }
            let before = nodes()
            let field = stage.spokenViews(andBeyondGlass: true).first { $0.spoken.role == .textbox }?.view as? FieldView
            if let field {
                fields += 1
                field.beginEditing()
                for _ in 0..<2 {
                    stage.advance(to: stage.now + .seconds(2))
                    for (id, node) in nodes() {
                        guard let old = before[id] else { continue }
                        #expect(node.parent == old.parent && node.role == old.role, "\(node.name) on \(screen.name)")
                    }
                    field.endEditing()
                }
            }
            stage.navigator.pop(animated: false)
            stage.advance(to: stage.now + .seconds(2))
        }
        #expect(fields > 2)
    }

    @Test func `the question whether anybody is still there is told, over what it covers`() throws {
        let (stage, _) = GalleryTests.stage(HomeScreen())
        let card = StillThereCard(on: stage, until: stage.now + .seconds(10), language: "en")
        stage.cover = card
        card.begin()
        stage.advance(to: stage.now + .seconds(1))
        let nodes = TreeReader().read(stage)
        let question = try #require(nodes.first { $0.role == .alert })
        #expect(!question.name.isEmpty && question.states.contains(.modal) && question.children.count == 3)
        #expect(stage.spokenText.contains("alertdialog"))
        card.close()
    }

    private static func role(of spoken: Spoken) -> String {
        spoken.editing?.isSecure == true ? "password text" : roles[spoken.role] ?? ""
    }

    private func compare(_ element: BusClient.Element, _ one: SpokenView, _ client: BusClient, _ panel: Panel) throws {
        let (spoken, name) = (one.spoken, "\(one.spoken)")
        #expect(try client.text(element) == spoken.label)
        #expect(
            try client.call(element, "Accessible", "GetRoleName")
                == [.string(one.view is ScrollView ? "scroll pane" : Self.role(of: spoken))], "\(name)")
        #expect(try client.text(element, "Accessible", "Description") == spoken.hint ?? "")
        let states = try client.states(element)
        #expect(states.contains(Self.sensitive) == spoken.isEnabled, "\(name)")
        #expect(states.contains(Self.showing) == one.isSeen && states.contains(Self.visible))
        #expect(
            (states.contains(Self.checked) || states.contains(Self.selected)) == (spoken.isOn == true), "\(name)")
        let (across, down) = (panel.density(.horizontal), panel.density(.vertical))
        let frame = one.frame
        let edges = [frame.minX * across, frame.minY * down, frame.maxX * across, frame.maxY * down].map {
            Int($0.rounded())
        }
        #expect(
            try client.numbers(element, "Component", "GetExtents", [.uint(0)])
                == [edges[0], edges[1], edges[2] - edges[0], edges[3] - edges[1]], "\(name)")
        if let share = spoken.share {
            #expect(try client.property(element, "Value", "CurrentValue") == .double(100 * share))
            #expect(try client.text(element, "Value", "Text") == spoken.value ?? "")
        }
        if spoken.editing != nil {
            #expect(try client.call(element, "Text", "GetText", [.int(0), .int(-1)]) == [.string(spoken.value ?? "")])
        }
        if spoken.role == .text {
            #expect(try client.call(element, "Text", "GetText", [.int(0), .int(-1)]) == [.string(spoken.label)])
        }
    }
}

extension View {
    /// Whether the view is in `view`.
    fileprivate func isInside(_ view: View) -> Bool {
        superview.map { $0 === view || $0.isInside(view) } ?? false
    }
}
