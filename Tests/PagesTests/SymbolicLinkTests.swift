// Links, pipes and huge files in a kiosk's folder.

import Drawing
import Geometry
import Glibc
import Pages
import TestFolders
import Testing

@Suite struct SymbolicLinkTests {
    @Test(.disabled(if: getenv("BEZEL_EMULATED") != nil, "QEMU emulates no openat2"))
    func `folders in a circle, pipes and huge files end in messages`() {
        let folder = TestFolder(["home.md": "[b](big.md) [p](pipe.md)"])
        symlink(".", folder.path + "/loop")
        mkdir(folder.path + "/sub", 0o755)
        symlink("../sub", folder.path + "/sub/again")
        mkfifo(folder.path + "/pipe.md", 0o644)
        folder.write("big.md", [UInt8](repeating: 97, count: 2 << 20))
        folder.write("html.md", Array(String(repeating: "a <?", count: 15_000).utf8))
        symlink("nowhere.md", folder.path + "/gone.md")
        #expect(
            folder.check() == """
                kiosk/big.md: the file is larger than 64 KiB; split it, or raise page-size and page-elements in [content] of the machine's file
                kiosk/gone.md: \(Self.isLink)
                kiosk/html.md: the page has 15000 pieces of HTML that begin with <! or <?; remove them
                kiosk/loop: \(Self.isLink)
                kiosk/pipe.md: is not a file, but a pipe, a socket or a device; put a file here, or remove it
                kiosk/sub/again: \(Self.isLink)
                """)
        #expect(folder.load()?.pages.keys.sorted() == ["home"])
    }

    private static let isLink = """
        is a symbolic link, and links are not followed: put the file itself here, or allow links with follow-links = true in \
        [content] of the machine's file
        """

    @Test func `a link leads nowhere, whenever it comes, unless links are followed; the folder itself may be one`()
        throws
    {
        let secret = TestFolder(["secret.md": "The PIN's hash", "home.md": "x"])
        secret.writePicture("secret.png")
        let folder = TestFolder(["home.md": "[x](secret.md) [y](in/secret.md) ![z](secret.png)", "real.md": "x"])
        folder.writePicture("later.png")
        let picture = try Picture("later.png", in: folder.path, followsLinks: false)
        let followed = try Picture("later.png", in: folder.path, followsLinks: true)
        symlink(secret.path + "/secret.md", folder.path + "/secret.md")
        symlink(secret.path + "/secret.png", folder.path + "/secret.png")
        symlink(secret.path, folder.path + "/in")
        unlink(folder.path + "/later.png")
        symlink(secret.path + "/secret.png", folder.path + "/later.png")
        #expect(folder.load()?.pages.keys.sorted() == ["home", "real"])
        #expect(throws: PictureError.self) { try picture.bitmap() }
        _ = try followed.bitmap()
        var rules = ContentRules()
        rules.followsLinks = true
        let all = Kiosk.load(folder.path, rules: rules)
        #expect(all.kiosk?.pages.keys.sorted() == ["home", "in/home", "in/secret", "real", "secret"])
        symlink(secret.path, folder.path + "-link")
        defer { unlink(folder.path + "-link") }
        #expect(Kiosk.load(folder.path + "-link").kiosk?.pages.keys.sorted() == ["home", "secret"])
    }

    @Test(arguments: ["a", "z"]) func `a folder with two names has its pages by both`(link: String) {
        let folder = TestFolder(["home.md": "[x](m/page.md) [y](\(link)/page.md)", "m/page.md": "x"])
        symlink("m", folder.path + "/" + link)
        // Links from one folder to the other are followed as long as they do not lead back.
        symlink("../m", folder.path + "/m/again")
        var rules = ContentRules()
        rules.followsLinks = true
        let (kiosk, diagnostics) = Kiosk.load(folder.path, rules: rules)
        #expect(diagnostics.isEmpty)
        #expect(kiosk?.pages.keys.sorted() == ["home", "m/page", "\(link)/page"].sorted())
    }
}
