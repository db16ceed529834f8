package import CommandLine
package import ECSKit
public import ECSStore
public import Schedule

extension Hidden: StoredComponent {
  /// The name of the kind in the log.
  public static let storedName = "hidden"
  /// True, so that a talk is shown if one device unhides it while another device hides it.
  public static var removalPrevails: Bool { true }

  /// The value in the log.
  public var stored: StoredValue { StoredValue("yes") }

  /// Creates a mark from its value in the log.
  public init(stored: StoredValue) throws {
    guard stored.text == "yes" else {
      throw StoredValueError.text(found: stored.text, expected: "yes")
    }
    self.init()
  }
}

extension Hidden: MarkKind {
  package static var words: (one: SafeText, many: SafeText) { ("hidden talk", "hidden talks") }
  package static var topic: MarkTopic { .talk }
  package static var markFields: [Field<Entity>] {
    [Field("hidden", .boolean, "True if you hid it from lists.") { .bool($0.has(Hidden.self)) }]
  }

  package var tag: SafeText? { "hidden" }
  package func command(for id: String, in zone: Zone) -> MarkCommand? {
    MarkCommand(name: "hide", operands: [id])
  }
}
