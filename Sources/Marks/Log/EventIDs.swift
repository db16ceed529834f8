import Basics
import ECSStore
package import Schedule

/// The identifiers of a saved schedule's talks and sessions in exported calendars.
///
/// A calendar recognizes an event only by its identifier. If a newer version of the schedule
/// changes the identifier of a talk, konf still exports the first identifier. The log lists these
/// talks.
package struct EventIDs: Equatable {
  package static let kind = "eventids"
  /// The maximum length of the list in the log, in bytes.
  ///
  /// If the list would be longer, exports use the identifiers in the file of the schedule.
  private static let longest = 500_000

  /// The identifiers in calendars, by the identifiers in the schedule.
  ///
  /// Only identifiers that differ are stored.
  private var former: [String: String] = [:]

  package init() {}

  package init(value: String) {
    for line in value.split(separator: "\n") {
      let ids = line.split(separator: "\t")
      if ids.count == 2 { former[String(ids[0])] = String(ids[1]) }
    }
  }

  /// The value of the entry, or an empty string if `former` is empty or the list is too long.
  package var value: String {
    let value = former.sorted { $0.key < $1.key }.map { "\($0)\t\($1)" }.joined(separator: "\n")
    return value.utf8.count > Self.longest ? "" : value
  }

  package func id(of id: String) -> String { former[id] ?? id }

  /// Returns the identifiers in calendars for the next version of a schedule.
  ///
  /// A new talk never gets an identifier that another talk uses or that is in `taken`. The array
  /// `taken` contains the identifiers of removed talks that calendars still show.
  package func next(_ comparison: Comparison, taken: [String]) -> EventIDs {
    var next = EventIDs()
    var used = Set(taken)
    var isPaired = Set<Int>()
    for pair in comparison.pairing.pairs {
      let (old, new) = (comparison.older[pair.old].id, comparison.newer[pair.new].id)
      isPaired.insert(pair.new)
      let id = self.id(of: old)
      used.insert(id)
      if id != new, Self.canBeKept(id), Self.canBeKept(new) { next.former[new] = id }
    }
    for (position, talk) in comparison.newer.enumerated()
    where !isPaired.contains(position) && used.contains(talk.id) && Self.canBeKept(talk.id) {
      var number = 2
      while used.contains("\(talk.id).\(number)") { number += 1 }
      next.former[talk.id] = "\(talk.id).\(number)"
      used.insert("\(talk.id).\(number)")
    }
    return next
  }

  private static func canBeKept(_ id: String) -> Bool {
    !id.isEmpty && id.utf8.allSatisfy { $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\n") }
  }
}
