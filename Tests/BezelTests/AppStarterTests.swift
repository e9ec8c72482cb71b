// The app that `bezel new --swift` makes: what its files contain, and which names it can have. Tests/App/app builds and runs it.

import Glibc
import TestFolders
import Testing

@testable import Linux
@testable import Machine

@Suite struct AppStarterTests {
    /// What `bezel new --swift` says for the folder `name` in `folder`, without the path of `folder`.
    private func new(_ name: String, in folder: TemporaryFolder, bezel: String? = repository) -> [String] {
        var command = NewAppCommand()
        (command.folder, command.bezel) = ("\(folder.path)/\(name)", bezel)
        var said: [String] = []
        do throws(Failure) { try command.run { said.append($0) } } catch { said.append(error.description) }
        return said.map { $0.replacing(folder.path, with: "…") }
    }

    private func text(_ name: String, in folder: TemporaryFolder) -> String {
        String(decoding: SystemFiles.bytes("\(folder.path)/\(name)") ?? [], as: UTF8.self)
    }

    @Test func `a new app has all its parts, by the name of its folder`() throws {
        let folder = TemporaryFolder()
        let said = new("My hall 2", in: folder)
        let files = [
            "Package.swift", "Sources/MyHall2/MyHall2.swift", "Tests/MyHall2Tests/MyHall2Tests.swift", "README.md",
            "Makefile", "packaging/control", "packaging/service.conf", "packaging/postinst", "packaging/postrm",
            "packaging/deb", ".gitignore",
        ]
        #expect(
            said == files.map { "…/My hall 2/\($0)" } + ["try it: cd '…/My hall 2' && swift run my-hall-2"])
        let package = text("My hall 2/Package.swift", in: folder)
        #expect(package.contains(#"products: [.executable(name: "my-hall-2", targets: ["MyHall2"])]"#))
        #expect(text("My hall 2/Sources/MyHall2/MyHall2.swift", in: folder).contains("@main\nstruct MyHall2App: App {"))
        #expect(
            text("My hall 2/packaging/service.conf", in: folder).contains(
                "\nExecStart=\nExecStart=/usr/bin/my-hall-2\n"))
        #expect(text("My hall 2/packaging/control", in: folder).hasPrefix("Package: my-hall-2\n"))
        #expect(text("My hall 2/Makefile", in: folder).contains("\n\tBEZEL_RELEASE=1 swift build "))
        // The package finds Bezel from where it is, and no file has the path of this machine.
        let path = try #require(package.split(separator: "path: \"").last?.split(separator: "\"").first)
        #expect(path.hasPrefix("../") && access("\(folder.path)/My hall 2/\(path)/Sources/Bezel", R_OK) == 0)
        for file in files { #expect(!text("My hall 2/\(file)", in: folder).contains(" \(repository)"), "\(file)") }
        for file in files where file.hasPrefix("packaging/p") || file == "packaging/deb" {
            #expect(access("\(folder.path)/My hall 2/\(file)", X_OK) == 0, "\(file)")
        }
    }

    @Test func `a new app touches no folder that has files, but one of a repository`() {
        let folder = TemporaryFolder()
        folder.write(Array("mine".utf8), to: "full/notes.txt")
        #expect(new("full", in: folder) == ["…/full: exists already, and is not empty; choose another name"])
        #expect(access("\(folder.path)/full/Package.swift", F_OK) != 0)
        folder.write([], to: "repository/.git")
        folder.write(Array("mine\n".utf8), to: "repository/.gitignore")
        #expect(new("repository/", in: folder).last == "try it: cd …/repository/ && swift run repository")
        #expect(text("repository/.gitignore", in: folder) == "mine\n")
    }

    @Test(arguments: [
        ("hall", "Hall", "hall"), ("My Hall", "MyHall", "my-hall"), ("my_hall-2", "MyHall2", "my-hall-2"),
        ("HTMLHall", "HTMLHall", "htmlhall"), ("hall.app", "HallApp", "hall-app"),
        ("Bob's hall", "BobSHall", "bob-s-hall"),
        ("text", "Text", "text"),
    ])
    func `a folder's name is that of a module and of a program`(name: String, module: String, program: String) throws {
        let names = try NewAppCommand.names(for: name, source: repository)
        #expect(names == (module, program))
    }

    @Test(arguments: [
        ("3d", "an app's name begins with a letter"), ("---", "an app's name has at least two letters"),
        ("x", "an app's name has at least two letters"),
        ("Café", "an app's name has letters from a to z and digits, and no é"),
        ("展览", "an app's name has letters from a to z and digits, and no 展"),
        ("stage", "Bezel or Swift has a module called Stage"), ("bezel", "Bezel or Swift has a module called Bezel"),
        ("swift", "Bezel or Swift has a module called Swift"),
    ])
    func `a name that no app can have is said before anything is made`(name: String, problem: String) {
        let folder = TemporaryFolder()
        #expect(new(name, in: folder) == ["\(name): \(problem); choose another name"])
        #expect(access("\(folder.path)/\(name)", F_OK) != 0)
    }

    @Test func `Bezel's source code is around this program, or where it is said to be`() {
        #expect(NewAppCommand.source(around: "\(repository)/.build/x/release/bezel") == repository)
        #expect(NewAppCommand.source(around: "/usr/bin/bezel") == nil)
        let folder = TemporaryFolder()
        #expect(
            new("hall", in: folder, bezel: folder.path) == ["…: is not the folder with Bezel's source code"])
        #expect(access("\(folder.path)/hall", F_OK) != 0)
        #expect(NewAppCommand.path(to: "/src/bezel", from: "/src/hall") == "../bezel")
        #expect(NewAppCommand.path(to: "/src/bezel", from: "/home/me/hall") == "../../../src/bezel")
        #expect(NewAppCommand.path(to: "/src/bezel", from: "/src/bezel/apps/hall") == "../..")
    }
}
