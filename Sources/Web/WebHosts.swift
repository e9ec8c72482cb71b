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
        (self.home, self.hosts) = (home, hosts.map { $0.lowercased() })
    }

    /// Whether a visitor may be led to `address`, a URL as a browser writes it. Files lie in the folder of a `home` that is a file, or below it.
    package func allow(_ address: String) -> Bool {
        guard let place = WebAddress(address) else { return false }
        let start = WebAddress(home)
        switch place.scheme {
        case "http", "https":
            guard !place.host.isEmpty else { return false }
            if let start, place.host == start.host, place.port == start.port || start.port == nil { return true }
            return hosts.contains { Self.matches($0, place) }
        case "file":
            guard let start, start.scheme == "file", place.host.isEmpty else { return false }
            let folder = start.path.prefix(through: start.path.lastIndex(of: "/") ?? start.path.startIndex)
            return place.path.hasPrefix(folder) && !place.path.split(separator: "/").contains("..")
        case "about": return address == "about:blank"
        default: return false
        }
    }

    private static func matches(_ host: String, _ place: WebAddress) -> Bool {
        if host == "*" || host == place.host || host == "\(place.host):\(place.port ?? place.usualPort)" { return true }
        return host.hasPrefix("*.") && place.host.hasSuffix(host.dropFirst())
    }
}

/// The parts of a URL, read by GLib.
nonisolated package struct WebAddress {
    /// The scheme and the host in small letters. A URL without a host has an empty one.
    package let scheme: String, host: String
    /// The port, where the URL names one.
    let port: Int?
    /// The path without escapes.
    let path: String

    /// Reads `text`; nil where it is no absolute URL.
    package init?(_ text: String) {
        // C would end the text at a zero byte.
        guard !text.utf8.contains(0), let uri = g_uri_parse(text, G_URI_FLAGS_NONE, nil) else { return nil }
        defer { g_uri_unref(uri) }
        func part(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
        (scheme, host) = (part(g_uri_get_scheme(uri)).lowercased(), part(g_uri_get_host(uri)).lowercased())
        path = part(g_uri_get_path(uri))
        let number = Int(g_uri_get_port(uri))
        port = number < 0 ? nil : number
    }

    fileprivate var usualPort: Int { scheme == "https" ? 443 : 80 }
}
