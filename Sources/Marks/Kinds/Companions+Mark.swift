import Basics
package import CommandLine
import ECSKit
package import ECSStore
package import Schedule

/// The friends who starred a talk or a session, read from their files.
///
/// The stars of friends do not affect the user's ratings, agenda or exports.
package struct Companions: StoredComponent, Equatable {
  package static let storedName = "friends"
  /// The maximum number of characters in a friend's name.
  package static let longestName = 40
  private static let mostNames = 1_000

  /// The names, in alphabetical order.
  package let names: [String]

  /// Creates the friends of a talk, or returns nil if there are no names.
  package init?(_ names: some Sequence<String>) {
    let names = names.sorted { ($0.folded, $0) < ($1.folded, $1) }.prefix(Self.mostNames)
    if names.isEmpty { return nil }
    self.names = Array(names)
  }

  package static func isName(_ word: String) -> Bool {
    !word.isEmpty && word.count <= longestName && word.contains { $0.isLetter || $0.isNumber }
      && word.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  package var stored: StoredValue { StoredValue(names.joined(separator: "\n")) }

  package init(stored: StoredValue) throws {
    let names = stored.text.split(separator: "\n").map(String.init).filter(Self.isName)
    guard let companions = Companions(names) else {
      throw StoredValueError.text(found: stored.text, expected: "names of friends, one per line")
    }
    self = companions
  }
}

extension Companions: MarkKind {
  package static var words: (one: SafeText, many: SafeText) { ("friend's star", "friends' stars") }
  package static var topic: MarkTopic { .talk }
  package static var isOnAgenda: Bool { false }

  package func command(for id: String, in zone: Zone) -> MarkCommand? {
    MarkCommand(name: "friends set", operands: [id] + names, removalName: "friends set")
  }

  package func text(_ reading: MarkReading) -> SafeText {
    "\(prose: names.joined(separator: ", "))"
  }
}
