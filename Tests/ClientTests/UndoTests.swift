import ECSHistory
import ECSKit
import Testing

// A plan of rooms: each step can be taken back, and what a rule would change is shown before.

/// What a session is called.
struct SessionName: Component, Equatable {
  let text: String
}

/// Where a session takes place.
struct Place: Component, Equatable {
  let room: String
}

/// A remark about a session, for the planners.
struct Remark: Component {
  let session: Entity
}

/// Two sessions cannot share a room: the later one loses it, and gets a remark.
struct OneSessionForEachRoom {
  let context: Context

  /// What the rule would change.
  func proposal() -> ChangeSet {
    context.proposedChanges {
      var taken: Set<String> = []
      for session in context.group(.all(SessionName.self, Place.self)) {
        guard let room = session[Place.self]?.room, !taken.insert(room).inserted else { continue }
        session.remove(Place.self)
        context.createEntity(Remark(session: session))
      }
    }
  }
}

@Suite struct UndoTests {
  private let context = Context()
  private let history: UndoStack
  private let sessions: [Entity]

  init() {
    let context = context
    sessions = ["Keynote", "Workshop", "Panel"].map { context.createEntity(SessionName(text: $0)) }
    history = UndoStack(context)
  }

  private var rooms: [String] { sessions.map { $0[Place.self]?.room ?? "-" } }

  @Test("Steps are undone and redone, and handles stay valid")
  func steps() throws {
    sessions[0].set(Place(room: "A"))
    context.transaction {
      sessions[0].set(Place(room: "B"))
      sessions[1].set(Place(room: "A"))
    }
    sessions[1].destroy()
    #expect(rooms == ["B", "-", "-"])
    try history.undo()
    #expect(rooms == ["B", "A", "-"] && context.entities == sessions)
    try history.undo()
    #expect(rooms == ["A", "-", "-"])
    try history.redo()
    try history.redo()
    #expect(rooms == ["B", "-", "-"] && !sessions[1].isAlive)
    for _ in 0..<5 { try history.undo() }
    #expect(rooms == ["-", "-", "-"] && context.entities == sessions)
    // A new step ends what could be taken again.
    sessions[2].set(Place(room: "C"))
    try history.redo()
    #expect(rooms == ["-", "-", "C"])
  }

  @Test("Changes recorded during a group loop are applied later, as one step")
  func recorded() throws {
    for session in sessions { session.set(Place(room: session == sessions[1] ? "B" : "A")) }
    let remarks = context.group(.all(Remark.self))
    let proposal = OneSessionForEachRoom(context: context).proposal()
    #expect(proposal.changes.map(\.kind) == [.removed, .created, .added])
    #expect(rooms == ["A", "B", "A"] && remarks.isEmpty)
    try context.apply(proposal)
    #expect(rooms == ["A", "B", "-"])
    #expect(remarks.map { $0[Remark.self]?.session } == [sessions[2]])
    try history.undo()
    #expect(rooms == ["A", "B", "A"] && remarks.isEmpty)
  }

  @Test("An outdated proposal is refused with a reason")
  func outOfDate() {
    for session in sessions { session.set(Place(room: "A")) }
    let proposal = OneSessionForEachRoom(context: context).proposal()
    sessions[2].set(Place(room: "C"))
    let error = #expect(throws: ChangeSetError.self) { try context.apply(proposal) }
    #expect(
      error?.description
        == "entity 3: found Place(room: \"C\"); expected Place(room: \"A\")")
    #expect(rooms == ["A", "A", "C"])
  }
}
