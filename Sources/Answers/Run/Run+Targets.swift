package import CommandLine
package import ECSKit
import Marks
import Schedule
import SystemBasics
import TextBasics

/// Choosing the talk or the session that a command changes.
extension Run {
  /// Returns the talk or session that words name.
  ///
  /// They name it by its identifier, its number or its address, else by a part of a title or of a
  /// speaker's name. What filters of the command line leave out is not meant.
  ///
  /// - Parameter words: What was typed.
  /// - Returns: The only one that fits.
  /// - Throws: `Failure`: `usage` if several fit, with their list, or `notFound`.
  package func chosen(_ words: String) throws(Failure) -> Entity {
    let command: SafeText = "\(invocation.command.name)"
    let identified = targets(words)
    var choices = identified.filter(isMeant)
    guard identified.isEmpty || !choices.isEmpty else {
      let name = schedule.name(of: identified[0]).quoted()
      throw Failure(.notFound, "\(command): \(name) does not match the filters")
    }
    let names = identified.isEmpty ? namedTargets : []
    if choices.isEmpty { choices = NameQuery(words).best(among: names) { $0.1 }.map(\.0).uniqued }
    if choices.count == 1 { return choices[0] }
    guard choices.isEmpty else {
      let head: SafeText = """
        \(command): \(words.quoted()) matches \(choices.count) talks; nothing was changed; use an \
        id:
        """
      throw Failure(.usage, [head] + lines(of: choices))
    }
    let filters: SafeText = isNarrowed ? " and the filters" : ""
    throw Failure(
      .notFound, "\(command): no talk or session matches \(words.quoted())\(filters)",
      suggestion(
        for: words, among: targetIDs + names.map(\.1), lister: "konf talks"))
  }

  /// Returns the talks and sessions that some words name: all words one of them, else each word one.
  ///
  /// - Parameter words: What was typed.
  /// - Returns: At least one, each once.
  /// - Throws: `Failure` as `chosen(_:)` does; about all the words if they name nothing together.
  package func chosen(_ words: [String]) throws(Failure) -> [Entity] {
    do throws(Failure) {
      return [try chosen(words.joined(separator: " "))]
    } catch {
      if words.count == 1 || error.status != .notFound { throw error }
      var found: [Entity] = []
      for word in words {
        do throws(Failure) {
          found.append(try chosen(word))
        } catch let inner {
          // If a word is an id, each word is meant alone.
          throw found.isEmpty && target(word) == nil ? error : inner
        }
      }
      return found.uniqued
    }
  }

  /// Returns the talks and sessions that the words of a command name; those in the lines of the standard
  /// input if the only word is a dash.
  ///
  /// - Parameter words: What was typed.
  /// - Returns: At least one, each once.
  /// - Throws: `Failure` as `chosen(_:)` does, or if the standard input cannot be read.
  package func chosenOrRead(_ words: [String]) throws(Failure) -> [Entity] {
    guard words == ["-"] else { return try chosen(words) }
    let command: SafeText = "\(invocation.command.name)"
    if ScheduleSource(invocation, environment.variables) == .standardInput {
      throw Failure(.usage, "\(command): standard input is already used for the schedule")
    }
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try environment.readStandardInput()
    } catch {
      throw Failure(.noInput, "standard input: \(error.reason)")
    }
    var found: [Entity] = []
    for (number, line) in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .enumerated()
    {
      // The first cell of a table, whose first line is a header.
      let word = String(line.prefix { $0 != "\t" }).onOneLine
      if word.isEmpty || number == 0 && word == "id" { continue }
      found.append(try chosen(word))
    }
    if found.isEmpty { throw Failure(.notFound, "\(command): no targets on standard input") }
    return found.uniqued
  }

  /// Returns the talks and sessions that a command is about: those that its words name, else those that
  /// its filters let through.
  ///
  /// - Parameter subjects: What the filters choose from; all talks if nil.
  /// - Returns: At least one, each once.
  /// - Throws: `Failure` as `chosenOrRead(_:)` does, or `notFound` if nothing matches the filters.
  package func chosenOrFiltered(among subjects: [Entity]? = nil) throws(Failure) -> [Entity] {
    guard invocation.operands.isEmpty else { return try chosenOrRead(invocation.operands) }
    let found = (subjects ?? schedule.talksInOrder(in: asked)).filter { asked.contains($0) }
    if found.isEmpty {
      throw Failure(.notFound, "\(invocation.command.name): nothing matches the filters")
    }
    return found
  }

  /// Whether filters were typed; those of the configuration are for lists, and do not choose what
  /// is changed.
  private var isNarrowed: Bool {
    asked.isLimited && FilterOption.choosing.contains(where: invocation.has)
  }

  private func isMeant(_ entity: Entity) -> Bool {
    !isNarrowed || asked.contains(entity) || entity[CancelledTalk.self].map(asked.contains) ?? false
  }

  /// The talks that can be meant, under each name that they can be called by.
  private var namedTargets: [(Entity, String)] {
    (isNarrowed ? schedule.talksInOrder(in: asked) : schedule.talksInOrder).flatMap { talk in
      ([schedule.name(of: talk)] + schedule.speakerNames(of: talk)).map { (talk, $0) }
    }
  }

  /// The most candidates that a message lists.
  private static let mostCandidates = 10

  /// Talks and sessions with what distinguishes them, a line each; only the first of many.
  private func lines(of targets: [Entity]) -> [SafeText] {
    let shown = targets.prefix(Self.mostCandidates)
    let ids = shown.map { Line("\(schedule.shownID(of: $0))") }
    let width = ids.map(\.width).max() ?? 0
    let isLong = schedule.days(in: zone).count > 7
    let lines = zip(shown, ids).map { target, id -> SafeText in
      let session = schedule.session(of: target) ?? target
      let cancelled = target[CancelledTalk.self]
      let start = (session[Timing.self] ?? cancelled?.timing)?.start.map { zone.civil(at: $0) }
      let date = start.map { start in
        let weekday = start.date.weekdayName.prefix(3)
        return isLong
          ? "\(weekday) \(start.date.day) \(start.date.monthName.prefix(3))" : "\(weekday)"
      }
      let when = start.flatMap { start in date.map { "\($0) \(start.time.clock)" } }
      let locations = cancelled?.locations ?? schedule.locationNames(of: session)
      let people = cancelled?.people ?? schedule.speakerNames(of: target)
      let place = [when, locations.first].compactMap(\.self)
      let texts = place + [schedule.name(of: target)] + people
      return
        "  \(id.padded(to: width + 2).rendered(color: false))\(prose: texts.joined(separator: ", "))"
    }
    let rest = targets.count - shown.count
    return rest == 0 ? lines : lines + ["  and \(rest) more"]
  }

  /// Ends the run with a failure if there is no data folder to keep anything in.
  ///
  /// - Parameter what: What would be kept, in the plural.
  /// - Throws: `Failure` with the status `cannotCreate`.
  func requireFolder(for what: SafeText) throws(Failure) {
    guard store.hasFolder else {
      throw Failure(
        .cannotCreate,
        "\(invocation.command.name): no data folder for \(what); set --home, KONF_HOME or HOME")
    }
  }
}
