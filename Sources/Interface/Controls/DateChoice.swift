// A calendar of a month, in which a day is chosen.

import Drawing
import Geometry
import Layers
import Observation
import Stage

/// A month's days, of which one can be taken, with buttons for the month before and the next one. Months, days and the beginning of the
/// week are those of the visitor's language.
public struct DateChoice: Element {
    private let selected: CalendarDate?
    private let today: CalendarDate
    private let range: ClosedRange<CalendarDate>?
    private let change: (CalendarDate) -> Void

    /// A calendar in which the day `selected` is taken, or none for nil. `today` is marked. Days outside of `range` cannot be taken.
    /// `change` is called with the day that is taken.
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
                Row(spacing: .em(0.2)) {
                    Button(names.previousMonth, icon: .chevronBack, isIconOnly: true) { month.number -= 1 }
                        .disabled(!Self.hasDays(before: month, range))
                    Spacer()
                    Text(words.month(month.first.moment)).weight(.semibold).alignment(.center)
                    Spacer()
                    Button(names.nextMonth, icon: .chevronForward, isIconOnly: true) { month.number += 1 }
                        .disabled(!Self.hasDays(after: month, range))
                }
                Grid(columns: 7, spacing: .px(0)) {
                    for day in 0..<7 {
                        Text(words.shortWeekdays[(day + firstWeekday) % 7]).size(0.8).alignment(.center)
                            .color(environment.theme.secondaryText)
                    }
                    // Six weeks, so that what is below the calendar stays where it is.
                    let before = (month.first.moment.weekday - firstWeekday + 7) % 7
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
            .boxed(in: MonthLayout(width: 7 * Self.side(environment), least: 7 * environment.theme.fingertip))
        }
    }

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
