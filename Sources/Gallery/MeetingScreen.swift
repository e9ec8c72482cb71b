// The pages and sheets with the content that a swipe can meet.

import Bezel

/// The list of the contents that a swipe can meet.
final class Meetings: Sample {
    init() {
        super.init(
            name: "meetings", title: "What a swipe meets",
            summary: "Pops and pulls over whatever can lie under the finger: who wins, and when."
        )
    }

    override func build(in content: View, theme: Theme) {
        let column = Column(in: content, theme: theme)
        column.addHeading(
            "Who gets the finger?", "Each page has a way to show the same in a sheet, for the pull downwards.")
        column.addRows(
            Meeting.allCases.map { meeting in
                Link(title: meeting.texts.title, summary: meeting.texts.rule) { [unowned self] in
                    navigator?.push(MeetingScreen(meeting))
                }
            })
    }
}

/// A page with one content, under a line that says which gesture wins.
final class MeetingScreen: Screen {
    private let meeting: Meeting

    init(_ meeting: Meeting) {
        self.meeting = meeting
        super.init(name: "meets-\(meeting.rawValue)", title: meeting.texts.title)
    }

    override func layout(_ content: View) { content.rebuild { build(in: content) } }

    private func build(in content: View) {
        guard let navigator else { return }
        let theme = navigator.stage.theme
        let (size, margin) = (content.bounds.size, (2 * theme.em).rounded())
        let top = (4 * theme.em).rounded()
        let rule = LabelView(AttributedText(meeting.texts.rule, theme.style(1, color: theme.secondaryText)))
        let width = size.width - 2 * margin - 14 * theme.em
        let height = rule.height(forWidth: width)
        rule.frame = Rect(margin, ((top - height) / 2).rounded(), width, height)
        content.addSubview(rule)
        if navigator.sheet == nil {
            let button = ButtonView("In a sheet", theme: theme) { [unowned self] in
                self.navigator?.stage.present(MeetingScreen(meeting))
            }
            let its = button.naturalSize
            button.frame = Rect(
                origin: Point(size.width - margin - its.width, ((top - its.height) / 2).rounded()), size: its)
            content.addSubview(button)
        }
        content.addSubview(meeting.view(Rect(0, top, size.width, size.height - top), theme: theme))
    }
}
