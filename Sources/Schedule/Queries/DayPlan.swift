// Plans days without clashes from the attendee's marks, and suggests sessions for gaps.
// `konf plan`, `konf agenda --fill`, the exports and the browser use it; Planner makes the choices.
// A plan is an agenda of chosen items, so all views of agendas also show plans.

import Basics
package import ECSKit

/// The best set of sessions that do not clash; see ``Planner`` for the order of plans.
///
/// Appointments are fixed. Hidden, cancelled and past sessions are not considered. Of the sessions
/// that have begun, only starred sessions are considered. A conference that is over is planned as a
/// whole.
///
/// Saving a plan stars its talks as maybes. Planning again then gives the same plan, because no
/// other plan contains more of the new maybes. The reasons are the same, too, because a maybe is
/// never the reason for another talk.
package struct DayPlan {
  package enum Reason: String, CaseIterable {
    case appointment, starred, maybe
    /// A speaker in common with a starred talk.
    case speaker
    /// A track in common with a starred talk.
    case track
    /// A speaker or a track in common with a talk that a friend has starred.
    case friend
  }

  /// The name of a friend, and the talks and sessions that the friend has starred.
  package typealias Friend = (name: String, stars: [Entity])

  /// The reason for choosing an item, and the sessions that the item displaces.
  package struct Choice {
    package let reason: Reason
    /// The speaker, track or friend that is the reason, or an empty string for the other reasons.
    package let name: String
    /// The sessions that lose to this item, in chronological order.
    ///
    /// A session loses to the first chosen item that clashes with it.
    package fileprivate(set) var lost: [Entity] = []
    /// The best lost session that fits in place of this item, or nil if none fits.
    package fileprivate(set) var second: Entity?
  }

  /// The chosen items and the appointments.
  package let agenda: Agenda
  /// True if the plan is proved to be the best.
  ///
  /// The value is false if the search was stopped early.
  package let isProved: Bool

  /// Creates a plan for a part of a schedule.
  ///
  /// A plan can include talks that share a speaker or a track with the starred talks of friends.
  /// The `pause` is free time before and after each talk, except between two starred talks.
  ///
  /// - Complexity: See ``Planner``.
  package init(
    of schedule: ConferenceSchedule, in selection: Selection, zone: Zone, now: Instant,
    friends: [Friend] = [], pause: Duration = .zero
  ) {
    let selection = schedule.visible(selection)
    var moment: Instant? = now
    if case .after = schedule.phase(at: now) { moment = nil }
    func isOver(_ timing: Timing) -> Bool { moment.map { timing.last <= $0 } ?? false }
    let stars = schedule.talks.filter { schedule.star(of: $0)?.isMaybe == false }
    let interests = Interests(stars, friends, in: schedule)
    let sessions = schedule.timeline(in: selection).filter { session in
      guard let timing = session[Timing.self], !isOver(timing) else { return false }
      return moment.map { $0 <= timing.listed } ?? true || schedule.isStarred(session)
    }
    let options = sessions.compactMap { Option($0, in: schedule, selection, interests) }
    let appointments = Agenda.appointments(schedule)
    let fixed = appointments.filter(\.isBusy).compactMap { item in
      item.stay(in: schedule).map { Option(of: item.entity, $0) }
    }
    let search = PlanSearch(options + fixed, schedule, pause: pause.components.seconds)
    isProved = search.isProved
    let chosen = search.choices.map { option, choice in
      Agenda.Item(
        entity: option.session, timing: schedule.timing(of: option.session), talks: option.talks,
        isMaybe: choice.reason != .starred && choice.reason != .appointment, isBusy: true,
        choice: choice)
    }
    let taken = Set(chosen.map(\.entity))
    let others = Agenda.sessions(schedule).filter { item in
      !item.isBusy && item.timing.map { !isOver($0) } ?? false
    }
    agenda = Agenda(
      chosen + others + appointments.filter { !taken.contains($0.entity) }, of: schedule,
      in: selection, zone: zone)
  }

  /// The talks to star as "maybe": the chosen talks without a star.
  package var additions: [Entity] {
    let schedule = agenda.schedule
    return agenda.shown.filter { $0.choice != nil }.flatMap(\.talks).filter {
      schedule.star(of: $0) == nil
    }
  }
}

/// The speakers and tracks that are reasons for choosing talks.
private struct Interests {
  /// For each speaker, the name of a friend who has starred one of the speaker's talks.
  ///
  /// The name is empty if the attendee has starred one of the speaker's talks.
  private var speakers: [String: String] = [:]
  private var tracks: [String: String] = [:]

  init(_ stars: [Entity], _ friends: [DayPlan.Friend] = [], in schedule: ConferenceSchedule) {
    func add(_ talks: [Entity], _ name: String) {
      for talk in talks {
        for speaker in schedule.speakerNames(of: talk) { speakers[speaker] = name }
        for track in schedule.trackNames(of: talk) { tracks[track] = name }
      }
    }
    for friend in friends.reversed() {
      for star in friend.stars {
        add(schedule.sessions.contains(star) ? schedule.talks(in: star) : [star], friend.name)
      }
    }
    add(stars, "")
  }

  /// Returns the most important reason for choosing a talk, or nil if there is none.
  func reason(
    for talk: Entity, in schedule: ConferenceSchedule
  ) -> (reason: DayPlan.Reason, name: String)? {
    let (names, own) = (schedule.speakerNames(of: talk), schedule.trackNames(of: talk))
    if let name = names.first(where: { speakers[$0] == "" }) { return (.speaker, name) }
    if let name = own.first(where: { tracks[$0] == "" }) { return (.track, name) }
    let friend = names.firstNonNil { speakers[$0] } ?? own.firstNonNil { tracks[$0] }
    return friend.map { (.friend, $0) }
  }
}

/// A candidate for a plan: a session or an appointment.
///
/// Its value depends on the talks that are a reason to choose the session.
private struct Option {
  let session: Entity
  let candidate: Planner.Candidate
  let talks: [Entity]
  let choice: DayPlan.Choice

  init(of appointment: Entity, _ stay: Stay) {
    session = appointment
    candidate = Planner.Candidate(stay: stay, value: Planner.Value(fixed: 1), talks: [])
    talks = []
    choice = DayPlan.Choice(reason: .appointment, name: "")
  }

  /// Creates the option for a session, or returns nil if there is no reason to plan the session.
  ///
  /// Sessions with the same name and the same speakers are slots of one talk.
  init?(
    _ session: Entity, in schedule: ConferenceSchedule, _ selection: Selection,
    _ interests: Interests
  ) {
    let timing = session[Timing.self]
    guard schedule.occupies(session, timing) else { return nil }
    var value = Planner.Value()
    var found: (reason: DayPlan.Reason, name: String)?
    func count(_ star: Star) {
      if star.isMaybe { value.maybes += 1 } else { value.stars += 1 }
    }
    let all = schedule.talks(in: session)
    if all.isEmpty, let star = session[Star.self] { count(star) }
    talks = all.filter { talk in
      guard selection.contains(talk: talk) else { return false }
      if let star = schedule.star(of: talk) {
        count(star)
        return true
      }
      guard let reason = interests.reason(for: talk, in: schedule) else { return false }
      value.related += 1
      found = found ?? reason
      return true
    }
    if value.stars > 0 { found = (.starred, "") } else if value.maybes > 0 { found = (.maybe, "") }
    guard let found,
      let stay = schedule.stay(at: session, timing, isStarred: value.stars > 0)
    else { return nil }
    self.session = session
    candidate = Planner.Candidate(
      stay: stay, value: value,
      talks: talks.compactMap { talk in
        let (name, speakers) = (schedule.name(of: talk), schedule.speakerNames(of: talk))
        if name.isEmpty || speakers.isEmpty { return nil }
        return "\(name)\n\(speakers.joined(separator: "\n"))"
      }.uniqued)
    choice = DayPlan.Choice(reason: found.reason, name: found.name)
  }
}

/// A search for the best options, and for the options that clash with the chosen ones.
private struct PlanSearch {
  private let walks: WalkingTimes
  private let pause: Int64
  /// The options and appointments, sorted by start and identifier.
  private let options: [Option]
  /// For each option, true if it clashes with an appointment.
  private let areBlocked: [Bool]
  private let chosen: [Int]
  let isProved: Bool

  init(_ options: [Option], _ schedule: ConferenceSchedule, pause: Int64 = 0) {
    let walks = schedule.walks
    (self.walks, self.pause) = (walks, pause)
    let options = options.map { (id: schedule.id(of: $0.session), option: $0) }
      .sorted { ($0.option.stay.start, $0.id) < ($1.option.stay.start, $1.id) }
      .map(\.option)
    self.options = options
    let fixed = options.filter(\.isFixed)
    areBlocked = options.map { option in
      !option.isFixed
        && fixed.contains { $0.stay.clashes(with: option.stay, walks, pause: pause) }
    }
    let (best, isProved) = Planner(options.map(\.candidate), walks, pause: pause)
      .best(excluding: areBlocked)
    // Appointments that clash with each other all remain in the plan.
    chosen = Set(best).union(options.indices.filter { options[$0].isFixed }).sorted()
    self.isProved = isProved
  }

  /// The chosen options, each with the options that lose to it.
  var choices: [(option: Option, choice: DayPlan.Choice)] {
    var choices = chosen.map { options[$0].choice }
    var seconds: [Int: Planner.Value] = [:]
    let (places, taken) = (Set(chosen), Set(chosen.flatMap { options[$0].candidate.talks }))
    for (place, option) in options.enumerated()
    where !places.contains(place) && taken.isDisjoint(with: option.candidate.talks) {
      let rivals = rivals(of: option.stay)
      guard let first = rivals.first else { continue }
      choices[first].lost.append(option.session)
      if rivals.count > 1 || areBlocked[place] { continue }
      if let value = seconds[first], option.candidate.value <= value { continue }
      seconds[first] = option.candidate.value
      choices[first].second = option.session
    }
    return zip(chosen, choices).map { (options[$0], $1) }
  }

  /// Returns the positions in `chosen` of the options that clash with a stay.
  private func rivals(of stay: Stay) -> [Int] {
    let margin = walks.mostSeconds + pause
    return chosen.indices.prefix { options[chosen[$0]].stay.start < stay.end + margin }
      .filter { options[chosen[$0]].stay.clashes(with: stay, walks, pause: pause) }
  }
}

extension Option {
  fileprivate var stay: Stay { candidate.stay }
  fileprivate var isFixed: Bool { candidate.value.fixed > 0 }
}

extension Agenda {
  /// Returns sessions that fit into a gap, spread over the gap, in chronological order.
  ///
  /// Sessions in a plan for the gap rank first, followed by sessions that share a speaker with a
  /// starred talk, and then by sessions that share only a track. The result excludes sessions that
  /// have begun or that clash with a planned item, including maybe items. If `now` is nil, sessions
  /// that have begun are included.
  ///
  /// - Complexity: O(*k* · *m*), where *k* is the number of sessions in the gap and *m* the number
  ///   of items, plus the complexity of ``Planner``.
  package func suggestions(
    for gap: Gap, in selection: Selection, after now: Instant? = nil, upTo limit: Int = .max
  ) -> [Suggestion] {
    let interests = Interests(items.flatMap(\.talks), in: schedule)
    let planned = items.filter(\.isBusy).compactMap { $0.stay(in: schedule) }
    let sessions = schedule.sessions(listedIn: gap.start..<gap.end).filter { session in
      guard let timing = session[Timing.self], let start = timing.start, let end = timing.end else {
        return false
      }
      return end <= gap.end && now.map { $0 <= start } ?? true && !schedule.isStarred(session)
        && selection.contains(session: session) && !schedule.isFiller(session)
    }
    let options = sessions.compactMap { Option($0, in: schedule, selection, interests) }
      .filter { option in !planned.contains { $0.clashes(with: option.stay, schedule.walks) } }
    let chosen = Set(PlanSearch(options, schedule).choices.map(\.option.session))
    let best = [(true, DayPlan.Reason.speaker), (true, .track), (false, .speaker), (false, .track)]
      .flatMap { isChosen, reason in
        options.indices.filter {
          options[$0].choice.reason == reason
            && chosen.contains(options[$0].session) == isChosen
        }
      }
    return Self.spread(best, of: options.map(\.stay.start), over: gap, upTo: limit).map {
      Suggestion(
        session: options[$0].session, reason: options[$0].choice.reason,
        name: options[$0].choice.name)
    }
  }

  /// Returns the positions of at most `limit` sessions, spread over the gap, in ascending order.
  ///
  /// The gap is divided into `limit` equal parts, and the best session of each part is chosen. The
  /// best of the other sessions fill the remaining positions.
  private static func spread(
    _ best: [Int], of starts: [Int64], over gap: Gap, upTo limit: Int
  ) -> [Int] {
    guard limit < best.count else { return best.sorted() }
    let (opening, length) = (gap.start.secondsSince1970, gap.start.duration(to: gap.end))
    var chosen: Set<Int> = []
    for part in 0..<Int64(limit) {
      let first = best.first {
        (starts[$0] - opening) * Int64(limit) / max(1, length.components.seconds) == part
      }
      if let first { chosen.insert(first) }
    }
    for place in best where chosen.count < limit { chosen.insert(place) }
    return chosen.sorted()
  }
}
