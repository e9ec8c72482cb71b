// A PIN's hash, and comparing it while the loop goes on.

import Geometry
import Testing

@testable import Linux

@Suite struct PasswordTests {
    /// A hash that is cheap to compute, for tests.
    private func hash(_ pin: String, salt: UInt8 = 7) throws -> PasswordHash {
        try PasswordHash(of: pin, random: [UInt8](repeating: salt, count: 32), cost: 6)
    }

    @Test func `a hash matches its password alone, and differs each time it is made`() throws {
        let kept = try #require(PasswordHash(try hash("314159").description))
        #expect(try kept.matches("314159"))
        for wrong in ["314158", "31415", "3141590", ""] { #expect(try !kept.matches(wrong)) }
        #expect(try hash("1234", salt: 1) != hash("1234", salt: 2))
    }

    // RFC 7914's own test vectors cannot be written in the format of crypt(5); this one is libxcrypt's.
    @Test func `a hash is what the system's crypt makes`() throws {
        let known = try #require(
            PasswordHash("$7$BU..../....k2XAnEHBqQ1Ct2aMXFKNa/$i/YS.JGMgJwGN7pIeSKhk5GxyqJv.QvZO2SgQZN./pA"))
        #expect(try known.matches("123456"))
    }

    @Test(arguments: [
        "", "1234", "$6$salt$hash", "$7$", "$7$BU..../....k2XAnEHBqQ1Ct2aMXFKNa/$short",
        "$7$BU..../....k2XAnEHBqQ1Ct2aMXFKNa/$i/YS.JGMgJwGN7pIeSKhk5GxyqJv.QvZO2SgQZN./pA ",
        "$7$BU..:./....k2XAnEHBqQ1Ct2aMXFKNa/$i/YS.JGMgJwGN7pIeSKhk5GxyqJv.QvZO2SgQZN./pA",
    ]) func `anything but a hash by scrypt is refused`(_ text: String) {
        #expect(PasswordHash(text) == nil)
    }

    @Test func `the loop goes on while a PIN is compared, and gets the answer`() throws {
        let loop = try EventLoop()
        let kept = try hash("2718")
        for (pin, expected) in [("2718", true), ("2719", false)] {
            var (answer, turns): (Bool?, Int) = (nil, 0)
            let timer = loop.timer { turns += 1 }
            timer.setDeadline(MonotonicClock.now())
            let check = try PasswordCheck(pin, kept, on: loop) {
                answer = try? $0.get()
                loop.stop()
            }
            try withExtendedLifetime(check) { try loop.run() }
            #expect(answer == expected)
            #expect(turns == 1)
            timer.cancel()
        }
    }

    @Test func `a released check gives no answer`() throws {
        let loop = try EventLoop()
        var check: PasswordCheck? = try PasswordCheck("1", try hash("2"), on: loop) { _ in Issue.record("it answered") }
        withExtendedLifetime(check) {}
        check = nil
        try loop.runOnce(until: MonotonicClock.now())
    }
}
