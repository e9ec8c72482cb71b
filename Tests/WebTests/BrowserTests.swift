// The DevTools protocol, with a script in the place of Chromium.

import Geometry
import Glibc
import Linux
import TestRandomness
import Testing

@testable import Web

@Suite struct BrowserTests {
    @Test func `the rules of a window are set before it loads anything`() throws {
        let end = try OtherEnd()
        #expect(
            end.heard().map { $0["method"]?.text } == [
                "Target.setAutoAttach", "Browser.setDownloadBehavior", "Target.setDiscoverTargets",
            ])
        try end.attach("W", session: "S")
        let said = end.heard()
        let methods = said.compactMap { $0["method"]?.text }
        #expect(said.allSatisfy { $0["sessionId"]?.text == "S" })
        let fetch = try #require(methods.firstIndex(of: "Fetch.enable"))
        let goes = try #require(methods.firstIndex(of: "Runtime.runIfWaitingForDebugger"))
        #expect(fetch < goes && !methods.contains("Page.navigate"))
        try end.take("S")
        let loads = try #require(end.heard().last)
        #expect(loads["method"]?.text == "Page.navigate" && loads["params"]?["url"]?.text == "https://a.test/")
        #expect(end.browser?.state == .starting)
    }

    @Test func `it shows what has been painted, and not the empty page before`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("about:blank")
        #expect(end.browser?.state == .starting)
        try end.show("https://a.test/")
        #expect(end.browser?.state == .showing && end.events == [.replaced(isKept: false), .stateChanged])
    }

    @Test func `a page leads to its hosts only, in its main frame`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("https://a.test/")
        #expect(try end.request("https://b.test/x") == "Fetch.continueRequest")
        #expect(try end.request("https://c.test/x", frame: "F") == "Fetch.continueRequest")
        #expect(try end.request("https://c.test/x") == "Fetch.failRequest")
        #expect(end.events.last == .refused("https://c.test/x") && end.browser?.state == .showing)
    }

    @Test func `a first page that its server does not have is told, and shown`() throws {
        let end = try OtherEnd(WebHosts(home: "https://a.test/x?k=1#part", hosts: ["b.test"]))
        try end.attach("W", session: "S")
        func asks(_ address: String, _ status: Int, frame: String = "W", session: String = "S") throws -> Bool {
            end.events = []
            let answer = try end.request(
                address, frame: frame, more: ",\"responseStatusCode\":\(status)", session: session)
            #expect(answer == "Fetch.continueRequest")
            return end.events == [.missing(address, status: status)]
        }
        #expect(try asks("https://a.test/x?k=1", 404))
        #expect(try asks("https://b.test/", 410), "to where the first page leads on")
        #expect(try !asks("https://a.test/x?k=1", 200))
        #expect(try !asks("https://c.test/frame", 404, frame: "F"))
        try end.show("https://a.test/x?k=1")
        #expect(try !asks("https://a.test/link", 404), "what a link leads to is the site's own affair")
        #expect(try asks("https://a.test/x?k=1", 403))
    }

    @Test func `a page without a password shows what the server says of it`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        #expect(try end.request("https://a.test/", more: ",\"responseStatusCode\":401") == "Fetch.continueRequest")
        #expect(try end.request("https://a.test/", more: ",\"responseStatusCode\":404") == "Fetch.continueRequest")
    }

    @Test(arguments: [
        "Content-Type\",\"value\":\"application/pdf", "content-type\",\"value\":\"Application/PDF; charset=x",
        "Content-Type\",\"value\":\"text/html",
    ])
    func `a PDF is shown without the viewer's tools`(header: String) throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("https://a.test/")
        let more = ",\"responseStatusCode\":200,\"responseHeaders\":[{\"name\":\"\(header)\"}]"
        let fragments: [String?] = [nil, "#page=3", "#toolbar=0&page=3"]
        for (frame, method) in [("W", "GET"), ("W", "POST"), ("F", "GET")] {
            for fragment in fragments {
                let answer = try end.request(
                    "https://a.test/b.pdf", frame: frame, method: method, fragment: fragment, more: more)
                let isBare =
                    frame == "W" && method == "GET" && fragment?.contains("toolbar") != true
                    && !header.contains("html")
                #expect(answer == (isBare ? "Fetch.failRequest" : "Fetch.continueRequest"))
                let place = fragment.map { $0 + "&" } ?? "#"
                let bare = "https://a.test/b.pdf\(place)toolbar=0&navpanes=0"
                #expect(end.navigated == (isBare ? bare : nil))
                #expect(end.browser?.state == .showing && !end.events.contains(.refused("https://a.test/b.pdf")))
            }
        }
    }

    @Test func `a page that has come and leads elsewhere before it is painted stays`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.event("Page.frameNavigated", "{\"frame\":{\"id\":\"W\",\"url\":\"https://a.test/\"}}")
        #expect(try end.request("https://c.test/") == "Fetch.failRequest")
        #expect(end.browser?.state == .starting && end.events == [.refused("https://c.test/")])
        try end.show("https://a.test/")
        #expect(end.browser?.state == .showing)
    }

    @Test func `a first page that leads elsewhere has failed`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        #expect(try end.request("https://login.test/") == "Fetch.failRequest")
        #expect(end.browser?.state == .failed(.init(address: "https://login.test/", reason: .refused)))
    }

    @Test(arguments: [
        (",\"responseErrorReason\":\"NameNotResolved\"", Browser.Reason.unknownHost),
        (",\"responseErrorReason\":\"InternetDisconnected\"", .offline),
        (",\"responseErrorReason\":\"ConnectionRefused\"", .unreachable),
        (",\"responseErrorReason\":\"TimedOut\"", .late), (",\"responseErrorReason\":\"Failed\"", .other),
        (",\"responseStatusCode\":503", .server(status: 503)),
        (
            ",\"responseStatusCode\":401,\"responseHeaders\":[{\"name\":\"WWW-Authenticate\",\"value\":\"Basic\"}]",
            .server(status: 401)
        ),
    ]) func `a page that does not come is told, and can be tried again`(_ one: (String, Browser.Reason)) throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        #expect(try end.request("https://a.test/", more: one.0) == "Fetch.failRequest")
        #expect(end.browser?.state == .failed(.init(address: "https://a.test/", reason: one.1)))
        end.browser?.stay()
        #expect(end.browser?.state != .showing, "there is no page to stay on")
        end.browser?.retry()
        #expect(end.browser?.state == .starting)
        #expect(end.heard().last?["params"]?["url"]?.text == "https://a.test/")
        try end.show("https://a.test/")
        #expect(end.browser?.state == .showing)
        #expect(try end.request("https://b.test/", more: one.0) == "Fetch.failRequest")
        #expect(end.browser?.state == .failed(.init(address: "https://b.test/", reason: one.1)))
        #expect(end.browser?.canStay == true)
        end.browser?.stay()
        #expect(end.browser?.state == .showing)
        // What is loaded again after a crash is the page that is shown.
        try end.event("Inspector.targetCrashed", "{}")
        #expect(end.browser?.state == .failed(.init(address: "https://a.test/", reason: .crashed)))
        #expect(end.browser?.canStay == false)
    }

    @Test func `an error page of the browser's own is a failure`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.event(
            "Page.frameNavigated",
            "{\"frame\":{\"id\":\"W\",\"url\":\"chrome-error://chromewebdata/\",\"unreachableUrl\":\"https://a.test/\"}}"
        )
        #expect(end.browser?.state == .failed(.init(address: "https://a.test/", reason: .other)))
        #expect(end.browser?.canStay == false)
    }

    @Test func `a visitor leaves the browser's error page for the page before`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("https://a.test/x")
        try end.event(
            "Page.frameNavigated",
            "{\"frame\":{\"id\":\"W\",\"url\":\"chrome-error://chromewebdata/\",\"unreachableUrl\":\"https://b.test/\"}}"
        )
        #expect(end.browser?.canStay == true)
        _ = end.heard()
        end.browser?.stay()
        #expect(end.heard().last?["params"]?["url"]?.text == "https://a.test/x")
    }

    @Test func `a page of the browser's own is left at once`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("https://a.test/x")
        for address in [
            "chrome://password-manager/passwords", "chrome://settings", "file:///etc/passwd", "devtools://x",
        ] {
            _ = end.heard()
            try end.event("Page.frameNavigated", "{\"frame\":{\"id\":\"W\",\"url\":\"\(address)\"}}")
            #expect(end.events.contains(.refused(address)))
            #expect(
                end.heard().last { $0["method"]?.text == "Page.navigate" }?["params"]?["url"]?.text
                    == "https://a.test/x")
        }
    }

    @Test func `a page with a question to its visitor is well`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("https://a.test/")
        try end.event("Page.javascriptDialogOpening", "{\"type\":\"confirm\",\"message\":\"Sure?\"}")
        end.browser?.ping()
        #expect(end.events.last == .answered)
        try end.event("Page.javascriptDialogClosed", "{\"result\":true}")
        end.events = []
        end.browser?.ping()
        #expect(end.events.isEmpty && end.heard().last?["method"]?.text == "Runtime.evaluate")
    }

    @Test func `it goes back to a page, and not to the empty one`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        func history(_ addresses: [String]) throws {
            _ = end.heard()
            try end.show(addresses.last!)
            // Asked now, it may not know of the page yet.
            #expect(!end.heard().contains { $0["method"]?.text == "Page.getNavigationHistory" })
            try end.say("{\"method\":\"Target.targetInfoChanged\",\"params\":{\"targetInfo\":{\"targetId\":\"W\"}}}")
            let id = try #require(
                end.heard().last { $0["method"]?.text == "Page.getNavigationHistory" }?["id"]?.integer)
            let entries = addresses.enumerated().map { "{\"id\":\($0.offset + 7),\"url\":\"\($0.element)\"}" }
            try end.say(
                "{\"id\":\(id),\"result\":{\"currentIndex\":\(addresses.count - 1),\"entries\":[\(entries.joined(separator: ","))]},\"sessionId\":\"S\"}"
            )
        }
        try history(["about:blank", "https://a.test/"])
        #expect(end.browser?.canGoBack == false)
        // What the page does by itself is no reason to come back to it.
        try history(["about:blank", "https://a.test/", "https://b.test/"])
        #expect(end.browser?.canGoBack == false)
        try history(["about:blank", "https://a.test/"])
        for input in [VisitorInput.down(1), .up(1)] { end.browser?.take(input) }
        try history(["about:blank", "https://a.test/", "https://b.test/"])
        #expect(end.browser?.canGoBack == true && end.events.last == .historyChanged)
        end.browser?.goBack()
        #expect(end.heard().last?["params"]?["entryId"]?.integer == 8)
        try history(["about:blank", "https://a.test/"])
        #expect(end.browser?.canGoBack == false)
    }

    @Test func `a frame that was asked for is told, and a page that hangs tells none`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        end.browser?.ping()
        let id = try #require(end.heard().last?["id"]?.integer)
        #expect(!end.events.contains(.answered))
        try end.say("{\"id\":\(id),\"result\":{},\"sessionId\":\"S\"}")
        #expect(end.events.contains(.answered))
    }

    @Test func `a browser that ends, or reads nothing any more, has ended`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        for _ in 0..<10_000 { end.browser?.retry() }
        #expect(end.browser?.state == .ended)
        let count = end.events.count
        for _ in 0..<100 { end.browser?.ping() }
        #expect(end.events.count == count)
    }

    /// Messages as a browser sends them, and what is none, in pieces of any size; and the owner may let go at any of them.
    @Test(arguments: 1...30) func `nothing that is said breaks it`(_ seed: UInt64) throws {
        var dice = SplitMix(seed)
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        let words = [
            "null", "[]", "{", "{}", "\"", "{\"id\":1}", "{\"id\":3,\"result\":{\"currentIndex\":9,\"entries\":[]}}",
            "{\"id\":-1,\"result\":null}", "{\"method\":\"Fetch.requestPaused\",\"params\":{},\"sessionId\":\"S\"}",
            "{\"method\":\"Fetch.requestPaused\",\"params\":{\"requestId\":7,\"request\":[]},\"sessionId\":\"S\"}",
            "{\"method\":\"Page.frameNavigated\",\"params\":{\"frame\":{\"url\":5}},\"sessionId\":\"S\"}",
            "{\"method\":\"Page.lifecycleEvent\",\"params\":{\"name\":\"firstPaint\",\"frameId\":\"W\"},\"sessionId\":\"S\"}",
            "{\"method\":\"Target.attachedToTarget\",\"params\":{\"sessionId\":\"S\"}}",
            "{\"method\":\"Inspector.targetCrashed\",\"params\":{},\"sessionId\":\"S\"}", "\u{FF}\u{FE}", "",
            String(repeating: "x", count: 300_000), String(repeating: "[", count: 5000),
        ]
        for _ in 0..<60 {
            var bytes = Array(words[Int(dice.next() % UInt64(words.count))].utf8)
            if dice.next() % 4 == 0 { bytes.shuffle(using: &dice) }
            bytes.append(0)
            var rest = bytes[...]
            while !rest.isEmpty {
                let size = 1 + Int(dice.next() % 20_000)
                try end.say(raw: Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
        }
        // It goes on after that.
        try end.show("https://a.test/")
        #expect(
            end.browser?.state == .showing
                || end.browser?.state == .failed(.init(address: "https://a.test/", reason: .crashed)))
        end.letGo()
        try end.turn()
    }

    @Test(arguments: [false, true]) func `what the first page led on to is not asked for in its place`(
        _ isPainted: Bool
    ) throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        if isPainted { try end.show("https://a.test/") }
        #expect(try end.request("https://b.test/sign-in", more: ",\"responseStatusCode\":503") == "Fetch.failRequest")
        #expect(
            end.browser?.state == .failed(.init(address: "https://b.test/sign-in", reason: .server(status: 503))))
        _ = end.heard()
        end.browser?.retry()
        #expect(
            end.heard().last?["params"]?["url"]?.text == (isPainted ? "https://b.test/sign-in" : "https://a.test/"))
    }

    @Test(arguments: [false, true]) func `a page that does not come in a window of its own is told`(
        _ isPageOfBrowser: Bool
    ) throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("https://a.test/")
        try end.attach("V", session: "T", opener: "W")
        _ = end.heard()
        if isPageOfBrowser {
            try end.event(
                "Page.frameNavigated",
                "{\"frame\":{\"id\":\"V\",\"url\":\"chrome-error://chromewebdata/\",\"unreachableUrl\":\"https://b.test/\"}}",
                session: "T")
            #expect(end.heard().contains { $0["params"]?["targetId"]?.text == "V" })
        } else {
            let said = try end.request(
                "https://b.test/", frame: "V", more: ",\"responseStatusCode\":503", session: "T")
            #expect(said == "Fetch.failRequest")
        }
        let reason: Browser.Reason = isPageOfBrowser ? .other : .server(status: 503)
        #expect(end.browser?.state == .failed(.init(address: "https://b.test/", reason: reason)))
        #expect(end.browser?.canStay == true)
        try end.say("{\"method\":\"Target.detachedFromTarget\",\"params\":{\"sessionId\":\"T\"}}")
        end.browser?.stay()
        #expect(end.browser?.state == .showing)
    }

    @Test func `an address of another program leads nowhere`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("https://a.test/x")
        _ = end.heard()
        try end.event(
            "Page.frameNavigated",
            "{\"frame\":{\"id\":\"W\",\"url\":\"chrome-error://chromewebdata/\",\"unreachableUrl\":\"tel:1\"}}")
        #expect(end.events.contains(.refused("tel:1")))
        #expect(end.heard().last?["params"]?["url"]?.text == "https://a.test/x")
    }

    @Test func `a browser whose page has crashed is well, and one whose first window was closed is not`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("https://a.test/")
        try end.event("Inspector.targetCrashed", "{}")
        _ = end.heard()
        end.browser?.ping()
        let question = try #require(end.heard().last)
        #expect(question["sessionId"] == nil, "the page cannot answer")
        try end.say("{\"id\":\(question["id"]?.integer ?? 0),\"result\":{}}")
        #expect(end.events.last == .answered)
        try end.attach("V", session: "T", opener: "W")
        try end.say("{\"method\":\"Target.detachedFromTarget\",\"params\":{\"sessionId\":\"S\"}}")
        #expect(end.browser?.state == .ended && end.events.last == .closed)
    }

    @Test func `only a document whose question is too long is given up`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("https://a.test/")
        let much = String(repeating: "x", count: 3 << 20)
        try end.event("Target.targetInfoChanged", "{\"title\":\"\(much)\"}")
        #expect(end.browser?.state == .showing)
        _ = end.heard()
        try end.event("Fetch.requestPaused", "{\"requestId\":\"r\",\"postData\":\"\(much)\"}")
        #expect(end.browser?.state == .failed(.init(address: "https://a.test/", reason: .tooLarge)))
        #expect(end.heard().contains { $0["method"]?.text == "Page.stopLoading" })
        end.browser?.stay()
        #expect(try end.request("https://b.test/") == "Fetch.continueRequest", "it goes on")
    }

    @Test func `a page that asks before it is painted is shown`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.event("Page.frameNavigated", "{\"frame\":{\"id\":\"W\",\"url\":\"https://a.test/\"}}")
        #expect(end.browser?.state == .starting)
        try end.event("Page.javascriptDialogOpening", "{\"type\":\"alert\",\"message\":\"?\"}")
        #expect(end.browser?.state == .showing)
    }
}
