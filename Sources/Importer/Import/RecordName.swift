/// The name of a record, which distinguishes it from all others of its file, in this version of the
/// file and the next.
///
///     RecordName(.talk, "session1Day1", number: 2).text  // "talk session1Day1/2"
///
/// The parts are kept apart, because most of them are the text of a component already: so the name
/// takes no memory of its own.
public struct RecordName: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// What is called by a name.
  public enum Kind: String, Sendable {
    /// The conference.
    case conference
    /// One of its days.
    case day
    /// Session and talk in one.
    case event
    /// Anything else; the name says what it is.
    case item
    /// A person.
    case person
    /// Where things happen.
    case location
    /// Where ratings are sent.
    case server
    /// A session; in some formats also its talk.
    case session
    /// What is said in a session.
    case talk
    /// A time zone.
    case zone
  }

  /// Its name among its kind.
  public let name: String
  /// Its number among those of that name; 0 if it has none.
  public let number: Int
  /// What is called so.
  public let kind: Kind

  /// Creates a name.
  ///
  /// - Parameters:
  ///   - kind: What is called so.
  ///   - name: Its name among its kind.
  ///   - number: Its number among those of that name; 0 if it has none.
  public init(_ kind: Kind, _ name: String = "", number: Int = 0) {
    self.kind = kind
    self.name = name
    self.number = number
  }

  /// The name of a record that nothing identifies.
  static let nameless = RecordName(.item)

  /// Creates the name of something that this library has no kind for, such as "shelf 12".
  ///
  /// - Parameter text: Its kind and its name.
  public init(stringLiteral text: String) {
    self.init(.item, text)
  }

  /// The name in one text, such as "talk session1Day1/2".
  public var text: String {
    var text = kind == .item && !name.isEmpty ? "" : kind.rawValue
    if !name.isEmpty {
      if !text.isEmpty { text += " " }
      text += name
    }
    if number != 0 { text += "/\(number)" }
    return text
  }

  /// Feeds the parts of the name to a hasher.
  ///
  /// The kind is left out: things of two kinds with one name are few.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    if number != 0 { hasher.combine(number) }
  }
}
