// The ioctls of DRM, as far as the kiosk makes them, answered by the test's card.

import CDRM
import Geometry
import Glibc

@testable import Linux

extension TestCard {
    func answer(_ request: UInt, _ argument: UnsafeMutableRawPointer?, _ fd: Int32) -> Int32 {
        func with<T>(_: T.Type, _ body: (inout T) -> Int32) -> Int32 {
            argument.map { body(&$0.assumingMemoryBound(to: T.self).pointee) } ?? EFAULT
        }
        let absence = absence()
        if absence != 0 { return absence }
        // The lowest byte of a request is its number in drm.h.
        switch request & 0xff {
        case 0x00: return with(drm_version.self) { version(&$0) }
        case 0x0c: return with(drm_get_cap.self) { capability(&$0) }
        case 0x0d:
            return with(drm_set_client_cap.self) {
                guard $0.capability == UInt64(DRM_CLIENT_CAP_ATOMIC) else { return 0 }
                if isAtomic { isAskedAtomically = $0.value == 1 }
                return isAtomic ? 0 : EOPNOTSUPP
            }
        case 0x11: return isMaster ? EINVAL : EACCES
        case 0x1e:
            if isHeldByOthers { return EBUSY }
            isMaster = true
            return 0
        case 0x1f:
            isMaster = false
            return 0
        case 0xa0: return with(drm_mode_card_res.self) { resources(&$0) }
        case 0xa1: return with(drm_mode_crtc.self) { describe(&$0) }
        case 0xa2: return with(drm_mode_crtc.self) { setMode($0) }
        case 0xa3, 0xbb: return with(drm_mode_cursor.self) { setCursor($0) }
        case 0xa5: return with(drm_mode_crtc_lut.self) { setGamma($0) }
        case 0xa6: return with(drm_mode_get_encoder.self) { describe(&$0) }
        case 0xa7: return with(drm_mode_get_connector.self) { describe(&$0) }
        case 0xaa: return with(drm_mode_get_property.self) { describe(&$0) }
        case 0xab:
            return with(drm_mode_connector_set_property.self) {
                objects[$0.connector_id]?.values[TestCard.propertyName($0.prop_id) ?? ""] = $0.value
                return 0
            }
        case 0xac: return with(drm_mode_get_blob.self) { describe(&$0) }
        case 0xaf: return with(UInt32.self) { framebuffers.removeValue(forKey: $0) == nil ? ENOENT : 0 }
        case 0xb0: return with(drm_mode_crtc_page_flip.self) { flip($0) }
        case 0xb1: return 0
        case 0xb2: return with(drm_mode_create_dumb.self) { create(&$0) }
        case 0xb3:
            return with(drm_mode_map_dumb.self) {
                guard let buffer = buffers[$0.handle] else { return ENOENT }
                $0.offset = UInt64(buffer.offset)
                DeviceFile.map(fd, as: memory)
                return 0
            }
        case 0xb4:
            return with(drm_mode_destroy_dumb.self) { buffers.removeValue(forKey: $0.handle) == nil ? ENOENT : 0 }
        case 0xb5:
            return with(drm_mode_get_plane_res.self) {
                let planes = objects.filter { $1.type == DRM_MODE_OBJECT_PLANE }.keys.sorted()
                TestCard.give(planes, to: $0.plane_id_ptr, &$0.count_planes)
                return 0
            }
        case 0xb6: return with(drm_mode_get_plane.self) { describe(&$0) }
        case 0xb7: return with(drm_mode_set_plane.self) { setPlane($0) }
        case 0xb8:
            return with(drm_mode_fb_cmd2.self) {
                let size = PixelSize(Int($0.width), Int($0.height))
                let allowed = PixelRect(0, 0, board.largest.width, board.largest.height)
                guard size.bounds.intersection(allowed) == size.bounds, size.width >= board.smallest.width,
                    size.height >= board.smallest.height
                else { return EINVAL }
                $0.fb_id = newID()
                framebuffers[$0.fb_id] = $0.handles.0
                pictures[$0.fb_id] = Picture(
                    number: pictures.count + 1, size: size, format: PlaneSummary.name($0.pixel_format),
                    pitch: Int($0.pitches.0))
                return 0
            }
        case 0xb9: return with(drm_mode_obj_get_properties.self) { describe(&$0) }
        case 0xbc: return with(drm_mode_atomic.self) { commit($0) }
        case 0xbd:
            return with(drm_mode_create_blob.self) {
                if hasNoRoomForBlobs { return ENOMEM }
                $0.blob_id = newID()
                blobs[$0.blob_id] = TestCard.list($0.data, $0.length)
                return 0
            }
        case 0xbe: return with(UInt32.self) { blobs.removeValue(forKey: $0) == nil ? ENOENT : 0 }
        default: return ENOTTY
        }
    }

    private func newID() -> UInt32 {
        nextID += 1
        return nextID
    }

    // MARK: Lists

    static func list<T>(_ address: UInt64, _ count: UInt32) -> [T] {
        Array(UnsafeBufferPointer(start: UnsafePointer<T>(bitPattern: UInt(address)), count: Int(count)))
    }

    /// Fills a list as the kernel does: the entries only where there is room for all, and always their number.
    static func give<T>(_ list: [T], to address: UInt64, _ count: inout UInt32) {
        if Int(count) >= list.count, let target = UnsafeMutablePointer<T>(bitPattern: UInt(address)) {
            for (index, element) in list.enumerated() { target[index] = element }
        }
        count = UInt32(list.count)
    }

    // MARK: What there is

    private func version(_ version: inout drm_version) -> Int32 {
        func give(_ text: String, _ target: UnsafeMutablePointer<CChar>?, _ length: inout __kernel_size_t) {
            let letters = text.utf8.map { CChar($0) }
            if Int(length) >= letters.count, let target {
                for (index, letter) in letters.enumerated() { target[index] = letter }
            }
            length = __kernel_size_t(letters.count)
        }
        give(board.driver, version.name, &version.name_len)
        give("0", version.date, &version.date_len)
        give("test", version.desc, &version.desc_len)
        return 0
    }

    private func capability(_ cap: inout drm_get_cap) -> Int32 {
        switch Int32(cap.capability) {
        case DRM_CAP_DUMB_BUFFER, DRM_CAP_TIMESTAMP_MONOTONIC: cap.value = 1
        default: cap.value = 0
        }
        return 0
    }

    private func resources(_ resources: inout drm_mode_card_res) -> Int32 {
        let indices = 0..<UInt32(plugs)
        TestCard.give(indices.map { 40 + $0 }, to: resources.crtc_id_ptr, &resources.count_crtcs)
        TestCard.give(indices.map { 60 + $0 }, to: resources.connector_id_ptr, &resources.count_connectors)
        TestCard.give(indices.map { 70 + $0 }, to: resources.encoder_id_ptr, &resources.count_encoders)
        TestCard.give([UInt32](), to: resources.fb_id_ptr, &resources.count_fbs)
        return 0
    }

    private func describe(_ crtc: inout drm_mode_crtc) -> Int32 {
        guard let object = objects[crtc.crtc_id] else { return ENOENT }
        (crtc.gamma_size, crtc.fb_id) = (gammaSize, glass[crtc.crtc_id] ?? 0)
        crtc.mode_valid = object.values["ACTIVE"] == 1 ? 1 : 0
        if let mode = modes[crtc.crtc_id], mode.count == MemoryLayout<drm_mode_modeinfo>.size {
            withUnsafeMutableBytes(of: &crtc.mode) { $0.copyBytes(from: mode) }
        }
        return 0
    }

    private func describe(_ encoder: inout drm_mode_get_encoder) -> Int32 {
        let index = encoder.encoder_id - 70
        encoder.possible_crtcs = 1 << index
        encoder.crtc_id = UInt32(value(60 + index, "CRTC_ID") ?? 0)
        return 0
    }

    private func describe(_ connector: inout drm_mode_get_connector) -> Int32 {
        let index = connector.connector_id - 60
        let plug = sockets[Int(index)]
        connector.connector_type = board.connectors[Int(index)]
        // The kernel numbers the connectors of each type.
        connector.connector_type_id = UInt32(
            board.connectors.prefix(Int(index) + 1).count { $0 == connector.connector_type })
        connector.connection = plug.isUnknown ? 3 : plug.isConnected ? 1 : 2
        (connector.mm_width, connector.mm_height) = (UInt32(plug.millimetres.width), UInt32(plug.millimetres.height))
        connector.encoder_id = 70 + index
        TestCard.give(plug.isConnected ? plug.modes : [], to: connector.modes_ptr, &connector.count_modes)
        TestCard.give([70 + index], to: connector.encoders_ptr, &connector.count_encoders)
        connector.count_props = 0
        return 0
    }

    private func describe(_ plane: inout drm_mode_get_plane) -> Int32 {
        guard let object = objects[plane.plane_id], let described = board.planes[plane.plane_id] else { return ENOENT }
        plane.crtc_id = UInt32(object.values["CRTC_ID"] ?? 0)
        plane.fb_id = UInt32(object.values["FB_ID"] ?? 0)
        plane.possible_crtcs = described.crtcs
        TestCard.give(
            described.formats.map { Board.fourcc($0) }, to: plane.format_type_ptr, &plane.count_format_types)
        return 0
    }

    private func create(_ buffer: inout drm_mode_create_dumb) -> Int32 {
        buffer.pitch =
            (buffer.width * buffer.bpp / 8 + UInt32(board.pitch) - 1) / UInt32(board.pitch) * UInt32(board.pitch)
        let length = (Int(buffer.pitch * buffer.height) + 4095) / 4096 * 4096
        (buffer.size, buffer.handle) = (UInt64(length), newID())
        buffers[buffer.handle] = Memory(offset: memoryLength, length: length)
        memoryLength += length
        return ftruncate(memory, memoryLength) == 0 ? 0 : ENOMEM
    }

    // MARK: What is shown

    /// The error number for showing something now; 0 when it is allowed.
    private func refusal() -> Int32 {
        if !isMaster {
            strays += 1
            return EACCES
        }
        return faults.isEmpty ? 0 : faults.removeFirst()
    }

    private func refuse(_ why: String) -> Int32 {
        refusals.append(why)
        return EINVAL
    }

    private func commit(_ request: drm_mode_atomic) -> Int32 {
        let counts: [UInt32] = TestCard.list(request.count_props_ptr, request.count_objs)
        let ids: [UInt32] = TestCard.list(request.objs_ptr, request.count_objs)
        let properties: [UInt32] = TestCard.list(request.props_ptr, counts.reduce(0, +))
        let values: [UInt64] = TestCard.list(request.prop_values_ptr, counts.reduce(0, +))
        func has(_ flag: some BinaryInteger) -> Bool { request.flags & UInt32(flag) != 0 }
        let isTest = has(DRM_MODE_ATOMIC_TEST_ONLY)
        if isTest, has(DRM_MODE_PAGE_FLIP_EVENT) { return EINVAL }
        if !isMaster || !isTest {
            let refusal = refusal()
            if refusal != 0 { return refusal }
        }
        var (next, changes, lines, place) = (objects, [String: UInt64](), [String](), 0)
        var crtcs: Set<UInt32> = []
        if isTest { tests += 1 }
        for (id, count) in zip(ids, counts) {
            lines.append(line(id, properties[place..<place + Int(count)], values[place..<place + Int(count)]))
            for _ in 0..<count {
                defer { place += 1 }
                guard let name = TestCard.propertyName(properties[place]), let object = objects[id],
                    object.values[name] != nil
                else { return ENOENT }
                if refused.contains(name) || refused.contains(object.name) { return EINVAL }
                if let refusal = refusal(of: values[place], for: name, of: id) { return refuse(refusal) }
                next[id]?.values[name] = values[place]
                changes["\(object.name) \(name)"] = values[place]
            }
            if objects[id]?.type == DRM_MODE_OBJECT_CRTC { crtcs.insert(id) }
            if objects[id]?.type != DRM_MODE_OBJECT_CRTC {
                for state in [objects, next] {
                    if let crtc = state[id]?.values["CRTC_ID"], crtc != 0 { crtcs.insert(UInt32(crtc)) }
                }
            }
        }
        var newModes = modes
        for crtc in crtcs {
            if let blob = next[crtc]?.values["MODE_ID"].flatMap({ blobs[UInt32($0)] }),
                changes["\(next[crtc]?.name ?? "") MODE_ID"] != nil
            {
                newModes[crtc] = blob
            }
            let isModeset = next[crtc]?.values["ACTIVE"] != value(crtc, "ACTIVE") || newModes[crtc] != modes[crtc]
            if isModeset, !has(DRM_MODE_ATOMIC_ALLOW_MODESET) { return EINVAL }
        }
        if let refusal = refusal(
            of: next, named: Set(ids), crtcs: crtcs, allowsModeset: has(DRM_MODE_ATOMIC_ALLOW_MODESET))
        {
            return refuse(refusal)
        }
        if isTest { return 0 }
        for crtc in crtcs where flips[crtc] != nil {
            if has(DRM_MODE_ATOMIC_NONBLOCK) {
                collisions += 1
                return EBUSY
            }
            wait(for: crtc)
        }
        (objects, modes) = (next, newModes)
        commits.append(Commit(flags: request.flags, values: changes, lines: lines))
        noteHarms(on: crtcs)
        for crtc in crtcs {
            guard let shown = value(primary(of: crtc), "FB_ID"), value(crtc, "ACTIVE") == 1 else { continue }
            show(
                UInt32(shown), on: crtc, waits: !has(DRM_MODE_ATOMIC_NONBLOCK),
                userData: has(DRM_MODE_PAGE_FLIP_EVENT) ? request.user_data : nil)
        }
        return 0
    }

    private func setMode(_ crtc: drm_mode_crtc) -> Int32 {
        let refusal = refusal()
        if refusal != 0 { return refusal }
        let isOn = crtc.mode_valid != 0 && crtc.fb_id != 0
        let connectors: [UInt32] = isOn ? TestCard.list(crtc.set_connectors_ptr, crtc.count_connectors) : []
        for id in objects.keys where objects[id]?.type == DRM_MODE_OBJECT_CONNECTOR {
            if connectors.contains(id) { objects[id]?.values["CRTC_ID"] = UInt64(crtc.crtc_id) }
        }
        if isAtomic { wait(for: crtc.crtc_id) }
        // A legacy driver's flip is overtaken by the mode, but reported all the same.
        flips[crtc.crtc_id]?.framebuffer = crtc.fb_id
        objects[crtc.crtc_id]?.values["ACTIVE"] = isOn ? 1 : 0
        objects[primary(of: crtc.crtc_id)]?.values["FB_ID"] = UInt64(crtc.fb_id)
        objects[primary(of: crtc.crtc_id)]?.values["CRTC_ID"] = isOn ? UInt64(crtc.crtc_id) : 0
        modes[crtc.crtc_id] = withUnsafeBytes(of: crtc.mode) { Array($0) }
        if isOn { commits.append(Commit(flags: 0, values: ["CRTC FB_ID": UInt64(crtc.fb_id)])) }
        glass[crtc.crtc_id] = crtc.fb_id
        return 0
    }

    private func flip(_ flip: drm_mode_crtc_page_flip) -> Int32 {
        let refusal = refusal()
        if refusal != 0 { return refusal }
        if flips[flip.crtc_id] != nil {
            collisions += 1
            return EBUSY
        }
        guard value(flip.crtc_id, "ACTIVE") == 1 else { return EBUSY }
        objects[primary(of: flip.crtc_id)]?.values["FB_ID"] = UInt64(flip.fb_id)
        commits.append(Commit(flags: flip.flags, values: ["primary FB_ID": UInt64(flip.fb_id)]))
        show(flip.fb_id, on: flip.crtc_id, waits: false, userData: flip.user_data)
        return 0
    }

    private func setCursor(_ cursor: drm_mode_cursor) -> Int32 {
        guard isMaster else { return EACCES }
        if cursor.flags & UInt32(DRM_MODE_CURSOR_BO) != 0, cursor.handle == 0 {
            cursors.remove(cursor.crtc_id)
            objects[cursor.crtc_id - 4]?.values["CRTC_ID"] = 0
        }
        return 0
    }

    private func setPlane(_ plane: drm_mode_set_plane) -> Int32 {
        guard isMaster else { return EACCES }
        objects[plane.plane_id]?.values["CRTC_ID"] = UInt64(plane.fb_id == 0 ? 0 : plane.crtc_id)
        objects[plane.plane_id]?.values["FB_ID"] = UInt64(plane.fb_id)
        return 0
    }

    private func setGamma(_ lut: drm_mode_crtc_lut) -> Int32 {
        guard isMaster else { return EACCES }
        guard lut.gamma_size == gammaSize, !refused.contains("gamma") else { return EINVAL }
        let ramp: [UInt16] = TestCard.list(lut.red, lut.gamma_size)
        let isLinear = ramp.first == 0 && ramp.last == 0xffff && ramp == ramp.sorted()
        ramps[lut.crtc_id] = isLinear ? nil : ramp
        return 0
    }
}
