import Bezel
import Testing

@testable import Hall

@Test func `three visitors come in`() async throws {
    let visit = try Rehearsal(HallApp())
    try visit.tap("+")
    try visit.tap("Come in")
    await visit.settle()
    #expect(visit.texts.contains("Come in for 24 €?"))
    try visit.tap("Come in")
    await visit.settle()
    #expect(visit.texts.contains("Welcome, all 3 of you!"))
}
