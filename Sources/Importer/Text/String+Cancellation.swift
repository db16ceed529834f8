// Detects cancelled events by their titles. Some systems, such as OSEM, have no field for a
// cancellation, and some organizers do not use it.

import Basics
import SourceText

extension String {
  /// True for a title that begins or ends with "cancelled" or "canceled" as a separate word.
  ///
  /// The word counts if it is in brackets, is next to a colon or a dash, is the only word, or is
  /// the only word in capitals. In a title such as "Why my flight was cancelled", it does not
  /// count.
  var isMarkedCancelled: Bool {
    // Nearly all titles fail this fast test.
    guard withUTF8Span({ $0.hasCancel }) else { return false }
    let text = Array(unicodeScalars)
    guard let first = text.firstIndex(where: Mark.isWord),
      let last = text.lastIndex(where: Mark.isWord)
    else { return false }
    // Each test may scan the whole title, so only the first and the last word are tested.
    return Self.words.contains { word in
      [first, last + 1 - word.count].contains { start in
        let end = start + word.count
        return start >= 0 && end <= text.count
          && zip(word, text[start..<end]).allSatisfy { $0.value == $1.value | 0x20 }
          && Mark(text[..<start], text[start..<end], text[end...]).isSeparate
      }
    }
  }

  private static let words = ["cancelled", "canceled"].map { Array($0.unicodeScalars) }
}

extension SourceValue {
  var isMarkedCancelled: Bool {
    // Nearly all titles fail this fast test, and it needs no string.
    if content.withUTF8({ !$0.hasCancel }) == true { return false }
    return label?.isMarkedCancelled ?? false
  }
}

extension Span<UInt8> {
  fileprivate var hasCancel: Bool {
    var last = 5
    while last < count {
      // The byte at `last` determines the distance to the next possible "l".
      switch self[last] | 0x20 {
      case UInt8(ascii: "l"):
        if self[last - 1] | 0x20 == UInt8(ascii: "e"), self[last - 2] | 0x20 == UInt8(ascii: "c"),
          self[last - 3] | 0x20 == UInt8(ascii: "n"), self[last - 4] | 0x20 == UInt8(ascii: "a"),
          self[last - 5] | 0x20 == UInt8(ascii: "c")
        {
          return true
        }
        last += 6
      case UInt8(ascii: "e"): last += 1
      case UInt8(ascii: "c"): last += 2
      case UInt8(ascii: "n"): last += 3
      case UInt8(ascii: "a"): last += 4
      default: last += 6
      }
    }
    return false
  }
}

private struct Mark {
  typealias Text = ArraySlice<Unicode.Scalar>

  let word: Text
  let before: Text
  let after: Text

  init(_ before: Text, _ word: Text, _ after: Text) {
    self.word = word
    self.before = before
    self.after = after
  }

  var isSeparate: Bool {
    if before.last.map(Self.isWord) ?? false || after.first.map(Self.isWord) ?? false {
      return false
    }
    let isFirst = !before.contains(where: Self.isWord)
    let isLast = !after.contains(where: Self.isWord)
    if isFirst, isLast { return true }
    return isFirst && (isInBrackets || hasSeparatorAfter || isInCapitals)
      || isLast && (isInBrackets || hasSeparatorBefore || isInCapitals && !endsSentence)
  }

  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  private var isInBrackets: Bool {
    guard let open = before.last(where: { $0 != " " }),
      let close = after.first(where: { $0 != " " })
    else { return false }
    return ["()", "[]", "{}", "<>"].contains(String(String.UnicodeScalarView([open, close])))
  }

  private var hasSeparatorAfter: Bool {
    Self.isSeparator(after.drop { $0 == " " }.prefix(2))
  }

  private var hasSeparatorBefore: Bool {
    let rest = before.reversed().drop { $0 == " " }
    return Self.isSeparator(Text(rest.prefix(2)))
  }

  /// Returns true if a string begins with a separator.
  ///
  /// A separator is a colon, an en or em dash, or a hyphen and a space.
  private static func isSeparator(_ text: Text) -> Bool {
    switch text.first {
    case ":", "\u{2013}", "\u{2014}": true
    case "-": text.dropFirst().first == " "
    default: false
    }
  }

  /// True if the word is in capitals and the rest of the title contains lowercase letters.
  private var isInCapitals: Bool {
    word.allSatisfy { $0.value & 0x20 == 0 }
      && (before.contains(where: \.properties.isLowercase)
        || after.contains(where: \.properties.isLowercase))
  }

  /// True if the word completes a phrase such as "my flight was cancelled".
  ///
  /// Such a word does not mark a cancelled event.
  private var endsSentence: Bool {
    let last = before.split(separator: " ").last.map { String(String.UnicodeScalarView($0)) }
    return last.map(
      ["was", "is", "be", "been", "being", "were", "are", "got", "get", "not"].contains)
      ?? false
  }
}
