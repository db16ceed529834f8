import ECSKit
import TextBasics

/// A rule for entities as somebody typed it: component names behind the words of a matcher.
///
/// `all`, `any` and `none` say what the names behind them are for; names before the first of them are
/// required. Blanks, commas, dots and brackets part the words, so that a rule can be pasted as konf
/// prints it. Case, dashes and underscores in a name do not matter.
///
///     try MatcherExpression("title speaker-names none rating").matcher(of: context)
///     // all(SpeakerNames, Title).none(Rating)
struct MatcherExpression {
  /// Why a text is no rule.
  enum Flaw: Error, Equatable {
    /// No component is called so.
    case unknown(name: String, nearest: [String], known: [String])
    /// No name stands behind `any` or `none`.
    case nothingBehind(word: String)
  }

  private enum Part: String {
    case all, any, none
  }

  /// The rule that every entity matches.
  static let everything = Matcher.all([])

  private let words: [String]

  init(_ text: String) {
    words = text.split { " \t\n,.()".contains($0) }.map(String.init)
  }

  /// Returns the rule.
  ///
  /// - Parameter context: Whose component types can be named.
  /// - Returns: The rule; a mere `all` is one that every entity matches.
  /// - Throws: `Flaw` for the first word that cannot be used.
  func matcher(of context: Context) throws(Flaw) -> Matcher {
    let types = context.componentTypes
    var named: [Part: [any Component.Type]] = [:]
    var part = Part.all
    var isNamed = true
    for word in words {
      if let next = Part(rawValue: word.lowercased()) {
        if !isNamed { throw .nothingBehind(word: part.rawValue) }
        part = next
        isNamed = next == .all
      } else {
        named[part, default: []].append(try Self.type(word, among: types))
        isNamed = true
      }
    }
    if !isNamed { throw .nothingBehind(word: part.rawValue) }
    return Matcher.all(named[.all] ?? []).any(named[.any] ?? []).none(named[.none] ?? [])
  }

  private static func type(
    _ word: String, among types: [any Component.Type]
  ) throws(Flaw) -> any Component.Type {
    let wanted = plain(word)
    if let type = types.first(where: { plain("\($0)") == wanted }) { return type }
    let known = types.map { "\($0)" }.sorted()
    throw .unknown(name: word, nearest: NearestNames.of(wanted, among: known), known: known)
  }

  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }
}
