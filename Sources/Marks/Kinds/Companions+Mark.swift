package import CommandLine
import ECSKit
package import ECSStore
package import Schedule
import TextBasics

/// Which friends go to a talk or a session, as their files say.
///
/// It is what the user looks for, and nothing of the user's own: no rating, no agenda and no export has it.
package struct Companions: StoredComponent, Equatable {
  package static let storedName = "friends"
  /// The most characters of a friend's name.
  package static let longestName = 40
  /// The most friends of one talk.
  private static let mostNames = 1_000

  /// The names, in their order as compared.
  package let names: [String]

  /// Creates the friends of a talk; nil if there are none.
  package init?(_ names: some Sequence<String>) {
    let names = names.sorted { ($0.folded, $0) < ($1.folded, $1) }.prefix(Self.mostNames)
    if names.isEmpty { return nil }
    self.names = Array(names)
  }

  /// Returns whether a word can be the name of a friend.
  package static func isName(_ word: String) -> Bool {
    !word.isEmpty && word.count <= longestName && word.contains { $0.isLetter || $0.isNumber }
      && word.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// The value of the log.
  package var stored: StoredValue { StoredValue(names.joined(separator: "\n")) }

  /// Reads a value of the log.
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
