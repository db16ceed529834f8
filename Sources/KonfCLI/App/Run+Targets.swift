import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

/// Functions that find the talks and sessions that a command changes.
///
/// Commands that change marks pass their operands to these functions. An ambiguous operand changes
/// nothing and causes an error that lists the candidates.
extension Run {
  /// Returns the talk or session that matches a string.
  ///
  /// If the string is not the identifier, number or address of a talk, it must be part of a title
  /// or of a speaker's name, or the beginning of an identifier. The filters on the command line
  /// limit the candidates.
  ///
  /// - Throws: `Failure` with the status `usage` and a list if several talks or sessions match, or
  ///   with the status `notFound` if none matches.
  func chosen(_ words: String) throws(Failure) -> Entity {
    let command: SafeText = "\(invocation.command.name)"
    let identified = targets(words)
    var choices = identified.filter(isMeant)
    if choices.isEmpty, !identified.isEmpty {
      choices = schedule.sessions(sharing: words.folded).filter(isMeant)
    }
    guard identified.isEmpty || !choices.isEmpty else {
      let name = schedule.name(of: identified[0]).quoted()
      throw Failure(.notFound, "\(command): \(name) does not match the filters")
    }
    let names =
      identified.isEmpty
      ? [namedTargets, namedSessions(withTalks: false), namedSessions(withTalks: true)] : []
    for names in names where choices.isEmpty {
      choices = NameQuery(words).best(among: names) { $0.1 }.map(\.0).uniqued
    }
    if choices.isEmpty { choices = targets(beginningWith: words).filter(isMeant) }
    if choices.count == 1 { return choices[0] }
    guard choices.isEmpty else {
      let head: SafeText = """
        \(command): \(words.quoted()) matches \(choices.count) talks; nothing was changed; use an \
        id:
        """
      throw Failure(.usage, [head] + lines(of: choices))
    }
    let appointments = schedule.appointments.compactMap { $0[Appointment.self] }
    if let own = appointments.first(where: { [$0.id, $0.title.folded].contains(words.folded) }) {
      throw Failure(
        .notFound, "\(command): \(own.title.quoted()) is an appointment, not a talk or a session",
        (invocation.command as? any MarkingCommand.Type)?.clearsAgenda ?? false
          ? "\(invocation.konf(.schedule, "add \(own.id) --remove")) removes it"
          : "it is on your agenda")
    }
    let filters: SafeText = isNarrowed ? " and the filters" : ""
    throw Failure(
      .notFound, "\(command): no talk or session matches \(words.quoted())\(filters)",
      suggestion(
        for: words, among: targetIDs + names.joined().map(\.1), lister: "talks"))
  }

  /// Returns the talk that matches all words together, or one talk for each word.
  ///
  /// The words are looked up separately only if no talk matches all of them.
  ///
  /// - Returns: At least one talk, without duplicates.
  /// - Throws: `Failure` with the status `usage` or `notFound`. If the first word does not match
  ///   exactly one talk, the failure is about all words together.
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
          // If the first word is not an identifier, the words are probably a single title.
          let isID = target(word) != nil || !targets(beginningWith: word).isEmpty
          throw found.isEmpty && !isID ? error : inner
        }
      }
      return found.uniqued
    }
  }

  /// Returns the talks and sessions that match the operands.
  ///
  /// The operand `-` stands for the lines on standard input.
  ///
  /// - Returns: At least one target, without duplicates.
  /// - Throws: `Failure` if an operand or a line matches no talk or several talks, or if the
  ///   standard input cannot be read.
  func chosenOrRead(_ words: [String]) throws(Failure) -> [Entity] {
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
      // The target is the first cell of a table row. The first row may be a header.
      let word = String(line.prefix { $0 != "\t" }).onOneLine
      if word.isEmpty || number == 0 && word == "id" { continue }
      found.append(try chosen(word))
    }
    if found.isEmpty { throw Failure(.notFound, "\(command): no targets on standard input") }
    return found.uniqued
  }

  /// Returns the talk or session that matches all words together.
  ///
  /// The operand `-` stands for the lines on standard input.
  ///
  /// - Throws: The same errors as ``chosenOrRead(_:)``.
  func chosenOrRead(name words: [String]) throws(Failure) -> [Entity] {
    try words == ["-"] ? chosenOrRead(words) : [chosen(words.joined(separator: " "))]
  }

  /// Returns the talks and sessions that match the operands or, without operands, the filters.
  ///
  /// The filters apply to `subjects`, or to all talks if `subjects` is nil.
  ///
  /// - Returns: At least one target, without duplicates.
  /// - Throws: `Failure` if an operand matches no talk or several talks, or with the status
  ///   `notFound` if nothing matches the filters.
  func chosenOrFiltered(among subjects: [Entity]? = nil) throws(Failure) -> [Entity] {
    guard invocation.operands.isEmpty else { return try chosenOrRead(invocation.operands) }
    let found = (subjects ?? schedule.talksInOrder(in: asked)).filter { asked.contains($0) }
    if found.isEmpty {
      throw Failure(.notFound, "\(invocation.command.name): nothing matches the filters")
    }
    return found
  }

  /// True if the command line has filters.
  ///
  /// Filters in the file of default options do not count, because they apply only to lists and
  /// never limit a change.
  private var isNarrowed: Bool {
    asked.isLimited && FilterOption.choosing.contains(where: invocation.has)
  }

  private func isMeant(_ entity: Entity) -> Bool {
    !isNarrowed || asked.contains(entity) || entity[CancelledTalk.self].map(asked.contains) ?? false
  }

  /// The names by which talks can be chosen, titles and speakers, each paired with its talk.
  ///
  /// Cancelled talks with marks are included.
  private var namedTargets: [(Entity, String)] {
    let talks = isNarrowed ? schedule.talksInOrder(in: asked) : schedule.talksInOrder
    return (talks + store.cancelledTalks.filter(isMeant)).flatMap { talk in
      ([schedule.name(of: talk)] + schedule.speakerNames(of: talk)).map { (talk, $0) }
    }
  }

  /// The sessions with talks, or those without talks, such as breaks, each paired with its name.
  private func namedSessions(withTalks hasTalks: Bool) -> [(Entity, String)] {
    schedule.timeline.filter { schedule.talks(in: $0).isEmpty != hasTalks && isMeant($0) }
      .map { ($0, schedule.name(of: $0)) }
  }

  private static let mostCandidates = 10

  /// Returns a line for each candidate, with the details that distinguish the candidates.
  private func lines(of targets: [Entity]) -> [SafeText] {
    let shown = targets.prefix(Self.mostCandidates)
    let ids = shown.map { Line("\(schedule.shownID(of: $0))") }
    let width = ids.map(\.width).max() ?? 0
    let days = schedule.days(in: zone).map(\.daysSince1970)
    // A weekday is ambiguous if the conference lasts more than a week.
    let isLong = (days.last ?? 0) - (days.first ?? 0) >= 7
    let times = Times(self)
    let lines = zip(shown, ids).map { target, id -> SafeText in
      let session = schedule.session(of: target) ?? target
      let when = schedule.timing(of: session)?.start.map { start in
        let isSpoken = presentation.isSpoken
        let date = zone.civil(at: start).date
        let day = isLong ? date.brief(inFull: isSpoken) : date.weekdayName(inFull: isSpoken)
        return "\(day) \(times.clock(start))"
      }
      let people = schedule.speakerNames(of: target)
      let fate = target.has(CancelledTalk.self) ? "cancelled" : nil
      let place = [fate, when, schedule.locationNames(of: session).first].compactMap(\.self)
      if presentation.isSpoken {
        // A listener hears first what distinguishes the talks, and last what to type.
        let texts = [schedule.name(of: target)] + people + place
        return "  \(prose: texts.joined(separator: ", ")), id \(id.rendered(color: false))"
      }
      let texts = place + [schedule.name(of: target)] + people
      return
        "  \(id.padded(to: width + 2).rendered(color: false))\(prose: texts.joined(separator: ", "))"
    }
    let rest = targets.count - shown.count
    return rest == 0 ? lines : lines + ["  and \(rest) more"]
  }

  /// Throws a `Failure` with the status `cannotCreate` if the run has no data folder.
  func requireFolder(for what: SafeText) throws(Failure) {
    guard store.hasFolder else {
      throw Failure(
        .cannotCreate,
        "\(invocation.command.name): no data folder for \(what); set --home, KONF_HOME or HOME")
    }
  }
}
