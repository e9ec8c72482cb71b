// The board, with a server that answers, one that has trouble, and none.

import Bezel
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@testable import Departures

@Suite struct DeparturesTests {
    private struct Hall: App {
        nonisolated(unsafe) static var address = ""
        func root() -> Screen { DepartureScreen(Hall.address) }
    }

    @Test func `the board has what the server says, and keeps it while the server has trouble`() async throws {
        let server = try await Timetable([
            (.ok, #"{"departures":[{"time":"12:05","goal":"Herring Island"}]}"#),
            (.ok, #"{"departures":[{"time":"12:35","goal":"The Skerries"}]}"#),
            (.internalServerError, ""),
            (.ok, "no board"),
        ])
        Hall.address = server.address
        let hall = try Rehearsal(Hall())
        await hall.wait(for: .seconds(1))
        #expect(hall.texts.contains("Herring Island") && hall.texts.contains("From the quay"))
        await hall.wait(for: .seconds(30))
        #expect(hall.texts.contains("The Skerries") && !hall.texts.contains("Herring Island"))
        for _ in 0..<2 {
            await hall.wait(for: .seconds(30))
            #expect(hall.texts.contains("The Skerries"))
            #expect(hall.texts.contains { $0.hasPrefix("The timetable does not answer.") })
        }
        try await server.close()
    }
}

/// A server that gives one answer after the other.
private nonisolated final class Timetable: Sendable {
    private let channel: any Channel
    let address: String

    init(_ answers: [(HTTPResponseStatus, String)]) async throws {
        let number = NIOLockedValueBox(0)
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.pipeline.configureHTTPServerPipeline().flatMapThrowing {
                    try channel.pipeline.syncOperations.addHandler(Answer(answers, number))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        address = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/departures.json"
    }

    func close() async throws { try await channel.close() }

    private final class Answer: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        private let answers: [(HTTPResponseStatus, String)]
        private let number: NIOLockedValueBox<Int>

        init(_ answers: [(HTTPResponseStatus, String)], _ number: NIOLockedValueBox<Int>) {
            (self.answers, self.number) = (answers, number)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .end = unwrapInboundIn(data) else { return }
            let next = number.withLockedValue { number in
                defer { number += 1 }
                return number
            }
            let (status, text) = answers[min(next, answers.count - 1)]
            let body = context.channel.allocator.buffer(string: text)
            let head = HTTPResponseHead(
                version: .http1_1, status: status, headers: ["content-length": "\(body.readableBytes)"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
