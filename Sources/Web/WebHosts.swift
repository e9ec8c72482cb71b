// Where a page of the web may lead.

import CGIO

/// The addresses to which a page may lead its visitor. Pictures, scripts and frames in a page come from anywhere.
nonisolated package struct WebHosts: Hashable, Sendable {
    /// The page that is shown first, as a URL.
    package let home: String
    /// The hosts besides that of `home`: `example.org`, `example.org:8080` for one port, `*.example.org` for those below it, and `*` for all.
    package let hosts: [String]

    /// The hosts of the page at the URL `home`, and `hosts`.
    package init(home: String, hosts: [String] = []) {
        (self.home, self.hosts) = (home, hosts.map(Self.ascii))
    }

    /// Whether a visitor may be led to `address`, a URL as a browser writes it. Files lie in the folder of a `home` that is a file, or below it.
    package func allow(_ address: String) -> Bool {
        guard let place = WebAddress(address) else { return false }
        let start = WebAddress(home)
        switch place.scheme {
        case "http", "https":
            guard !place.host.isEmpty else { return false }
            if let start, place.host == start.host, start.port == nil || start.usedPort == place.usedPort {
                return true
            }
            return hosts.contains { Self.matches($0, place) }
        case "file":
            guard let start, start.scheme == "file", place.host.isEmpty else { return false }
            let folder = start.path.prefix(through: start.path.lastIndex(of: "/") ?? start.path.startIndex)
            // A folder would be shown as a list of its files, and a page of Markdown as its source.
            let isPage =
                !place.path.hasSuffix("/") && ![".md", ".toml"].contains(where: place.path.lowercased().hasSuffix)
            return isPage && place.path.hasPrefix(folder) && !place.path.split(separator: "/").contains("..")
        case "about": return address == "about:blank"
        default: return false
        }
    }

    private static func matches(_ host: String, _ place: WebAddress) -> Bool {
        if host == "*" || host == place.host || host == "\(place.host):\(place.usedPort)" { return true }
        return host.hasPrefix("*.") && place.host.hasSuffix(host.dropFirst())
    }

    /// `host` in the letters of addresses: a browser asks for xn--mller-kva.de where people write müller.de.
    private static func ascii(_ host: String) -> String {
        let small = host.lowercased()
        guard small.utf8.contains(where: { $0 >= 0x80 }), let name = g_hostname_to_ascii(small) else { return small }
        defer { g_free(name) }
        return String(cString: name)
    }
}

/// The parts of a URL that say where it leads, read by GLib.
nonisolated package struct WebAddress {
    /// The scheme and the host in small letters. A URL without a host has an empty one.
    package let scheme: String, host: String
    /// The port, where the URL names one.
    let port: Int?
    /// The path without escapes; that of an address of the web is not read.
    let path: String

    /// Reads `text`; nil where it is no absolute URL.
    package init?(_ text: String) {
        let place = Self.place(in: text)
        // C would end the text at a zero byte.
        guard !place.utf8.contains(0), let uri = g_uri_parse(place, G_URI_FLAGS_NONE, nil) else { return nil }
        defer { g_uri_unref(uri) }
        func part(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
        (scheme, host) = (part(g_uri_get_scheme(uri)).lowercased(), part(g_uri_get_host(uri)).lowercased())
        path = part(g_uri_get_path(uri))
        let number = Int(g_uri_get_port(uri))
        port = number < 0 ? nil : number
    }

    /// `text` without its query, and without its path if it is of the web: pages write there what GLib refuses, such as a lone %.
    private static func place(in text: String) -> String {
        let bytes = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let place = String(Substring(bytes))
        let small = place.lowercased()
        guard let scheme = ["https://", "http://"].first(where: small.hasPrefix) else { return place }
        let host = place.utf8.dropFirst(scheme.utf8.count)
            .prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") }
        return scheme + String(Substring(host)) + "/"
    }

    /// The port that is asked: the one that the URL names, or the scheme's.
    fileprivate var usedPort: Int { port ?? (scheme == "https" ? 443 : 80) }
}
