import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

/// Functions that select the part of a schedule that matches the filters of a command line.
///
/// A run creates its selection with these functions before its command runs. A name in a filter
/// matches by the same rules as a name in an operand. Days and times of day are read in the display
/// time zone, because the user types what konf shows.
extension Run {
  /// Returns the selection that matches the filters, including hidden talks.
  ///
  /// A filter can name any location or person in the schedule, even a location without sessions or
  /// a person without talks.
  ///
  /// - Returns: The selection, the reasons if it is empty, the filters as a rule, and remarks about
  ///   longer names that also match. Without filters, the selection is the whole schedule.
  /// - Throws: `Failure` with the status `notFound` if the schedule does not contain a name or a
  ///   day.
  func filtered(for inputs: RunInputs) throws(Failure) -> (
    selection: Selection, reasons: [SafeText], rule: SelectionRule, remarks: [SafeText]
  ) {
    // An option with the name of a filter may have another meaning, as in `konf add --location`.
    guard invocation.hasOptions, FilterOption.narrowing.contains(where: { invocation.isSet($0) }),
      invocation.command.definition.options.contains(where: {
        $0.isFilter && $0.name == FilterOption.track.definition.name
      })
    else { return (.all, [], SelectionRule(), []) }
    var rule = SelectionRule()
    var remarks: [SafeText] = []
    let days = try days()
    rule.times = try times(on: days)
    rule.locations = try names(
      FilterOption.location,
      among: schedule.locations(in: .all)
        + (inputs.filtersAppointments ? placesOfAppointments : []),
      kind: "location", lister: invocation.konf("locations"), remarks: &remarks)
    rule.speakers = try names(
      FilterOption.speaker, among: schedule.everybody, kind: "person",
      lister: invocation.konf("speakers"), remarks: &remarks)
    rule.tracks = try union(of: FilterOption.track) { words throws(Failure) in
      try Self.names(
        fitting: words, behind: FilterOption.track.definition, among: schedule.trackNames,
        kind: "track", lister: invocation.konf("tracks"))
    }
    remarks += invocation.all(FilterOption.track).compactMap {
      Self.remark(onNames: rule.tracks ?? [], matching: $0, among: schedule.trackNames)
    }
    rule.languages = try languages()
    rule.isStarred = invocation[FilterOption.mine]
    rule.isHidden = invocation[FilterOption.hidden]
    let selection = schedule.selection(rule)
    let hasPlans =
      (rule.isStarred || inputs.filtersAppointments)
      && !schedule.addingAppointments(to: [], in: selection).isEmpty
    return (
      selection, selection.isEmpty && !hasPlans ? reasons(rule, days) : [], rule, remarks
    )
  }

  /// Returns the reasons why the filters match nothing.
  ///
  /// Each filter that matches nothing by itself is a reason. If there is none, the result explains
  /// why no talk matches all filters together.
  private func reasons(_ rule: SelectionRule, _ days: [CivilDate]?) -> [SafeText] {
    var reasons: [SafeText] = []
    func add(_ reason: SafeText, _ names: [String]?, _ isUsed: (String) -> Bool) {
      guard let names, !names.contains(where: isUsed) else { return }
      let shown = names.prefix(3).map { $0.quoted() }.joined(separator: ", ")
      let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
      reasons.append("\(reason) \(shown)\(rest)")
    }
    add("nothing happens at", rule.locations) { !schedule.sessions(atLocationCalled: $0).isEmpty }
    add("no talk by", rule.speakers) { !schedule.talks(byPersonCalled: $0).isEmpty }
    if rule.isStarred, schedule.starred.isEmpty, schedule.appointments.isEmpty {
      let isCancelled = schedule.cancelled.contains { $0.has(Star.self) }
      reasons.append(
        isCancelled
          ? "all starred talks are cancelled; \(invocation.konf(.schedule, "agenda")) lists them"
          : "nothing is starred; star a talk with \(invocation.konf(.schedule, "star TARGET"))")
    }
    if rule.isHidden, schedule.hidden.isEmpty {
      let isCancelled = schedule.cancelled.contains { $0.has(Hidden.self) }
      reasons.append(
        isCancelled
          ? "all hidden talks are cancelled; \(invocation.konf(.schedule, "agenda")) lists them"
          : "nothing is hidden")
    }
    let change = schedule.dayChange(in: zone)
    if let first = days?.first, let days, plannedDays.allSatisfy({ !days.contains($0) }),
      schedule.sessions(takingPlaceIn: days.map { zone.day($0, changingAt: change) }).isEmpty
    {
      reasons.append("nothing is listed on \(first.words)\(span(of: schedule.days(in: zone)))")
    }
    return reasons.isEmpty ? [contradiction(rule)].compactMap(\.self) : reasons
  }

  /// Returns a phrase with the dates of the conference, which ends a message about another day.
  private func span(of days: [CivilDate]) -> SafeText {
    guard let first = days.first, let last = days.last else { return "" }
    let name = schedule.title ?? "the conference"
    if first == last { return "; \(name) is on \(first.words)" }
    return "; \(name) is from \(first.words) to \(last.words)"
  }

  // MARK: Names

  /// The locations of appointments, which may be outside the conference.
  private var placesOfAppointments: [ConferenceSchedule.Reference] {
    schedule.appointments.compactMap { $0[Appointment.self]?.location }.filter { !$0.isEmpty }
      .map(ConferenceSchedule.Reference.init(called:))
  }

  /// Returns the names of the people or locations that match an option.
  ///
  /// The result is nil if the option is not set. If a full name matches and longer names contain
  /// it, the function appends a remark.
  private func names(
    _ option: Option<String>, among references: @autoclosure () -> [ConferenceSchedule.Reference],
    kind: SafeText, lister: @autoclosure () -> SafeText, remarks: inout [SafeText]
  ) throws(Failure) -> [String]? {
    // Collecting the names is expensive, so they are collected only for an option that is set.
    let all = invocation.all(option).isEmpty ? [] : references()
    let found = try union(of: option) { words throws(Failure) in
      if let found = all.first(where: { $0.isIdentified(by: words) }) { return [found.name] }
      return try Self.names(
        fitting: words, behind: option.definition, among: all.map(\.name), kind: kind,
        lister: lister())
    }
    remarks += invocation.all(option).compactMap {
      Self.remark(onNames: found ?? [], matching: $0, among: all.map(\.name))
    }
    return found
  }

  /// Returns the names that a closure finds for any value of an option, without duplicates.
  ///
  /// The result is nil if the option is not set.
  private func union(
    of option: Option<String>, _ find: (String) throws(Failure) -> [String]
  ) throws(Failure) -> [String]? {
    let words = invocation.all(option)
    if words.isEmpty { return nil }
    var found: [String] = []
    for (index, each) in words.enumerated() {
      found += try Failure.naming(invocation.source(of: option.definition, at: index)) {
        () throws(Failure) in try find(each)
      }
    }
    return found.uniqued
  }

  /// Returns the names that match the value of an option.
  ///
  /// - Returns: At least one name.
  /// - Throws: `Failure` with the status `notFound` if no name matches.
  static func names(
    fitting words: String, behind option: OptionDefinition, among names: [String], kind: SafeText,
    lister: @autoclosure () -> SafeText? = nil
  ) throws(Failure) -> [String] {
    let found = NameQuery(words).best(among: names) { $0 }
    if found.isEmpty { throw unknown(words, option, among: names, kind: kind, lister()) }
    return found
  }

  private func languages() throws(Failure) -> [String]? {
    if invocation.all(FilterOption.language).isEmpty { return nil }
    let codes = schedule.languageCodes
    return try union(of: FilterOption.language) { words throws(Failure) in
      let code = words.folded
      // "en" also matches "en-GB", but not vice versa.
      let found = codes.filter {
        $0.folded == code || $0.folded.hasPrefix("\(code)-") || $0.folded.hasPrefix("\(code)_")
      }
      if !found.isEmpty, !code.isEmpty { return found }
      return try Self.names(
        fitting: words, behind: FilterOption.language.definition, among: codes, kind: "language")
    }
  }

  private static func unknown(
    _ words: String, _ option: OptionDefinition, among names: [String], kind: SafeText,
    _ lister: SafeText?
  ) -> Failure {
    let message: SafeText = "--\(option.name): no \(kind) matches \(words.quoted())"
    if option.form == .repeatable, words.contains(",") {
      return Failure(.notFound, message, "repeat --\(option.name) for several values")
    }
    if let nearest = NameQuery.nearest(to: words, among: names) {
      return Failure(.notFound, message, "did you mean \(nearest)?")
    }
    return Failure(.notFound, message, Self.listing(names, kind: kind, lister))
  }

  private static func listing(
    _ names: [String], kind: SafeText, _ lister: SafeText? = nil
  ) -> SafeText {
    if names.isEmpty {
      let kinds: SafeText = kind == "person" ? "people" : "\(kind)s"
      return "the schedule has no \(kinds)"
    }
    if let lister, names.count > 8 { return "\(lister) lists them all" }
    return "available: \(UsageError.listing(names, last: "and"))"
  }

  // MARK: Times

  private func times(on days: [CivilDate]?) throws(Failure) -> [Range<Instant>]? {
    let after = try bound(FilterOption.after)
    let before = try bound(FilterOption.before)
    guard days != nil || after != nil || before != nil else { return nil }
    let all = Instant(secondsSince1970: .min)..<Instant(secondsSince1970: .max)
    // A time of day matches on each day. A date with a time matches only once.
    let isClocked = after?.isClock ?? false || before?.isClock ?? false
    let dates = days ?? (isClocked ? schedule.days(in: zone) : nil)
    let change = schedule.dayChange(in: zone)
    let stretches =
      dates.map { $0.map { (date: Optional($0), range: zone.day($0, changingAt: change)) } } ?? [
        (nil, all)
      ]
    return stretches.compactMap { date, range in
      let first = after?.instant(on: date, now: now, in: zone, changingAt: change)
      let last = before?.instant(on: date, now: now, in: zone, changingAt: change)
      let start = max(range.lowerBound, first ?? range.lowerBound)
      let end = min(range.upperBound, last ?? range.upperBound)
      return start < end ? start..<end : nil
    }
  }

  private func days() throws(Failure) -> [CivilDate]? {
    let named = invocation.all(FilterOption.day)
    if named.isEmpty { return nil }
    let days = schedule.days(in: zone)
    let today = zone.day(at: now, changingAt: schedule.dayChange(in: zone))
    var dates: Set<CivilDate> = []
    for (index, each) in named.enumerated() {
      let day = schedule.numbered(each.day)
      var found = day.dates(among: days, today: today).filter(each.agrees)
      // Days before and after the conference also match if they have appointments.
      if found.isEmpty {
        found = each.day.dates(onlyAmong: plannedDays, today: today).filter(each.agrees)
      }
      if case .date(let date) = day, found.isEmpty, each.agrees(with: date),
        schedule.hasRecord(ofDay: date)
      {
        dates.insert(date)
      } else if found.isEmpty {
        let option = FilterOption.day.definition
        throw Self.noDay(each, behind: option, among: days)
          .naming(invocation.source(of: option, at: index))
      }
      dates.formUnion(found)
    }
    return dates.sorted()
  }

  /// The days with appointments or starred cancelled talks, in order.
  private var plannedDays: [CivilDate] {
    let planned =
      schedule.appointments.compactMap { $0[Appointment.self]?.timing }
      + schedule.cancelled.filter { $0.has(Star.self) }.compactMap {
        $0[CancelledTalk.self]?.timing
      }
    return Set(planned.flatMap { schedule.days(of: $0, in: zone) }).sorted()
  }

  static func noDay(
    _ named: NamedDay, behind option: OptionDefinition, among days: [CivilDate]
  ) -> Failure {
    if let date = named.day.date(nearestTo: days), !named.agrees(with: date) {
      return Failure(
        .usage,
        """
        --\(option.name): invalid value \(named.text.quoted()); \(date.iso8601) is a \
        \(date.weekdayName)
        """)
    }
    return Failure(
      .notFound, "--\(option.name): the conference has no day \(named.text.quoted())",
      listing(days.map(\.iso8601), kind: "day"))
  }
}
