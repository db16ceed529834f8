/// Compares where konf shows marks with where they are in truth.
struct Judge {
  /// A mark, and what is known of it.
  private struct State {
    let mark: Mark
    /// What it was on when it was last right.
    var facts: Thing
    /// Whether it was lost or went astray while what it was on was there; it counts no more.
    var isOver = false
    /// Whether what it was on was not there when it was last looked for.
    var wasGone = false
  }

  /// Something to look at, and what is needed for that.
  struct View {
    let mode: Mode
    let reading: Reading
    let things: [Thing]
    /// Whether the conference has another title than when it was marked.
    let isRetitled: Bool
    /// What `konf diff` says; nil if it refuses the two versions.
    let story: DiffStory?
    /// Prints what there is about lost marks.
    let report: () -> LossReport
    /// Returns what bears a mark if no other mark was ever made.
    let probe: (Mark) throws -> [Thing]
  }

  /// The most lost marks of a view for which the check finds out whether others replaced them.
  private static let mostProbes = 4

  private var states: [State] = []
  /// The things that were shown with a mark of another thing; what is marked there later is combined
  /// with it on purpose.
  private var strayed: Set<Thing.Key> = []
  private var appointments: [PlannedAppointment] = []

  /// Adds what was marked in a version.
  mutating func add(_ plan: MarkPlan, in things: [Thing]) {
    let byKey = Dictionary(things.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    states += plan.marks.compactMap { mark in
      byKey[mark.key].map { State(mark: mark, facts: $0) }
    }
    appointments += plan.appointments
  }

  /// The verdict about where a mark is.
  private enum Verdict {
    case kept(Thing)
    /// It is where it should be, and a part of it is another's.
    case mixed(Thing)
    case wrong(Thing)
    case misleading(Thing, survives: Bool)
    case lost(survives: Bool)

    /// The thing that bears the mark instead of its own.
    var other: Thing? {
      switch self {
      case .wrong(let thing), .misleading(let thing, _): thing
      case .kept, .mixed, .lost: nil
      }
    }
  }

  /// Judges all marks in a view.
  ///
  /// - Parameters:
  ///   - view: What konf shows.
  ///   - isSide: Whether the next view is judged as if there had been none.
  ///   - tally: Where it is counted.
  /// - Throws: ``Trouble`` if konf shows what the file does not have.
  mutating func judge(_ view: View, isSide: Bool, _ tally: inout Tally) throws {
    let before = self
    let marks = states.map(\.mark)
    let placement = try Placement(marks, in: view.reading, of: view.things)
    let byKey = Dictionary(
      view.things.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    tally.add(.views, view.mode)
    count(placement, view.mode, &tally)
    var verdicts: [(state: Int, verdict: Verdict)] = []
    for number in states.indices where !states[number].isOver {
      let found = placement.things[number]
      let own = byKey[marks[number].key]
      if own == nil, states[number].wasGone, found.isEmpty { continue }
      var verdict = Self.verdict(states[number].facts, own, found)
      if case .kept(let thing) = verdict, !hasStrays(thing, number),
        placement.mixed.contains(where: { $0.mark == number })
      {
        verdict = .mixed(thing)
      }
      let extra = found.count - 1
      if extra > 0 {
        tally.add(.invented, view.mode, count: extra, "\(marks[number].words) is on \(found.count)")
      }
      tally.add(.marks, view.mode)
      if own != nil { tally.add(.surviving, view.mode) }
      verdicts.append((number, verdict))
    }
    try count(verdicts, view, placement, &tally)
    countAppointments(view, &tally)
    if isSide { self = before }
  }

  private static func verdict(_ old: Thing, _ own: Thing?, _ found: [Thing]) -> Verdict {
    if let own, found.contains(where: { $0.key == own.key }) { return .kept(own) }
    guard let thing = found.first else { return .lost(survives: own != nil) }
    guard let own else { return .misleading(thing, survives: false) }
    // Of the turns of one talk nothing says for certain which is which once they move.
    let isTurn = thing.isTurn(of: old) && own.isTurn(of: old) && own.start != old.start
    return own.agreement(with: old) > thing.agreement(with: old) && !isTurn
      ? .wrong(thing) : .misleading(thing, survives: true)
  }

  /// Whether a thing bears marks of another one that were counted before.
  ///
  /// Marks that strayed to the thing of a later mark stay beside that mark wherever it goes.
  private func hasStrays(_ thing: Thing, _ number: Int) -> Bool {
    strayed.contains(thing.key) || strayed.contains(states[number].mark.key)
  }

  // MARK: Counting

  private func count(_ placement: Placement, _ mode: Mode, _ tally: inout Tally) {
    for thing in placement.invented {
      tally.add(.invented, mode, "a mark on \(thing.words)")
    }
    for (number, thing) in placement.mixed
    where !states[number].isOver && !hasStrays(thing, number) {
      tally.add(.merged, mode, "a part of \(states[number].mark.words) on \(thing.words)")
    }
  }

  private mutating func count(
    _ verdicts: [(state: Int, verdict: Verdict)], _ view: View, _ placement: Placement,
    _ tally: inout Tally
  ) throws {
    var lost: [(state: Int, survives: Bool, story: DiffStory?)] = []
    for (number, verdict) in verdicts {
      let old = states[number].facts
      let words = "\(states[number].mark.words): \(old.words)"
      if let thing = verdict.other, view.report().asksAbout(thing) {
        tally.add(.askedAbout, view.mode)
        states[number].isOver = true
        strayed.insert(thing.key)
        continue
      }
      switch verdict {
      case .kept(let thing):
        tally.add(.kept, view.mode)
        compare(states[number], thing, view, words, &tally)
        states[number].facts = thing
        states[number].wasGone = false
      case .mixed: states[number].isOver = true
      case .wrong(let thing):
        tally.add(.wrong, view.mode, "\(words) -> \(thing.words)")
        compare(states[number], thing, view, words, &tally)
        states[number].isOver = true
        strayed.insert(thing.key)
      case .misleading(let thing, let survives):
        let figure: Figure = survives ? .misleadingSurvivor : .misleadingCancelled
        tally.add(figure, view.mode, "\(words) -> \(thing.words)")
        countOwner(of: thing, old, view, &tally)
        compare(states[number], thing, view, words, &tally)
        states[number].isOver = true
        strayed.insert(thing.key)
      case .lost(let survives):
        lost.append((number, survives, story(view, states[number])))
        states[number].isOver = survives
        states[number].wasGone = !survives
      }
    }
    try count(lost: lost, verdicts, view, placement, &tally)
  }

  /// Counts a mark on something that was there before as itself, and looks more like that.
  private func countOwner(of thing: Thing, _ old: Thing, _ view: View, _ tally: inout Tally) {
    guard let former = older[thing.key], former.key != old.key,
      former.agreement(with: thing) > old.agreement(with: thing)
    else { return }
    tally.add(.hadOwner, view.mode)
  }

  /// What the version before had, for the verdicts about a view.
  var older: [Thing.Key: Thing] = [:]

  /// What `konf diff` says, if it is about the version that a mark was in.
  private func story(_ view: View, _ state: State) -> DiffStory? {
    state.wasGone || view.mode == .merge && state.mark.stage > 0 ? nil : view.story
  }

  private func compare(
    _ state: State, _ new: Thing, _ view: View, _ words: String, _ tally: inout Tally
  ) {
    guard let story = story(view, state), !story.agrees(that: state.facts, became: new) else {
      return
    }
    tally.add(.diffDisagrees, view.mode, "\(words) -> \(new.words)")
  }

  /// Counts what is on nothing: reported, merged with another mark, or lost silently.
  private func count(
    lost: [(state: Int, survives: Bool, story: DiffStory?)],
    _ verdicts: [(state: Int, verdict: Verdict)],
    _ view: View, _ placement: Placement, _ tally: inout Tally
  ) throws {
    if lost.isEmpty { return }
    var report = view.report()
    // A line about a talk that is cancelled counts for its marks, not for those of its twin.
    for (number, verdict) in verdicts {
      if case .misleading(_, false) = verdict {
        _ = report.claim(states[number].mark, on: states[number].facts)
      }
    }
    var probes = 0
    for (number, survives, story) in lost.filter({ !$0.survives }) + lost.filter(\.survives) {
      let state = states[number]
      let words = "\(state.mark.words): \(state.facts.words)"
      let isListed = view.reading.isListedAsGone(state.mark, on: state.facts)
      // In doubt a file is of another conference, and konf says what it has for which one.
      let isElsewhere = view.isRetitled && report.namesElsewhere(state.mark.kind.word)
      let isReported = isListed || isElsewhere || report.claim(state.mark, on: state.facts)
      if survives, let story, !story.isGone(state.facts) {
        tally.add(.diffDisagrees, view.mode, "\(words) is lost, and diff has it still")
      }
      if isReported {
        tally.add(survives ? .lostSurvivor : .lostCancelled, view.mode, survives ? words : nil)
        tally.addLost(state.mark.kind, isReported: true)
        continue
      }
      probes += 1
      let places = probes > Self.mostProbes ? [] : try view.probe(state.mark)
      if let other = places.first(where: { bears(another: state.mark, $0, placement, view.mode) }) {
        tally.add(.merged, view.mode, "\(words) -> \(other.words), which bears another mark")
      } else {
        let figure: Figure = survives ? .silentSurvivor : .silentCancelled
        tally.add(figure, view.mode, "\(words), as \(state.mark.kind.rawValue)")
        tally.addLost(state.mark.kind, isReported: false)
      }
    }
  }

  /// Whether a thing bears a mark of the same sort; of ratings of many people, by the same person.
  private func bears(
    another mark: Mark, _ thing: Thing, _ placement: Placement, _ mode: Mode
  ) -> Bool {
    zip(states, placement.things).contains { state, things in
      (state.mark.kind == .rating) == (mark.kind == .rating)
        && (mode != .merge || state.mark.stage == mark.stage)
        && things.contains { $0.key == thing.key }
    }
  }

  private func countAppointments(_ view: View, _ tally: inout Tally) {
    if view.mode == .merge { return }
    // Then nothing in the log and the file says that they are about one conference.
    if view.mode == .data, states.isEmpty, view.isRetitled { return }
    let missing = appointments.map(\.title).filter { !view.reading.appointments.contains($0) }
    if !missing.isEmpty, view.isRetitled, view.report().namesElsewhere("appointment") {
      return
    }
    let invented = view.reading.appointments.count - (appointments.count - missing.count)
    tally.add(
      .appointmentsLost, view.mode, count: missing.count, missing.joined(separator: ", "))
    tally.add(.appointmentsInvented, view.mode, count: invented, "there are \(invented) more")
  }
}
