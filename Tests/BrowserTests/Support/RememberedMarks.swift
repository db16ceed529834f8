import Browser
import ECSKit
import Schedule

/// Keeps marks on the entities alone, with what it takes to undo them.
final class RememberedMarks {
  /// The marks of an entity.
  struct Marks: Equatable {
    var star: Star?
    var rating: Rating?
    var note: Note?
    var isHidden: Bool

    init(of entity: Entity) {
      star = entity[Star.self]
      rating = entity[Rating.self]
      note = entity[Note.self]
      isHidden = entity.has(Hidden.self)
    }

    func set(on entity: Entity) {
      if let star { entity.set(star) } else { entity.remove(Star.self) }
      if let rating { entity.set(rating) } else { entity.remove(Rating.self) }
      if let note { entity.set(note) } else { entity.remove(Note.self) }
      if isHidden { entity.set(Hidden()) } else { entity.remove(Hidden.self) }
    }
  }

  private typealias Step = [(entity: Entity, before: Marks, after: Marks)]
  private var done: [Step] = []
  private var undone: [Step] = []
  private let conference: InventedConference
  /// What was kept, in words, the first change first.
  private(set) var log: [String] = []
  /// Why nothing can be kept; nil if it can.
  var failure: String?
  var news: BrowserNews?

  init(_ conference: InventedConference) { self.conference = conference }

  var keeping: BrowserKeeping {
    BrowserKeeping(
      keep: { [unowned self] mark, entities, now in
        if let failure { return .failed(failure) }
        log.append("\(mark) \(entities.count) at \(now.secondsSince1970)")
        change(entities) { entity in
          switch mark {
          case .star(let star?): entity.set(star)
          case .star(nil): entity.remove(Star.self)
          case .rating(let stars?): entity.set(Rating(stars: stars, comment: "", time: now))
          case .rating(nil): entity.remove(Rating.self)
          case .note(let text?): entity.set(Note(text: text))
          case .note(nil): entity.remove(Note.self)
          case .hidden(true): entity.set(Hidden())
          case .hidden(false): entity.remove(Hidden.self)
          }
        }
        return .done(())
      },
      undo: { [unowned self] _ in
        guard let step = done.popLast() else { return .done(nil) }
        conference.context.transaction { for one in step { one.before.set(on: one.entity) } }
        undone.append(step)
        return .done("a change of \(step.count)")
      },
      redo: { [unowned self] _ in
        guard let step = undone.popLast() else { return .done(nil) }
        conference.context.transaction { for one in step { one.after.set(on: one.entity) } }
        done.append(step)
        return .done("a change of \(step.count)")
      },
      undoVisit: { [unowned self] _ in
        var first: [Entity: Marks] = [:]
        for one in done.joined() where first[one.entity] == nil { first[one.entity] = one.before }
        let different = first.filter { Marks(of: $0.key) != $0.value }
        if different.isEmpty { return .done(false) }
        change(Array(different.keys)) { different[$0]?.set(on: $0) }
        return .done(true)
      },
      news: { [unowned self] in news },
      reload: { [unowned self] _ in
        failure.map { .failed($0) } ?? .done(conference.schedule)
      },
      command: { query in "konf talks\(query.isAgenda ? " --mine" : "")" })
  }

  private func change(_ entities: [Entity], _ body: (Entity) -> Void) {
    let before = entities.map(Marks.init)
    conference.context.transaction { for entity in entities { body(entity) } }
    undone = []
    done.append(zip(entities, before).map { ($0, $1, Marks(of: $0)) })
  }
}
