import CommandLine
import ECSKit
public import ECSStore
public import Schedule

extension Hidden: StoredComponent {
  /// The word in the log.
  public static let storedName = "hidden"

  /// The value of the log.
  public var stored: StoredValue { StoredValue("yes") }

  /// Reads a value of the log.
  public init(stored: StoredValue) throws {
    guard stored.text == "yes" else {
      throw StoredValueError.text(found: stored.text, expected: "yes")
    }
    self.init()
  }
}

extension Hidden: KeptKind {
  static var words: (one: SafeText, many: SafeText) { ("hidden talk", "hidden talks") }
  static var topic: KeptTopic { .talk }
  static var markFields: [Field<MarkRecord>] {
    [Field("hidden") { .bool($0.target.has(Hidden.self)) }]
  }

  var tag: SafeText? { "hidden" }
}
