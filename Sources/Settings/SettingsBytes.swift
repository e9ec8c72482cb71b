// A parsed TOML document as bytes, so that another process can parse it.

extension Settings {
    /// What parsing `text` gives, as bytes for `init(parsed:)`: its values or its mistake.
    package static func parsed(_ text: String) -> [UInt8] {
        var writer = PlainWriter()
        do throws(SettingsMistake) {
            let values = try SettingsValue.all(in: text)
            writer.add(values.count)
            for value in values { value.write(to: &writer) }
        } catch {
            writer.add(0)
            writer.add(error.message)
            error.place.write(to: &writer)
        }
        return writer.bytes
    }
}

extension SettingsValue {
    /// The values in `bytes`, or the mistake. The first value is a table, and each other one belongs to one that comes before it.
    static func all(from bytes: [UInt8]) throws(MalformedBytes) -> Result<[SettingsValue], SettingsMistake> {
        var reader = PlainReader(bytes)
        let count = try reader.count()
        guard count > 0 else {
            return .failure(SettingsMistake(message: try reader.text(), place: try SettingsPlace(from: &reader)))
        }
        var values: [SettingsValue] = []
        values.reserveCapacity(count)
        var next = 1
        for index in 0..<count {
            let value = try SettingsValue(from: &reader, membersFrom: next)
            if let members = value.members { next = members.upperBound }
            // The values follow each other level by level, so none belongs to two others, or to itself.
            guard next <= count, next > index + 1 || next == count else { throw MalformedBytes() }
            values.append(value)
        }
        guard next == count, reader.isAtEnd, case .table = values[0].content else { throw MalformedBytes() }
        return .success(values)
    }

    private var members: Range<Int>? {
        switch content {
        case .array(let range), .table(let range): range
        case .string, .integer, .number, .bool, .moment: nil
        }
    }

    fileprivate func write(to writer: inout PlainWriter) {
        writer.add(key)
        keyPlace.write(to: &writer)
        place.write(to: &writer)
        switch content {
        case .string(let text):
            writer.add(0)
            writer.add(text)
        case .integer(let number):
            writer.add(1)
            writer.add(number)
        case .number(let number):
            writer.add(2)
            writer.add(Int(bitPattern: UInt(number.bitPattern)))
        case .bool(let truth):
            writer.add(3)
            writer.add(truth ? 1 : 0)
        case .array(let range):
            writer.add(4)
            writer.add(range.count)
        case .table(let range):
            writer.add(5)
            writer.add(range.count)
        case .moment: writer.add(6)
        }
    }

    /// Reads a value whose first member, if it has any, has the index `next`.
    private init(from reader: inout PlainReader, membersFrom next: Int) throws(MalformedBytes) {
        key = try reader.text()
        keyPlace = try SettingsPlace(from: &reader)
        place = try SettingsPlace(from: &reader)
        switch try reader.number() {
        case 0: content = .string(try reader.text())
        case 1: content = .integer(try reader.number())
        case 2: content = .number(Double(bitPattern: UInt64(UInt(bitPattern: try reader.number()))))
        case 3: content = .bool(try reader.number(in: 0...1) == 1)
        case 4: content = .array(next..<next + (try reader.count()))
        case 5: content = .table(next..<next + (try reader.count()))
        case 6: content = .moment
        default: throw MalformedBytes()
        }
    }
}

extension SettingsPlace {
    fileprivate func write(to writer: inout PlainWriter) {
        writer.add(line)
        writer.add(column)
    }

    fileprivate init(from reader: inout PlainReader) throws(MalformedBytes) {
        let places = 0...Int(UInt32.max)
        self.init(line: try reader.number(in: places), column: try reader.number(in: places))
    }
}
