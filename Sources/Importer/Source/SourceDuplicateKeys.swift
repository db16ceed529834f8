import Schedule

/// A key that one object has twice.
public struct SourceDuplicateKey: Sendable, Hashable, CustomStringConvertible {
  /// The key.
  public let key: String

  /// The place of the key when it comes again.
  public let position: TextPosition

  /// The place of the same key in the same object just before.
  public let earlierPosition: TextPosition

  /// One line: the place, what was found, what would have been accepted.
  public var description: String {
    "\(position): found the key \(key.quoted()) again after \(earlierPosition); "
      + "expected each key once"
  }
}

/// The members of a document whose key their object had before, in order of the text.
///
/// A key that stands three times in an object is reported twice. Each report is made when it is
/// asked for.
public struct SourceDuplicateKeys: Sendable, RandomAccessCollection {
  private let tape: SourceTape

  init(tape: SourceTape) {
    self.tape = tape
  }

  /// The index of the first report, 0.
  public var startIndex: Int { 0 }

  /// The number of reports.
  public var endIndex: Int { tape.repeats.count }

  /// Makes one report.
  ///
  /// - Parameter index: A number from 0 up to the count of reports.
  /// - Returns: The key and its two places.
  public subscript(index: Int) -> SourceDuplicateKey {
    let earlier = tape.tokens[Int(tape.repeats[index].earlier)]
    let later = tape.tokens[Int(tape.repeats[index].later)]
    return SourceDuplicateKey(
      key: tape.key(later.keyID), position: tape.position(of: later.keyStart),
      earlierPosition: tape.position(of: earlier.keyStart))
  }
}
