// The controls of declared screens, a page for each.

import Bezel

/// A list of pages, each with one control: usable, disabled, and where lines begin at the right.
final class Controls: Sample, Declared {
    init() {
        super.init(
            name: "controls", title: "Controls",
            summary: "What declared screens are made of, from lists to wheels and calendars.")
    }

    override func layout(_ content: View) { arrange(content) }

    var body: some Element {
        List {
            for group in ControlPage.groups {
                Section(group.title) {
                    ForEach(group.pages, id: \.name) { page in
                        ListRow(page.title, icon: page.icon) { self.navigator?.push(ControlPage(page)) }
                    }
                }
            }
        }
    }
}

/// A page that shows a control three times.
@Observable final class ControlPage: Screen, Declared {
    /// What a page shows.
    struct Sheet {
        let name: String
        let title: String
        let icon: Symbol
        let content: @MainActor (ControlModel) -> Elements

        init(_ title: String, _ icon: Symbol, @ElementBuilder content: @escaping @MainActor (ControlModel) -> Elements)
        {
            name = "control-" + title.lowercased().replacing(" ", with: "-")
            (self.title, self.icon, self.content) = (title, icon, content)
        }
    }

    private let sheet: Sheet
    private let model = ControlModel()

    init(_ sheet: Sheet) {
        self.sheet = sheet
        super.init(name: sheet.name, title: sheet.title)
        model.screen = self
    }

    var body: some Element {
        Scroll {
            Grid(atMost: 3, spacing: .em(2)) {
                columns
            }
        }
        .padding(.em(1.5))
    }

    @ElementBuilder private var columns: Elements {
        column("Normal") { sheet.content(model) }
        column("Disabled", isDisabled: true) { sheet.content(model) }
        column("Right to left") { sheet.content(model) }.environment(\.direction, .rightToLeft)
    }

    private func column(_ title: String, isDisabled: Bool = false, @ElementBuilder content: () -> Elements)
        -> some Element
    {
        Bezel.Column(spacing: .em(1)) {
            Text(title).heading(4)
            content().disabled(isDisabled)
        }
    }
}

/// What the controls of a page show.
@Observable final class ControlModel {
    var isOn = true
    var count = 3
    var selected = 0
    var value = 0.4
    var page = 1
    /// What was tapped last, and what is searched for.
    var note = ""
    var query = ""
    /// What is typed into fields.
    var texts = ["", "ada", "2", "1234", ""]
    /// The page, which shows alerts and toasts.
    @ObservationIgnored weak var screen: Screen?
    var date = CalendarDate("2026-12-24")
    var time = TimeOfDay(hour: 18, minute: 30) ?? TimeOfDay.midnight
    /// The members of a list, and the next of them.
    var members = Array(1...12)
    var next = 13
}

extension TimeOfDay {
    fileprivate static var midnight: TimeOfDay { TimeOfDay(hour: 0, minute: 0)! }
}
