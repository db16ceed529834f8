import Basics
import Schedule

/// A list row for a talk, a session without talks, or an appointment.
///
/// Its strings have a single line and are safe to print.
@dynamicMemberLookup
struct TalkRow: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case talk, session, appointment, cancelled
  }

  let summary: TalkSummary<String>
  let kind: Kind
  let isHidden: Bool

  var shownID: String { summary.shownID.visible }

  subscript<Value>(dynamicMember member: KeyPath<TalkSummary<String>, Value>) -> Value {
    summary[keyPath: member]
  }
}

struct ListEntry: Equatable, Sendable {
  enum Subject: Equatable, Sendable {
    case talk(TalkRow)
    case gap(Timing, String)
    /// A session that began before the given day, with a description.
    case lasting(CivilDate, String)
  }

  let subject: Subject
  var notes: [String] = []

  var row: TalkRow? { if case .talk(let row) = subject { row } else { nil } }

  /// The time, or nil if it is unknown or the session began on an earlier day.
  var timing: Timing? {
    switch subject {
    case .talk(let row): row.timing
    case .gap(let timing, _): timing
    case .lasting: nil
    }
  }
}

/// A section of a list: an hour of the schedule, or a day of the agenda.
struct ListSection: Equatable, Sendable {
  /// The day, or nil for entries without a time.
  let day: CivilDate?
  /// The heading, such as "Sat 1 Feb 10:00".
  let heading: String
  var entries: [ListEntry]

  var isRunning = false

  /// True if the heading omits the number of talks, as in the agenda.
  var isPlan = false

  /// The number of talks and the number of starred talks, such as "3 talks, 1 starred".
  ///
  /// In the agenda, the string is empty.
  var summary: String {
    if isPlan { return "" }
    let rows = entries.compactMap(\.row)
    let mine = rows.count { $0.star != nil }
    return
      "\(rows.count) \(rows.count == 1 ? "talk" : "talks")\(mine > 0 ? ", \(mine) starred" : "")"
  }
}

/// The content of a list, or the reason why the list is empty.
enum ListContent: Equatable, Sendable {
  case items([ListSection])
  case empty(String)
  case loading
  case failed(String)

  var sections: [ListSection] { if case .items(let sections) = self { sections } else { [] } }
}
