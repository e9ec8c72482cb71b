// The values of moving layers at another instant, while the tree stays unchanged.

/// The values of a few layers that differ from the tree at some instant. With poses, a picture of that instant can be
/// planned without changing the tree or anything that depends on it. A value that is kept from picture to picture allocates
/// no memory once it has reached its largest size.
package struct Poses {
    private struct Pose {
        let layer: ObjectIdentifier
        var model: Layer.Presentation
        /// The index in `additions` of the first addition to the layer. -1 for none.
        var first = -1
    }
    /// The amount that one animator adds at that instant, in place of its current addition.
    private struct Addition {
        var addition: Layer.Addition
        /// The index of the next addition to the same layer. -1 for none.
        var next: Int
    }

    private var poses: [Pose] = []
    private var additions: [Addition] = []
    /// The index in `poses` for each slot of an open hash table that is at most half full. -1 for an empty slot. Each
    /// picture looks up every layer of the tree. A `Dictionary` uses a slower hash that resists malicious keys, and there
    /// are none here.
    private var slots: [Int32] = []

    /// Poses that leave all layers as in the tree.
    package init() {}

    /// Whether all layers are as in the tree.
    package var isEmpty: Bool { poses.isEmpty }

    /// Removes all differences from the tree.
    package mutating func removeAll() {
        if poses.isEmpty { return }
        poses.removeAll(keepingCapacity: true)
        additions.removeAll(keepingCapacity: true)
        for slot in slots.indices { slots[slot] = -1 }
    }

    // MARK: What differs

    /// The model values of `layer` at the instant: those of the tree, until other values are set. The additions of
    /// animators come on top.
    package subscript(layer: Layer) -> Layer.Presentation {
        get { index(of: layer).map { poses[$0].model } ?? layer.model }
        set { poses[madeIndex(of: layer)].model = newValue }
    }

    /// Makes `animator` add `amount` to `property` of `layer` at the instant, in place of its current addition.
    mutating func add(_ amount: Double, to property: AnimatedProperty, of layer: Layer, by animator: ObjectIdentifier) {
        let pose = madeIndex(of: layer)
        let addition = Layer.Addition(animator: animator, property: property, amount: amount)
        var (index, last) = (poses[pose].first, -1)
        while index >= 0 {
            if additions[index].addition.replaces(addition) {
                additions[index].addition.amount = amount
                return
            }
            (last, index) = (index, additions[index].next)
        }
        // The addition goes to the end, as in the tree.
        if last < 0 { poses[pose].first = additions.count } else { additions[last].next = additions.count }
        additions.append(Addition(addition: addition, next: -1))
    }

    // MARK: What is seen

    /// The presented values of `layer` at the instant, as `Layer.presentation` has the current ones.
    package func presentation(of layer: Layer) -> Layer.Presentation {
        guard let pose = index(of: layer) else { return layer.presentation }
        var values = poses[pose].model
        // The order of the tree, so that the sums are the same to the last bit when the tree reaches these values.
        for addition in layer.additions {
            values[addition.property] += replacement(of: addition, in: pose)?.amount ?? addition.amount
        }
        var index = poses[pose].first
        while index >= 0 {
            let addition = additions[index].addition
            if !layer.additions.contains(where: addition.replaces) { values[addition.property] += addition.amount }
            index = additions[index].next
        }
        values.limit()
        return values
    }

    private func replacement(of addition: Layer.Addition, in pose: Int) -> Layer.Addition? {
        var index = poses[pose].first
        while index >= 0 {
            if additions[index].addition.replaces(addition) { return additions[index].addition }
            index = additions[index].next
        }
        return nil
    }

    // MARK: The table

    /// The slot at which the search for `layer` begins. The product's upper bits depend on all bits of the address.
    private func start(_ layer: ObjectIdentifier) -> Int {
        Int(truncatingIfNeeded: (UInt64(UInt(bitPattern: layer)) &* 0x9E37_79B9_7F4A_7C15) >> 40) & (slots.count - 1)
    }

    private func index(of layer: Layer) -> Int? {
        if poses.isEmpty { return nil }
        let layer = ObjectIdentifier(layer)
        var slot = start(layer)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if poses[index].layer == layer { return index }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private mutating func madeIndex(of layer: Layer) -> Int {
        if let index = index(of: layer) { return index }
        poses.append(Pose(layer: ObjectIdentifier(layer), model: layer.model))
        if 2 * poses.count > slots.count {
            slots = Array(repeating: -1, count: max(64, 2 * slots.count))
            for index in poses.indices { enter(index) }
        } else {
            enter(poses.count - 1)
        }
        return poses.count - 1
    }

    private mutating func enter(_ index: Int) {
        var slot = start(poses[index].layer)
        while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Int32(index)
    }
}

extension Layer.Addition {
    /// Whether both are additions of the same animator to the same property.
    fileprivate func replaces(_ other: Layer.Addition) -> Bool {
        animator == other.animator && property == other.property
    }
}
