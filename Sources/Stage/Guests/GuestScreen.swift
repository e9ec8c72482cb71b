// A screen of an app that another program draws.

/// A screen that shows the window of another program.
open class GuestScreen: Screen {
    /// The program.
    public final let program: GuestProgram
    private final var place: GuestPlace?

    /// A screen called `name` that shows the window of `program`, with `title` in its bar.
    public init(name: String, title: String, program: GuestProgram) {
        self.program = program
        super.init(name: name, title: title)
    }

    /// A screen that shows the window of the program `command[0]`, found on the PATH, with the arguments that follow.
    public convenience init(name: String, title: String, command: [String]) {
        self.init(name: name, title: title, program: GuestProgram(.command(command)))
    }

    open override func load(into content: View) {
        guard let stage = navigator?.stage else { return }
        let place = GuestPlace(
            program, on: self, title: title, language: stage.language ?? "en", theme: shownTheme(on: stage),
            takesPops: popStyle == .fullScreen)
        self.place = place
        content.addSubview(place)
        place.begin(on: stage)
    }

    open override func layout(_ content: View) {
        guard let stage = navigator?.stage else { return }
        place?.frame = content.bounds
        place?.wear(shownTheme(on: stage))
    }

    open override func translate() {
        super.translate()
        if let language = navigator?.stage.language { place?.translate(title, language: language) }
    }

    /// The way back leads through the history of a page of the web first, if the program says so.
    open override func shouldLeave(_ request: LeaveRequest) -> LeaveAnswer {
        place?.answer(to: request) ?? .yes
    }

    open override func willAppear() { place?.appear() }
    open override func didAppear() { place?.showWayBack() }
    open override func didDisappear() { place?.disappear() }
}

/// A screen that shows a page of the web in the machine's browser.
public final class WebScreen: GuestScreen {
    /// A screen called `name` that shows `url`, which begins with `https://` or `http://`. The page may lead to its own host and to `hosts`;
    /// nil for any.
    public convenience init(name: String, title: String, url: String, hosts: [String]? = nil) {
        var program = GuestProgram(.web(url: url))
        program.hosts = hosts
        self.init(name: name, title: title, program: program)
    }
}
