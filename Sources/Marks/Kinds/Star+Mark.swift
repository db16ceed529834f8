package import CommandLine
package import ECSKit
public import ECSStore
public import Schedule

extension Star: StoredComponent {
  /// The name of the kind in the log.
  public static let storedName = "star"

  /// The value in the log.
  public var stored: StoredValue { StoredValue(word) }
  /// The word for the star in the log and in JSON.
  package var word: String { isMaybe ? "maybe" : "yes" }

  /// Creates a star from its value in the log.
  public init(stored: StoredValue) throws {
    guard ["yes", "maybe"].contains(stored.text) else {
      throw StoredValueError.text(found: stored.text, expected: "yes or maybe")
    }
    self.init(isMaybe: stored.text == "maybe")
  }
}

extension Star: MarkKind {
  package static var words: (one: SafeText, many: SafeText) { ("star", "stars") }
  package static var topic: MarkTopic { .talk }
  package static var markFields: [Field<Entity>] {
    [
      Field("star", .defined("starValue"), "The star of the talk or session itself.") {
        .string(orNull: $0[Star.self]?.word)
      }
    ]
  }

  /// The word for the star in human-readable output.
  package var shownWord: SafeText { isMaybe ? "maybe" : "starred" }
  package var tag: SafeText? { shownWord }
  package func command(for id: String, in zone: Zone) -> MarkCommand? {
    MarkCommand(
      name: "star", options: isMaybe ? ["--maybe"] : [], operands: [id], removalName: "unstar")
  }
  package func text(_ reading: MarkReading) -> SafeText { shownWord }
}
