// Pages that do not come to a browser, and come after all.

import Linux
import Testing

@testable import Web

@Suite struct BrowserFailureTests {
    private static let offline = ",\"responseErrorReason\":\"InternetDisconnected\""

    @Test func `a page that reloads itself without a network is asked for again, and ends its card when it comes`()
        throws
    {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("https://a.test/x")
        #expect(try end.request("https://a.test/x", more: Self.offline) == "Fetch.failRequest")
        #expect(end.browser?.canStay == true && end.browser?.asksAgain == true)
        // What is left of the old page changes nothing.
        for name in ["load", "firstPaint"] {
            try end.event("Page.lifecycleEvent", "{\"frameId\":\"W\",\"name\":\"\(name)\"}")
        }
        #expect(end.browser?.state == .failed(.init(address: "https://a.test/x", reason: .offline)))
        try end.show("https://a.test/x")
        #expect(end.browser?.state == .showing, "it has reloaded itself once more")
        #expect(try end.request("https://a.test/", more: Self.offline) == "Fetch.failRequest")
        #expect(end.browser?.asksAgain == true, "the first page")
        end.browser?.retry()
        #expect(end.heard().last?["params"]?["url"]?.text == "https://a.test/")
        // The card with the button is there meanwhile.
        #expect(end.browser?.state == .starting && end.browser?.canStay == true)
        end.browser?.stay()
        #expect(end.browser?.state == .showing && end.heard().last?["method"]?.text == "Page.stopLoading")
    }

    @Test func `what a visitor would lose is not asked for again`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("https://a.test/x")
        #expect(try end.request("https://b.test/", more: Self.offline) == "Fetch.failRequest")
        #expect(end.browser?.asksAgain == false, "a link")
        end.browser?.stay()
        let sent = try end.request("https://a.test/x", method: "POST", more: Self.offline)
        #expect(sent == "Fetch.failRequest" && end.browser?.asksAgain == false, "a form")
        end.browser?.stay()
        let much = String(repeating: "x", count: 3 << 20)
        try end.event("Fetch.requestPaused", "{\"requestId\":\"r\",\"postData\":\"\(much)\"}")
        #expect(end.browser?.canStay == true && end.browser?.asksAgain == false, "a long form")
    }

    @Test func `a page that has crashed is asked for until it is there`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("https://a.test/x")
        try end.event("Inspector.targetCrashed", "{}")
        for _ in 0..<2 {
            #expect(end.browser?.asksAgain == true && end.browser?.canStay == false)
            _ = end.heard()
            end.browser?.retry()
            #expect(end.heard().last?["params"]?["url"]?.text == "https://a.test/x")
            #expect(try end.request("https://a.test/x", more: Self.offline) == "Fetch.failRequest")
        }
        try end.show("https://a.test/x")
        #expect(end.browser?.state == .showing)
    }

    @Test func `a window that reloads itself ends the card over it`() throws {
        let end = try OtherEnd()
        try end.attach("W", session: "S")
        try end.show("https://a.test/")
        try end.attach("V", session: "T", opener: "W")
        func shows(_ name: String) throws {
            try end.event("Page.lifecycleEvent", "{\"frameId\":\"V\",\"name\":\"\(name)\"}", session: "T")
        }
        let came = "{\"frame\":{\"id\":\"V\",\"url\":\"https://b.test/\"}}"
        try end.event("Page.frameNavigated", came, session: "T")
        let said = try end.request("https://b.test/", frame: "V", more: Self.offline, session: "T")
        #expect(said == "Fetch.failRequest" && end.browser?.asksAgain == false)
        try shows("firstPaint")
        #expect(end.browser?.state != .showing)
        try end.event("Page.frameNavigated", came, session: "T")
        try shows("firstPaint")
        #expect(end.browser?.state == .showing)
    }
}
