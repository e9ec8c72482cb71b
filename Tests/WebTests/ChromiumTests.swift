// What a real Chromium does that the DevTools protocol holds. Where none is installed these tests are left out; `make test-deep` installs one.

import Glibc
import Linux
import Machine
import TestFolders
import Testing

@testable import Web

@Suite(.serialized, .enabled(if: Chromium.isInstalled)) struct ChromiumTests {
    private func page(_ folder: TemporaryFolder, _ name: String, _ body: String) -> String {
        folder.write(Array("<title>\(name)</title><body>\(body)".utf8), to: name)
        return "file://\(folder.path)/\(name)"
    }

    @Test func `it shows a page, leads to the next and back, and nowhere else`() throws {
        let folder = TemporaryFolder()
        let next = page(
            folder, "next.html",
            "<script>onload = () => setTimeout(() => location = 'http://refused.test/', 200)</script>")
        // A page that the way back leads to stays.
        let home = page(
            folder, "home.html",
            """
            <script>
            const isBack = performance.getEntriesByType('navigation')[0].type == 'back_forward'
            if (!isBack) onload = () => setTimeout(() => location = 'next.html', 200)
            </script>
            """)
        let chromium = try Chromium(WebHosts(home: home))
        chromium.isTypedInto = true
        try chromium.wait { $0.shown.state == .showing && $0.shown.canGoBack }
        chromium.isTypedInto = false
        try chromium.wait { $0.events.contains(.refused("http://refused.test/")) }
        #expect(chromium.shown.state == .showing, "\(next) stays")
        chromium.shown.ping()
        try chromium.wait { $0.events.contains(.answered) }
        chromium.shown.goBack()
        try chromium.wait { !$0.shown.canGoBack }
    }

    @Test func `what a page opens with a size comes over it, and its scripts have their own names`() throws {
        let loop = try EventLoop()
        let page = """
            <script>
            let refuse = 1
            const said = open('/next', 'x', 'popup,width=300,height=200') ? '/opened' : '/blocked'
            fetch(said + refuse)
            </script>
            """
        let next = "<script>onload = () => fetch('/bar' + locationbar.visible)</script>next"
        let server = try Server(["/": ("200 OK", [Self.html], page), "/next": ("200 OK", [Self.html], next)], in: loop)
        let chromium = try Chromium(WebHosts(home: server.address + "/"), in: loop)
        // A popup that no tap has asked for is blocked.
        try chromium.wait { _ in server.asked.contains("/blocked1") || server.asked.contains("/bartrue") }
        withExtendedLifetime(chromium) {}
    }

    @Test func `a page's own script cannot go back to the empty window`() throws {
        let loop = try EventLoop()
        let page = """
            <script>
            onload = () => setTimeout(() => { history.back(); setTimeout(() => fetch('/length' + history.length), 300) }, 500)
            </script>here
            """
        let server = try Server(["/": ("200 OK", [Self.html], page)], in: loop)
        let chromium = try Chromium(WebHosts(home: server.address + "/"), in: loop)
        try chromium.wait { _ in server.asked.contains { $0.hasPrefix("/length") } }
        #expect(server.asked.contains("/length1"), "\(server.asked)")
        withExtendedLifetime(chromium) {}
    }

    @Test func `a page that is not there is no page of the browser's`() throws {
        let folder = TemporaryFolder()
        let missing = "file://\(folder.path)/missing.html"
        let chromium = try Chromium(WebHosts(home: missing))
        try chromium.wait { if case .failed = $0.shown.state { true } else { false } }
        #expect(chromium.shown.state == .failed(.init(address: missing, reason: .other)))
        _ = page(folder, "missing.html", "It is there by now.")
        chromium.shown.retry()
        try chromium.wait { $0.shown.state == .showing }
        #expect(!chromium.shown.canGoBack)
    }

    private static let html = "Content-Type: text/html"

    @Test func `a server that asks for a password has not come, and the page before stays`() throws {
        let loop = try EventLoop()
        let server = try Server(
            [
                "/": ("200 OK", [Self.html], "<script>onload = () => setTimeout(() => location = '/in', 200)</script>"),
                "/in": ("401 Unauthorized", [Self.html, "WWW-Authenticate: Basic realm=x"], "no"),
            ], in: loop)
        let chromium = try Chromium(WebHosts(home: server.address + "/"), in: loop)
        try chromium.wait { if case .failed = $0.shown.state { true } else { false } }
        #expect(chromium.shown.state == .failed(.init(address: server.address + "/in", reason: .server(status: 401))))
        #expect(chromium.shown.canStay)
    }

    @Test func `a PDF is shown without tools, and the way back leads from it`() throws {
        let loop = try EventLoop()
        let pdf =
            "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
            + "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]>>endobj\ntrailer<</Root 1 0 R>>\n"
        let server = try Server(
            [
                "/": (
                    "200 OK", [Self.html],
                    """
                    <script>
                    const isBack = performance.getEntriesByType('navigation')[0].type == 'back_forward'
                    if (isBack) fetch('/back'); else onload = () => setTimeout(() => location = '/menu.pdf', 200)
                    </script>
                    """
                ),
                "/menu.pdf": ("200 OK", ["Content-Type: application/pdf"], pdf),
            ], in: loop)
        let chromium = try Chromium(WebHosts(home: server.address + "/"), in: loop)
        // Once to know what it is, and once to show it.
        chromium.isTypedInto = true
        try chromium.wait { $0.shown.canGoBack && server.asked.count { $0 == "/menu.pdf" } == 2 }
        chromium.isTypedInto = false
        #expect(chromium.shown.state == .showing)
        // The viewer.
        try chromium.wait { $0.shown.frames.count > 0 }
        chromium.shown.goBack()
        // Chromium may have kept the page.
        try chromium.wait {
            !$0.shown.canGoBack && (server.asked.contains("/back") || $0.events.contains(.replaced(isKept: true)))
        }
        #expect(chromium.shown.state == .showing)
    }

    @Test func `a page that fills its own history is left all the same`() throws {
        let loop = try EventLoop()
        let trap = """
            <script>
            let count = 0
            const add = () => {
                history.pushState({}, '', '?' + ++count)
                if (count % 40 == 0) fetch('/added' + count)
            }
            setInterval(add, 60)
            onpopstate = () => { add(); add(); fetch('/back') }
            </script>
            """
        let server = try Server(
            [
                "/": (
                    "200 OK", [Self.html], "<script>onload = () => setTimeout(() => location = '/trap', 300)</script>"
                ),
                "/trap": ("200 OK", [Self.html], trap),
            ], in: loop)
        let chromium = try Chromium(WebHosts(home: server.address + "/"), in: loop)
        chromium.isTypedInto = true
        try chromium.wait { $0.shown.canGoBack && server.asked.contains("/trap") }
        // The visitor touches the trap too.
        try chromium.wait { _ in server.asked.contains("/added40") }
        chromium.isTypedInto = false
        try chromium.wait { _ in server.asked.contains("/added80") }
        var steps = 0
        while chromium.shown.canGoBack, steps < 100 {
            steps += 1
            chromium.shown.goBack()
            let asked = server.asked.count
            try chromium.wait { server.asked.count > asked || !$0.shown.canGoBack }
        }
        #expect(!chromium.shown.canGoBack && steps <= 50, "Chromium keeps 50 entries")
        let asked = server.asked.count
        try chromium.wait { _ in server.asked.count > asked + 1 || server.asked.last == "/" }
        #expect(!chromium.shown.canGoBack, "what it adds now is no way back")
    }

    @Test func `a page that writes down its place before it leads on is gone back to`() throws {
        let loop = try EventLoop()
        let page = """
            <script>
            onpopstate = () => fetch('/at' + location.search.slice(1))
            onload = () => setTimeout(() => {
                history.replaceState({}, '', '?written')
                history.pushState({}, '', '?next')
                fetch('/on')
            }, 500)
            </script>here
            """
        let server = try Server(["/": ("200 OK", [Self.html], page)], in: loop)
        let chromium = try Chromium(WebHosts(home: server.address + "/"), in: loop)
        chromium.isTypedInto = true
        try chromium.wait { server.asked.contains("/on") && $0.shown.canGoBack }
        chromium.isTypedInto = false
        chromium.shown.goBack()
        try chromium.wait { _ in server.asked.contains { $0.hasPrefix("/at") } }
        #expect(server.asked.contains("/atwritten"), "\(server.asked)")
        #expect(!chromium.shown.canGoBack)
    }

    @Test func `a page gets no full screen, and says so to itself`() throws {
        let loop = try EventLoop()
        let server = try Server(
            [
                "/": (
                    "200 OK", [Self.html],
                    """
                    <script>
                    onload = () => document.documentElement.requestFullscreen()
                        .then(() => 'yes', error => error.name + document.fullscreenEnabled).then(said => fetch('/' + said))
                    </script>
                    """
                )
            ], in: loop)
        let chromium = try Chromium(WebHosts(home: server.address + "/"), in: loop)
        try chromium.wait { _ in server.asked.contains { $0.hasPrefix("/TypeError") || $0 == "/yes" } }
        #expect(server.asked.contains("/TypeErrorfalse"), "\(server.asked)")
        withExtendedLifetime(chromium) {}
    }

    @Test func `a host without a name, and one that nothing answers on`() throws {
        for (address, reason) in [
            ("http://nothing.invalid/", Web.Browser.Reason.unknownHost), ("http://127.0.0.1:9/", .unreachable),
        ] {
            let chromium = try Chromium(WebHosts(home: address))
            try chromium.wait { if case .failed = $0.shown.state { true } else { false } }
            guard case .failed(let failure) = chromium.shown.state else { continue }
            // Without a network at all, it is offline for Chromium.
            #expect([reason, .offline, .other].contains(failure.reason), "\(failure)")
        }
    }

    @Test func `an address of another program opens none, and the page stays`() throws {
        let loop = try EventLoop()
        let page = """
            <iframe id=frame></iframe>
            <script>
            onload = () => {
                const ways = [
                    () => location = 'tel:1', () => location = 'mailto:a@b.test', () => open('foo:1'),
                    () => frame.contentWindow.location = 'mailto:c@d.test', () => fetch('/stays')]
                const go = () => { ways.shift()?.(); setTimeout(go, 300) }
                go()
            }
            </script>
            """
        let server = try Server(["/": ("200 OK", [Self.html], page)], in: loop)
        let programs = TemporaryFolder()
        for name in ["xdg-open", "xdg-email", "xdg-settings", "xdg-mime"] {
            let script = "#!/bin/sh\necho \"$0 $*\" >>\(programs.path)/opened\n"
            chmod(programs.write(Array(script.utf8), to: name), 0o755)
        }
        let chromium = try Chromium(
            WebHosts(home: server.address + "/"), in: loop, preferences: Machine.Browser.preferences,
            programs: programs.path)
        try chromium.wait { _ in server.asked.contains("/stays") }
        #expect(chromium.shown.state == .showing)
        #expect(access("\(programs.path)/opened", F_OK) != 0)
    }

    @Test func `a page cannot close the first window`() throws {
        let loop = try EventLoop()
        let page =
            "<script>onload = () => setTimeout(() => { close(); setTimeout(() => fetch('/stays'), 500) }, 500)</script>"
        let server = try Server(["/": ("200 OK", [Self.html], page)], in: loop)
        let chromium = try Chromium(WebHosts(home: server.address + "/"), in: loop)
        try chromium.wait { _ in server.asked.contains("/stays") }
        #expect(chromium.shown.state == .showing)
    }

    @Test(arguments: [100 << 10, 300 << 10, 3 << 20])
    func `a form comes to its server, or the page with it stays`(_ count: Int) throws {
        let loop = try EventLoop()
        let page = """
            <form id=form method=post action=/send enctype="text/plain"><textarea id=text name=text></textarea></form>
            <script>
            text.value = 'x'.repeat(\(count))
            onload = () => setTimeout(() => { form.submit(); setTimeout(() => fetch('/stays'), 3000) }, 500)
            </script>
            """
        let server = try Server(
            ["/": ("200 OK", [Self.html], page), "/send": ("200 OK", [Self.html], "thanks")], in: loop)
        let chromium = try Chromium(WebHosts(home: server.address + "/"), in: loop)
        if count < Web.Browser.mostSent {
            try chromium.wait { _ in server.asked.contains("/send") }
        } else {
            let failed = Web.Browser.State.failed(.init(address: server.address + "/", reason: .tooLarge))
            try chromium.wait { $0.shown.state == failed }
            #expect(chromium.shown.canStay)
            chromium.shown.stay()
            try chromium.wait { _ in server.asked.contains("/stays") }
            #expect(!server.asked.contains("/send") && chromium.shown.state == .showing)
        }
    }

    @Test func `a page that asks before it is painted is shown`() throws {
        let folder = TemporaryFolder()
        let chromium = try Chromium(WebHosts(home: page(folder, "ask.html", "<script>for (;;) alert('?')</script>")))
        try chromium.wait { $0.shown.state == .showing }
        chromium.shown.ping()
        try chromium.wait { $0.events.contains(.answered) }
    }

    @Test func `a page is asked for by http where its address says so`() throws {
        let loop = try EventLoop()
        let page = "<script>onload = () => setTimeout(() => location = 'http://www.othercat.org/next', 300)</script>"
        let server = try Server(
            ["/": ("200 OK", [Self.html], page), "/next": ("200 OK", [Self.html], "<script>fetch('/came')</script>")],
            in: loop)
        let port = server.address.split(separator: ":").last!
        let chromium = try Chromium(
            WebHosts(home: "http://www.librarycat.org/", hosts: ["www.othercat.org"]), in: loop,
            preferences: Machine.Browser.preferences,
            arguments: ["--host-resolver-rules=MAP *cat.org:80 127.0.0.1:\(port),MAP *cat.org:443 127.0.0.1:9"])
        try chromium.wait { _ in server.asked.contains("/came") }
        let states = chromium.events.filter { if case .refused = $0 { true } else { false } }
        #expect(chromium.shown.state == .showing && states.isEmpty)
        #expect(chromium.failures.isEmpty)
    }

    @Test(arguments: ["write('there')", "body.append('there')"])
    func `a window that a page opens empty and fills is closed by the way back`(_ way: String) throws {
        let loop = try EventLoop()
        let page = """
            <script>
            onload = () => setTimeout(() => {
                const over = open('')
                over.document.\(way)
                setInterval(() => over.closed && fetch('/closed'), 100)
            }, 300)
            </script>here
            """
        let server = try Server(["/": ("200 OK", [Self.html], page)], in: loop)
        let chromium = try Chromium(
            WebHosts(home: server.address + "/"), in: loop, arguments: ["--disable-popup-blocking"])
        try chromium.wait { $0.shown.canGoBack }
        chromium.shown.ping()
        try chromium.wait { $0.events.contains(.answered) }
        chromium.shown.goBack()
        try chromium.wait { _ in server.asked.contains("/closed") }
        #expect(chromium.shown.state == .showing && !chromium.shown.canGoBack)
    }

    @Test func `a window that leads nowhere is closed unseen`() throws {
        let loop = try EventLoop()
        let page = """
            <script>
            onload = () => setTimeout(() => {
                const over = open('http://refused.test/')
                setInterval(() => over.closed && fetch('/closed'), 100)
            }, 300)
            </script>here
            """
        let server = try Server(["/": ("200 OK", [Self.html], page)], in: loop)
        let chromium = try Chromium(
            WebHosts(home: server.address + "/"), in: loop, arguments: ["--disable-popup-blocking"])
        try chromium.wait { _ in server.asked.contains("/closed") }
        #expect(chromium.events.contains(.refused("http://refused.test/")))
        #expect(!chromium.events.contains(.historyChanged) && chromium.shown.state == .showing)
    }

    @Test func `a frame of another site has the rules too`() throws {
        let loop = try EventLoop()
        let other = """
            <body><script>
            onload = () => {
                const event = new MouseEvent('contextmenu', {bubbles: true, cancelable: true})
                document.body.dispatchEvent(event)
                fetch('/menu' + !event.defaultPrevented + document.fullscreenEnabled)
            }
            </script>there
            """
        let page =
            "<script>document.write(`<iframe src='http://localhost:${location.port}/other'></iframe>`)</script>here"
        let server = try Server(
            ["/": ("200 OK", [Self.html], page), "/other": ("200 OK", [Self.html], other)], in: loop)
        let chromium = try Chromium(WebHosts(home: server.address + "/"), in: loop)
        try chromium.wait { _ in server.asked.contains { $0.hasPrefix("/menu") } }
        #expect(chromium.shown.frames.count == 1, "it has a process of its own")
        #expect(server.asked.contains("/menufalsefalse"), "\(server.asked)")
    }
}
