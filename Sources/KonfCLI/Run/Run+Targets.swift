import ECSKit
import Schedule
import TextBasics

/// Choosing the talk or the session that a command changes.
extension Run {
  /// Returns the talk or session that words name: by its identifier, else by a part of a title or of a
  /// speaker's name.
  ///
  /// - Parameter words: What was typed.
  /// - Returns: The only one that fits.
  /// - Throws: `Failure`: `usage` if several fit, with their list, or `notFound`.
  func chosen(_ words: String) throws(Failure) -> Entity {
    if let entity = target(words) { return entity }
    let command: SafeText = "\(invocation.command.name)"
    let names = schedule.talksInOrder.flatMap { talk in
      ([schedule.name(of: talk)] + schedule.speakers(of: talk).map(\.name)).map { (talk, $0) }
    }
    let choices = NameQuery(words).best(among: names) { $0.1 }.map(\.0).uniqued
    if choices.count == 1 { return choices[0] }
    guard choices.isEmpty else {
      let head: SafeText = """
        \(command): \(words.quoted()) fits \(choices.count) talks; nothing was changed; expected \
        one of
        """
      throw Failure(.usage, [head] + lines(of: choices))
    }
    throw Failure(
      .notFound, "\(command): no talk and no session fits \(words.quoted())",
      suggestion(
        for: words, among: targetIDs + names.map(\.1), lister: "konf talks"))
  }

  /// Returns the talks and sessions that some words name: all words one of them, else each word one.
  ///
  /// - Parameter words: What was typed.
  /// - Returns: At least one, each once.
  /// - Throws: `Failure` as `chosen(_:)` does; about all the words if they name nothing together.
  func chosen(_ words: [String]) throws(Failure) -> [Entity] {
    do throws(Failure) {
      return [try chosen(words.joined(separator: " "))]
    } catch {
      if words.count == 1 || error.status != .notFound { throw error }
      var found: [Entity] = []
      for word in words {
        do throws(Failure) {
          found.append(try chosen(word))
        } catch let inner {
          // Where a word is an id, each word is meant alone.
          throw found.isEmpty && target(word) == nil ? error : inner
        }
      }
      return found.uniqued
    }
  }

  /// Talks with their identifiers and speakers, a line each.
  private func lines(of talks: [Entity]) -> [SafeText] {
    let ids = talks.map { Line("\(schedule.shownID(of: $0))") }
    let width = ids.map(\.width).max() ?? 0
    return zip(talks, ids).map { talk, id in
      let speakers = schedule.speakers(of: talk).map(\.name)
      let text = ([schedule.name(of: talk)] + speakers).joined(separator: ", ")
      return "  \(id.padded(to: width + 2).rendered(color: false))\(prose: text)"
    }
  }

  /// Ends the run with a failure if there is no data folder to keep anything in.
  ///
  /// - Parameter what: What would be kept, in the plural.
  /// - Throws: `Failure` with the status `cannotCreate`.
  func requireFolder(for what: SafeText) throws(Failure) {
    guard kept.hasFolder else {
      throw Failure(
        .cannotCreate,
        "\(invocation.command.name): no data folder for \(what); set --home, KONF_HOME or HOME")
    }
  }
}
