import ECSKit
import ECSReactive

/// The words for the kinds of events in queries and portable changes.
enum EventWord {
  private static let words: [(word: String, kind: HistoryEvent.Kind)] = [
    ("created", .change(.created)), ("added", .change(.added)), ("updated", .change(.updated)),
    ("removed", .change(.removed)), ("destroyed", .change(.destroyed)),
    ("willInit", .began(.initialize)), ("didInit", .ended(.initialize)),
    ("willExec", .began(.execute)), ("didExec", .ended(.execute)),
    ("willCleanup", .began(.cleanup)), ("didCleanup", .ended(.cleanup)),
    ("willTeardown", .began(.teardown)), ("didTeardown", .ended(.teardown)),
    ("infoLog", .info), ("errorLog", .error),
    // EntitasKit calls an update a replacement.
    ("replaced", .change(.updated)),
  ]

  /// Returns the kind of event that a word names, or nil for an unknown word.
  ///
  /// Case is ignored.
  static func kind(_ word: String) -> HistoryEvent.Kind? {
    let wanted = word.lowercased()
    return words.first { $0.word.lowercased() == wanted }?.kind
  }

  /// Returns the kind of change with exactly this primary word, or nil for any other word.
  static func changeKind(exactly word: String) -> Event.Kind? {
    guard case .change(let kind)? = self.kind(word), of(.change(kind)) == word else { return nil }
    return kind
  }

  static var all: [String] { words.map(\.word) }

  static var ofChanges: [String] {
    words.map(\.word).filter { changeKind(exactly: $0) != nil }
  }

  static func of(_ kind: HistoryEvent.Kind) -> String {
    words.first { $0.kind == kind }?.word ?? "\(kind)"
  }
}
