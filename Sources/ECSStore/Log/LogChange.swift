/// What somebody said about one thing.
///
/// A change names its thing twice: by an id, which is short lived in a schedule that is edited, and
/// by title and people as they were known then, which lets a reader find the thing again.
package struct LogChange: Hashable, Sendable {
  /// The thing, shared by all changes about it that are read from one log.
  package let subject: LogSubject
  /// What is said; empty when what was said before is taken back.
  package let value: String
  /// A free remark that goes with the value.
  package let comment: String

  /// The collection the target belongs to, such as the key of a conference.
  package var scope: String { subject.scope }
  /// What is said about the target, such as `rating`.
  package var kind: String { subject.kind }
  /// The id of the thing inside its scope.
  package var target: String { subject.target }
  /// The title of the thing as it was known at the time of the change.
  package var title: String { subject.title }
  /// The names of the people of the thing as they were known at the time of the change.
  package var people: [String] { subject.people }

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - scope: The collection the target belongs to.
  ///   - kind: What is said about the target.
  ///   - target: The id of the thing inside its scope.
  ///   - title: The title of the thing as known now.
  ///   - people: The names of its people as known now.
  ///   - value: What is said; empty to take back what was said before.
  ///   - comment: A free remark.
  package init(
    scope: String, kind: String, target: String, title: String = "", people: [String] = [],
    value: String, comment: String = ""
  ) {
    self.init(
      subject: LogSubject(
        scope: scope, kind: kind, target: target, title: title, people: people),
      value: value, comment: comment)
  }

  init(subject: LogSubject, value: String, comment: String) {
    self.subject = subject
    self.value = value
    self.comment = comment
  }
}
