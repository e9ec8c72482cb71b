// A house whose program says what a test has it say.

@testable import Stage

/// Has a program that is there at once, and whose `place` a test tells the rest.
final class SpeakingHouse: GuestHost {
    private(set) weak var place: GuestPlace?

    func appeared(_ place: GuestPlace) {
        self.place = place
        place.report(.shown)
    }
    func disappeared(_ place: GuestPlace) {}
    func retry(_ place: GuestPlace) {}
    func goBack(_ place: GuestPlace) {}
    func comesNear(_ programs: [GuestProgram]) {}
    func endVisit() {}
}
