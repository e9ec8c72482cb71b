// The examples in docs/gestures.md, docs/scrolling.md and docs/transitions.md.

import Bezel
import Testing

private final class Order: Screen {
    var hasOrder = false

    // Begin
    override func shouldLeave(_ request: LeaveRequest) -> LeaveAnswer {
        hasOrder ? .later : .yes  // or .no("it is being printed")
    }
    // End
}

@Suite struct StageExampleTests {
    @Test func `a delegate chooses how screens move`() throws {
        struct Empty: App {
            func root() -> Screen { Order(name: "order", title: "Order") }
        }
        let visit = try Rehearsal(Empty())
        let navigator: Navigator = visit.stage.navigator
        // Begin
        final class Kiosk: NavigatorDelegate {
            func animator(for operation: Transition.Operation, from: Screen, to: Screen) -> TransitionAnimator? {
                .crossFade
            }
        }
        let kiosk = Kiosk()  // kept by the app: a navigator keeps no delegate
        navigator.addDelegate(kiosk)
        // End
        #expect(navigator.delegate === kiosk)
    }

    @Test func `screens are other programs' windows`() {
        // Begin
        let catalogue = WebScreen(
            name: "catalogue", title: "Catalogue", url: "https://catalogue.example.org/", hosts: ["*.example.org"])
        let clocks = GuestScreen(name: "clocks", title: "Clocks", command: ["gnome-clocks"])

        var program = GuestProgram(.web(url: "https://example.org/board"))
        program.keep = .zero  // ends when the screen is left
        let board = GuestScreen(name: "board", title: "Departures", program: program)
        // End
        #expect(catalogue.program.name == "catalogue.example.org" && catalogue.program.hosts == ["*.example.org"])
        #expect(clocks.program.keep == GuestProgram.usualKeep && board.program.keep == .zero)
    }

    @Test func `recognizers follow buttons`() {
        // Begin
        let back = TapRecognizer(name: "back")
        back.allowedPressTypes = [.back]
        let service = LongPressRecognizer(name: "service")  // two buttons at once, for five seconds
        service.allowedPressTypes = [.up, .down]
        service.numberOfTouchesRequired = 2
        service.minimumDuration = .seconds(5)
        // End
        #expect(back.name == "back" && service.name == "service")
    }

    @Test func `views have regions`() {
        let (map, border, page, dial) = (View(), View(), View(), View())
        // Begin
        map.addGestureRegion(GestureRegion(.claim))  // the map wins; no pop, no pull
        border.addGestureRegion(GestureRegion(.exclude))  // neither begins
        page.reserveLeadingEdge()  // a strip in which the pop wins over whatever lies there
        dial.addGestureRegion(GestureRegion(.claim, along: .horizontal))  // only for fingers that go that way
        // End
    }

    @Test func `a scroll view has insets`() {
        // Begin
        let scroll = ScrollView(axes: [.horizontal, .vertical])
        scroll.contentInsets = Insets(top: 80)  // its top is at offset −80
        scroll.scroll(to: 0, along: .vertical)
        // End
        #expect(scroll.axes.count == 2)
    }
}
