import CommandLine
import ECSStore
import Importer
import KonfCLI
import TestSupport

/// Rows of an audience's ratings of the built-in schedule, as `konf ratings --jsonl` prints them.
struct AudienceRows {
  private(set) var entries: [LogEntry] = []

  /// Adds what a person, known by a number, says about a talk or a session.
  mutating func add(
    _ person: Int, _ counter: UInt64, _ target: String, _ stars: Int?, _ comment: String = "",
    title: String? = nil, people: [String] = [], scope: String = "UIKonf 2015"
  ) {
    entries.append(
      LogEntry(
        device: DeviceID(UInt128(person)), counter: counter, time: 1_431_939_600,
        change: LogChange(
          scope: scope, kind: "rating", target: target, name: title ?? Self.titles[target] ?? "",
          details: people, value: stars.map { "\($0)" } ?? "", comment: comment)))
  }

  /// Adds what the log keeps about a talk or a session, of any kind.
  mutating func add(
    _ person: Int, _ counter: UInt64, _ target: String, kind: String, _ value: String
  ) {
    entries.append(
      LogEntry(
        device: DeviceID(UInt128(person)), counter: counter, time: 1_431_939_600,
        change: LogChange(
          scope: "UIKonf 2015", kind: kind, target: target, name: Self.titles[target] ?? "",
          details: [], value: value, comment: "")))
  }

  static let titles = [
    "session1Day1": "First session", "session1Day1/1": "World Modeling",
    "session1Day1/2": "Swift Thinking", "session2Day1/2": "Monads are not Monsters",
  ]

  /// A few people, one of whom changed a mind and one of whom took a rating back.
  static let few: AudienceRows = {
    var rows = AudienceRows()
    rows.add(1, 1, "session1Day1/1", 5, "see again")
    rows.add(1, 2, "session1Day1/2", 2)
    rows.add(2, 1, "session1Day1", 4, "good start")
    rows.add(2, 2, "session1Day1/2", 1)
    rows.add(2, 3, "session1Day1/2", 3, "better than I thought")
    rows.add(3, 1, "session1Day1/1", 4)
    rows.add(3, 2, "session2Day1/2", 5, "\u{1B}[2J\u{202E}evil")
    rows.add(3, 3, "session1Day1/1", nil)
    rows.add(4, 7, "gone/1", 3, title: "A talk that was \"cancelled\"")
    return rows
  }()

  /// The rows as JSON, a line each.
  var jsonLines: String {
    Self.jsonLines(entries)
  }

  static func jsonLines(_ entries: [LogEntry]) -> String {
    entries.map { entry in
      let change = entry.change
      let texts = [
        ("scope", change.scope), ("kind", change.kind), ("target", change.target),
        ("title", change.name), ("value", change.value), ("comment", change.comment),
      ].map { "\"\($0.0)\":\(Self.quoted($0.1))" }.joined(separator: ",")
      return "{\"device\":\"\(entry.device)\",\"counter\":\(entry.counter),"
        + "\"time\":\(entry.time),\(texts),"
        + "\"people\":[\(change.details.map(Self.quoted).joined(separator: ","))]}\n"
    }.joined()
  }

  /// The rows as lines of a log.
  var logLines: [UInt8] {
    entries.flatMap { LogLine.encode($0) + [UInt8(ascii: "\n")] }
  }

  private static func quoted(_ text: String) -> String {
    let bytes = JSONWriter.bytes(of: .string(text), isIndented: false)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}
