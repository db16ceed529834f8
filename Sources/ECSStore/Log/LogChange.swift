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
  /// The comment on the value; empty for a removal.
  package var remark: String { isRemoval ? "" : comment }
  /// True if the change takes the former value back.
  package var isRemoval: Bool { parts == nil && text.isEmpty }
  /// The kind of removal; nil for a value.
  package var removal: Removal? {
    isRemoval ? Removal(rawValue: comment) ?? .plain : nil
  }
  /// True if the change removes what its device wrote without an opinion of its own.
  package var isWithdrawal: Bool { removal?.isWithdrawal ?? false }

  /// The kinds of removals, by their comments.
  ///
  /// All entries that a removal covers stop counting: the earlier ones of its own device, and those that
  /// it names. A program that does not know these comments reads a removal.
  package enum Removal: String, Sendable {
    /// A removal of an earlier program. It covers all entries that precede it.
    case plain = ""
    /// A person removed the value. A value that the removal does not cover holds.
    case removed
    /// A person removed the value, and no value holds beside this removal.
    case prevailing = "removed for all"
    /// The device takes back what it wrote, as after an undo. This is no opinion.
    case withdrawn
    /// The same for what no other device can have read; it is in no exchanged file.
    ///
    /// If it names its own device, its later entries about the thing count as never written.
    case unsaid

    /// True if the removal is no opinion of a person.
    package var isWithdrawal: Bool { self == .withdrawn || self == .unsaid }
  }
  /// The version of the kind that the value is written in, from 1.
  package let version: Int
  /// A free comment on the value.
  package let comment: String
  /// How the change is appended to a log; it is new once it is there.
  private(set) var basis: Basis

  /// How a change is appended to a log.
  enum Basis: Hashable {
    /// It is new, and covers all that the log has about its thing.
    case new
    /// The same, but it was first written at a time.
    case again(time: Int64)
    /// It covers what its device has covered before.
    case covered
    /// It covers nothing; the entries of its device from a counter on count as never written.
    case retraction(from: UInt64)
  }

  /// When it was first said, in seconds since 1970 in UTC, if it is only said again; nil for now.
  package var time: Int64? {
    if case .again(let time) = basis { time } else { nil }
  }
  /// The change as the log has it.
  var appended: LogChange {
    var change = self
    change.basis = .new
    return change
  }

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
    self.init(
      subject: subject, version: version, value: value, comment: comment,
      basis: time.map { .again(time: $0) } ?? .new)
  }

  private init(
    subject: LogSubject, version: Int, value: String, comment: String, basis: Basis
  ) {
    precondition(version >= 1, "the versions of a kind begin with 1")
    self.subject = subject
    self.version = version
    text = value
    parts = nil
    self.comment = comment
    self.basis = basis
  }

  /// Creates a removal.
  ///
  /// - Parameters:
  ///   - removal: The kind of removal.
  ///   - subject: The thing.
  package init(_ removal: Removal, of subject: LogSubject) {
    self.init(removal, of: subject, .new)
  }

  /// Creates a removal.
  ///
  /// - Parameters:
  ///   - removal: The kind of removal.
  ///   - subject: The thing.
  ///   - basis: How it is appended to a log.
  init(_ removal: Removal, of subject: LogSubject, _ basis: Basis) {
    self.init(
      subject: subject, version: 1, value: "", comment: removal.rawValue, basis: basis)
  }

  /// Creates a change to a value that was written by several lines.
  init(subject: LogSubject, version: Int, parts: StoredParts) {
    self.subject = subject
    self.version = version
    self.parts = parts
    (text, comment, basis) = ("", "", .new)
  }
}
