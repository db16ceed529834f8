import ECSKit
public import ECSStore
public import Schedule

// What the log keeps of talks and sessions. An entry has one word as its value; only ratings have a
// comment.

extension Rating: StoredComponent {
  /// The word in the log.
  public static let storedName = "rating"

  /// The value of the log.
  public var stored: StoredValue { StoredValue("\(stars)", comment: comment) }

  /// Reads a value of the log.
  public init(stored: StoredValue) throws {
    guard let stars = Int(stored.text), (1...5).contains(stars) else {
      throw StoredValueError.text(found: stored.text, expected: "a number from 1 to 5")
    }
    self.init(
      stars: stars, comment: stored.comment,
      time: Instant(secondsSince1970: stored.time ?? 0))
  }
}

extension Star: StoredComponent {
  /// The word in the log.
  public static let storedName = "star"

  /// The value of the log.
  public var stored: StoredValue { StoredValue(word) }
  /// The word for the star in the log and in JSON.
  var word: String { isMaybe ? "maybe" : "yes" }

  /// Reads a value of the log.
  public init(stored: StoredValue) throws {
    guard ["yes", "maybe"].contains(stored.text) else {
      throw StoredValueError.text(found: stored.text, expected: "yes or maybe")
    }
    self.init(isMaybe: stored.text == "maybe")
  }
}

extension Note: StoredComponent {
  /// The word in the log.
  public static let storedName = "note"

  /// The value of the log.
  public var stored: StoredValue { StoredValue(text) }

  /// Reads a value of the log.
  public init(stored: StoredValue) { self.init(text: stored.text) }
}

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

/// The identifier and the title of an appointment are what the log calls it; the value says from when to
/// when, in seconds since 1970, and the comment where.
extension Appointment: StoredComponent {
  /// The word in the log.
  public static let storedName = "appointment"

  /// The value of the log.
  public var stored: StoredValue {
    let ends = [timing.start, timing.end].compactMap { $0.map { "\($0.secondsSince1970)" } }
    return StoredValue(ends.joined(separator: " "), comment: location)
  }

  /// Reads a value of the log.
  public init(stored: StoredValue) throws {
    let ends = stored.text.split(separator: " ").compactMap { Int64($0) }
    guard ends.count == 2, ends[0] <= ends[1], let subject = stored.subject else {
      throw StoredValueError.text(
        found: stored.text, expected: "start and end in seconds since 1970")
    }
    self.init(
      id: subject.target, title: subject.name,
      timing: Timing(
        start: Instant(secondsSince1970: ends[0]), end: Instant(secondsSince1970: ends[1])),
      location: stored.comment)
  }
}

extension LogEntry {
  /// The stars that a rating gives; nil if it takes one back.
  var stars: Int? { Rating(self)?.stars }
}
