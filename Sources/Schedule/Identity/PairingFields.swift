import TextBasics

/// The fields in which two talks can agree, as a set.
struct FieldSet: OptionSet, Hashable {
  let rawValue: UInt8

  static let title = FieldSet(rawValue: 1)
  static let people = FieldSet(rawValue: 2)
  static let start = FieldSet(rawValue: 4)
  static let location = FieldSet(rawValue: 8)
  /// The identifier, if other talks do not contradict identifiers of its kind.
  static let id = FieldSet(rawValue: 16)
  /// The identifier as it is written, which is no field for ``PairingFields/agreement(with:)``.
  static let writtenID = FieldSet(rawValue: 32)

  /// The title and the people.
  static let names: FieldSet = [.title, .people]
  /// All fields that are in a schedule, without the identifier.
  static let content: FieldSet = [.title, .people, .start, .location]

  var count: Int { rawValue.nonzeroBitCount }

  /// All sets of so many fields.
  static func all(ofCount count: Int) -> [FieldSet] {
    (0..<32).map { FieldSet(rawValue: $0) }.filter { $0.count == count }
  }
}

/// The fields of a talk, as numbers that are equal where the fields are.
struct PairingFields {
  /// A field that is not known, which is equal to none.
  static let unknown: Int32 = -1

  /// In the order of the bits of a `FieldSet`.
  private(set) var values: SIMD8<Int32>
  let kind: IdentifierKind
  /// True if the identifier counts talks, see ``TalkFacts/countingIDs``.
  let isCounting: Bool

  init(title: Int32, people: Int32, id: Int32, kind: IdentifierKind, isCounting: Bool) {
    // The last lane separates talks in sessions from all others: two of different kinds are never
    // the same.
    values = SIMD8(
      title, people, Self.unknown, Self.unknown, id, id, 0, kind == .position ? 1 : 0)
    self.kind = kind
    self.isCounting = isCounting
  }

  /// Notes that the identifier is no evidence.
  mutating func distrustID() { values[4] = Self.unknown }

  var start: Int32 {
    get { values[2] }
    set { values[2] = newValue }
  }
  var location: Int32 {
    get { values[3] }
    set { values[3] = newValue }
  }

  /// The fields of a set as a key; nil if one of them is not known.
  func key(_ set: FieldSet) -> SIMD8<Int32>? {
    // A position in a session is evidence with title or people only.
    if kind == .position, set.contains(.id), set.isDisjoint(with: .names) { return nil }
    var key = SIMD8<Int32>(0, 0, 0, 0, 0, 0, 0, values[7])
    for lane in 0..<6 where set.rawValue & 1 << UInt8(lane) != 0 {
      if values[lane] == Self.unknown { return nil }
      key[lane] = values[lane]
    }
    return key
  }

  /// The fields that are the same in another talk.
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

/// Numbers for values, equal ones for equal values.
struct Interned<Value: Hashable> {
  private var numbers: [Value: Int32] = [:]

  mutating func number(of value: Value) -> Int32 {
    if let number = numbers[value] { return number }
    let number = Int32(numbers.count + 1)
    numbers[value] = number
    return number
  }
}

/// Numbers for names, equal ones for names that are equal as compared; each name is folded once.
struct FoldedNumbers {
  private var numbers: [String: Int32] = [:]
  private var folded = Interned<String>()

  mutating func number(of name: String) -> Int32 {
    if let number = numbers[name] { return number }
    let number = folded.number(of: name.folded)
    numbers[name] = number
    return number
  }

  /// The numbers of names, each once and in one order.
  mutating func numbers(of names: [String]) -> [Int32] {
    if names.isEmpty { return [] }
    if names.count == 1 { return [number(of: names[0])] }
    return Set(names.map { number(of: $0) }).sorted()
  }
}

/// Positions by key: the only one, or a mark that there are several.
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

  /// Whether anything has a key.
  func has(_ key: SIMD8<Int32>) -> Bool { positions[key] != nil }

  /// The position of what alone has a key.
  subscript(key: SIMD8<Int32>) -> Int? {
    positions[key].flatMap { $0 < 0 ? nil : Int($0) }
  }

  /// The keys with exactly one position, and that position.
  var unique: some Sequence<(SIMD8<Int32>, Int)> {
    positions.lazy.filter { $0.value >= 0 }.map { ($0.key, Int($0.value)) }
  }
}
