// Where a URL leads.

import CGIO

/// The parts of a URL that say where it leads, read by GLib.
package struct WebAddress {
    /// The scheme and the host in small letters. A URL without a host has an empty one.
    package let scheme: String, host: String
    /// The port, where the URL names one.
    package let port: Int?
    /// Whether a name or a password stands before the host.
    package let hasUser: Bool
    /// The path without escapes; that of an address of the web is not read.
    package let path: String

    /// Reads `text`; nil where it is no absolute URL.
    package init?(_ text: String) {
        let place = Self.place(in: text)
        // C would end the text at a zero byte.
        guard !place.utf8.contains(0), let uri = g_uri_parse(place, G_URI_FLAGS_NONE, nil) else { return nil }
        defer { g_uri_unref(uri) }
        func part(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
        (scheme, host) = (part(g_uri_get_scheme(uri)).lowercased(), part(g_uri_get_host(uri)).lowercased())
        hasUser = g_uri_get_userinfo(uri) != nil
        path = part(g_uri_get_path(uri))
        let number = Int(g_uri_get_port(uri))
        port = number < 0 ? nil : number
    }

    /// Whether it is an address of the web, with a host.
    package var isOfWeb: Bool { ["https", "http"].contains(scheme) && !host.isEmpty }

    /// The host, and the port where the URL names one, as a URL has them: an IPv6 address in brackets.
    package var hostAndPort: String {
        let name = host.contains(":") ? "[\(host.prefix(253))]" : "\(host.prefix(253))"
        return name + (port.map { ":\($0)" } ?? "")
    }

    /// The host as people write it: GLib, as browsers do, turns letters other than those of English into xn--….
    package var shownHost: String {
        guard let name = g_hostname_to_unicode(host) else { return host }
        defer { g_free(name) }
        return String(cString: name)
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

    /// The path in `text`, a URL of the web as a browser writes it, without its query.
    package static func path(in text: String) -> String {
        let bytes = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let parts = bytes.split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count > 3 ? "/" + String(Substring(parts[3])) : ""
    }

    /// The port that is asked: the one that the URL names, or the scheme's.
    package var usedPort: Int { port ?? (scheme == "https" ? 443 : 80) }
}
