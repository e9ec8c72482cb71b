// Passes fingers and buttons to the responders around their view when the view is removed.

extension TouchDispatcher {
    /// Removes `responder` and everything in it. Its recognizers are cancelled or fail, the touches and presses that it was
    /// told of are cancelled, and it loses the focus.
    ///
    /// The fingers are still on the glass. The recognizers of the responders around it keep following them: a list
    /// continues to scroll when the row under the finger is replaced. From now on the fingers are touches on the responder
    /// that contained the removed one. That responder is told nothing of them.
    public func remove(_ responder: Responder) {
        if firstResponder?.isWithin(responder) == true { firstResponder = nil }
        depth += 1
        leaving.append(responder)
        let theirs = engaged.filter { $0.view?.isWithin(responder) == true }
        breakOff(theirs, "its view was removed")
        // The owners of these recognizers exist now. They may be gone when the other actions of this moment have run.
        for recognizer in theirs { tellNow(recognizer) }
        // This includes inputs that ended a moment ago and inputs whose lift a recognizer delays. Their end would come too
        // late for the view.
        for input in unfinished + touchesDown + pressesDown where input.view?.isWithin(responder) == true {
            takeFromView(input)
            input.view = responder.next
        }
        depth -= 1
        settle()
    }

    /// Cancels or fails `recognizers`. Clearing the held states first keeps each of them from beginning because another one
    /// fails.
    func breakOff(_ recognizers: [Recognizer], _ why: String) {
        for recognizer in recognizers { recognizer.heldState = nil }
        for recognizer in recognizers { recognizer.breakOff(why) }
    }
}
