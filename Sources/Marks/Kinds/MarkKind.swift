import Basics
package import CommandLine
package import ECSKit
package import ECSModel
package import ECSStore
package import Schedule

/// A kind of mark, and the kind of log entry that stores it.
///
/// A conforming type declares the name and the version of the kind in the log, and the names of the
/// kind in messages. It also declares the subject of the entries, and converts values to
/// human-readable text and to JSON. ``MarkKinds/all`` lists the kinds. All code that shows,
/// changes, undoes or carries over marks uses this protocol. The name of a kind in the log must
/// never change, because existing logs contain it.
package protocol MarkKind: StoredComponent {
  /// The singular and the plural name in messages.
  static var words: (one: SafeText, many: SafeText) { get }
  static var topic: MarkTopic { get }
  /// True if marks of this kind belong on the agenda.
  ///
  /// The agenda then also lists cancelled talks with such marks, and counts the marks for other
  /// conferences.
  static var isOnAgenda: Bool { get }
  /// The fields for this kind in the JSON output of the commands that mark talks and sessions.
  static var markFields: [Field<Entity>] { get }

  /// Returns the rules that all values of this kind in a schedule must follow.
  ///
  /// konf refuses a change that breaks a rule.
  static func rules(in schedule: ConferenceSchedule) -> [Rule]

  /// The tag that konf prints after the name of a marked talk or session, or nil for no tag.
  var tag: SafeText? { get }
  /// The identifier and title of an item outside the schedule, such as an appointment.
  ///
  /// The value is nil for marks on talks and sessions.
  var ownName: (id: String, title: String)? { get }
  func text(_ reading: MarkReading) -> SafeText
  /// Returns the command that sets this value on a talk, or that adds this appointment.
  ///
  /// The result is nil if no command does so.
  func command(for id: String, in zone: Zone) -> MarkCommand?
  /// Returns the value as JSON, or nil to use the text from the log.
  func json(in zone: Zone) -> JSONOutput?
}

/// The type of subject that a kind of mark has in the log.
package enum MarkTopic {
  /// A talk or a session, which ``Pairing`` finds in each version of the schedule.
  case talk
  /// An item outside the schedule, such as an appointment, with its own identifier.
  case thing
  /// A saved schedule. The target of the entry is the name of the schedule, and the entry belongs
  /// to no conference.
  case schedule
}

package struct MarkReading {
  /// The time of the entry that contains the mark.
  package let time: Instant
  package let times: Times
  package let glyphs: Glyphs

  package init(time: Instant, times: Times, glyphs: Glyphs) {
    self.time = time
    self.times = times
    self.glyphs = glyphs
  }
}

/// A command line that sets a value.
package struct MarkCommand {
  /// The name of the command, followed by the action if the command has several actions.
  let name: String
  var options: [String] = []
  var operands: [String]
  /// The name of the command that removes the mark, or nil if the option `--clear` removes it.
  var removalName: String?

  package var removal: MarkCommand {
    let id = Array(operands.prefix(1))
    return removalName.map { MarkCommand(name: $0, operands: id) }
      ?? MarkCommand(name: name, options: ["--clear"], operands: id)
  }

  /// Returns the quoted command line for a shell.
  ///
  /// The line repeats the options of an invocation. If `data` is not nil, the line has the option
  /// `--data` with this value.
  package func line(
    in data: String? = nil, of invocation: Invocation,
    repeating repeated: RepeatedOptions = .schedule
  ) -> SafeText {
    let options =
      invocation.words(repeating: repeated) + (data.map { ["--data", $0] } ?? []) + options
    let end = operands.contains { $0.hasPrefix("-") } ? ["--"] : []
    let words = ["konf"] + name.split(separator: " ").map(String.init) + options + end + operands
    return "\(words.map(\.shellWord).joined(separator: " "))"
  }
}

package enum MarkKinds {
  /// The kinds, in display order.
  package static let all: [any MarkKind.Type] = [
    Rating.self, Star.self, Note.self, Hidden.self, Companions.self, Appointment.self,
    SavedSchedule.self,
  ]
  /// The kinds that are components of the entities of a schedule.
  ///
  /// Each type is cast separately, because a cast of the whole array looks up every conformance at
  /// run time.
  package static let components = StoredComponents(
    all.filter { $0.topic != .schedule }.map { kind -> any StoredComponent.Type in kind })
  /// The kinds with their names, searched in order.
  ///
  /// With this few names, comparing all names takes a tenth of the time of a hash lookup.
  private static let named = all.map { (name: $0.storedName, kind: $0) }

  /// Returns the kind that has the given name in the log.
  ///
  /// The result is nil for internal entries and for kinds that only a newer version of konf knows.
  package static subscript(name: String) -> (any MarkKind.Type)? {
    named.first { $0.name == name }?.kind
  }

  /// Returns true if the devices of a user exchange an entry when they sync.
  ///
  /// Devices exchange marks, the times and locations that talks had when they were marked, and
  /// lists of changed events. Schedules are not exchanged.
  package static func areShared(_ entry: LogEntry) -> Bool {
    let kind = entry.change.kind
    return areFacts(kind) || (self[kind].map { $0.topic != .schedule } ?? false)
  }

  /// Returns true for a kind of entry that records facts about talks or events.
  ///
  /// konf writes these entries together with marks and versions.
  static func areFacts(_ kind: String) -> Bool {
    kind == SeenTalk.kind || kind == EventChanges.kind
  }

  /// Returns true if a newer version of konf wrote the value of an entry in a format that this
  /// version does not know.
  static func isOfLaterVersion(_ entry: LogEntry) -> Bool {
    entry.change.version > 1 && (self[entry.change.kind].map(entry.change.isLater) ?? false)
  }

  /// Returns the error for the value of an entry, or nil if the value is valid or has a newer
  /// format.
  package static func refusal(of entry: LogEntry) -> StoredValueError? {
    isOfLaterVersion(entry) ? nil : self[entry.change.kind]?.refusal(of: entry)
  }

  /// Returns true if entries of a kind are about talks and sessions.
  package static func areOfTalks(_ name: String) -> Bool { self[name]?.topic == .talk }
}

extension MarkKind {
  package static var isOnAgenda: Bool { topic != .schedule }
  package static var markFields: [Field<Entity>] { [] }
  package static func rules(in schedule: ConferenceSchedule) -> [Rule] { [] }
  package var tag: SafeText? { nil }
  package var ownName: (id: String, title: String)? { nil }
  package func json(in zone: Zone) -> JSONOutput? { nil }
  package func command(for id: String, in zone: Zone) -> MarkCommand? { nil }

  /// Returns true if this value and another value are stored as equal entries.
  package func isStored(as other: (any MarkKind)?) -> Bool {
    guard let own = try? stored, let other = try? other?.stored else { return false }
    return (own.text, own.comment) == (other.text, other.comment)
  }

  /// An identifier derived from the contents of an item, such as "own-4dacec".
  ///
  /// Equal items get equal identifiers, even on devices that have not synced. Different items
  /// nearly always get different identifiers. Earlier versions of konf numbered the items instead,
  /// so several items in old logs may have the identifier "appointment1".
  package var ownID: String { ownID(skipping: []) }

  /// Returns an identifier derived from the contents of an item.
  ///
  /// If this identifier is taken, the result is the next free one.
  func ownID(skipping taken: Set<String>) -> String {
    let stored = (try? stored) ?? StoredValue("")
    var hash: UInt32 = 0x811C_9DC5
    for byte in "\(ownName?.title ?? "")\n\(stored.comment)\n\(stored.text)".utf8 {
      hash = (hash ^ UInt32(byte)) &* 0x0100_0193
    }
    // The identifier shows only the lower 24 bits, so the upper bits are mixed into them.
    hash ^= hash >> 24
    func id() -> String { "own-\(Hexadecimal.digits(of: hash & 0xFF_FFFF, count: 6))" }
    while taken.contains(id()) { hash &+= 1 }
    return id()
  }
  package func text(_ reading: MarkReading) -> SafeText { "\((try? stored.text) ?? "")" }

  package static func value(on entity: Entity) -> (any MarkKind)? { entity[Self.self] }
  /// Returns the value of an entry, or nil for a removal or an invalid value.
  package static func value(in entry: LogEntry) -> (any MarkKind)? { Self(entry) }
}
