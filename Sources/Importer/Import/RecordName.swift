/// A name that identifies a record in this and later versions of the file.
///
///     RecordName(.talk, "session1Day1", number: 2).text  // "talk session1Day1/2"
///
/// The parts are stored separately. Most parts share the string of a component, so a name needs no
/// additional memory.
public struct RecordName: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The kind of a record.
  public enum Kind: String, Sendable {
    case conference
    case day
    /// A session and its talk in one record.
    case event
    /// Any other kind.
    ///
    /// The name of the kind is part of the record's name.
    case item
    case person
    /// A room or another location.
    case location
    /// A server that receives ratings.
    case server
    /// A session, including its talk in some formats.
    case session
    case talk
    case zone
  }

  /// The name within the kind.
  public let name: String
  /// The number among records with the same name, or 0 if the record has no number.
  public let number: Int
  /// The kind of the record.
  public let kind: Kind

  /// Creates a name.
  ///
  /// - Parameters:
  ///   - kind: The kind of the record.
  ///   - name: The name within the kind.
  ///   - number: The number among records with the same name, or 0 if the record has no number.
  public init(_ kind: Kind, _ name: String = "", number: Int = 0) {
    self.kind = kind
    self.name = name
    self.number = number
  }

  /// The common name of all records without an identifying field.
  static let nameless = RecordName(.item)

  /// Creates a name for a kind that this library does not know, such as "shelf 12".
  ///
  /// - Parameter text: The kind and the name.
  public init(stringLiteral text: String) {
    self.init(.item, text)
  }

  /// The name as a single string, such as "talk session1Day1/2".
  public var text: String {
    var text = kind == .item && !name.isEmpty ? "" : kind.rawValue
    if !name.isEmpty {
      if !text.isEmpty { text += " " }
      text += name
    }
    if number != 0 { text += "/\(number)" }
    return text
  }

  /// Hashes the name and the number.
  ///
  /// The kind is omitted, because records of different kinds rarely share a name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    if number != 0 { hasher.combine(number) }
  }
}
