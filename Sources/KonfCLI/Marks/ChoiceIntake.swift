import Basics
import CommandLine
import ECSKit
import Exchange
import Marks
import Schedule

/// An import of the talks that the user chose in another app, for `konf star --from`.
///
/// All new marks form one undo step. Existing marks do not change.
struct ChoiceIntake {
  enum Outcome: String {
    /// The mark is new and saved.
    case new
    /// The item changes nothing.
    ///
    /// The mark already exists, the item is repeated, or it would hide a starred talk.
    case known
    /// No talk in the schedule matches.
    case unknown
    /// Several talks match.
    case ambiguous
    /// A time is invalid, or the end is before the start.
    case unreadable
  }

  enum Kind: String {
    case star
    case hidden
    case appointment
  }

  struct Part {
    let kind: Kind
    let name: String
    /// The title in the schedule, or the title in the choice if no talk matches.
    let title: String
    let isMaybe: Bool
    var entity: Entity?
    var appointment: Appointment?
    let outcome: Outcome
  }

  private let schedule: ConferenceSchedule
  private let isMaybe: Bool
  private let finder: TalkFinder
  private(set) var parts: [Part] = []

  /// Creates the import by matching a choice with a schedule.
  ///
  /// If `isMaybe` is true, all stars are imported as maybes.
  init(_ choice: Choice, isMaybe: Bool, _ run: Run) {
    schedule = run.schedule
    self.isMaybe = isMaybe
    finder = TalkFinder(run)
    var met: Set<Entity> = []
    for star in choice.stars { add(star, as: .star, &met) }
    met = []
    for hidden in choice.hidden { add(hidden, as: .hidden, &met) }
    var book = run.store.appointmentBook
    for planned in choice.appointments { add(planned, &book) }
  }

  private mutating func add(
    _ reference: TalkReference, as kind: Kind, _ met: inout Set<Entity>
  ) {
    func add(_ entity: Entity?, _ outcome: Outcome) {
      parts.append(
        Part(
          kind: kind, name: reference.names[0].text,
          title: entity.map(schedule.name(of:)) ?? reference.title,
          isMaybe: isMaybe || reference.isMaybe, entity: entity, outcome: outcome))
    }
    switch finder.match(of: reference) {
    case .none: add(nil, .unknown)
    case .ambiguous: add(nil, .ambiguous)
    case .slots(let slots):
      for entity in slots {
        let isKept = kind == .star ? entity.has(Star.self) : schedule.isHidden(entity)
        // The import does not hide a talk that is starred on this device.
        let isContrary = kind == .hidden && entity.has(Star.self)
        add(entity, !met.insert(entity).inserted || isKept || isContrary ? .known : .new)
      }
    }
  }

  // MARK: Appointments

  /// The maximum number of characters in a title or a location.
  private static let longestText = 300

  private mutating func add(_ planned: PlannedAppointment, _ book: inout AppointmentBook) {
    let title = String(planned.title.onOneLine.prefix(Self.longestText))
    func part(_ appointment: Appointment?, _ outcome: Outcome) -> Part {
      Part(
        kind: .appointment, name: appointment?.id ?? title, title: title, isMaybe: false,
        appointment: appointment, outcome: outcome)
    }
    guard let start = finder.instant(planned.start), let end = finder.instant(planned.end),
      start <= end,
      Timing(start: start, end: end).isNamed
    else { return parts.append(part(nil, .unreadable)) }
    let planned = Appointment(
      id: "", title: title.isEmpty ? "Appointment" : title, timing: Timing(start: start, end: end),
      location: String(planned.location.onOneLine.prefix(Self.longestText)))
    let (appointment, isNew) = book.add(planned)
    parts.append(part(appointment, isNew ? .new : .known))
  }

  // MARK: Saving

  func keep(_ run: inout Run) throws(Failure) {
    let new = parts.filter { $0.outcome == .new }
    func entities(_ isMeant: (Part) -> Bool) -> [Entity] {
      new.filter(isMeant).compactMap(\.entity)
    }
    let marks: [(values: [any MarkKind], entities: [Entity])] = [
      ([Star(isMaybe: false)], entities { $0.kind == .star && !$0.isMaybe }),
      ([Star(isMaybe: true)], entities { $0.kind == .star && $0.isMaybe }),
      ([Hidden()], entities { $0.kind == .hidden }),
    ]
    if new.isEmpty { return }
    try run.change(Star.words.many) { store throws(Failure) in
      try store.set(marks, adding: new.compactMap(\.appointment))
    }
  }
}
