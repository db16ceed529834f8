import CommandLine
import ECSKit
public import ECSStore
public import Schedule

extension Star: StoredComponent {
  /// The word in the log.
  public static let storedName = "star"

  /// The value of the log.
  public var stored: StoredValue { StoredValue(word) }
  /// The word for the star in the log and in JSON.
  var word: String { isMaybe ? "maybe" : "yes" }

  /// Reads a value of the log.
  public init(stored: StoredValue) throws {
    guard ["yes", "maybe"].contains(stored.text) else {
      throw StoredValueError.text(found: stored.text, expected: "yes or maybe")
    }
    self.init(isMaybe: stored.text == "maybe")
  }
}

extension Star: KeptKind {
  static var words: (one: SafeText, many: SafeText) { ("star", "stars") }
  static var topic: KeptTopic { .talk }
  static var markFields: [Field<MarkRecord>] {
    [Field("star") { .string(orNull: $0.target[Star.self]?.word) }]
  }

  var tag: SafeText? { Page.word(for: self) }
  func text(_ reading: KeptReading) -> SafeText { Page.word(for: self) }
}
