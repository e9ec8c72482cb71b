// A calendar of a month, in which a day is chosen.

import Drawing
import Geometry
import Layers
import Observation
import Stage

/// A month's days, of which one can be taken, with buttons for the month before and the next one. A tap on the month's name shows wheels
/// for month and year instead of the days. Months, days and the beginning of the week are those of the visitor's language.
public struct DateChoice: Element {
    private let selected: CalendarDate?
    private let today: CalendarDate
    private let range: ClosedRange<CalendarDate>?
    private let change: (CalendarDate) -> Void

    /// A calendar in which the day `selected` is taken, or none for nil. `today` is marked. Days outside of `range` cannot be taken.
    /// `change` is called with the day that is taken. Without a `range` the wheel of years has those of a life, and of the next ones.
    public init(
        _ selected: CalendarDate?, today: CalendarDate, in range: ClosedRange<CalendarDate>? = nil,
        onChange change: @escaping (CalendarDate) -> Void
    ) {
        (self.selected, self.today, self.range, self.change) = (selected, today, range, change)
    }

    /// The month that is shown.
    @Observable final class Month {
        /// The months since the beginning of the year 0.
        var number: Int
        /// Whether month and year are chosen, instead of a day.
        var isChosen = false
        init(of date: CalendarDate) { number = date.year * 12 + date.month - 1 }

        var first: CalendarDate { CalendarDate(year: number / 12, month: number % 12 + 1, day: 1) ?? CalendarDate(0) }
        var length: Int { CivilTime.length(ofMonth: number % 12 + 1, in: number / 12) }
    }

    /// The name of the month between its buttons, the names of the days, and the days.
    public var body: some Element {
        let (selected, today, range) = (selected, today, range)
        Remembered({ Month(of: selected ?? Self.clamped(today, range)) }) { month, environment in
            let words = CalendarWords(environment.language ?? "en")
            let names = ControlWords(environment.language ?? "en")
            let firstWeekday = words.firstWeekday(of: environment.language ?? "en")
            Column(spacing: .em(0.4), alignment: .stretch) {
                // The name takes taps in the whole height of the buttons beside it.
                Row(spacing: .em(0.2), alignment: .stretch) {
                    Button(names.previousMonth, icon: .chevronBack, isIconOnly: true) { month.number -= 1 }
                        .disabled(!Self.hasDays(before: month, range))
                    Spacer()
                    title(month, words, environment.theme)
                    Spacer()
                    Button(names.nextMonth, icon: .chevronForward, isIconOnly: true) { month.number += 1 }
                        .disabled(!Self.hasDays(after: month, range))
                }
                Column(spacing: .px(0), alignment: .stretch) {
                    Grid(columns: 7, spacing: .px(0)) {
                        for day in 0..<7 {
                            Text(words.shortWeekdays[(day + firstWeekday) % 7]).size(0.8).alignment(.center)
                                .color(environment.theme.secondaryText)
                        }
                        // Six weeks, so that what is below the calendar stays where it is.
                        let before = (month.first.moment.weekday - firstWeekday + 7) % 7
                        if !month.isChosen {
                            ForEach(0..<42, id: \.self) { cell in
                                let day = cell - before
                                if day >= 0, day < month.length {
                                    cellOf(CalendarDate(month.first.number + day), words, environment)
                                } else {
                                    Fill(.clear).frame(height: .px(Self.side(environment)))
                                }
                            }
                        }
                    }
                    if month.isChosen { wheels(month, words, names).frame(height: .px(6 * Self.side(environment))) }
                }
            }
            .boxed(in: MonthLayout(width: 7 * Self.side(environment), least: 7 * environment.theme.fingertip))
        }
    }

    /// The name of the month, which shows the wheels, or the days again.
    private func title(_ month: Month, _ words: CalendarWords, _ theme: Theme) -> some Element {
        let name = words.month(month.first.moment)
        return Text(name).weight(.semibold).alignment(.center).color(theme.accent)
            .onTap(as: Spoken(.button, name)) { month.isChosen.toggle() }
    }

    private func wheels(_ month: Month, _ words: CalendarWords, _ names: ControlWords) -> some Element {
        let shown = month.number / 12
        let first = max(1, range?.lowerBound.year ?? min(shown, today.year - Self.life))
        let years = first...max(first, min(9999, range?.upperBound.year ?? max(shown, today.year + Self.ahead)))
        return Row(spacing: .em(0.5)) {
            Wheel(names.month, (1...12).map(words.name(ofMonth:)), selected: month.number % 12) {
                show(month.number / 12 * 12 + $0, in: month)
            }
            Wheel(names.year, years.map { "\($0)" }, selected: shown - years.lowerBound) {
                show((years.lowerBound + $0) * 12 + month.number % 12, in: month)
            }
        }
    }

    /// Shows the month with this number, or the nearest one with days that can be taken.
    private func show(_ number: Int, in month: Month) {
        let bounds = range.map { Month(of: $0.lowerBound).number...Month(of: $0.upperBound).number }
        month.number = bounds.map { min(max(number, $0.lowerBound), $0.upperBound) } ?? number
    }

    /// How many years the wheel has before the present one, and after it.
    private static let (life, ahead) = (120, 20)

    @ElementBuilder private func cellOf(_ date: CalendarDate, _ words: CalendarWords, _ environment: Environment)
        -> Elements
    {
        let theme = environment.theme
        let (isTaken, isToday) = (date == selected, date == today)
        let isOpen = range?.contains(date) ?? true
        Overlay {
            Fill(isTaken ? theme.accent : isToday ? theme.pressed : .clear, corners: 0.5).padding(.em(0.08))
            Text("\(date.day)").weight(isTaken || isToday ? .semibold : .regular)
                .color(isTaken ? theme.background : isToday ? theme.accent : nil)
        }
        .frame(height: .px(Self.side(environment)))
        .onTap(as: Spoken(.gridCell, words.date(date.moment), isOn: isTaken)) {
            if !isTaken { change(date) }
        }
        .disabled(!isOpen)
    }

    /// The height (px) of a day, and its width where there is room.
    private static func side(_ environment: Environment) -> Double {
        max(environment.theme.fingertip, (2.2 * environment.theme.em).rounded())
    }

    private static func clamped(_ date: CalendarDate, _ range: ClosedRange<CalendarDate>?) -> CalendarDate {
        range.map { min(max(date, $0.lowerBound), $0.upperBound) } ?? date
    }

    private static func hasDays(before month: Month, _ range: ClosedRange<CalendarDate>?) -> Bool {
        range.map { $0.lowerBound < month.first } ?? (month.number > 12)
    }

    private static func hasDays(after month: Month, _ range: ClosedRange<CalendarDate>?) -> Bool {
        range.map { $0.upperBound.number >= month.first.number + month.length } ?? (month.number < 9999 * 12 + 11)
    }
}

/// A box that is as wide as a month likes to be, or as its room if that is narrower.
private struct MonthLayout: Layout, Equatable {
    /// The widths (px) that the month has at most, and at least.
    let width, least: Double

    func size(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> Size {
        let width = max(least, min(width, proposal.width ?? width))
        return Size(width, BoxLayout.size(of: items, in: Proposal(width: width)).height)
    }

    func place(_ items: [LayoutItem], in size: Size, _ environment: Environment) {
        BoxLayout.place(items, in: Rect(origin: .zero, size: size))
    }

    func leastWidth(of items: [LayoutItem], _ environment: Environment) -> Double {
        max(least, items.map(\.leastWidth).max() ?? 0)
    }

    func traits(of items: [LayoutItem], _ environment: Environment) -> LayoutTraits { LayoutTraits() }
}
