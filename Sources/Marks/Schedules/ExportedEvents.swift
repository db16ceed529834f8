package import CommandLine
import ECSStore
package import Schedule
import TextBasics

/// The events of a saved schedule in calendars: the events of the last export with each selection.
///
/// A file next to the copies of the schedule has them, so that the next export can take back an event. The file
/// is derived: it is not synced, and without it exports take back only what the log knows.
package struct ExportedEvents: Equatable {
  /// An event, confirmed or taken back.
  package struct Event: Equatable {
    /// The state of an event in calendars.
    package enum Status: String {
      case confirmed
      /// The talk left the schedule.
      case cancelled
      /// The talk lost its star, or the appointment was removed.
      case notPlanned = "not-planned"
    }

    /// The identifier in calendars.
    package let id: String
    package let timing: Timing
    package let title: String
    package let isAppointment: Bool
    package let status: Status
    /// A checksum of the marks that the event shows; empty without marks.
    package let marks: String
    /// Its `SEQUENCE`.
    package private(set) var number: Int64 = 0

    package init(
      id: String, timing: Timing, title: String, isAppointment: Bool, status: Status,
      marks: [String] = []
    ) {
      self.id = id
      self.timing = timing
      self.title = title
      self.isAppointment = isAppointment
      self.status = status
      self.marks =
        marks.allSatisfy(\.isEmpty)
        ? "" : ExportedEvents.digits(Array(marks.joined(separator: "\n").utf8))
    }

    /// Sets the number: at least the one that calendars have, and above it if the event changed.
    ///
    /// An event that was taken back does not change with its talk.
    package mutating func setNumber(_ number: Int64, after known: Event?) {
      self.number = known?.number ?? number
      let isSame = self == known
      if isSame, status != .confirmed { return }
      let next = max(number, self.number + (isSame || known == nil ? 0 : 1))
      self.number = min(next, EventChanges.greatest)
    }

    fileprivate init?(_ fields: [String]) {
      guard fields.count == 8, let number = Int64(fields[5]), 0...EventChanges.greatest ~= number,
        let status = Status(rawValue: fields[4]),
        let timing = Timing(secondsSince1970: Int64(fields[1]), Int64(fields[2]))
      else { return nil }
      (id, self.timing, title, marks) = (fields[0], timing, fields[7], fields[6])
      isAppointment = fields[3] == "appointment"
      self.status = status
      self.number = number
    }

    fileprivate var line: String {
      func word(_ instant: Instant?) -> String { instant.map { "\($0.secondsSince1970)" } ?? "-" }
      let kind = isAppointment ? "appointment" : "session"
      let times = "\(word(timing.start))\t\(word(timing.end))"
      return "\(id)\t\(times)\t\(kind)\t\(status.rawValue)\t\(number)\t\(marks)\t\(title)"
    }

    /// False if the identifier would break the lines of the file.
    fileprivate var isWritable: Bool { !id.utf8.contains { $0 < 0x20 } }
  }

  /// The filters of an export.
  package struct Filters: Equatable {
    /// True if the export has the agenda.
    package let isMine: Bool
    private let checksum: String

    package init(_ rule: SelectionRule, isPlan: Bool = false) {
      isMine = rule.isStarred || isPlan
      checksum = ExportedEvents.digits(Array("\(rule)\(isPlan ? " plan" : "")".utf8))
    }

    fileprivate init?(_ fields: [String]) {
      guard fields.count == 3, fields[0] == "filters" else { return nil }
      (isMine, checksum) = (fields[1] == "mine", fields[2])
    }

    fileprivate var line: String { "filters\t\(isMine ? "mine" : "all")\t\(checksum)" }
  }

  /// The most exports in the file; the oldest are dropped.
  private static let most = 16
  private static let mark = "konf calendars 1"

  private let schedule: String
  /// The line with the checksum of the conference's name in calendars.
  private let conference: String
  /// The events of the exports, the latest export last.
  private var exports: [(filters: Filters, events: [Event])] = []
  /// True if the file is damaged, so that it counts as empty.
  package private(set) var isDamaged = false

  package static func == (first: ExportedEvents, second: ExportedEvents) -> Bool {
    first.exports.elementsEqual(second.exports, by: ==)
  }

  /// Reads the file of a saved schedule; nil if the schedule is not saved.
  ///
  /// The list is empty if there is no file, or if it is of another conference.
  ///
  /// - Parameter store: The stored marks of the schedule.
  package init?(_ store: MarkStore) {
    guard let name = store.source.savedName else { return nil }
    schedule = name
    conference = "conference \(Self.digits(Array(store.calendar.utf8)))"
    guard let files = store.log.scheduleFiles else { return }
    do {
      guard let bytes = try files.read(Self.file(name)) else { return }
      read(bytes)
    } catch {
      isDamaged = true
    }
  }

  private mutating func read(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: ASCII.lineFeed)
    isDamaged = true
    guard let head = lines.first, lines.count > 1,
      head.elementsEqual(Self.head(Array(bytes[lines[1].startIndex...])).utf8)
    else { return }
    isDamaged = false
    guard lines[1].elementsEqual(conference.utf8) else { return }
    for line in lines.dropFirst(2) {
      let fields = line.split(separator: ASCII.tab, maxSplits: 7, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      if let filters = Filters(fields) {
        exports.append((filters, []))
      } else if let event = Event(fields), !exports.isEmpty {
        exports[exports.count - 1].events.append(event)
      }
    }
  }

  private static func head(_ rest: [UInt8]) -> String { "\(mark) \(digits(rest))" }

  fileprivate static func digits(_ bytes: [UInt8]) -> String {
    Hexadecimal.digits(of: AttachedFiles.checksum(of: bytes), count: 16)
  }

  private static func file(_ name: String) -> String { "\(name).calendars" }

  /// True if no export is known.
  package var isEmpty: Bool { exports.isEmpty }

  /// Returns the events of the last export with the given filters; nil if there was none.
  package subscript(filters: Filters) -> [Event]? {
    exports.first { $0.filters == filters }?.events
  }

  /// The events as calendars have them, by their identifiers: those with the highest numbers.
  package var latest: [String: Event] {
    Dictionary(
      exports.lazy.flatMap { $0.events.lazy.map { ($0.id, $0) } },
      uniquingKeysWith: { $1.number >= $0.number ? $1 : $0 })
  }

  /// The identifiers of the events in the exports that do not depend on stars.
  package var lasting: Set<String> {
    Set(
      exports.lazy.filter { !$0.filters.isMine }.flatMap { export in
        export.events.lazy.filter { $0.status == .confirmed }.map(\.id)
      })
  }

  /// Sets the events of an export.
  package mutating func set(_ events: [Event], for filters: Filters) {
    exports.removeAll { $0.filters == filters }
    exports.append((filters, events.filter(\.isWritable)))
    exports.removeFirst(max(0, exports.count - Self.most))
  }

  /// Replaces the file.
  ///
  /// - Returns: The reason if the file cannot be written; nil on success.
  package func write(to log: RunLog, at now: Instant) -> SafeText? {
    guard let files = log.scheduleFiles else { return nil }
    let lines = [conference] + exports.flatMap { [$0.filters.line] + $0.events.map(\.line) }
    let rest = Array(lines.joined(separator: "\n").utf8)
    let bytes = Array("\(Self.head(rest))\n".utf8) + rest
    do throws(StoreError) {
      try files.append(
        at: now.secondsSince1970, putting: (Self.file(schedule), bytes),
        keeping: { SavedSchedules($0).needs }, { _ in [] })
      return nil
    } catch {
      return "\(error.description)"
    }
  }
}
