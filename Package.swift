// swift-tools-version: 6.2
import PackageDescription

// The rooms and their arrows are drawn in docs/internals/architecture.md; `swift build
// --explicit-target-dependency-import-check error` and Tests/BezelTests/RoomsTests.swift check the code against them.

let common: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// The stage and everything on it belongs to the main actor, and so do the tests of it.
let mainActor = common + [.defaultIsolation(MainActor.self)]
// Its values are compared on the main actor only.
let elements = mainActor + [.enableUpcomingFeature("InferIsolatedConformances")]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

// Each release of Debian has another version of cmark-gfm under another name. So tools/build sets BEZEL_RELEASE, and the programs of
// a release contain the static library.
let markdown: [LinkerSetting] = ["cmark-gfm-extensions", "cmark-gfm"].map {
    .linkedLibrary((Context.environment["BEZEL_RELEASE"] ?? "").isEmpty ? $0 : ":lib\($0).a")
}

let fuzzed: [Target.Dependency] = [
    "Bezel", "Run", "Machine", "Frames", "Recordings", "Settings", "Pages", "Stage", "Drawing", "Layers", "Linux",
    "Geometry", "CLinux", "TestFolders", logging,
]

// The fuzz targets are built twice. `swift test` runs them over the kept corpora. Tests/Fuzzing/fuzz sets BEZEL_FUZZ and builds
// the same files as an executable with libFuzzer, which comes with the compiler.
let fuzzing: Target =
    Context.environment["BEZEL_FUZZ"] == nil
    ? .testTarget(
        name: "FuzzingTests", dependencies: fuzzed, path: "Tests/Fuzzing",
        exclude: ["corpora", "words", "fuzz", "main.swift"], swiftSettings: common)
    : .executableTarget(
        name: "Fuzz", dependencies: fuzzed, path: "Tests/Fuzzing",
        exclude: ["corpora", "words", "fuzz", "CorpusTests.swift"], swiftSettings: common)

// Shows the windows of guests to tests, is a guest for them, and one that means harm. A release would contain them, as it contains every
// program of the package.
let trial: [Target] =
    (Context.environment["BEZEL_RELEASE"] ?? "").isEmpty
    ? [
        .executableTarget(
            name: "GuestTrial",
            dependencies: [
                "Guests", "Interface", "Stage", "Gestures", "Layers", "Drawing", "Linux", "Geometry",
            ],
            path: "Tests/Guests/Trial", swiftSettings: mainActor),
        .executableTarget(name: "HostileGuest", path: "Tests/Guests/Hostile"),
        .executableTarget(name: "TestGuest", dependencies: ["CWayland"], path: "Tests/Guests/Client"),
    ] : []

let package = Package(
    name: "Bezel",
    products: [
        .library(name: "Bezel", targets: ["Bezel"]),
        .executable(name: "bezel", targets: ["BezelCommand"]),
        .executable(name: "bezel-gallery", targets: ["Gallery"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .target(name: "Geometry", swiftSettings: common),
        .target(name: "Gestures", dependencies: ["Geometry"], swiftSettings: common),
        .target(name: "CPixels"),
        .target(name: "Layers", dependencies: ["Geometry", "CPixels"], swiftSettings: common),
        .target(
            name: "Drawing", dependencies: ["Geometry", "Layers", "CPango", "CPixbuf", "CWebP", "CFiles"],
            swiftSettings: common),
        .target(
            name: "Stage", dependencies: ["Geometry", "Gestures", "Layers", "Drawing", "CGIO"], swiftSettings: common),
        .target(name: "Keyboards", dependencies: ["CKeyboard"], swiftSettings: common),
        .target(
            name: "Interface",
            dependencies: ["Geometry", "Gestures", "Layers", "Drawing", "Stage", "Keyboards", "CMark"],
            swiftSettings: elements, linkerSettings: markdown),
        .target(name: "Accessibility", dependencies: ["Geometry", "Stage", "Linux", "CGIO"], swiftSettings: common),
        .target(name: "Settings", dependencies: ["Geometry", "CTOML", "CFiles"], swiftSettings: common),
        .target(
            name: "Pages",
            dependencies: [
                "Geometry", "Gestures", "Layers", "Drawing", "Stage", "Settings", "CMark", "CFiles", "CJSON", "CCSV",
                "CQR",
            ],
            swiftSettings: common, linkerSettings: markdown),
        .target(
            name: "Linux",
            dependencies: ["Geometry", "CLinux", "CInput", "CContacts", "CSeat", "CDRM", "CWayland", "CLog", "CJSON"],
            swiftSettings: common),
        .target(name: "Recordings", dependencies: ["Geometry", "Linux", "CLinux", "CYAML"], swiftSettings: common),
        .target(
            name: "Machine",
            dependencies: ["Geometry", "Gestures", "Layers", "Drawing", "Stage", "Settings", "Pages", "Linux"],
            swiftSettings: common),
        .target(
            name: "Frames",
            dependencies: ["Geometry", "Gestures", "Layers", "Drawing", "Stage", "Linux", logging],
            swiftSettings: common),
        .target(
            name: "Guests",
            dependencies: [
                "Geometry", "Gestures", "Layers", "Drawing", "Stage", "Keyboards", "Interface", "Linux", "Web",
                "CWaylandServer",
            ],
            swiftSettings: mainActor),
        .target(name: "Web", dependencies: ["Geometry", "Stage", "Linux", "CLinux", "CGIO"], swiftSettings: mainActor),
        .target(
            name: "Calibration",
            dependencies: [
                "Geometry", "Gestures", "Layers", "Drawing", "Stage", "Settings", "Pages", "Linux", "Recordings",
                "Machine",
            ],
            swiftSettings: common),
        .target(
            name: "Run",
            dependencies: [
                "Geometry", "Gestures", "Layers", "Drawing", "Stage", "Settings", "Pages", "Linux", "Recordings",
                "Machine", "Frames", "Guests", "Web", "Calibration", "Accessibility", logging,
            ],
            swiftSettings: common),
        .target(
            name: "Replay",
            dependencies: [
                "Geometry", "Gestures", "Layers", "Drawing", "Stage", "Pages", "Linux", "Recordings", "Machine",
                "Frames", "Guests", "Calibration", logging,
            ],
            swiftSettings: common),
        .target(
            name: "Bezel",
            dependencies: [
                "Geometry", "Gestures", "Layers", "Drawing", "Stage", "Interface", "Machine", "Frames", "Run", "Replay",
                argumentParser,
            ],
            swiftSettings: common),
        .target(
            name: "Doctor",
            dependencies: [
                "Geometry", "Drawing", "Stage", "Settings", "Pages", "Linux", "Machine", "CSwiftRuntime",
            ],
            swiftSettings: common),
        .target(
            name: "Benchmark",
            dependencies: [
                "Geometry", "Gestures", "Layers", "Drawing", "Stage", "Interface", "Settings", "Pages", "Linux",
                "Recordings",
                "Machine", "Frames", "Guests", "Calibration", "Run", "Replay", "CSwiftRuntime", logging,
            ],
            swiftSettings: common),
        .target(
            name: "Preview",
            dependencies: ["Geometry", "Layers", "Drawing", "Stage", "Settings", "Pages", "Linux", "Machine"],
            swiftSettings: common),
        .executableTarget(
            name: "BezelCommand",
            dependencies: [
                "Bezel", "Geometry", "Machine", "Calibration", "Run", "Replay", "Doctor", "Preview", "Benchmark",
                argumentParser,
            ],
            swiftSettings: common),
        .executableTarget(name: "Gallery", dependencies: ["Bezel"], swiftSettings: common),

        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CFiles"),
        .systemLibrary(name: "CSwiftRuntime"),
        .systemLibrary(
            name: "CInput", pkgConfig: "libinput libudev libevdev",
            providers: [.apt(["libinput-dev", "libudev-dev", "libevdev-dev"])]),
        .systemLibrary(name: "CSeat", pkgConfig: "libseat", providers: [.apt(["libseat-dev"])]),
        .systemLibrary(name: "CDRM", pkgConfig: "libdrm", providers: [.apt(["libdrm-dev"])]),
        .target(name: "CContacts", dependencies: ["CInput"]),
        .target(name: "CLog", dependencies: ["CInput", "CSeat", "CWayland"]),
        .target(name: "CWayland", linkerSettings: [.linkedLibrary("wayland-client")]),
        .target(
            name: "CWaylandServer", dependencies: ["CWayland"], linkerSettings: [.linkedLibrary("wayland-server")]),
        .systemLibrary(name: "CJSON", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev"])]),
        .systemLibrary(name: "CCSV", providers: [.apt(["libcsv-dev"])]),
        .systemLibrary(
            name: "CKeyboard", pkgConfig: "xkbcommon glib-2.0",
            providers: [.apt(["libxkbcommon-dev", "libglib2.0-dev"])]),
        .systemLibrary(name: "CGIO", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CQR", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .target(name: "CTOML"),
        .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CMark", providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),

        .systemLibrary(name: "TestWebPEncoder", path: "Tests/WebPEncoder", pkgConfig: "libwebp"),
        .target(
            name: "TestFolders", dependencies: ["TestWebPEncoder"], path: "Tests/TestFolders", swiftSettings: common),
        .target(name: "TestRandomness", path: "Tests/TestRandomness", swiftSettings: common),
        .target(name: "TouchScript", dependencies: ["Geometry"], path: "Tests/TouchScript", swiftSettings: common),
        .testTarget(name: "GeometryTests", dependencies: ["Geometry", "TestRandomness"], swiftSettings: common),
        .testTarget(
            name: "GesturesTests", dependencies: ["Gestures", "Geometry", "TestRandomness", "TouchScript"],
            exclude: ["Fixtures"], swiftSettings: mainActor),
        .testTarget(
            name: "LayersTests", dependencies: ["Layers", "Geometry", "CPixels", "TestRandomness", "TestReadTrap"],
            swiftSettings: common),
        .testTarget(
            name: "DrawingTests", dependencies: ["Drawing", "Layers", "Geometry", "TestFolders", "TestRandomness"],
            swiftSettings: common),
        .testTarget(
            name: "StageTests",
            dependencies: [
                "Stage", "Gestures", "Layers", "Drawing", "Geometry", "TestFolders", "TestRandomness", "TouchScript",
            ],
            exclude: ["Fixtures"], swiftSettings: mainActor),
        .testTarget(
            name: "InterfaceTests",
            dependencies: [
                "Interface", "Keyboards", "Stage", "Gestures", "Layers", "Drawing", "Geometry", "TestRandomness",
                "TouchScript",
            ],
            swiftSettings: elements),
        .testTarget(
            name: "GuestsTests",
            dependencies: [
                "Guests", "Replay", "Recordings", "Interface", "Keyboards", "Frames", "Stage", "Gestures", "Layers",
                "Linux", "Geometry", "CWayland", "CWaylandServer", "CLinux", "TestRandomness", "TestFolders",
                "TestTextInputClient", logging,
            ],
            swiftSettings: mainActor),
        .testTarget(
            name: "WebTests",
            dependencies: ["Web", "Machine", "Linux", "Geometry", "TestRandomness", "TestFolders"],
            swiftSettings: mainActor),
        .testTarget(
            name: "PagesTests",
            dependencies: [
                "Pages", "Settings", "Stage", "Drawing", "Layers", "Gestures", "Geometry", "TestFolders",
                "TestRandomness", "TouchScript", "CSwiftRuntime",
            ],
            swiftSettings: mainActor),
        .target(
            name: "TestCompositor", dependencies: ["CWayland"], path: "Tests/Compositor",
            linkerSettings: [.linkedLibrary("wayland-server")]),
        .systemLibrary(name: "TestTextInputClient", path: "Tests/TextInputClient"),
        .target(name: "TestDevices", path: "Tests/Devices"),
        .target(name: "TestReadTrap", path: "Tests/ReadTrap"),
        .testTarget(
            name: "LinuxTests",
            dependencies: [
                "Linux", "Recordings", "Geometry", "CDRM", "TestCompositor", "TestDevices", "TestFolders",
                "TestRandomness",
            ],
            exclude: ["Fixtures"],
            swiftSettings: common),
        .testTarget(
            name: "BezelTests",
            dependencies: [
                "Bezel", "Gallery", "Accessibility", "Machine", "Frames", "Guests", "Calibration", "Run", "Replay",
                "Doctor",
                "Preview",
                "Benchmark",
                "Recordings", "Settings", "Pages", "Stage", "Drawing", "Layers", "Gestures", "Linux", "Geometry",
                "TestFolders", "TestRandomness", "TouchScript", logging,
            ],
            swiftSettings: mainActor),
        fuzzing,
    ] + trial,
    cxxLanguageStandard: .cxx17
)
