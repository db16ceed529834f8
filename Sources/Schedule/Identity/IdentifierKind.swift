import Basics

/// A kind of identifier.
///
/// A contradiction can make the pairing distrust all identifiers of the same kind.
enum IdentifierKind: UInt8, CaseIterable {
  /// A UUID or a checksum.
  case universal
  /// A number, either alone or with a fixed prefix or suffix.
  ///
  /// Examples are "17", "talk-17" and "17@example.org".
  case number
  /// A name, a code or an iCalendar UID.
  case name
  /// The index of a talk in its session.
  case position

  init(of facts: TalkFacts) {
    if facts.isPart {
      self = .position
    } else if facts.isUniversal {
      self = .universal
    } else {
      self = NumberedID(facts.id) == nil ? .name : .number
    }
  }
}

/// An identifier that consists of a number with a fixed prefix and suffix.
struct NumberedID {
  struct Series: Hashable {
    let prefix: Substring
    let suffix: Substring

    static let bare = Series(prefix: "", suffix: "")
  }

  let series: Series
  /// The nonnegative number.
  let number: Int

  /// Creates a numbered identifier from a string.
  ///
  /// The result is nil if the string has no number at the end or before an "@".
  init?(_ id: String) {
    let end = id.utf8.firstIndex(of: UInt8(ascii: "@")) ?? id.endIndex
    let digits = id[..<end].utf8.reversed().prefix { ASCII.zero...ASCII.nine ~= $0 }.count
    let start = id.utf8.index(end, offsetBy: -digits)
    guard let number = Int(id[start..<end]) else { return nil }
    self.number = number
    series = Series(prefix: id[..<start], suffix: id[end...])
  }
}

extension [TalkFacts] {
  /// Returns the identifiers that are only sequence numbers.
  ///
  /// Numbers with the same prefix and suffix are sequence numbers if they use more than half of the
  /// range from the smallest to the largest number. Identifiers that several talks of the file
  /// share are also returned. `kinds` contains the kind of each talk's identifier.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of talks.
  func countingIDs(_ kinds: [IdentifierKind]) -> Set<String> {
    var series: [NumberedID.Series: [(number: Int, id: String)]] = [:]
    var counting: Set<String> = []
    for (facts, kind) in zip(self, kinds) where kind == .number || kind == .universal {
      // Skips the parsing of most UUIDs, because few end with three decimal digits.
      let written = facts.ownID
      if kind == .universal, !written.utf8.suffix(3).allSatisfy({ ASCII.zero...ASCII.nine ~= $0 }) {
        continue
      }
      guard let id = NumberedID(written) else { continue }
      series[id.series, default: []].append((id.number, written))
      if id.series.suffix.isEmpty, id.series.prefix.utf8.last == UInt8(ascii: "#") {
        counting.formUnion([written, String(id.series.prefix.dropLast())])
      }
    }
    for (series, members) in series {
      // A few codes and UUIDs may end with adjacent numbers by chance.
      let least = TalkFacts.isUniversal(members[0].id) ? 3 : series == .bare ? 1 : 2
      let numbers = members.map(\.number)
      guard members.count >= least, let first = numbers.min(), let last = numbers.max(),
        last - first < 2 * members.count - 1
      else { continue }
      counting.formUnion(members.map(\.id))
    }
    return counting
  }
}
