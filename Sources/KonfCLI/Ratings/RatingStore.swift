import ECSKit
import ECSStore
import Schedule

/// Keeps the ratings of a context in a log, and puts those of the log on the context's entities.
///
/// A change that cannot be written is taken back by its inverse, so that nobody is ever shown a
/// rating that is not on the disk.
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
  private let programme: Programme
  private let log: ChangeLog?
  private let now: Instant

  /// Prepares the store; `now` is the moment that ratings are given at.
  init(
    _ programme: Programme, _ invocation: Invocation, _ environment: RunEnvironment, now: Instant
  ) throws(Failure) {
    self.programme = programme
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
      let history = RatingHistory(contents.entries, of: programme)
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

  /// Rates a talk or a session, and writes to the log what that changed.
  ///
  /// Where lines of the log are damaged or too new to be read, one of them may hold a rating, so a
  /// rating is taken away also if none is known.
  ///
  /// - Parameters:
  ///   - entity: The talk or the session.
  ///   - rating: What somebody thinks of it now; nil takes the rating away.
  /// - Throws: ``StoreError`` if it cannot be written; then nothing was changed.
  func rate(_ entity: Entity, _ rating: Rating?) throws(StoreError) {
    let changes = programme.context.changes {
      if let rating { entity.set(rating) } else { entity.remove(Rating.self) }
    }
    let scope = scope ?? programme.scope
    var written = changes.changes.filter { $0.component == Rating.self }.map {
      programme.change(of: $0.entity, to: $0.new as? Rating, in: scope)
    }
    if written.isEmpty, rating == nil, contents.damageCount > 0 {
      written = [programme.change(of: entity, to: nil, in: scope)]
    }
    guard let log, !written.isEmpty else { return }
    do {
      try log.append(at: now.secondsSince1970) { _ in written }
    } catch {
      // It fits, as nothing has happened since.
      try? programme.context.apply(changes.inverse)
      throw error
    }
  }
}
