// What an app says about elements in place of what they say themselves.

import Drawing
import Geometry
import Layers
import Observation
import Stage
import Testing

@testable import Interface

@Suite struct AccessibilityTests {
    private func told(@ElementBuilder _ content: @escaping () -> Elements) -> [Spoken] {
        ElementGlass(content).stage.spokenViews.map(\.spoken)
    }

    private func drawn(_ description: String) -> some Element {
        Drawn(1, description: description) { _, canvas, _ in canvas.fill(.black) }.frame(width: .em(4), height: .em(4))
    }

    @Test func `a control, a picture and a text get a name in place of their own`() {
        let spoken = told {
            Button("🛒", icon: .close, isIconOnly: true) {}.accessibilityLabel("Cart, 3 things")
            drawn("").accessibilityLabel("A harbour at night")
            drawn("A drawing").accessibilityLabel("A harbour by day")
            Text("12 °").accessibilityLabel("12 degrees")
            Toggle("Gift", isOn: true) { _ in }.accessibilityLabel("As a gift")
            Slider("", value: 0.5) { _ in }.accessibilityLabel("Volume")
            Progress(0.5).accessibilityLabel("Payment")
            Spinner().accessibilityLabel("Please wait")
            Icon(.close).onTap {}.accessibilityLabel("Close")
            Icon(.close).accessibilityLabel("Remove").onTap {}
        }
        #expect(
            spoken.map(\.label) == [
                "Cart, 3 things", "A harbour at night", "A harbour by day", "12 degrees", "As a gift", "Volume",
                "Payment", "Please wait", "Close", "Remove", "Remove",
            ])
        #expect(
            spoken.map(\.role) == [
                .button, .image, .image, .text, .switching, .slider, .progress, .progress, .button, .button, .image,
            ])
        #expect(spoken[4].isOn == true && spoken[5].share == 0.5)
    }

    @Test func `what is named can be pressed where it is`() throws {
        var taps = 0
        let glass = ElementGlass {
            Icon(.close).onTap { taps += 1 }.accessibilityHint("Empties the cart").accessibilityLabel("Empty")
            Icon(.plus).onTap { taps += 10 }.disabled().accessibilityLabel("More")
        }
        for name in ["Empty", "More"] {
            let one = try #require(glass.stage.spokenViews.first { $0.spoken.label == name })
            #expect(one.spoken.role == .button && one.spoken.isEnabled == (name == "Empty"))
            glass.tap(one.view)
        }
        #expect(taps == 1)
    }

    @Test func `what is hidden is told nowhere, and names nothing around it`() {
        let spoken = told {
            Row {
                drawn("Flower").accessibilityHidden()
                Text("Roses")
            }
            .onTap {}
            drawn("Flower").accessibilityHidden(false)
            Column { Button("Never") {} }.accessibilityHidden()
        }
        #expect(spoken.map(\.label) == ["Roses", "Roses", "Flower"])
    }

    @Test func `a value, a hint and a role are told as well`() {
        let spoken = told {
            Text("Concerts").accessibilityRole(.heading)
            Button("Buy") {}.accessibilityHint("Opens the cart").accessibilityValue("2 things")
            Column {
                Text("Today")
                Text("at eight")
            }
            .accessibilityRole(.heading)
            Column {
                Text("Tea")
                Button("Add") {}
            }
            .accessibilityHint("Hot")
        }
        #expect(
            spoken == [
                Spoken(.heading, "Concerts"), Spoken(.button, "Buy", value: "2 things", hint: "Opens the cart"),
                Spoken(.heading, "Today, at eight"), Spoken(.group, "Tea", hint: "Hot"), Spoken(.button, "Add"),
            ])
    }

    @Test(arguments: AccessibilityChildren.all) func `a card is one element, or a group`(
        children: AccessibilityChildren
    ) {
        func card() -> some Element {
            Column {
                drawn("Two violins")
                Text("Bach")
                Text("8 pm")
                Button("Buy") {}
            }
        }
        let plain = told { card().accessibilityElement(children: children) }
        // The order of the two does not matter.
        let named = [
            told { card().accessibilityElement(children: children).accessibilityLabel("A concert") },
            told { card().accessibilityLabel("A concert").accessibilityElement(children: children) },
        ]
        let all = ["Two violins", "Bach", "8 pm", "Buy"]
        switch children {
        case .contain:
            #expect(plain.map(\.label) == all)
            for spoken in named { #expect(spoken.map(\.label).filter { !$0.isEmpty } == ["A concert"] + all) }
        case .combine:
            #expect(plain.map(\.label) == ["Two violins, Bach, 8 pm", "Buy"] && plain[0].role == .group)
            #expect(named[0].map(\.label) == ["A concert", "Buy"])
        case .ignore:
            #expect(plain.isEmpty)
            for spoken in named { #expect(spoken == [Spoken(.text, "A concert")]) }
        }
    }

    @Test func `a name for a list is that of the list, however many rows it has`() {
        for count in [1, 2, 40] {
            let spoken = told {
                List { ForEach(0..<count, id: \.self) { ListRow("Train \($0)") } }.accessibilityLabel("Trains")
            }
            #expect(spoken.prefix(2) == [Spoken(.group, "Trains"), Spoken(.text, "Train 0")])
        }
    }

    @Test func `a field that is named is the field, with what is wrong and how to type it as its hint`() {
        let spoken = told {
            TextField("Mail", text: "ada", prompt: "you@example.com", problem: "There is no @.") { _ in }
                .accessibilityHint("For the receipt")
            TextField("", text: "", prompt: "Name") { _ in }
            SearchField("Find", text: "") { _ in }
        }
        let fields = spoken.filter { $0.role == .textbox }
        #expect(fields.map(\.label) == ["Mail", "Name", "Find"])
        #expect(fields.map(\.hint) == ["There is no @. you@example.com For the receipt", nil, nil])
        #expect(spoken.contains(Spoken(.text, "There is no @.")))
    }

    @Test func `a hint changes with the problem of a field, in the same view`() throws {
        let form = Form()
        let glass = ElementGlass {
            TextField("Code", text: form.text, problem: form.text.isEmpty ? "It is empty." : nil) { form.text = $0 }
        }
        func field() throws -> SpokenView {
            try #require(glass.stage.spokenViews.first { $0.spoken.role == .textbox })
        }
        let before = try field()
        #expect(before.spoken.hint == "It is empty." && before.spoken.editing?.hasProblem == true)
        #expect(glass.stage.spokenText.contains("textbox \"Code\" = \"\", hint \"It is empty.\""))
        form.text = "7"
        glass.settle()
        let after = try field()
        #expect(after.spoken.hint == nil && after.view === before.view)
    }

    @Observable final class Form { var text = "" }

    @Test func `what is said changes, and the views stay`() {
        let form = Form()
        let glass = ElementGlass {
            Button("+") {}.accessibilityLabel("More \(form.text)").accessibilityValue(form.text)
            drawn("").accessibilityLabel(form.text)
            Text("Row").accessibilityHidden(form.text.isEmpty)
        }
        let views = glass.all(View.self)
        func told() -> [String] { glass.stage.spokenViews.map(\.spoken.label) }
        #expect(told() == ["More ", ""] || told() == ["More "])
        form.text = "tea"
        glass.settle()
        #expect(told() == ["More tea", "tea", "Row"])
        let kept = glass.all(View.self).elementsEqual(views) { $0 === $1 }
        #expect(kept)
    }

    @Test func `a slider says its value in words`() throws {
        let form = Form()
        let glass = ElementGlass {
            Slider("Time", value: 20, in: 10...30, format: { "\(Int($0)) minutes" }) { _ in }
            Slider("Light", value: 0.25) { _ in }
        }
        #expect(glass.stage.spokenViews.map(\.spoken.value) == ["20 minutes", "25 %"])
        #expect(form.text.isEmpty)
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `what scrolls sideways goes on where lines go on, and to what is asked for`(direction: LayoutDirection) throws
    {
        let screen = BodyScreen { Tabs((0..<40).map { "Tab \($0)" }, selected: 0) { _ in } }
        screen.direction = direction
        let glass = ElementGlass(screen)
        let scroll = try #require(glass.all(ScrollView.self).first)
        #expect(scroll.hasMore(forward: true) && !scroll.hasMore(forward: false))
        let told = glass.stage.spokenViews(andBeyondGlass: true)
        let tabs = told.filter { $0.spoken.role == .tab }
        #expect(told.first?.view === scroll && tabs.count == 40 && tabs.last?.isSeen == false)
        let last = try #require(tabs.last?.view)
        let step = try #require(last.nextScroll)
        #expect(
            step.scroll === scroll && step.axis == .horizontal && (step.distance > 0) == (direction == .leftToRight))
        scroll.scroll(to: scroll.offset + step.distance, along: .horizontal, animated: false)
        glass.settle()
        #expect(last.nextScroll == nil && !scroll.hasMore(forward: true) && scroll.hasMore(forward: false))
        #expect(glass.stage.spokenViews.contains { $0.view === last })
    }

    /// What is said changes nothing that is seen, whatever is around the element.
    @Test func `elements look and behave the same when something is said about them`() throws {
        func screens(_ isTold: Bool) -> [ElementGlass] {
            func element(_ content: some Element) -> Elements {
                isTold
                    ? Elements(slots: [.one(content.accessibilityHint("x").accessibilityElement(children: .contain))])
                    : Elements(slots: [.one(content)])
            }
            return [
                ElementGlass {
                    element(
                        List {
                            Section("First") {
                                element(ListRow("Row", detail: "detail", icon: .close) {})
                                element(Toggle("Switch", isOn: true) { _ in })
                                element(Text("words that are no control"))
                                element(Slider("Slider", value: 0.5) { _ in })
                                element(Row { Text("tapped") }.onTap {})
                            }
                        }
                    ).padding(.em(1))
                },
                ElementGlass {
                    Row(alignment: .firstTextBaseline) {
                        element(Text("large").size(2))
                        element(Text("small"))
                        Spacer()
                        element(Button("Button") {})
                    }
                    Row {
                        element(Text("share").frame(width: .share(2), height: .em(2)))
                        element(Fill(.black, corners: 0).frame(width: .share(1), height: .em(2)))
                    }
                    element(Text("high").layoutPriority(2))
                    element(TextField("Name", text: "Ada") { _ in })
                    element(Button("Off") {}).disabled()
                },
                ElementGlass {
                    element(
                        Scroll {
                            ForEach(0..<30, id: \.self) { element(Text("\($0)")) }
                        }
                    ).padding(.em(1))
                },
            ]
        }
        for (plain, told) in zip(screens(false), screens(true)) {
            #expect(told.stage.spokenViews.contains { $0.spoken.hint == "x" })
            func picture(_ glass: ElementGlass) -> [UInt32] {
                let bitmap = Bitmap(size: ElementGlass.panel.pixels, isOpaque: true, filledWith: .black)
                let region = Region(ElementGlass.panel.pixels.bounds)
                glass.stage.readSeenPictures()
                glass.stage.draw(glass.stage.plan(at: glass.stage.now), into: bitmap.surface, region: region)
                return (0..<bitmap.size.width * bitmap.size.height).map { bitmap.pixels[$0] }
            }
            let isSame = picture(plain) == picture(told)
            #expect(isSame, "\(plain.stage.spokenText)")
        }
    }
}

extension AccessibilityChildren {
    nonisolated fileprivate static let all: [AccessibilityChildren] = [.contain, .combine, .ignore]
}
