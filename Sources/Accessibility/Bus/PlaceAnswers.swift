// Answers where elements are, and what their texts are.

extension Answering {
    /// The kinds of coordinates, by the numbers of AtspiCoordType. A page is as large as its display, so the first two are the same.
    private enum Coordinates: UInt32 { case screen, window, parent }

    // MARK: Component

    func component(_ call: BusCall, _ target: Target, _ ask: (AccessibilityRequest) -> Bool) -> BusAnswer? {
        let numbers = call.arguments.map(\.number)
        let node: AccessibleNode? = if case .node(let node) = target { node } else { nil }
        let frame =
            node?.frame ?? tree.windows.first.flatMap { tree.nodes[$0]?.frame }
            ?? .init(x: 0, y: 0, width: 0, height: 0)
        func origin(_ kind: Int) -> (x: Int, y: Int) {
            guard kind == Coordinates.parent.rawValue, let outer = node?.parent.flatMap({ tree.nodes[$0]?.frame })
            else {
                return (0, 0)
            }
            return (outer.x, outer.y)
        }
        switch (call.member, call.signature) {
        case ("GetExtents", "u"):
            let origin = origin(numbers[0])
            return .values([
                .structure([.int(frame.x - origin.x), .int(frame.y - origin.y), .int(frame.width), .int(frame.height)])
            ])
        case ("GetPosition", "u"):
            let origin = origin(numbers[0])
            return .values([.int(frame.x - origin.x), .int(frame.y - origin.y)])
        case ("GetSize", ""): return .values([.int(frame.width), .int(frame.height)])
        case ("Contains", "iiu"):
            let origin = origin(numbers[2])
            return .values([.boolean(frame.contains(numbers[0] + origin.x, numbers[1] + origin.y))])
        case ("GetAccessibleAtPoint", "iiu"):
            let origin = origin(numbers[2])
            let roots = node.map { [$0.id] } ?? tree.windows
            let (x, y) = (numbers[0] + origin.x, numbers[1] + origin.y)
            let found = roots.lazy.compactMap { tree.node(in: $0, at: x, y) }.first
            return .values([found.map { reference($0) } ?? .structure([.string(""), .path(Self.null)])])
        // A page is a window; all else is a widget.
        case ("GetLayer", ""): return .values([.uint(node == nil || node?.parent == nil ? 7 : 3)])
        case ("GetMDIZOrder", ""): return .values([.short(0)])
        case ("GetAlpha", ""): return .values([.double(1)])
        case ("GrabFocus", ""):
            guard let node, node.states.isSuperset(of: [.focusable, .sensitive]) else {
                return .values([.boolean(false)])
            }
            return .values([.boolean(ask(.focus(node.id)))])
        // Wherever a client wants it to be, it comes to be seen, and rests where the content can rest.
        case ("ScrollTo", "u"):
            guard let node, node.parent != nil else { return .values([.boolean(false)]) }
            return .values([.boolean(ask(.reveal(node.id)))])
        case ("SetExtents", "iiiiu"), ("SetPosition", "iiu"), ("SetSize", "ii"), ("ScrollToPoint", "uii"):
            return .values([.boolean(false)])
        default: return nil
        }
    }

    // MARK: Text

    func text(
        _ call: BusCall, _ node: AccessibleNode, _ text: AccessibleText, _ ask: (AccessibilityRequest) -> Bool
    ) -> BusAnswer? {
        let numbers = call.arguments.map(\.number)
        func part(_ part: (text: String, range: Range<Int>)) -> BusAnswer {
            .values([.string(part.text), .int(part.range.lowerBound), .int(part.range.upperBound)])
        }
        func kind(_ number: Int, isBoundary: Bool) -> AccessibleText.Granularity? {
            let number = UInt32(clamping: number)
            return isBoundary ? .init(boundary: number) : .init(rawValue: number)
        }
        let noAttributes = BusValue.array(of: "{ss}", [])
        switch (call.member, call.signature) {
        case ("GetText", "ii"): return .values([.string(text.text(from: numbers[0], to: numbers[1]))])
        case ("GetStringAtOffset", "iu"):
            return kind(numbers[1], isBoundary: false).map { part(text.part(at: numbers[0], $0)) }
        case ("GetTextAtOffset", "iu"):
            return kind(numbers[1], isBoundary: true).map { part(text.part(at: numbers[0], $0)) }
        case ("GetTextBeforeOffset", "iu"):
            return kind(numbers[1], isBoundary: true).map { part(text.part(before: numbers[0], $0)) }
        case ("GetTextAfterOffset", "iu"):
            return kind(numbers[1], isBoundary: true).map { part(text.part(after: numbers[0], $0)) }
        case ("GetCharacterAtOffset", "i"): return .values([.int(Int(text.character(at: numbers[0])))])
        case ("GetNSelections", ""): return .values([.int(text.selection?.isEmpty == false ? 1 : 0)])
        case ("GetSelection", "i"):
            let range = numbers[0] == 0 ? text.selection ?? 0..<0 : 0..<0
            return .values([.int(range.lowerBound), .int(range.upperBound)])
        case ("GetAttributes", "i"), ("GetAttributeRun", "ib"):
            return .values([noAttributes, .int(0), .int(text.count)])
        case ("GetDefaultAttributes", ""), ("GetDefaultAttributeSet", ""): return .values([noAttributes])
        case ("GetAttributeValue", "is"): return .values([.string("")])
        // Where the lines break is not told, so each character is where the text is.
        case ("GetCharacterExtents", "iu"), ("GetRangeExtents", "iiu"):
            let frame = node.frame
            return .values([.int(frame.x), .int(frame.y), .int(frame.width), .int(frame.height)])
        case ("GetOffsetAtPoint", "iiu"):
            return .values([.int(node.frame.contains(numbers[0], numbers[1]) && text.count > 0 ? 0 : -1)])
        case ("GetBoundedRanges", "iiiiuuu"): return .values([.array(of: "(iisv)", [])])
        case ("SetCaretOffset", "i"):
            let place = numbers[0] < 0 ? Int.max : numbers[0]
            return .values([.boolean(node.states.contains(.editable) && ask(.edit(node.id, place..<place, "")))])
        case ("AddSelection", "ii"), ("RemoveSelection", "i"), ("SetSelection", "iii"),
            ("ScrollSubstringTo", "iiu"), ("ScrollSubstringToPoint", "iiuii"):
            return .values([.boolean(false)])
        default: return nil
        }
    }
}

extension Answering {
    // MARK: EditableText

    func editing(
        _ call: BusCall, _ node: AccessibleNode, _ text: AccessibleText, _ ask: (AccessibilityRequest) -> Bool
    ) -> BusAnswer? {
        let numbers = call.arguments.map(\.number)
        // The text may be another one when its turn comes: the field itself knows where it ends.
        func place(_ number: Int) -> Int { number < 0 ? Int.max : number }
        func edit(_ range: Range<Int>, _ new: String) -> BusAnswer {
            .values([.boolean(ask(.edit(node.id, range, new)))])
        }
        switch (call.member, call.signature, call.arguments.first) {
        case ("SetTextContents", "s", .string(let new)?): return edit(0..<Int.max, new)
        case ("InsertText", "isi", _):
            guard case .string(var new) = call.arguments[1] else { return nil }
            // The length is in bytes; a character of which only some are meant is left out.
            while numbers[2] >= 0, new.utf8.count > numbers[2] { new.removeLast() }
            return edit(place(numbers[0])..<place(numbers[0]), new)
        case ("DeleteText", "ii", _):
            let (start, end) = (place(numbers[0]), place(numbers[1]))
            return edit(min(start, end)..<max(start, end), "")
        // The clipboard is the visitor's.
        case ("CopyText", "ii", _): return .values([])
        case ("CutText", "ii", _), ("PasteText", "i", _): return .values([.boolean(false)])
        default: return nil
        }
    }
}

extension BusValue {
    /// The number that it is; 0 for what is none.
    fileprivate var number: Int {
        switch self {
        case .int(let number): number
        case .uint(let number): Int(number)
        case .short(let number): Int(number)
        case .boolean(let isTrue): isTrue ? 1 : 0
        case .string, .path, .double, .array, .structure, .entry, .variant: 0
        }
    }
}
