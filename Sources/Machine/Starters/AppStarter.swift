// The app in Swift that `bezel new --swift` makes.

/// An app to begin with: a package that builds, its test, and what makes a Debian package of it.
struct AppStarter {
    /// The name of its module and of its folders.
    let module: String
    /// The name of its program and of its package.
    let program: String
    /// The path of Bezel's source code, from the folder of the app.
    let bezel: String

    /// A file of the app.
    struct File {
        let name: String
        let text: String
        var isExecutable = false
    }

    /// The files in its folder.
    var files: [File] {
        [
            File(name: "Package.swift", text: package),
            File(name: "Sources/\(module)/\(module).swift", text: app),
            File(name: "Tests/\(module)Tests/\(module)Tests.swift", text: test),
            File(name: "README.md", text: readMe),
            File(name: "Makefile", text: makefile),
            File(name: "packaging/control", text: control),
            File(name: "packaging/service.conf", text: service),
            File(name: "packaging/postinst", text: script("configure"), isExecutable: true),
            File(name: "packaging/postrm", text: script("remove"), isExecutable: true),
            File(name: "packaging/deb", text: deb, isExecutable: true),
            File(name: ".gitignore", text: ".build/\n"),
        ]
    }

    private var package: String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let bezel = Target.Dependency.product(name: "Bezel", package: "bezel")
        // All screens belong to the main actor.
        let settings: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

        let package = Package(
            name: "\(program)",
            products: [.executable(name: "\(program)", targets: ["\(module)"])],
            // The folder with Bezel's source code.
            dependencies: [.package(name: "bezel", path: \(bezel.debugDescription))],
            targets: [
                .executableTarget(name: "\(module)", dependencies: [bezel], swiftSettings: settings),
                .testTarget(name: "\(module)Tests", dependencies: ["\(module)", bezel], swiftSettings: settings),
            ])

        """
    }

    private var app: String {
        """
        import Bezel

        @main
        struct \(module)App: App {
            func root() -> Screen { Welcome() }
        }

        /// The first screen. Its body runs again when `visitors` changes.
        @Observable final class Welcome: Screen, Declared {
            var visitors = 2

            init() { super.init(name: "welcome", title: "Welcome") }

            var body: some Element {
                Column(spacing: .mm(9), alignment: .center, distribution: .center) {
                    Text("How many are you?").heading()
                    Stepper(visitors, in: 1...9) { self.visitors = $0 }
                    Button("Come in", isStrong: true) { self.comeIn() }
                }
            }

            private func comeIn() {
                let greeting = visitors == 1 ? "The hall is all yours." : "Welcome, all \\(visitors) of you!"
                push("hall", title: "The hall") {
                    Column(alignment: .center, distribution: .center) { Text(greeting).size(1.5) }
                }
            }
        }

        """
    }

    private var test: String {
        """
        import Bezel
        import Testing

        @testable import \(module)

        @Test func `three visitors come in`() async throws {
            let visit = try Rehearsal(\(module)App())
            try visit.tap("+")
            try visit.tap("Come in")
            await visit.settle()
            #expect(visit.texts.contains("Welcome, all 3 of you!"))
        }

        """
    }

    private var readMe: String {
        """
        # \(module)

        A kiosk in Swift, made with Bezel.

        ```
        swift run \(program)            # on this machine's screen and touch panel; Ctrl-C ends it
        swift test                   # plays the app without a device
        make deb                     # a Debian package, in .build/package
        ```

        Without a screen, `swift run \(program) --display headless --frames 1` shows one frame to nobody, and
        `swift run \(program) --help` lists the options. Bezel's source code is in the folder that Package.swift names; its
        pages docs/interface.md and docs/apps.md say what else there is.

        The screens are in Sources/\(module), and their tests in Tests/\(module)Tests.

        ## On a panel

        Install Bezel's own package (`make deb` in its folder) and that of this app. Bezel's service then shows the app in place of
        pages, with its watchdog, its sandbox and its screen for when it is out of order:

        ```
        apt install ./bezel_*.deb ./\(program)_*.deb
        systemctl enable --now bezel
        ```

        """
    }

    private var makefile: String {
        """
        # The linker of LLVM makes a smaller program, which contains Swift's libraries.
        options = -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker --icf=all -Xlinker --gc-sections \\
        \t-Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic -Xlinker --exclude-libs=ALL

        .PHONY: build test deb

        # .build/release/\(program)
        build:
        \tBEZEL_RELEASE=1 swift build $(options) --product \(program)

        test:
        \tswift test

        # A Debian package, in .build/package
        deb: build
        \tpackaging/deb

        """
    }

    private var control: String {
        """
        Package: \(program)
        Version: 0.1.0
        Section: misc
        Priority: optional
        Maintainer: Somebody <somebody@example.org>
        Provides: bezel-app
        Conflicts: bezel-app
        Description: kiosk in Swift
         An app that Bezel's service shows on a touch panel.

        """
    }

    private var service: String {
        """
        # Bezel's service shows this app in place of pages.
        [Service]
        ExecStart=
        ExecStart=/usr/bin/\(program)

        """
    }

    /// A script that tells systemd that the service is another one, after `action`.
    private func script(_ action: String) -> String {
        """
        #!/bin/sh
        set -e
        if [ "$1" = \(action) ] && [ -d /run/systemd/system ]; then
            systemctl daemon-reload
            systemctl try-restart bezel.service
        fi

        """
    }

    private var deb: String {
        """
        #!/bin/sh
        # Makes a Debian package of .build/release/\(program), in .build/package; `make deb` builds that first.
        set -eu
        cd "$(dirname "$0")/.."
        out=.build/package
        tree=$out/files
        rm -rf "$out"
        install -D -m 755 .build/release/\(program) "$tree/usr/bin/\(program)"
        strip --strip-unneeded "$tree/usr/bin/\(program)"
        install -D -m 644 packaging/service.conf "$tree/lib/systemd/system/bezel.service.d/\(program).conf"
        install -D -m 755 -t "$tree/DEBIAN" packaging/postinst packaging/postrm

        # dpkg-shlibdeps wants a source package around it.
        mkdir "$out/debian"
        : >"$out/debian/control"
        libraries=$(cd "$out" && dpkg-shlibdeps -O files/usr/bin/\(program) | sed -n 's/^shlibs:Depends=//p')
        {
            sed '/^Description:/,$d' packaging/control
            echo "Architecture: $(dpkg --print-architecture)"
            echo "Depends: bezel, $libraries"
            sed -n '/^Description:/,$p' packaging/control
        } >"$tree/DEBIAN/control"
        dpkg-deb --root-owner-group --build "$tree" "$out"
        rm -r "$out/debian"

        """
    }
}
