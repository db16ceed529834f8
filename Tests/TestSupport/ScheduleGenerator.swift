// Generates schedules from a seed. The random tests of the importer and the tests of `konf diff`
// use them. Equal seeds give equal schedules, so every failure can be repeated.

/// A generator that creates and edits schedules of any size in UIKonf's format.
///
/// A plain schedule has no problems. An odd schedule has the problems of real files: repeated
/// identifiers, missing or repeated talk indexes, sessions without times, names of unknown people,
/// values of the wrong type, unknown fields, and elements that are not records.
public struct ScheduleGenerator {
  private var generator: SplitMix64
  private let isOdd: Bool

  /// Creates a generator.
  ///
  /// - Parameters:
  ///   - seed: Any number; equal seeds give equal schedules.
  ///   - isOdd: True for schedules with problems.
  public init(seed: UInt64, isOdd: Bool = false) {
    generator = SplitMix64(seed: seed)
    self.isOdd = isOdd
  }

  /// Generates a schedule.
  ///
  /// - Parameter sessions: The number of sessions. The schedule has about as many people, twice as
  ///   many talks, and a tenth as many locations.
  /// - Returns: The records, about 590 bytes for each session with its talks and people.
  public mutating func schedule(sessions: Int) -> [SampleRecord] {
    var records: [SampleRecord] = []
    if !isOdd || chance(2) { records.append(conference()) }
    for session in 1...max(sessions, 1) {
      records.append(self.session("session\(session)", locations: sessions / 10 + 1))
      for location in 0..<number(0...4) {
        records.append(talk("session\(session)", location + 1, people: sessions))
      }
      records.append(person(session))
      if session % 10 == 1 { records.append(self.location(session / 10 + 1)) }
      if isOdd, chance(6) { records.append(oddity(sessions)) }
    }
    records.append(["server": text("https://example.org/ratings")])
    if isOdd { records.shuffle(using: &generator) }
    return records
  }

  /// Makes one random change to a schedule.
  ///
  /// - Parameter records: The schedule. The change removes, adds, moves or repeats a record, or
  ///   removes, adds or changes a field.
  public mutating func edit(_ records: inout [SampleRecord]) {
    guard !records.isEmpty else { return records.append(person(1)) }
    let at = number(0...records.count - 1)
    switch number(0...7) {
    case 0: records.remove(at: at)
    case 1: records.insert(oddity(records.count), at: at)
    case 2: records.swapAt(at, number(0...records.count - 1))
    case 3: records.append(records[at])
    case 4: records.insert(session("session\(number(1...records.count))", locations: 3), at: at)
    default: editField(of: &records[at])
    }
  }

  private mutating func editField(of record: inout SampleRecord) {
    guard var fields = record.fields, !fields.isEmpty else {
      record = person(1)
      return
    }
    let at = number(0...fields.count - 1)
    switch number(0...4) {
    case 0: fields.remove(at: at)
    case 1: fields.append(fields[at])
    case 2:
      fields[at].json = ["null", "5", "true", "[]", "{\"a\":[1,null]}", "\" \""].pick(&generator)
    case 3: fields.insert(SampleRecord.Field(name: fieldName(), json: "\"\(words(2))\""), at: at)
    default:
      let other = [
        person(number(1...9)), talk("session1", 1, people: 9), session("session2", locations: 3),
      ]
      .pick(&generator)
      let field = other.fields?.first { $0.name == fields[at].name }
      fields[at].json = field?.json ?? "\"\(words(3))\""
    }
    record.fields = fields
  }

  // MARK: Records

  private func conference() -> SampleRecord {
    [
      "conference": text("Sample Conference"), "month": text("2015-05"),
      "zone": text("CET-1CEST,M3.5.0,M10.5.0/3"),
    ]
  }

  private mutating func session(_ id: String, locations: Int) -> SampleRecord {
    let day = 16 + number(1...4)
    let hour = number(8...21)
    var record: SampleRecord = ["t_id": text(id)]
    if !isOdd || !chance(5) { record["startTime"] = clock(day, hour, 5 * number(0...11)) }
    if !isOdd || !chance(5) {
      // In an odd schedule, some end times are before the start.
      record["endTime"] = clock(day, isOdd ? number(6...23) : hour + 1, 55)
    }
    record["description"] = text(words(4))
    let names = (0..<number(0...2)).map { _ in
      "\"Place \(number(1...locations + (isOdd ? 2 : 0)))\""
    }
    if !names.isEmpty { record["locations"] = "[\(names.joined(separator: ", "))]" }
    return record
  }

  private mutating func talk(_ session: String, _ index: Int, people: Int) -> SampleRecord {
    var record: SampleRecord = [
      "title": text(words(5)), "speaker_name": text(name(number(1...people + (isOdd ? 3 : 0)))),
      "t_id": text(session),
    ]
    if !isOdd || !chance(4) { record["t_index"] = "\(isOdd && chance(4) ? 1 : index)" }
    return record
  }

  private mutating func person(_ person: Int) -> SampleRecord {
    var record: SampleRecord = [
      "name": text(name(person)), "bio": text(words(18)),
      "photo": text("https://example.org/photos/\(person).jpg"),
    ]
    if chance(2) { record["twitter"] = text("@person\(person)") }
    if chance(6) { record["organizer"] = isOdd && chance(3) ? "false" : "true" }
    return record
  }

  private mutating func location(_ location: Int) -> SampleRecord {
    ["name": text("Place \(location)"), "address": text("\(words(1)) \(location), Berlin")]
  }

  private mutating func oddity(_ sessions: Int) -> SampleRecord {
    let some = number(1...max(sessions, 1))
    switch number(0...7) {
    case 0: return .noRecord()
    case 1: return ["t_id": "\(some)", "description": text(words(2))]
    case 2: return [fieldName(): text(words(1)), "name": text(name(some))]
    case 3: return session("session\(some)", locations: sessions)
    case 4: return ["title": "false", "t_id": text("session\(some)"), "t_index": "1"]
    case 5: return ["bio": text(words(number(1...2)))]
    case 6: return ["server": text("https://example.org/\(some)")]
    default: return person(some)
    }
  }

  // MARK: Values

  private mutating func fieldName() -> String {
    ["speakr_name", "level", "room", "startTime2", "Title"].pick(&generator)
  }

  private func name(_ person: Int) -> String {
    let given = ["Ada", "Zoe\\u0301", "Zo\\u00e9", "Björn", "Li"][person % 5]
    let family = ["Lee", "Graham", "Maxim", "Höfele", "Zaks", "Cramer", "O'Neil"][person % 7]
    return "\(given) \(family) \(person / (isOdd ? 3 : 1))"
  }

  private func clock(_ day: Int, _ hour: Int, _ minute: Int) -> String {
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\"\(digits(day))-\(digits(hour))-\(digits(minute))\""
  }

  private func text(_ text: String) -> String { "\"\(text)\"" }

  private mutating func words(_ count: Int) -> String {
    let words = [
      "swift", "async", "view", "model", "state", "test", "craft", "garden", "signal", "thinking",
      "größe", "\\\"quoted\\\"", "beyond", "and", "of", "the",
    ]
    return (0..<count).map { _ in words.pick(&generator) }.joined(separator: " ")
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func chance(_ odds: Int) -> Bool { number(1...odds) == 1 }
}

extension Array {
  fileprivate func pick(_ generator: inout SplitMix64) -> Element {
    self[Int.random(in: indices, using: &generator)]
  }
}
