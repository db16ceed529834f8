import ECSKit
import ECSReactive

/// The words that queries have for the kinds of events.
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

  /// Returns the kind of event that a word means; nil if it means none.
  static func kind(_ word: String) -> HistoryEvent.Kind? {
    let wanted = word.lowercased()
    return words.first { $0.word.lowercased() == wanted }?.kind
  }

  static func of(_ kind: HistoryEvent.Kind) -> String {
    words.first { $0.kind == kind }?.word ?? "\(kind)"
  }
}
