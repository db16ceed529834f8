import CommandLine
import ECSKit
import Schedule

/// A reader that obtains the values of a component by reflection.
///
/// Without reflection, each type of component would need its own code. Times, dates, durations and
/// zones have the same form as in other output. Other values with fields are shown as lists of
/// fields.
struct ComponentFields {
  /// The display time zone.
  let zone: Zone

  /// Returns the names and values of a component's fields, in the order of declaration.
  func fields(of component: any Component) -> [JSONOutput.Member] {
    members(of: Mirror(reflecting: component))
  }

  private func members(of mirror: Mirror) -> [JSONOutput.Member] {
    mirror.children.enumerated().map { place, child in
      JSONOutput.Member(child.label ?? "\(place)", value(of: child.value))
    }
  }

  /// Returns the JSON form of a time, date, duration or zone, or nil for other types.
  func known(_ value: Any) -> JSONOutput? {
    switch value {
    case let instant as Instant: .string(instant.iso8601(in: zone))
    case let clock as WallClock: .string(clock.text)
    case let date as CivilDate: .string(date.iso8601)
    case let time as CivilTime: .string(time.clock)
    case let time as WrittenTime: .string(Self.text(of: time))
    case let length as Duration: .string(length.words)
    case let zone as Zone: .string(zone.name)
    default: nil
    }
  }

  private func value(of value: Any) -> JSONOutput {
    if let known = known(value) { return known }
    switch value {
    case let text as String: return .string(text)
    case let isSet as Bool: return .bool(isSet)
    case let number as Int: return .integer(number)
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { self.value(of: $0.value) } ?? .null
    case .collection: return .array(mirror.children.map { self.value(of: $0.value) })
    case .struct, .tuple: return .object(members(of: mirror))
    default: return .string(String(describing: value))
    }
  }

  private static func text(of time: WrittenTime) -> String {
    let clock = time.time.map { "T\($0.clock)" } ?? ""
    let offset = time.offset.map { Zone(offset: $0).name } ?? ""
    return time.date.iso8601 + clock + offset
  }
}

extension JSONOutput {
  /// The value as text.
  ///
  /// Commas separate the values of a list. In an object, the name of each field precedes its value.
  var words: String {
    switch self {
    case .null: "none"
    case .bool(let isSet): "\(isSet)"
    case .integer(let number): "\(number)"
    case .hundredths(let number): JSONWriter.decimal(number)
    case .string(let text): text
    case .array(let elements): elements.map(\.words).joined(separator: ", ")
    case .object(let members): members.words
    case .made(let count, let element):
      (0..<count).map { element($0).words }.joined(separator: ", ")
    }
  }
}

extension [JSONOutput.Member] {
  /// The value of a single field, or the names and values of several fields.
  var words: String {
    if count == 1 { return self[0].value.words }
    return map { "\($0.name) \($0.value.words)" }.joined(separator: ", ")
  }
}
