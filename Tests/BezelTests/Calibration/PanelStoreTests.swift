// Which calibration belongs to which panel.

import TestFolders
import Testing

@testable import Machine

@Suite struct PanelStoreTests {
    private let folder = TemporaryFolder()
    private var store: PanelStore { PanelStore(folder: folder.path) }

    private func record(_ name: String, _ date: String) -> PanelRecord { PanelRecord(name: name, date: date) }

    @Test func `panels without ids are told apart by their names, and panels with ids by these alone`() throws {
        let panels = [
            ("0000:0000", "Goodix Capacitive TouchScreen"), ("0000:0000", "ILITEK 2.1"), ("0000:0000", "Ω/../../etc"),
            ("0000:0000", ""), ("222a:0001", "ILITEK 2.1"), ("222a:0001", "Goodix Capacitive TouchScreen"),
        ]
        let keys = panels.map { PanelStore.key($0, named: $1) }
        #expect(
            keys == [
                "0000:0000-goodix-capacitive-touchscreen", "0000:0000-ilitek-2-1", "0000:0000-etc", "0000:0000",
                "222a:0001", "222a:0001",
            ])
        #expect(keys.allSatisfy { store.path(of: $0).dropFirst(folder.path.count + 1).allSatisfy { $0 != "/" } })
        for (key, panel) in zip(keys.prefix(3), panels) { try store.write(record(panel.1, "2026-11-01"), for: key) }
        for (key, panel) in zip(keys.prefix(3), panels) { #expect(try store.read(key)?.name == panel.1) }
        #expect(try store.read("0000:0000") == nil)
    }

    @Test func `a record from before, when all panels without ids shared a file, belongs to the panel that it names`()
        throws
    {
        try store.write(record("ILITEK 2.1", "2026-01-01"), for: "0000:0000")
        let (mine, other) = (
            PanelStore.key("0000:0000", named: "ILITEK 2.1"), PanelStore.key("0000:0000", named: "Goodix")
        )
        #expect(try store.read(mine)?.date == "2026-01-01")
        #expect(try store.read(other) == nil)
        // A new record is the one that counts.
        try store.write(record("ILITEK 2.1", "2026-02-02"), for: mine)
        #expect(try store.read(mine)?.date == "2026-02-02")
    }
}
