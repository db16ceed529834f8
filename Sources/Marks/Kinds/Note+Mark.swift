package import CommandLine
package import ECSKit
public import ECSStore
public import Schedule

extension Note: StoredComponent {
  /// The name of the kind in the log.
  public static let storedName = "note"

  /// The value in the log.
  public var stored: StoredValue { StoredValue(text) }

  /// Creates a note from its value in the log.
  public init(stored: StoredValue) { self.init(text: stored.text) }
}

extension Note: MarkKind {
  package static var words: (one: SafeText, many: SafeText) { ("note", "notes") }
  package static var topic: MarkTopic { .talk }
  package func command(for id: String, in zone: Zone) -> MarkCommand? {
    MarkCommand(name: "note", operands: [id, text])
  }
  package static var markFields: [Field<Entity>] {
    [Field("note", .defined("noteText")) { .string(orNull: $0[Note.self]?.text) }]
  }
}
