import Schedule
import TextBasics

/// What a list shows of a talk, a session without talks, or an appointment.
///
/// Its texts are what a terminal can only show.
@dynamicMemberLookup
struct TalkRow: Equatable, Sendable {
  /// What it is.
  enum Kind: Equatable, Sendable {
    case talk, session, appointment, cancelled
  }

  let summary: TalkSummary<String>
  let kind: Kind
  let isHidden: Bool

  /// The identifier as people see it.
  var shownID: String { summary.shownID.visible }

  subscript<Value>(dynamicMember member: KeyPath<TalkSummary<String>, Value>) -> Value {
    summary[keyPath: member]
  }
}

/// A line of a list, with what belongs below it.
struct ListEntry: Equatable, Sendable {
  /// What the line is about.
  enum Subject: Equatable, Sendable {
    /// Something that can be selected.
    case talk(TalkRow)
    /// Free time, in words.
    case gap(Timing, String)
  }

  let subject: Subject
  /// What is below it, such as a clash.
  var notes: [String] = []

  var row: TalkRow? { if case .talk(let row) = subject { row } else { nil } }

  var timing: Timing? {
    switch subject {
    case .talk(let row): row.timing
    case .gap(let timing, _): timing
    }
  }
}

/// The entries of an hour.
struct ListSection: Equatable, Sendable {
  /// The day that it is listed under; nil for what has no time.
  let day: CivilDate?
  /// When it is, such as "Sat 1 Feb 10:00".
  let heading: String
  var entries: [ListEntry]

  /// Whether it is a part of the agenda, in which proposals are not counted.
  var isPlan = false

  /// How many talks there are, and how many of them are the user's own.
  var summary: String {
    if isPlan { return "" }
    let rows = entries.compactMap(\.row)
    let mine = rows.count { $0.star != nil }
    return
      "\(rows.count) \(rows.count == 1 ? "talk" : "talks")\(mine > 0 ? ", \(mine) of yours" : "")"
  }
}

/// What a list has to show.
enum ListContent: Equatable, Sendable {
  case items([ListSection])
  case empty(String)
  case loading
  case failed(String)

  var sections: [ListSection] { if case .items(let sections) = self { sections } else { [] } }
}
