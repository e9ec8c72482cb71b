// A kiosk that shows a page of the web.

import Stage

/// The files of the kiosk that `bezel new --web` makes.
enum WebStarter {
    /// The files for the page at `url`. Throws unless it is an address of http or https.
    static func files(for url: String) throws(Failure) -> [(name: String, text: String)] {
        let isPlain = url.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && $0 != "\"" && $0 != "\\" }
        guard let address = WebAddress(url), address.isOfWeb, isPlain else {
            throw Failure(
                .usage, "an address begins with https:// or http://, such as https://example.org, not \"\(url)\"")
        }
        let host = address.shownHost
        return [
            (
                "kiosk.toml",
                """
                title = "\(host)"
                start = ["home"]            # ["web"] has no other page: then the address is all that there is

                [idle]
                home-after = "90 s"         # the next visitor finds a browser that knows nothing of the one before

                """
            ),
            (
                "home.md",
                """
                +++
                title = "Welcome"
                +++
                # Welcome

                - [\(host)](web.md)

                """
            ),
            (
                "web.md",
                """
                +++
                title = "\(host)"
                url = "\(url)"
                hosts = []                  # where else its links may lead, such as ["www.example.org", "*.example.net"]
                +++

                """
            ),
        ]
    }
}
