// The stage's entry points for asynchronous results.

package import Drawing
package import Geometry

extension Stage {
    /// Expects an asynchronous result that recordings and traces call `name`. The stage calls `take` on the decision
    /// thread, in order with touches, for each value that is sent with `arrive`. It does not call `take` when the stage
    /// is gone, when the stage has started over for another visitor, or when `screen`, if given, is on no stack any
    /// more. The expectation ends when its last reference is released.
    ///
    /// Results are recorded as text, and a replay passes the same text to the app at the same instant.
    public func expect<Value: LosslessStringConvertible>(
        _ name: String, for screen: Screen? = nil, _ take: @escaping (Value) -> Void
    ) -> ExpectedResult<Value> {
        expectOutcome(name, for: screen) { outcome in
            guard case .success(let value) = outcome else { return false }
            take(value)
            return true
        }
    }

    /// Does the same for work that can fail. `take` returns false for an outcome that the app does not expect.
    func expectOutcome<Value: LosslessStringConvertible>(
        _ name: String, for screen: Screen?, _ take: @escaping (Result<Value, RecordedError>) -> Bool
    ) -> ExpectedResult<Value> {
        let number = expectations.add(name, for: screen) { result in
            if result.isError { return take(.failure(RecordedError(result.value))) }
            guard let value = Value(result.value) else {
                _ = take(.failure(RecordedError("\"\(result.value.prefix(80))\" is no \(Value.self)")))
                return false
            }
            return take(.success(value))
        }
        if number == nil {
            warn(
                "the app waits for more than \(Expectations.most) results; \"\(name)\" will not arrive: release the "
                    + "expectations of results that are no longer needed")
        }
        return ExpectedResult(name, number: number ?? 0, in: arrivals)
    }

    /// Takes an arrival that was requested earlier. It takes effect at `instant`, but never before `now`; everything
    /// that is due by then happens first. An arrival that is no longer expected changes nothing.
    package func arrived(_ arrival: Arrival, at instant: Instant) {
        advance(to: instant)
        switch arrival.what {
        case .picture(let read): take(read)
        case .pictureLeaves(let picture): backings.drop(picture)
        case .result(let result): take(result)
        case .night(let isNight): take(night: isNight)
        case .end(let name, let number): expectations.end(name: name, number: number)
        case .clock(let clock): take(clock)
        case .file(let file): take(file)
        }
        tasks.run()
    }

    private func take(_ read: ReadPicture) {
        guard let picture = backings.pictures.take(read) else { return }
        note(.picture(read.order.record))
        if case .failure(let error) = read.result { warn("\(error)") }
        if let film = read.film, picture.film == nil { warn(ofStill: read.order.picture.name, film.bytes) }
        for view in picture.views { view.view?.show(self) }
    }

    private func take(_ result: ArrivalRecord.Result) {
        guard let taker = expectations.taker(of: result) else { return }
        note(.result(taker.result))
        trace("arrived", [("name", .text(taker.result.name)), ("number", .integer(taker.result.number))])
        guard !taker.take(taker.result) else { return }
        warn("the result \"\(result.name)\" does not have the type that the app expects: \(result.value.prefix(80))")
    }

    func note(_ what: ArrivalRecord.What) { onArrival?(ArrivalRecord(time: now, what: what).withoutSecret) }

    // MARK: Pictures

    /// Orders the picture that the last plan needs most, among those that are not being read: visible pictures first, then
    /// near ones if there is memory for them. The caller reads the picture and passes it to `arrived`. Returns nil when there
    /// is none.
    package func nextPicture(onlySeen: Bool = false) -> PictureOrder? { backings.orderPicture(onlySeen: onlySeen) }

    /// Orders a picture that some view waits for and for which `isHere` returns true, however far it is from the visible area
    /// and however much memory is in use: a recording has decided that already. Returns nil when there is none.
    package func nextPicture(ofRecording isHere: (ArrivalRecord.Picture) -> Bool) -> PictureOrder? {
        backings.pictures.orderAny { isHere($0.record) }
    }

    /// Reads the visible pictures of the last plan that are missing, on this thread, and takes them. It blocks until
    /// they are read. Returns true when it read any, which makes the plan out of date.
    @discardableResult
    package func readSeenPictures() -> Bool {
        var hasRead = false
        while let order = nextPicture(onlySeen: true) {
            arrived(Arrival(order.read()), at: now)
            hasRead = true
        }
        return hasRead
    }

    /// What arrived before and still counts. A recording that starts now has to start with it.
    package var arrivalsHere: [ArrivalRecord] {
        let night = isNight ? [ArrivalRecord.What.night(true)] : []
        return valueRecords + (night + picturesHere.map { .picture($0) }).map { ArrivalRecord(time: now, what: $0) }
            + guestsHere
    }

    /// What has become of the programs on the glass.
    package var guestsHere: [ArrivalRecord] {
        rootView.guestPlaces.filter(\.isSeen).flatMap(\.resultsSoFar).map {
            ArrivalRecord(time: now, what: .result($0))
        }
    }

    /// The pictures in memory, ordered by name and size.
    package var picturesHere: [ArrivalRecord.Picture] {
        backings.pictures.here.map(\.order.record).sorted {
            ($0.name, $0.size.width, $0.size.height) < ($1.name, $1.size.width, $1.size.height)
        }
    }

    /// Whether a picture that some view shows could not be read.
    package var hasFailedPictures: Bool { backings.pictures.hasFailed }

    /// Keeps the pictures `changed`, as far as they are in memory, also while no view shows them: their files hold something else by
    /// now. Those that were kept before are released unless they are among them.
    package func keepPictures(_ changed: Set<Picture>) { backings.keep(changed) }

    /// Whether pictures are evicted only when the recorded eviction arrives, as a replay requires.
    package var holdsPicturesToRecord: Bool {
        get { backings.pictures.isHeldToRecord }
        set { backings.pictures.isHeldToRecord = newValue }
    }

    // MARK: Results

    /// Which results come from a recording.
    package var suppliedResults: SuppliedResults {
        get { expectations.supplied }
        set { expectations.supplied = newValue }
    }

    /// The expected results without any value so far that can still be sent, in the order in which the app requested
    /// them. Their `value` is empty.
    package var awaitedResults: [ArrivalRecord.Result] { expectations.awaited }

    /// `arrivals` in the order in which the app requested them. Several values of one result keep their order.
    package func inOrderAsked(_ arrivals: [Arrival]) -> [Arrival] { expectations.sorted(arrivals) }
}
