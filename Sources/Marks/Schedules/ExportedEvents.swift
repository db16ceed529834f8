import Basics
package import CommandLine
import ECSStore
package import Schedule

/// The events that exports of a saved schedule have written to calendars.
///
/// For each combination of filters, the last export counts. konf saves this list in a file next to
/// the files of the schedule. The next export needs the list to cancel events that are no longer
/// exported. Devices do not sync the file. If the file is missing, exports cancel only the events
/// that the log can identify.
///
/// The file has a line for each event, with a bit for each export that contains the event. Most
/// exports change no line, and the file is then not written again.
package struct ExportedEvents {
  private struct Filters: Equatable {
    /// The index of the export's bit in each line.
    var place = 0
    let isMine: Bool
    let checksum: String

    init(_ rule: SelectionRule, isPlan: Bool) {
      isMine = rule.isStarred || isPlan
      checksum = ExportedEvents.digits(Array("\(rule.text)\(isPlan ? " plan" : "")".utf8))
    }

    init?(_ line: ArraySlice<UInt8>) {
      let fields = line.split(separator: ASCII.tab).map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 3, let place = Int(fields[0]), 0..<most ~= place else { return nil }
      (self.place, isMine, checksum) = (place, fields[1] == "mine", fields[2])
    }

    var bit: UInt16 { 1 << place }
    var line: String { "\(place)\t\(isMine ? "mine" : "all")\t\(checksum)\n" }
  }

  private struct Line {
    var facts: ArraySlice<UInt8>
    /// The `SEQUENCE` number of the event.
    var number: Int64
    /// The exports that contain the event, with one bit for each export.
    var exports: UInt16
    /// True if the current export contains the event.
    var isPresent = false

    init(facts: [UInt8], number: Int64) {
      (self.facts, self.number, exports) = (facts[...], number, 0)
    }

    /// Creates a line from its tab-separated facts, number and bits.
    ///
    /// The result is nil if a part is missing or invalid.
    init?(_ line: ArraySlice<UInt8>) {
      guard let last = line.lastIndex(of: ASCII.tab),
        let first = line[..<last].lastIndex(of: ASCII.tab),
        let number = Int64(String(decoding: line[(first + 1)..<last], as: UTF8.self)),
        let exports = UInt16(String(decoding: line[(last + 1)...], as: UTF8.self), radix: 16),
        0...EventChanges.greatest ~= number
      else { return nil }
      (facts, self.number, self.exports) = (line[..<first], number, exports)
    }

    var id: String { String(decoding: facts.prefix { $0 != ASCII.tab }, as: UTF8.self) }
  }

  /// The maximum number of exports in the file.
  ///
  /// The oldest exports are dropped.
  private static let most = 16
  private static let mark = "konf calendars 2"
  private static let ending = ".calendars"

  private let schedule: String
  /// The line that contains the checksum of the conference's name in calendars.
  private let conference: String
  private var filters: Filters
  /// The filters of the other exports, oldest first.
  private var others: [Filters] = []
  private var lines: [Line] = []
  /// The positions of the lines by event identifier.
  ///
  /// The table is created when an event is not at the expected position.
  private var places: [String: Int]?
  /// The position in `lines` at which the next event is expected.
  private var next = 0
  private var isChanged = true
  /// True if the file listed no earlier export.
  package private(set) var isFirst = true
  /// True if the file is damaged and therefore counts as empty.
  package private(set) var isDamaged = false

  /// Creates the events from the file of a saved schedule, or returns nil if the schedule is not
  /// saved.
  package init?(_ store: MarkStore, _ rule: SelectionRule, isPlan: Bool = false) {
    guard let name = store.source.savedName else { return nil }
    schedule = name
    conference = "conference \(Self.digits(Array(store.calendar.utf8)))"
    filters = Filters(rule, isPlan: isPlan)
    guard let files = store.log.scheduleFiles else { return }
    do {
      if let bytes = try files.read(name + Self.ending) { read(bytes) }
    } catch {
      isDamaged = true
    }
    choosePlace()
  }

  private mutating func read(_ bytes: [UInt8]) {
    let start = Self.head([]).utf8.count
    isDamaged = bytes.count <= start || !bytes.starts(with: Self.head(bytes[start...]).utf8)
    if isDamaged { return }
    var rest = bytes[start...]
    func line() -> ArraySlice<UInt8>? {
      guard let end = rest.firstIndex(of: ASCII.lineFeed) else { return nil }
      defer { rest = rest[(end + 1)...] }
      return rest[..<end]
    }
    guard line()?.elementsEqual(conference.utf8) ?? false else { return }
    while let filters = line().flatMap({ Filters($0) }) { others.append(filters) }
    while let line = line() {
      if let line = Line(line) { lines.append(line) }
    }
    isFirst = others.isEmpty
  }

  /// Chooses the bit of the export: its previous bit, a free bit, or the bit of the oldest export.
  private mutating func choosePlace() {
    if let known = others.firstIndex(where: {
      ($0.isMine, $0.checksum) == (filters.isMine, filters.checksum)
    }) {
      isChanged = known != others.count - 1
      filters = others.remove(at: known)
    } else if others.count < Self.most {
      let taken = others.map(\.place)
      filters.place = (0..<Self.most).first { !taken.contains($0) } ?? 0
    } else {
      filters.place = others.removeFirst().place
      for place in lines.indices { lines[place].exports &= ~filters.bit }
    }
  }

  /// Adds an event to the current export, and returns the `SEQUENCE` number to export.
  ///
  /// The result is at least the number in calendars, and greater if the event changed. The number
  /// of a cancelled event stays the same unless the event changes.
  ///
  /// - Complexity: O(*n*) expected in the length of the event's text.
  package mutating func add(_ event: ExportedEvent, number: Int64) -> Int64 {
    guard let facts = event.facts else { return number }
    var isSame = next < lines.count && lines[next].facts == facts[...]
    if !isSame {
      next = place(of: event.id)
      isSame = next < lines.count && lines[next].facts == facts[...]
    }
    if next == lines.count {
      lines.append(Line(facts: facts, number: number))
      places?[event.id] = next
      isChanged = true
    } else if !isSame || event.status == .confirmed {
      let least = lines[next].number + (isSame ? 0 : 1)
      let number = min(max(number, least), EventChanges.greatest)
      if number != lines[next].number { isChanged = true }
      lines[next].number = number
      if !isSame { lines[next].facts = facts[...] }
    }
    return keep(at: next)
  }

  /// Keeps an event of an earlier export in the current export, with the same state and number.
  package mutating func keep(_ event: ExportedEvent) {
    let place = place(of: event.id)
    if place < lines.count { _ = keep(at: place) }
  }

  /// Adds the line at a position to the export and returns its number.
  private mutating func keep(at place: Int) -> Int64 {
    if lines[place].exports & filters.bit == 0 { isChanged = true }
    lines[place].exports |= filters.bit
    lines[place].isPresent = true
    next = place + 1
    return lines[place].number
  }

  /// Returns the position of the line with an identifier, or the number of lines if none has it.
  private mutating func place(of id: String) -> Int {
    if lines.isEmpty { return 0 }
    if places == nil {
      places = Dictionary(
        lines.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
    return places?[id] ?? lines.count
  }

  /// The events of the last export with the same filters, except events already added to this
  /// export.
  package var missing: [ExportedEvent] {
    lines.lazy.filter { $0.exports & filters.bit != 0 && !$0.isPresent }
      .compactMap { ExportedEvent(facts: $0.facts) }
  }

  /// True if the filters of the current export depend on stars.
  package var isMine: Bool { filters.isMine }

  /// The identifiers of the confirmed events in other exports.
  ///
  /// Exports whose filters depend on stars are ignored.
  package var lasting: Set<String> {
    let bits = others.filter { !$0.isMine }.reduce(0) { $0 | $1.bit }
    return Set(
      lines.lazy.filter { $0.exports & bits != 0 }.compactMap { ExportedEvent(facts: $0.facts) }
        .filter { $0.status == .confirmed }.map(\.id))
  }

  /// Writes the file if the current export changed its contents.
  ///
  /// Returns the reason why the file cannot be written, or nil on success.
  package func write(to log: RunLog, at now: Instant) -> SafeText? {
    let isLess = lines.contains { $0.exports & filters.bit != 0 && !$0.isPresent }
    guard isChanged || isLess, let files = log.scheduleFiles else { return nil }
    var rest = Array("\(conference)\n".utf8)
    for filters in others + [filters] { rest += filters.line.utf8 }
    rest.append(ASCII.lineFeed)
    for line in lines {
      let exports = line.isPresent ? line.exports : line.exports & ~filters.bit
      if exports == 0 { continue }
      rest += line.facts
      rest += "\t\(line.number)\t\(String(exports, radix: 16))\n".utf8
    }
    let bytes = Array(Self.head(rest[...]).utf8) + rest
    do throws(StoreError) {
      try files.append(
        at: now.secondsSince1970, putting: (schedule + Self.ending, bytes),
        keeping: { SavedSchedules($0).needs }, { _ in [] })
      return nil
    } catch {
      return "\(error.description)"
    }
  }

  /// Returns the first line of the file, with the checksum of the other lines.
  private static func head(_ rest: ArraySlice<UInt8>) -> String {
    "\(mark) \(Hexadecimal.digits(of: Fingerprint.of(rest.span), count: 16))\n"
  }

  private static func digits(_ bytes: [UInt8]) -> String {
    Hexadecimal.digits(of: AttachedFiles.checksum(of: bytes), count: 16)
  }

  /// Returns the name of the schedule that a file belongs to, or nil for other files.
  static func name(ofFile fileName: String) -> String? {
    fileName.hasSuffix(ending) ? String(fileName.dropLast(ending.count)) : nil
  }
}

extension SelectionRule {
  /// A string that identifies the filters; different rules have different strings.
  fileprivate var text: String {
    var parts = [isStarred ? "mine" : "all", isHidden ? "hidden" : ""]
    let times = times?.map {
      "\($0.lowerBound.secondsSince1970) \($0.upperBound.secondsSince1970)"
    }
    for values in [times, locations, speakers, tracks, languages] {
      parts.append("\(values?.count ?? -1)")
      parts += values ?? []
    }
    return parts.joined(separator: "\n")
  }
}
