// Where a page of the web may lead.

import CGIO
import Stage

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
