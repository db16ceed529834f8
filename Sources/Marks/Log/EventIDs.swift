import ECSStore
package import Schedule
import TextBasics

/// The identifiers under which calendars know the talks and sessions of a saved schedule.
///
/// A calendar finds an event again by its identifier alone. If a newer version gives a talk another
/// one, calendars keep the talk's first identifier; the log lists these talks.
package struct EventIDs: Equatable {
  /// The word in the log.
  package static let kind = "eventids"
  /// The most bytes of the list in the log; a version with more changed identifiers uses those of
  /// the file.
  private static let longest = 500_000

  /// The identifiers in calendars by those of the schedule, where they differ.
  private var former: [String: String] = [:]

  package init() {}

  /// Reads the value of a line.
  package init(value: String) {
    for line in value.split(separator: "\n") {
      let ids = line.split(separator: "\t")
      if ids.count == 2 { former[String(ids[0])] = String(ids[1]) }
    }
  }

  /// The value of the line; empty if there is nothing to say.
  package var value: String {
    let value = former.sorted { $0.key < $1.key }.map { "\($0)\t\($1)" }.joined(separator: "\n")
    return value.utf8.count > Self.longest ? "" : value
  }

  /// Returns the identifier in calendars of a talk or a session.
  package func id(of id: String) -> String { former[id] ?? id }

  /// The identifiers for the next version of a schedule.
  ///
  /// - Parameters:
  ///   - comparison: Which talk is which.
  ///   - taken: The identifiers of what is gone and still shown.
  /// - Returns: The identifiers; a new talk never has that of another one.
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
