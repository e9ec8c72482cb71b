// Where a page may lead.

import Testing

@testable import Stage
@testable import Web

@Suite struct WebHostsTests {
    nonisolated static let web = WebHosts(
        home: "https://shop.example.org/start?x=1", hosts: ["Pay.example.com", "*.maps.test", "local.test:8080"])

    @Test(arguments: [
        "https://shop.example.org/", "https://shop.example.org/a/b?c#d", "http://shop.example.org/",
        "https://SHOP.example.org/", "https://user:word@pay.example.com/", "https://a.maps.test/",
        "https://a.b.maps.test:444/",
        "http://local.test:8080/x", "about:blank",
        // What is no UTF-8, and what escapes nothing.
        "https://shop.example.org/M%FCnchen?q=%FC", "https://shop.example.org/?d=50%",
        "https://shop.example.org/a%zz#%",
        "https://shop.example.org/?x=%00",
    ]) func `a page leads to its own host and to those that are named`(_ address: String) {
        #expect(Self.web.allow(address))
    }

    @Test(arguments: [
        "https://example.org/", "https://shop.example.org.evil.test/", "https://evil.test/shop.example.org",
        "https://shop.example.org@evil.test/", "https://maps.test/", "https://evilmaps.test/", "http://local.test/",
        "http://local.test:80/", "https://pay.example.com.evil.test", "file:///etc/passwd", "data:text/html,x",
        "javascript:alert(1)", "chrome://settings", "view-source:https://shop.example.org/", "about:version",
        "blob:https://shop.example.org/1", "ftp://shop.example.org/", "", "shop.example.org", "https://", "https:///x",
        "https://[::1]/", "\u{0}", "https://shop.example.org\u{0}.evil.test/", "filesystem:https://shop.example.org/x",
        "https://evil.test/?https://shop.example.org/", "https://evil.test#@shop.example.org/",
        "https://evil.test\\@shop.example.org/", "https://evil.test/%@shop.example.org/",
    ]) func `and nowhere else`(_ address: String) { #expect(!Self.web.allow(address)) }

    @Test func `a star is every host, and no file`() {
        let web = WebHosts(home: "https://a.test/", hosts: ["*"])
        #expect(web.allow("https://b.test/") && web.allow("http://127.0.0.1:1/"))
        #expect(!web.allow("file:///etc/passwd") && !web.allow("chrome://settings"))
    }

    @Test func `hosts are written as people do`() {
        let web = WebHosts(home: "https://a.test/", hosts: ["Müller.de", "*.bücher.example", "例え.jp"])
        for address in [
            "https://xn--mller-kva.de/", "https://shop.xn--bcher-kva.example/x", "http://xn--r8jz45g.jp/",
        ] { #expect(web.allow(address), "\(address)") }
        #expect(!web.allow("https://muller.de/"))
    }

    @Test func `the usual port is the same as none`() {
        let web = WebHosts(home: "https://a.test:443/")
        #expect(web.allow("https://a.test/") && web.allow("https://a.test:443/x"))
        #expect(!web.allow("http://a.test/") && !web.allow("https://a.test:444/"))
    }

    @Test func `a port of the first page is meant`() {
        let web = WebHosts(home: "http://localhost:8000/")
        #expect(web.allow("http://localhost:8000/a"))
        #expect(!web.allow("http://localhost/") && !web.allow("http://localhost:9090/"))
    }

    @Test func `files lie in the folder of the first one`() {
        let web = WebHosts(home: "file:///srv/kiosk/map/index.html")
        for address in [
            "file:///srv/kiosk/map/index.html", "file:///srv/kiosk/map/b.html#x", "file:///srv/kiosk/map/deep/c.html?y",
        ] {
            #expect(web.allow(address), "\(address)")
        }
        for address in [
            "file:///srv/kiosk/", "file:///srv/kiosk/map/", "file:///srv/kiosk/map/home.md",
            "file:///srv/kiosk/map/Kiosk.TOML",
            "file:///srv/kiosk/maps/a.html", "file:///srv/kiosk/map/../kiosk.toml",
            "file:///srv/kiosk/map/%2e%2e/kiosk.toml", "file:///srv/kiosk/map/a%2F..%2F..%2Fb",
            "file://host/srv/kiosk/map/",
            "https://a.test/", "file:///etc/passwd",
        ] { #expect(!web.allow(address), "\(address)") }
    }

    @Test(arguments: [
        ("https://a.test", ""), ("https://a.test/", "/"), ("https://a.test/b/c.html", "/b/c.html"),
        ("https://user:word@a.test:80/b?secret=1#d", "/b"), ("https://a.test?secret=/x", ""),
    ]) func `the path of an address has neither its query nor a password`(_ one: (String, String)) {
        #expect(WebAddress.path(in: one.0) == one.1)
    }
}
