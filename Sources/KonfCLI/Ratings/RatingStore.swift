import ECSKit
import ECSStore
import Schedule

/// Keeps the ratings of a context in a log, and sets those of the log on the context's entities.
///
/// A rating that cannot be written is rolled back, so that konf never shows a rating that is not on
/// the disk.
final class RatingStore {
  /// A rating whose talk or session is not in the schedule.
  struct Orphan {
    let target: String
    let title: String
    let rating: Rating
  }

  private(set) var orphans: [Orphan] = []
  /// For each other conference in the log the number of ratings that stand.
  private(set) var elsewhere: [String: Int] = [:]
  /// What the log held when it was read.
  private(set) var contents = LogContents()
  private var scope: String?
  private let schedule: ConferenceSchedule
  private let log: ChangeLog?
  private let now: Instant

  /// Prepares the store; `now` is the moment that ratings are given at.
  init(
    _ schedule: ConferenceSchedule, _ invocation: Invocation, _ environment: RunEnvironment,
    now: Instant
  ) throws(Failure) {
    self.schedule = schedule
    log = try RatingFolder.log(invocation, environment)
    self.now = now
  }

  /// Whether there is a place to keep ratings in.
  var hasFolder: Bool { log != nil }

  // MARK: Reading

  /// Puts the ratings of the log on their entities, and notes what is damaged.
  ///
  /// - Throws: ``StoreError`` if there is a log and it cannot be read.
  func load(_ streams: inout OutputStreams) throws(StoreError) {
    guard let log else { return }
    contents = try log.read()
    // Most runs find no log, and need not know what the conference is called in it.
    if !contents.entries.isEmpty {
      let history = RatingHistory(contents.entries, of: schedule)
      (scope, elsewhere) = (history.scope, history.elsewhere)
      for each in history.rated { place(each) }
    }
    Self.note(contents, path: log.path, &streams)
  }

  private func place(_ rated: RatingHistory.Rated) {
    guard let rating = rated.entry.rating else { return }
    if let entity = rated.entity {
      entity.set(rating)
    } else {
      let change = rated.entry.change
      orphans.append(Orphan(target: change.target, title: change.title, rating: rating))
    }
  }

  private static func note(
    _ contents: LogContents, path: String, _ streams: inout OutputStreams
  ) {
    for damage in contents.damages.prefix(3) {
      streams.note("\(path): \(damage.description)")
    }
    let rest = contents.damageCount - 3
    if rest > 0 { streams.note("\(path): \(rest) more damaged lines") }
  }

  // MARK: Writing

  /// Rates a talk or a session, and appends the change to the log.
  ///
  /// A damaged line of the log, or one that is too new, may hold a rating. Therefore a removal is
  /// written even if no rating is known.
  ///
  /// - Parameters:
  ///   - entity: The talk or the session.
  ///   - rating: Its new rating; nil removes the rating.
  /// - Throws: ``StoreError`` if the log cannot be written; the entity is then as it was.
  func rate(_ entity: Entity, _ rating: Rating?) throws(StoreError) {
    let isWritten =
      entity[Rating.self] != rating || rating == nil && contents.damageCount > 0
    guard isWritten else { return }
    let change = schedule.change(of: entity, to: rating, in: scope ?? schedule.scope)
    try schedule.context.transaction { () throws(StoreError) in
      if let rating { entity.set(rating) } else { entity.remove(Rating.self) }
      try log?.append(at: now.secondsSince1970) { _ in [change] }
    }
  }
}
