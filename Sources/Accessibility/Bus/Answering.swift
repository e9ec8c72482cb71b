// Answers the calls of clients from a tree.

/// What calls are answered from. It is a value: answering waits for nothing.
package struct Answering: Sendable {
    static let root = "/org/a11y/atspi/accessible/root"
    static let cache = "/org/a11y/atspi/cache"
    static let null = "/org/a11y/atspi/null"
    private static let prefix = "/org/a11y/atspi/accessible/"
    static let domain = "org.a11y.atspi."

    /// The elements.
    package var tree: AccessibleTree
    /// The name of the program.
    let application: String
    /// Its version.
    let version: String
    /// The name that the program has on the bus.
    package var busName = ""
    /// The element in which the program is: its name on the bus, and its path.
    package var desktop: (name: String, path: String) = ("", Answering.null)
    /// The number that the registry has given to the program.
    var applicationID = 0

    package init(_ tree: AccessibleTree, application: String, version: String) {
        (self.tree, self.application, self.version) = (tree, application, version)
    }

    // MARK: Elements

    /// The element at a path.
    enum Target {
        case application
        case node(AccessibleNode)
    }

    func target(_ path: String) -> Target? {
        if path == Self.root { return .application }
        guard path.hasPrefix(Self.prefix), let id = Int(path.dropFirst(Self.prefix.count)), let node = tree.nodes[id]
        else { return nil }
        return .node(node)
    }

    /// The path of the element `id`; that of the application for nil.
    static func path(_ id: Int?) -> String { id.map { "\(prefix)\($0)" } ?? root }

    /// How a client refers to the element `id`, or for nil to the application.
    func reference(_ id: Int?) -> BusValue { .structure([.string(busName), .path(Self.path(id))]) }

    private var nothing: BusValue { .structure([.string(""), .path(Self.null)]) }

    /// The interfaces of an element, without the prefix.
    static func interfaces(_ target: Target) -> [String] {
        guard case .node(let node) = target else { return ["Accessible", "Application", "Component"] }
        var names = ["Accessible", "Component"]
        if !node.actions.isEmpty { names.append("Action") }
        if node.share != nil { names.append("Value") }
        if node.text != nil { names.append("Text") }
        if node.states.contains(.editable) { names.append("EditableText") }
        return names
    }

    // MARK: Calls

    /// The answer to `call`. What it asks the stage to do goes to `ask`, which says whether the stage will hear it.
    package mutating func answer(_ call: BusCall, ask: (AccessibilityRequest) -> Bool) -> BusAnswer {
        if call.path == Self.cache { return cacheAnswer(call) }
        guard let target = target(call.path) else { return .noObject(call.path) }
        if call.interface == "org.freedesktop.DBus.Properties" { return properties(call, of: target, ask) }
        guard call.interface.hasPrefix(Self.domain) else { return .noMethod(call) }
        let interface = String(call.interface.dropFirst(Self.domain.count))
        guard Self.interfaces(target).contains(interface) else { return .noMethod(call) }
        let answer: BusAnswer? =
            switch (interface, target) {
            case ("Accessible", _): accessible(call, target)
            case ("Application", _): application(call)
            case ("Component", _): component(call, target, ask)
            case ("Action", .node(let node)): action(call, node, ask)
            case ("Text", .node(let node)): node.text.flatMap { text(call, node, $0, ask) }
            case ("EditableText", .node(let node)): node.text.flatMap { editing(call, node, $0, ask) }
            default: nil
            }
        return answer ?? .noMethod(call)
    }

    // MARK: Properties

    private mutating func properties(
        _ call: BusCall, of target: Target, _ ask: (AccessibilityRequest) -> Bool
    ) -> BusAnswer {
        guard case .string(let name)? = call.arguments.first, name.hasPrefix(Self.domain) else {
            return .noMethod(call)
        }
        let interface = String(name.dropFirst(Self.domain.count))
        guard Self.interfaces(target).contains(interface) else { return .noProperty(name) }
        let all = properties(interface, target)
        switch (call.member, call.signature, call.arguments.last) {
        case ("GetAll", "s", _):
            return .values([.array(of: "{sv}", all.map { .entry(.string($0.0), .variant($0.1)) })])
        case ("Get", "ss", .string(let property)?):
            guard let found = all.first(where: { $0.0 == property }) else { return .noProperty(property) }
            return .values([.variant(found.1)])
        case ("Set", "ssv", .variant(let value)?):
            switch (interface, call.arguments[1], value, target) {
            case ("Application", .string("Id"), .int(let id), .application):
                applicationID = id
                return .values([])
            case ("Value", .string("CurrentValue"), .double(let share), .node(let node)) where node.role == .slider:
                let share = min(max(share.isNaN ? 0 : share / 100, 0), 1)
                if node.states.contains(.sensitive), ask(.set(node.id, to: share)) { return .values([]) }
                return .refusal("org.freedesktop.DBus.Error.Failed", "it cannot be set now")
            default: return .refusal("org.freedesktop.DBus.Error.PropertyReadOnly", "it cannot be set")
            }
        default: return .noMethod(call)
        }
    }

    private func properties(_ interface: String, _ target: Target) -> [(String, BusValue)] {
        switch (interface, target) {
        case ("Accessible", .application):
            return [
                ("Name", .string(application)), ("Description", .string("")),
                ("Parent", .structure([.string(desktop.name), .path(desktop.path)])),
                ("ChildCount", .int(tree.windows.count)), ("Locale", .string(locale)), ("AccessibleId", .string("")),
                ("HelpText", .string("")), ("version", .uint(1)),
            ]
        case ("Accessible", .node(let node)):
            return [
                ("Name", .string(node.name)), ("Description", .string(node.description)),
                ("Parent", reference(node.parent)),
                ("ChildCount", .int(node.children.count)), ("Locale", .string(locale)), ("AccessibleId", .string("")),
                ("HelpText", .string("")), ("version", .uint(1)),
            ]
        case ("Application", _):
            return [
                ("ToolkitName", .string("Bezel")), ("Version", .string(version)), ("ToolkitVersion", .string(version)),
                ("AtspiVersion", .string("2.1")), ("InterfaceVersion", .uint(1)), ("Id", .int(applicationID)),
            ]
        case ("Action", .node(let node)):
            return [("NActions", .int(node.actions.count)), ("version", .uint(1))]
        case ("Value", .node(let node)):
            return [
                ("MinimumValue", .double(0)), ("MaximumValue", .double(100)), ("MinimumIncrement", .double(1)),
                ("CurrentValue", .double(100 * (node.share ?? 0))), ("Text", .string(node.value ?? "")),
                ("version", .uint(1)),
            ]
        case ("Text", .node(let node)):
            return [
                ("CharacterCount", .int(node.text?.count ?? 0)),
                ("CaretOffset", .int(node.text?.selection?.upperBound ?? -1)), ("version", .uint(1)),
            ]
        default: return [("version", .uint(1))]
        }
    }

    /// The language as the C library writes it.
    private var locale: String { String(tree.language.map { $0 == "-" ? "_" : $0 }) }

    // MARK: Accessible

    private func accessible(_ call: BusCall, _ target: Target) -> BusAnswer? {
        let node: AccessibleNode? = if case .node(let node) = target { node } else { nil }
        let role = node?.role ?? .application
        switch (call.member, call.signature) {
        case ("GetChildAtIndex", "i"):
            guard case .int(let index)? = call.arguments.first else { return nil }
            let children = tree.children(of: node?.id)
            return .values([children.indices.contains(index) ? reference(children[index]) : nothing])
        case ("GetChildren", ""): return .values([.array(of: "(so)", tree.children(of: node?.id).map(reference))])
        case ("GetIndexInParent", ""): return .values([.int(node.map { tree.index(of: $0) } ?? 0)])
        case ("GetRelationSet", ""): return .values([.array(of: "(ua(so))", [])])
        case ("GetRole", ""): return .values([.uint(role.rawValue)])
        case ("GetRoleName", ""), ("GetLocalizedRoleName", ""): return .values([.string(role.name)])
        case ("GetState", ""): return .values([Self.states(node)])
        case ("GetAttributes", ""): return .values([Self.attributes(node)])
        case ("GetApplication", ""): return .values([reference(nil)])
        case ("GetInterfaces", ""): return .values([Self.interfaceNames(target)])
        default: return nil
        }
    }

    private static func interfaceNames(_ target: Target) -> BusValue {
        .array(of: "s", interfaces(target).map { .string(domain + $0) })
    }

    private static func states(_ node: AccessibleNode?) -> BusValue {
        let bits = (node?.states ?? [.enabled, .sensitive, .visible, .showing]).rawValue
        return .array(of: "u", [.uint(UInt32(truncatingIfNeeded: bits)), .uint(UInt32(bits >> 32))])
    }

    private static func attributes(_ node: AccessibleNode?) -> BusValue {
        var pairs = [("toolkit", "Bezel")]
        if let role = node?.ariaRole { pairs.append(("xml-roles", role)) }
        // Readers speak it in place of the number.
        if let value = node?.value, node?.states.contains(.editable) == false { pairs.append(("valuetext", value)) }
        if node?.role == .notification { pairs.append(("live", "polite")) }
        return .array(of: "{ss}", pairs.map { .entry(.string($0.0), .string($0.1)) })
    }

    // MARK: Application

    private func application(_ call: BusCall) -> BusAnswer? {
        switch (call.member, call.signature) {
        case ("GetLocale", "u"): .values([.string(locale)])
        case ("GetApplicationBusAddress", ""): .values([.string("")])
        default: nil
        }
    }

    // MARK: Action

    private func action(_ call: BusCall, _ node: AccessibleNode, _ ask: (AccessibilityRequest) -> Bool) -> BusAnswer? {
        let actions = node.actions
        switch (call.member, call.signature) {
        case ("GetActions", ""):
            let all = actions.map { BusValue.structure([.string($0.rawValue), .string(""), .string("")]) }
            return .values([.array(of: "(sss)", all)])
        case (_, "i"):
            guard case .int(let index)? = call.arguments.first, actions.indices.contains(index) else {
                return .refusal(
                    "org.freedesktop.DBus.Error.InvalidArgs", "actions have the numbers 0 to \(actions.count - 1)")
            }
            switch call.member {
            case "GetName", "GetLocalizedName": return .values([.string(actions[index].rawValue)])
            case "GetDescription", "GetKeyBinding": return .values([.string("")])
            case "DoAction": return .values([.boolean(node.request(actions[index]).map(ask) ?? false)])
            default: return nil
            }
        default: return nil
        }
    }

    // MARK: Cache

    private func cacheAnswer(_ call: BusCall) -> BusAnswer {
        guard call.interface == Self.domain + "Cache", call.member == "GetItems", call.signature.isEmpty else {
            return .noMethod(call)
        }
        let nodes = tree.nodes.values.sorted { $0.id < $1.id }
        let items = [cacheItem(nil)] + nodes.map { cacheItem($0) }
        return .values([.array(of: "((so)(so)(so)iiassusau)", items)])
    }

    /// All that clients keep of an element.
    private func cacheItem(_ node: AccessibleNode?) -> BusValue {
        let target = node.map { Target.node($0) } ?? .application
        let parent =
            node == nil ? BusValue.structure([.string(desktop.name), .path(desktop.path)]) : reference(node?.parent)
        return .structure([
            reference(node?.id), reference(nil), parent, .int(node.map { tree.index(of: $0) } ?? 0),
            .int(tree.children(of: node?.id).count), Self.interfaceNames(target), .string(node?.name ?? application),
            .uint((node?.role ?? .application).rawValue), .string(node?.description ?? ""), Self.states(node),
        ])
    }
}
