import Answers
import CommandLine
import Diary
import ECSKit
import Exchange
import Export
import Schedule
import TextBasics

/// What `konf star --from` does with a choice: marks the talks that are found, all in one step, and
/// keeps the marks that were there.
struct ChoiceIntake {
  /// What becomes of a part of a choice.
  enum Outcome: String {
    /// It is kept now.
    case new
    /// It was there before.
    case known
    /// No talk of the schedule has such a name.
    case unknown
    /// Several talks have it.
    case ambiguous
    /// A time cannot be read, or the end is before the start.
    case unreadable
  }

  /// What a part of a choice is.
  enum Kind: String {
    case star
    case hidden
    case appointment
  }

  /// A part of a choice with what becomes of it.
  struct Part {
    let kind: Kind
    /// What the choice calls it.
    let name: String
    /// What the choice or the schedule calls it for people.
    let title: String
    let isMaybe: Bool
    var entity: Entity?
    var appointment: Appointment?
    let outcome: Outcome
  }

  private let schedule: ConferenceSchedule
  private let isMaybe: Bool
  private let folders: ZoneFolders
  private(set) var parts: [Part] = []

  /// Compares a choice with a schedule.
  ///
  /// - Parameters:
  ///   - choice: The choice.
  ///   - isMaybe: Whether all stars are those of something that may be passed by.
  ///   - run: The run with the schedule and what is kept.
  init(_ choice: Choice, isMaybe: Bool, _ run: Run) {
    schedule = run.schedule
    self.isMaybe = isMaybe
    folders = run.environment.zoneFolders
    let finder = TalkFinder(schedule, EventNames(run.kept.scope, run.kept.eventIDs))
    var met: Set<Entity> = []
    for star in choice.stars { add(star, as: .star, finder, &met) }
    met = []
    for hidden in choice.hidden { add(hidden, as: .hidden, finder, &met) }
    var book = run.kept.appointmentBook
    for planned in choice.appointments { add(planned, &book) }
  }

  private mutating func add(
    _ reference: TalkReference, as kind: Kind, _ finder: TalkFinder, _ met: inout Set<Entity>
  ) {
    let found = finder.entities(for: reference)
    let entity = found.count == 1 ? found[0] : nil
    let outcome: Outcome
    if let entity {
      let isKept = kind == .star ? entity.has(Star.self) : schedule.isHidden(entity)
      // What is starred here is not hidden because it is hidden there.
      let isContrary = kind == .hidden && entity.has(Star.self)
      outcome = !met.insert(entity).inserted || isKept || isContrary ? .known : .new
    } else {
      outcome = found.isEmpty ? .unknown : .ambiguous
    }
    parts.append(
      Part(
        kind: kind, name: reference.names[0].text,
        title: entity.map(schedule.name(of:)) ?? reference.title,
        isMaybe: isMaybe || reference.isMaybe, entity: entity, outcome: outcome))
  }

  // MARK: Appointments

  /// The most characters of a title or a location.
  private static let longestText = 300

  private mutating func add(_ planned: PlannedAppointment, _ book: inout AppointmentBook) {
    let title = String(planned.title.onOneLine.prefix(Self.longestText))
    func part(_ appointment: Appointment?, _ outcome: Outcome) -> Part {
      Part(
        kind: .appointment, name: appointment?.id ?? title, title: title, isMaybe: false,
        appointment: appointment, outcome: outcome)
    }
    guard let start = instant(planned.start, planned.zone),
      let end = instant(planned.end, planned.zone), start <= end,
      Timing(start: start, end: end).isNamed
    else { return parts.append(part(nil, .unreadable)) }
    let planned = Appointment(
      id: "", title: title.isEmpty ? "Appointment" : title, timing: Timing(start: start, end: end),
      location: String(planned.location.onOneLine.prefix(Self.longestText)))
    let (appointment, isNew) = book.add(planned)
    parts.append(part(appointment, isNew ? .new : .known))
  }

  private func instant(_ text: String, _ zone: String?) -> Instant? {
    guard let written = WrittenTime(text), written.time != nil else { return nil }
    // A schedule without a zone has the times of clocks.
    if schedule.zone.isFloating { return schedule.zone.instant(of: written.civil) }
    if let instant = written.instant { return instant }
    let named = zone.map { try? Zone(named: $0, in: folders) } ?? schedule.zone
    return named?.instant(of: written.civil)
  }

  // MARK: Keeping

  /// Keeps what is new.
  ///
  /// - Parameter run: The run.
  /// - Throws: `Failure` if nothing can be kept.
  func keep(_ run: inout Run) throws(Failure) {
    let new = parts.filter { $0.outcome == .new }
    func entities(_ isMeant: (Part) -> Bool) -> [Entity] {
      new.filter(isMeant).compactMap(\.entity)
    }
    let marks: [(values: [any KeptKind], entities: [Entity])] = [
      ([Star(isMaybe: false)], entities { $0.kind == .star && !$0.isMaybe }),
      ([Star(isMaybe: true)], entities { $0.kind == .star && $0.isMaybe }),
      ([Hidden()], entities { $0.kind == .hidden }),
    ]
    if new.isEmpty { return }
    try run.change(Star.words.many) { kept throws(Failure) in
      try kept.keep(marks, adding: new.compactMap(\.appointment))
    }
  }
}
