/// A value that is recorded for one thing.
///
/// A change names its thing twice: by an id, which may not last, and by a name and details as they
/// were known then, by which a reader finds the thing again.
package struct LogChange: Hashable, Sendable {
  /// The thing, shared by all changes of it that are read from one log.
  package let subject: LogSubject
  /// The value, if it was written by one line.
  private let text: String
  /// The value, if it was written by several lines.
  let parts: StoredParts?
  /// The value; empty if the change takes the former value back.
  package var value: String { parts?.text ?? text }
  /// Whether the change takes the former value back.
  var isRemoval: Bool { parts == nil && text.isEmpty }
  /// The comment of a change that withdraws what its own device said, and says nothing itself.
  ///
  /// Programs that do not know it read a removal.
  package static let withdrawal = "withdrawn"
  /// True if the change withdraws the words of its own device: those of other devices count again.
  package var isWithdrawal: Bool { isRemoval && comment == Self.withdrawal }
  /// The version of the kind that the value is written in, from 1.
  package let version: Int
  /// A free comment on the value.
  package let comment: String
  /// When it was first said, in seconds since 1970 in UTC, if it is only said again; nil for now.
  package let time: Int64?

  /// The collection of the thing.
  package var scope: String { subject.scope }
  /// What the value means, such as `rating`.
  package var kind: String { subject.kind }
  /// The id of the thing inside its scope.
  package var target: String { subject.target }
  /// The name of the thing as it was known at the time of the change.
  package var name: String { subject.name }
  /// More texts that describe the thing, as they were known at the time of the change.
  package var details: [String] { subject.details }

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - scope: The collection of the thing.
  ///   - kind: What the value means.
  ///   - target: The id of the thing inside its scope.
  ///   - name: The name of the thing as known now, free text.
  ///   - details: More texts that describe it, as known now.
  ///   - version: The version of the kind that the value is written in.
  ///   - value: The value; empty to take the former value back.
  ///   - comment: A free comment.
  /// - Precondition: The version is at least 1.
  package init(
    scope: String, kind: String, target: String, name: String = "", details: [String] = [],
    version: Int = 1, value: String, comment: String = ""
  ) {
    self.init(
      subject: LogSubject(
        scope: scope, kind: kind, target: target, name: name, details: details),
      version: version, value: value, comment: comment)
  }

  /// Creates a change of a thing.
  ///
  /// - Parameters:
  ///   - subject: The thing.
  ///   - version: The version of the kind that the value is written in.
  ///   - value: The value; empty to take the former value back.
  ///   - comment: A free comment.
  ///   - time: When it was first said, if it is only said again.
  /// - Precondition: The version is at least 1.
  package init(
    subject: LogSubject, version: Int = 1, value: String, comment: String = "", time: Int64? = nil
  ) {
    precondition(version >= 1, "the versions of a kind begin with 1")
    self.subject = subject
    self.version = version
    text = value
    parts = nil
    self.comment = comment
    self.time = time
  }

  /// Creates a change to a value that was written by several lines.
  init(subject: LogSubject, version: Int, parts: StoredParts) {
    self.subject = subject
    self.version = version
    self.parts = parts
    (text, comment, time) = ("", "", nil)
  }
}
