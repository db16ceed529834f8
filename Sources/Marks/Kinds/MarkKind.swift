package import CommandLine
package import ECSKit
package import ECSModel
package import ECSStore
package import Schedule
import TextBasics

/// A kind of thing that konf keeps in its log.
///
/// A file declares a kind: its name and version in the log, what messages call it, what its lines are
/// about, and how people and programs read its values. ``MarkKinds/all`` lists the kinds, and whatever
/// shows, changes, takes back or carries over what is kept asks them.
package protocol MarkKind: StoredComponent {
  /// What messages call one of them, and several.
  static var words: (one: SafeText, many: SafeText) { get }
  /// What its lines are about.
  static var topic: MarkTopic { get }
  /// Whether the agenda lists it: also for other conferences, and when its talk has left the schedule.
  static var isOnAgenda: Bool { get }
  /// The fields that the answer to a command has for it, if the command marks talks and sessions.
  static var markFields: [Field<Entity>] { get }

  /// Returns what holds of all values that a schedule has; a change that breaks a rule is refused.
  static func rules(in schedule: ConferenceSchedule) -> [Rule]

  /// The word after the name of a talk or a session that has it; nil for none.
  var tag: SafeText? { get }
  /// What the log calls a thing that is not in the schedule; nil for what is kept of talks and sessions.
  var ownName: (id: String, title: String)? { get }
  /// The value as people read it.
  func text(_ reading: MarkReading) -> SafeText
  /// The command that gives a talk this value, or adds the thing; nil if there is none.
  func command(for id: String, in zone: Zone) -> MarkCommand?
  /// The value as programs read it; nil if that is the word in the log.
  func json(in zone: Zone) -> JSONOutput?
}

/// What the lines of a kind are about.
package enum MarkTopic {
  /// A talk or a session, which a pairing finds in each version of the schedule.
  case talk
  /// A thing that the line alone makes, and names by its identifier.
  case thing
  /// A saved schedule, which its name finds, whatever conference is shown.
  case schedule
}

/// What a value is read with.
package struct MarkReading {
  /// When it was kept.
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
  /// The name of the command, with its action if it has several.
  let name: String
  var options: [String] = []
  var operands: [String]
  /// The name of the command that removes the mark, if an option does not.
  var removalName: String?

  /// The command that removes the mark.
  package var removal: MarkCommand {
    let id = Array(operands.prefix(1))
    return removalName.map { MarkCommand(name: $0, operands: id) }
      ?? MarkCommand(name: name, options: ["--clear"], operands: id)
  }

  /// Returns the line for a shell, for a schedule that is named if konf does not show it by itself.
  package func line(in data: String?) -> SafeText {
    let options = (data.map { ["--data", $0] } ?? []) + options
    let end = operands.contains { $0.hasPrefix("-") } ? ["--"] : []
    let words = ["konf"] + name.split(separator: " ").map(String.init) + options + end + operands
    return "\(words.map(\.shellWord).joined(separator: " "))"
  }
}

/// All that konf keeps.
package enum MarkKinds {
  /// The kinds, in the order in which they are shown.
  package static let all: [any MarkKind.Type] = [
    Rating.self, Star.self, Note.self, Hidden.self, Companions.self, Appointment.self,
    SavedSchedule.self,
  ]
  /// Those that entities of a schedule have.
  ///
  /// A cast of the whole array would look for each conformance at run time.
  package static let components = StoredComponents(
    all.filter { $0.topic != .schedule }.map { kind -> any StoredComponent.Type in kind })
  /// With so few names, comparing them costs a tenth of hashing one.
  private static let named = all.map { (name: $0.storedName, kind: $0) }

  /// The kind that the log calls so; nil for a line that konf keeps for itself, or a later konf wrote.
  package static subscript(name: String) -> (any MarkKind.Type)? {
    named.first { $0.name == name }?.kind
  }

  /// Returns whether the devices of a user exchange a line.
  ///
  /// It is about a talk or a thing, or says where a talk was. Schedules stay where they are.
  package static func areShared(_ entry: LogEntry) -> Bool {
    let kind = entry.change.kind
    return kind == SeenTalk.kind || (self[kind].map { $0.topic != .schedule } ?? false)
  }

  /// Returns whether a line has a value of a kind in a later version than this program reads.
  static func isOfLaterVersion(_ entry: LogEntry) -> Bool {
    entry.change.version > 1 && (self[entry.change.kind].map(entry.change.isLater) ?? false)
  }

  /// Returns the error for the value of an entry; nil if it can be read, or if a newer konf wrote it.
  package static func refusal(of entry: LogEntry) -> StoredValueError? {
    isOfLaterVersion(entry) ? nil : self[entry.change.kind]?.refusal(of: entry)
  }

  /// Returns whether lines of a kind are about talks and sessions.
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

  /// Returns true if another value is the same in the log.
  package func isStored(as other: (any MarkKind)?) -> Bool {
    guard let own = try? stored, let other = try? other?.stored else { return false }
    return (own.text, own.comment) == (other.text, other.comment)
  }

  /// An identifier that follows from what a thing is, such as "own-4dacec".
  ///
  /// Two devices that know nothing of each other give different things different ones, and the same thing
  /// the same one. Earlier versions of konf counted: in their logs, several may be "appointment1".
  package var ownID: String { ownID(skipping: []) }

  /// The identifier, or the next one that no other thing has.
  func ownID(skipping taken: Set<String>) -> String {
    let stored = (try? stored) ?? StoredValue("")
    var hash: UInt32 = 0x811C_9DC5
    for byte in "\(ownName?.title ?? "")\n\(stored.comment)\n\(stored.text)".utf8 {
      hash = (hash ^ UInt32(byte)) &* 0x0100_0193
    }
    // The upper bits are mixed into those that are shown.
    hash ^= hash >> 24
    func id() -> String { "own-\(Hexadecimal.digits(of: hash & 0xFF_FFFF, count: 6))" }
    while taken.contains(id()) { hash &+= 1 }
    return id()
  }
  package func text(_ reading: MarkReading) -> SafeText { "\((try? stored.text) ?? "")" }

  /// The value that an entity has.
  package static func value(on entity: Entity) -> (any MarkKind)? { entity[Self.self] }
  /// The value that an entry keeps; nil if it takes one back, or is not understood.
  package static func value(in entry: LogEntry) -> (any MarkKind)? { Self(entry) }
}
