// swift-tools-version: 6.2
import PackageDescription

// All screens belong to the main actor.
let settings: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let package = Package(
    name: "departures",
    dependencies: [
        .package(name: "bezel", path: "../.."),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    ],
    targets: [
        .executableTarget(
            name: "Departures",
            dependencies: [
                .product(name: "Bezel", package: "bezel"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "DeparturesTests",
            dependencies: [
                "Departures", .product(name: "Bezel", package: "bezel"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings),
    ])
