import ECSKit
import ECSStore
import Schedule

/// Keeps the ratings of a context in a log, and puts those of the log on the context's entities.
///
/// What is written follows what happens in the context: an observer of the rated entities appends
/// each change to the log. A change that can not be written is taken back, so that nobody is ever
/// shown a rating that is not on the disk.
final class RatingStore {
  /// A rating whose talk or session is not in the schedule.
  struct Orphan {
    let target: String
    let title: String
    let rating: Rating
  }

  private(set) var orphans: [Orphan] = []
  /// Why the last change could not be written.
  private(set) var failure: StoreError?
  private let programme: Programme
  private let log: ChangeLog?
  private let now: Instant
  /// The entities whose change was taken back; the event of that is still to come.
  private var takenBack: Set<Entity> = []

  /// Prepares the store; `now` is the moment that ratings are given at.
  init(_ programme: Programme, _ invocation: Invocation, _ world: World, now: Instant) {
    self.programme = programme
    log = RatingFolder.path(invocation, world.environment).map { folder in
      ChangeLog(folder: folder, name: "ratings.log", wait: world.lockWait)
    }
    self.now = now
  }

  /// Whether there is a place to keep ratings in.
  var hasFolder: Bool { log != nil }

  // MARK: Reading

  /// Puts the ratings of the log on their entities, and from then on writes each change.
  ///
  /// What is damaged, or can not be read, is told and does no harm to the rest.
  func load(_ streams: inout OutputStreams) {
    if let log {
      do {
        let contents = try log.read()
        // Most runs find no log, and need not know what the conference is called in it.
        let entries = contents.entries
        let rated = entries.isEmpty ? [] : RatingHistory(entries, of: programme).rated
        for each in rated { place(each) }
        Self.note(contents, path: log.path, &streams)
      } catch {
        streams.note("ratings are not shown: \(error.description)", .error)
      }
    }
    programme.rated.observe { [weak self] event in self?.write(event) }
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

  private func write(_ event: Event) {
    guard takenBack.remove(event.entity) == nil, let log else { return }
    do {
      let change = programme.change(of: event.entity, to: event.new(Rating.self))
      try log.append(at: now.secondsSince1970) { _ in [change] }
    } catch {
      failure = error
      takenBack.insert(event.entity)
      if let old = event.old(Rating.self) {
        event.entity.set(old)
      } else {
        event.entity.remove(Rating.self)
      }
    }
  }
}
