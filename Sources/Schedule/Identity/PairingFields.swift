import Basics

/// A set of talk fields that the pairing compares.
struct FieldSet: OptionSet, Hashable {
  let rawValue: UInt8

  static let title = FieldSet(rawValue: 1)
  static let people = FieldSet(rawValue: 2)
  static let start = FieldSet(rawValue: 4)
  static let location = FieldSet(rawValue: 8)
  /// The identifier, unless it is distrusted.
  static let id = FieldSet(rawValue: 16)
  /// The identifier, even if it is distrusted.
  ///
  /// ``PairingFields/agreement(with:)`` ignores this field.
  static let writtenID = FieldSet(rawValue: 32)

  static let names: FieldSet = [.title, .people]
  static let titleAndID: FieldSet = [.title, .writtenID]
  /// All fields except the identifiers.
  static let content: FieldSet = [.title, .people, .start, .location]

  var count: Int { rawValue.nonzeroBitCount }

  static func all(ofCount count: Int) -> [FieldSet] {
    (0..<32).map { FieldSet(rawValue: $0) }.filter { $0.count == count }
  }
}

/// The fields of a talk as numbers.
///
/// Equal values of a field have equal numbers.
struct PairingFields {
  /// The value of an unknown field.
  ///
  /// Unknown values never match.
  static let unknown: Int32 = -1

  /// The numbers of the fields, in the order of the bits in `FieldSet`.
  ///
  /// The last element is 1 for a talk inside a session, and 0 for all other talks and sessions.
  private(set) var values: SIMD8<Int32>
  let kind: IdentifierKind
  /// True if the identifier is only a sequence number; see `countingIDs(_:)`.
  let isCounting: Bool

  init(title: Int32, people: Int32, id: Int32, kind: IdentifierKind, isCounting: Bool) {
    // Because of the last lane, a talk inside a session matches only another talk inside a session.
    values = SIMD8(
      title, people, Self.unknown, Self.unknown, id, id, 0, kind == .position ? 1 : 0)
    self.kind = kind
    self.isCounting = isCounting
  }

  mutating func distrustID() { values[4] = Self.unknown }
  var isDistrusted: Bool { values[4] == Self.unknown }

  var start: Int32 {
    get { values[2] }
    set { values[2] = newValue }
  }
  var location: Int32 {
    get { values[3] }
    set { values[3] = newValue }
  }

  /// Returns a hash key of the given fields, or nil if one of the fields is unknown.
  func key(_ set: FieldSet) -> SIMD8<Int32>? {
    // An index in a session is evidence only together with the title or the people.
    if kind == .position, set.contains(.id), set.isDisjoint(with: .names) { return nil }
    var key = SIMD8<Int32>(0, 0, 0, 0, 0, 0, 0, values[7])
    for lane in 0..<6 where set.rawValue & 1 << UInt8(lane) != 0 {
      if values[lane] == Self.unknown { return nil }
      key[lane] = values[lane]
    }
    return key
  }

  /// Returns the fields with the same value in both talks.
  func agreement(with other: PairingFields) -> FieldSet {
    if values[7] != other.values[7] { return [] }
    var set: FieldSet = []
    for lane in 0..<5 where values[lane] != Self.unknown && values[lane] == other.values[lane] {
      set.insert(FieldSet(rawValue: 1 << UInt8(lane)))
    }
    if kind == .position, set.isDisjoint(with: .names) { set.remove(.id) }
    return set
  }
}

/// A table that assigns a number to each distinct value.
struct Interned<Value: Hashable> {
  private var numbers: [Value: Int32] = [:]

  mutating func number(of value: Value) -> Int32 {
    if let number = numbers[value] { return number }
    let number = Int32(numbers.count + 1)
    numbers[value] = number
    return number
  }
}

/// A table that assigns the same number to names with the same folded form.
///
/// Each name is folded only once.
struct FoldedNumbers {
  private var numbers: [String: Int32] = [:]
  private var folded = Interned<String>()

  mutating func number(of name: String) -> Int32 {
    if let number = numbers[name] { return number }
    let number = folded.number(of: name.folded)
    numbers[name] = number
    return number
  }

  /// Returns the number of each name, without duplicates and in ascending order.
  mutating func numbers(of names: [String]) -> [Int32] {
    if names.isEmpty { return [] }
    if names.count == 1 { return [number(of: names[0])] }
    return Set(names.map { number(of: $0) }).sorted()
  }
}

/// A table of the positions at which keys occur in a list.
///
/// A key that occurs at several positions has the position -1.
struct UniquePositions {
  private var positions: [SIMD8<Int32>: Int32] = [:]

  init() {}

  init(
    _ set: FieldSet, _ fields: [PairingFields], among keys: Set<SIMD8<Int32>>? = nil,
    where isIncluded: (Int) -> Bool
  ) {
    for position in fields.indices where isIncluded(position) {
      guard let key = fields[position].key(set), keys?.contains(key) ?? true else { continue }
      let isFirst = positions.updateValue(Int32(position), forKey: key) == nil
      if !isFirst { positions[key] = -1 }
    }
  }

  func has(_ key: SIMD8<Int32>) -> Bool { positions[key] != nil }

  /// The position of a key that occurs exactly once, or nil for all other keys.
  subscript(key: SIMD8<Int32>) -> Int? {
    positions[key].flatMap { $0 < 0 ? nil : Int($0) }
  }

  /// The keys with exactly one position, and their positions.
  var unique: some Sequence<(SIMD8<Int32>, Int)> {
    positions.lazy.filter { $0.value >= 0 }.map { ($0.key, Int($0.value)) }
  }
}
