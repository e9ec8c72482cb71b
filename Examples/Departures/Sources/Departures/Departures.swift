// A board of departures, which comes from a server.

import AsyncHTTPClient
import Bezel
import Foundation
import NIOFoundationCompat

@main struct DeparturesApp: App {
    func root() -> Screen {
        DepartureScreen(ProcessInfo.processInfo.environment["DEPARTURES"] ?? "http://localhost:8080/departures.json")
    }
}

/// The departures that a server has at an address. While it has no answer, the last one stays on the glass.
@Observable final class DepartureScreen: Screen, Declared {
    private let address: String
    private var board = Board()
    private var problem: String?

    init(_ address: String) {
        self.address = address
        super.init(name: "departures", title: "Departures")
    }

    override func load(into content: View) {
        super.load(into: content)
        let address = address
        task { [unowned self] in
            repeat {
                do {
                    board = try await recorded("departures") { try await Board.load(from: address) }
                    problem = nil
                } catch {
                    problem = "The timetable does not answer. \(error)"
                }
            } while (try? await sleep(for: .seconds(30))) != nil
        }
    }

    var body: some Element {
        List {
            Section(problem ?? "From the quay") {
                ForEach(board.departures, id: \.self) { departure in
                    ListRow(departure.goal, detail: departure.time, icon: .clock)
                }
            }
        }
    }
}

/// What leaves next. Its text is what a recording has, so that a replay needs no server.
nonisolated struct Board: LosslessStringConvertible, Codable {
    struct Departure: Codable, Hashable {
        let time, goal: String
    }
    var departures: [Departure] = []

    init() {}

    init?(_ description: String) {
        guard let board = try? JSONDecoder().decode(Board.self, from: Data(description.utf8)) else { return nil }
        self = board
    }

    var description: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    /// Asks the server at `address`. What is no board, or larger than a recording takes, is an error.
    static func load(from address: String) async throws -> Board {
        let answer = try await HTTPClient.shared.execute(HTTPClientRequest(url: address), timeout: .seconds(10))
        guard answer.status == .ok else { throw RecordedError("It says \(answer.status).") }
        return try JSONDecoder().decode(Board.self, from: try await answer.body.collect(upTo: 64 * 1024))
    }
}
