import ECSKit
import ECSStore
import Schedule

/// A component that somebody puts on talks and sessions, and that the log keeps.
///
/// `KeptStore` writes its changes to the log and sets those of the log on the entities; `kinds` there
/// lists all such components.
protocol KeptComponent: Component, Equatable {
  /// The word for such components in the log, which no other kind has.
  static var kind: String { get }
  /// The value of the log; never empty, since an empty one takes the component back.
  var value: String { get }
  /// The comment of the log.
  var comment: String { get }

  /// Reads an entry of this kind; nil if it takes the component back, or has a value that is unknown.
  init?(_ entry: LogEntry)
}

extension KeptComponent {
  var comment: String { "" }
}

extension Rating: KeptComponent {
  static let kind = "rating"

  var value: String { "\(stars)" }

  init?(_ entry: LogEntry) {
    guard let stars = entry.stars else { return nil }
    self.init(
      stars: stars, comment: entry.change.comment, time: Instant(secondsSince1970: entry.time))
  }
}

extension Star: KeptComponent {
  static let kind = "star"

  var value: String { isMaybe ? "maybe" : "yes" }

  init?(_ entry: LogEntry) {
    guard ["yes", "maybe"].contains(entry.change.value) else { return nil }
    self.init(isMaybe: entry.change.value == "maybe")
  }
}

extension Note: KeptComponent {
  static let kind = "note"

  var value: String { text }

  init?(_ entry: LogEntry) {
    if entry.change.value.isEmpty { return nil }
    self.init(text: entry.change.value)
  }
}

extension Hidden: KeptComponent {
  static let kind = "hidden"

  var value: String { "yes" }

  init?(_ entry: LogEntry) {
    guard entry.change.value == "yes" else { return nil }
    self.init()
  }
}

extension Entity {
  /// Sets the component that an entry of the log keeps; removes it if the entry keeps none.
  func set<C: KeptComponent>(_ type: C.Type, from entry: LogEntry?) {
    if let component = entry.flatMap({ C($0) }) {
      set(component)
    } else {
      remove(C.self)
    }
  }
}

extension LogEntry {
  /// The stars that a rating gives; nil if it takes one back.
  var stars: Int? {
    guard let stars = Int(change.value), (1...5).contains(stars) else { return nil }
    return stars
  }
}
