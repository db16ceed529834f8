// A change to write to a log: a value or a removal for a subject. Stores and `konf` create changes,
// and `ChangeLog.append` converts them to entries. A removal has an empty value, and its comment is
// its kind.

/// A value or removal to write for a subject.
///
/// The id of the subject may become invalid. A reader can then find the subject by the name and the
/// details that it had at the time of the change.
package struct LogChange: Hashable, Sendable {
  /// The subject.
  ///
  /// Changes read from one log share one object for equal subjects.
  package let subject: LogSubject
  /// The value, or an empty string for a removal.
  package let value: String
  /// The links if the change sets a list, otherwise nil.
  ///
  /// Each link has separate entries in the log.
  let links: StoredLinks?
  /// The comment on the value, or an empty string for a removal.
  package var remark: String { isRemoval ? "" : comment }
  /// True if the change removes the previous value.
  package var isRemoval: Bool { value.isEmpty }
  /// The kind of removal, or nil for a value.
  package var removal: Removal? {
    isRemoval ? Removal(rawValue: comment) ?? .plain : nil
  }
  /// True if the change withdraws the entries of its device.
  ///
  /// The device then has neither a value nor a removal of the subject.
  package var isWithdrawal: Bool { removal?.isWithdrawal ?? false }

  /// The kinds of removals, identified by their comments in a log.
  ///
  /// A removal covers the earlier entries of its device and the entries that it names. Programs
  /// that do not know a comment treat the change as a removal.
  package enum Removal: String, Sendable {
    /// A removal without a comment, such as the removal of an entity's existence.
    ///
    /// Removals by earlier versions of this program also have no comment. This kind covers all
    /// preceding entries.
    case plain = ""
    /// A removal by the user.
    ///
    /// Values that the removal does not cover remain in effect.
    case removed
    /// A removal by the user that also overrides values that it does not cover.
    case prevailing = "removed for all"
    /// A withdrawal of the device's own entries, for example by an undo.
    ///
    /// The device then has neither a value nor a removal.
    case withdrawn
    /// A withdrawal of entries that no other device can have read.
    ///
    /// Devices do not exchange this withdrawal. A withdrawal that names its own device with a
    /// counter is a retraction: the device's entries about the subject count as never written if
    /// they have at least this counter.
    case unsaid

    /// True if the device has neither a value nor a removal by the user afterwards.
    package var isWithdrawal: Bool { self == .withdrawn || self == .unsaid }
  }
  /// The version of the value's encoding, at least 1.
  package let version: Int
  /// A comment on the value, as free text.
  package let comment: String
  /// The choice of the entries that the change covers when it is appended.
  ///
  /// For a change that is already in a log, the value is ``Basis/new``.
  private(set) var basis: Basis

  /// The kinds of changes, which differ in the entries that they cover.
  enum Basis: Hashable {
    /// A new change. It covers all entries about its subject in the log.
    case new
    /// A repeated change, with the time at which it was first written.
    case again(time: Int64)
    /// A change that covers only entries that its device has covered before.
    case covered
    /// A retraction of the device's entries starting at a counter.
    ///
    /// A retraction covers no entries.
    case retraction(from: UInt64)
  }

  /// The original time of a repeated change, in seconds since 1970 in UTC, or nil for the current
  /// time.
  package var time: Int64? {
    if case .again(let time) = basis { time } else { nil }
  }
  /// The change as it is stored in the log.
  var appended: LogChange {
    var change = self
    change.basis = .new
    return change
  }

  package var scope: String { subject.scope }
  package var kind: String { subject.kind }
  package var target: String { subject.target }
  package var name: String { subject.name }
  package var details: [String] { subject.details }

  /// Creates a change from the parts of its subject.
  ///
  /// An empty value removes the previous value.
  ///
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

  /// Creates a change about a subject.
  ///
  /// An empty value removes the previous value. `time` is the original time of a repeated change,
  /// or nil for a new change.
  ///
  /// - Precondition: The version is at least 1.
  package init(
    subject: LogSubject, version: Int = 1, value: String, comment: String = "", time: Int64? = nil
  ) {
    self.init(
      subject: subject, version: version, value: value, comment: comment,
      basis: time.map { .again(time: $0) } ?? .new)
  }

  /// Returns a change that sets the same value for a given subject.
  ///
  /// `time` is the original time of a repeated change, or nil for a new change.
  package func repeated(for subject: LogSubject, time: Int64? = nil) -> LogChange {
    LogChange(subject: subject, version: version, value: value, comment: comment, time: time)
  }

  private init(
    subject: LogSubject, version: Int, value: String, comment: String, basis: Basis
  ) {
    precondition(version >= 1, "the versions of a kind begin with 1")
    self.subject = subject
    self.version = version
    self.value = value
    links = nil
    self.comment = comment
    self.basis = basis
  }

  package init(_ removal: Removal, of subject: LogSubject) {
    self.init(removal, of: subject, .new)
  }

  init(_ removal: Removal, of subject: LogSubject, _ basis: Basis) {
    self.init(
      subject: subject, version: 1, value: "", comment: removal.rawValue, basis: basis)
  }

  /// Creates a change to a list of links.
  init(subject: LogSubject, links: StoredLinks) {
    self.subject = subject
    version = 1
    self.links = links
    value = links.isRemoval ? "" : links.text
    (comment, basis) = ("", .new)
  }
}
