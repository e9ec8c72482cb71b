// The windows that pages open, and the frames in them.

import Linux
import Testing

@testable import Web

@Suite struct BrowserWindowTests {
    @Test func `the way back closes a window that a page has opened`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("https://a.test/")
        #expect(end.browser?.canGoBack == false)
        try end.attach("V", session: "T", opener: "W")
        try end.event("Page.frameNavigated", "{\"frame\":{\"id\":\"V\",\"url\":\"https://b.test/\"}}", session: "T")
        #expect(end.browser?.canGoBack == true && end.events.last == .historyChanged)
        _ = end.heard()
        end.browser?.goBack()
        #expect(end.heard().last { $0["method"]?.text == "Target.closeTarget" }?["params"]?["targetId"]?.text == "V")
        try end.say("{\"method\":\"Target.detachedFromTarget\",\"params\":{\"sessionId\":\"T\"}}")
        #expect(end.browser?.canGoBack == false && end.browser?.state == .showing)
    }

    @Test func `a window that does not close is asked once, and the way back leads on`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("https://a.test/")
        for (name, session) in [("V", "T"), ("U", "R")] {
            try end.attach(name, session: session, opener: "W")
            try end.event(
                "Page.frameNavigated", "{\"frame\":{\"id\":\"\(name)\",\"url\":\"https://b.test/\"}}",
                session: session)
            for input in [VisitorInput.down(1), .up(1)] { end.browser?.take(input) }
        }
        _ = end.heard()
        for name in ["U", "V"] {
            #expect(end.browser?.canGoBack == true)
            end.browser?.goBack()
            #expect(end.heard().last?["params"]?["targetId"]?.text == name)
        }
        #expect(end.browser?.canGoBack == false)
    }

    @Test func `a window that leads nowhere is closed, and so is one too many`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("https://a.test/")
        try end.attach("V", session: "T", opener: "W")
        #expect(try end.request("https://c.test/", frame: "V", session: "T") == "Fetch.failRequest")
        for number in 2..<10 { try end.attach("V\(number)", session: "T\(number)", opener: "W") }
        let closed = end.heard().filter { $0["method"]?.text == "Target.closeTarget" }
        #expect(closed.count == 8 + 2 - Browser.mostWindows)
        try end.event("Target.detachedFromTarget", "{\"sessionId\":\"T\"}", session: "")
        #expect(end.browser?.state == .showing)
    }

    @Test func `a window that a page writes into is closed by the way back`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("https://a.test/")
        try end.attach("V", session: "T", opener: "W")
        let empty = "{\"frame\":{\"id\":\"V\",\"url\":\"about:blank\"}}"
        try end.event("Page.frameNavigated", empty, session: "T")
        #expect(end.browser?.canGoBack == false)
        let inner = "{\"frame\":{\"id\":\"F\",\"parentId\":\"V\",\"url\":\"about:blank\"}}"
        try end.event("Page.documentOpened", inner, session: "T")
        #expect(end.browser?.canGoBack == false, "a frame in it")
        try end.event("Page.documentOpened", empty, session: "T")
        #expect(end.browser?.canGoBack == true)
    }

    @Test func `the window on top is asked whether it hangs`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("https://a.test/")
        func asked() throws -> JSONValue {
            _ = end.heard()
            end.browser?.ping()
            return try #require(end.heard().last)
        }
        try end.attach("V", session: "T", opener: "W")
        #expect(try asked()["sessionId"]?.text == "S", "it shows nothing yet")
        let came = "{\"frame\":{\"id\":\"V\",\"url\":\"https://b.test/\"}}"
        try end.event("Page.frameNavigated", came, session: "T")
        #expect(try asked()["sessionId"]?.text == "T")
        try end.say("{\"method\":\"Target.detachedFromTarget\",\"params\":{\"sessionId\":\"T\"}}")
        #expect(end.events.contains(.answered), "it has closed with the question")
        try end.attach("V", session: "T", opener: "W")
        try end.event("Page.frameNavigated", came, session: "T")
        end.browser?.goBack()
        #expect(try asked()["sessionId"]?.text == "S", "it closes")
    }

    @Test func `a page that has loaded is not seen before it has made a frame`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("https://a.test/")
        func loads() throws -> Int {
            try end.event("Page.frameNavigated", "{\"frame\":{\"id\":\"W\",\"url\":\"https://b.test/\"}}")
            _ = end.heard()
            end.events = []
            try end.event("Page.lifecycleEvent", "{\"frameId\":\"W\",\"name\":\"load\"}")
            #expect(end.events.isEmpty, "the old one may still be seen")
            let question = try #require(end.heard().last)
            #expect(question["params"]?["expression"]?.text?.contains("requestAnimationFrame") == true)
            return try #require(question["id"]?.integer)
        }
        let (old, new) = (try loads(), try loads())
        try end.say("{\"id\":\(old),\"result\":{},\"sessionId\":\"S\"}")
        #expect(end.events.isEmpty, "the frame of a page that has gone")
        try end.say("{\"id\":\(new),\"result\":{},\"sessionId\":\"S\"}")
        #expect(end.events == [.replaced(isKept: false)])
    }

    // MARK: Frames

    @Test func `a frame with a process of its own has the rules before it loads, and so have those in it`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        func frames(_ said: [JSONValue]) -> [String] {
            said.filter { $0["method"]?.text == "Target.setAutoAttach" }.compactMap {
                guard $0["params"]?["filter"]?.list?.first?["type"]?.text == "iframe" else { return nil }
                return $0["sessionId"]?.text
            }
        }
        #expect(frames(end.heard()) == ["S"])
        try end.attachFrame("F", session: "T", in: "S")
        try end.attachFrame("G", session: "U", in: "T")
        let said = end.heard()
        #expect(frames(said) == ["T", "U"])
        for session in ["T", "U"] {
            let methods = said.filter { $0["sessionId"]?.text == session }.compactMap { $0["method"]?.text }
            #expect(methods.contains("Page.addScriptToEvaluateOnNewDocument"))
            #expect(methods.last == "Runtime.runIfWaitingForDebugger" && !methods.contains("Fetch.enable"))
        }
        #expect(end.browser?.canGoBack == false && end.browser?.state == .starting)
    }

    @Test func `frames without end run without rules, and those that have gone make room`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        func held(_ numbers: Range<Int>) throws -> Int {
            var count = 0
            for number in numbers {
                try end.attachFrame("F\(number)", session: "T\(number)", in: number % 2 == 0 ? "S" : "T\(number - 1)")
                let said = end.heard()
                #expect(said.contains { $0["method"]?.text == "Runtime.runIfWaitingForDebugger" })
                let isLeft = said.contains { $0["method"]?.text == "Target.detachFromTarget" }
                if !isLeft { count += 1 }
            }
            return count
        }
        let most = FrameSessions.most
        #expect(try held(0..<2 * most) == most)
        // With a frame go those in it.
        try end.say("{\"method\":\"Target.detachedFromTarget\",\"params\":{\"sessionId\":\"T0\"},\"sessionId\":\"S\"}")
        #expect(try held(1000..<1010) == 2)
    }
}
