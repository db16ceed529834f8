import ECSHistory
import ECSKit
import ECSModel

private enum Owns: Relation {}

extension Workload {
  /// Parts of one whole: their links are read from both ends, made, removed and ended one by one.
  ///
  /// The whole has as many links as there are entities, so what looks at all of them for each one
  /// takes a thousand times its gate.
  static let linking: [Workload] = [
    Workload(
      "w9_targets",
      library: { size in
        let board = Board(size)
        for part in board.parts { part.link(to: board.whole, as: Owns.self) }
        return Trial(operations: size) {
          var count = 0
          for part in board.parts { count += part.targets(of: Owns.self).count }
          return Double(count)
        }
      }),
    Workload(
      "w9_sources",
      library: { size in
        let board = Board(size)
        board.linkAll()
        return Trial(operations: size) {
          var count = 0
          for part in board.parts { count += board.context.sources(of: Owns.self, to: part).count }
          return Double(count)
        }
      }),
    Workload("w9_link", library: { changing($0) { $0.linkAll() } }),
    Workload("w9_link_followed", library: { changing($0, isFollowed: true) { $0.linkAll() } }),
    Workload(
      "w9_link_undo",
      library: { changing($0, isFollowed: true, isUndoable: true) { $0.linkAll() } }),
    Workload(
      "w9_unlink",
      library: {
        changing($0, isFollowed: true, isLinked: true) { board in
          for part in board.parts { board.whole.unlink(from: part, as: Owns.self) }
        }
      }),
    Workload(
      "w9_destroy_part",
      library: {
        changing($0, isFollowed: true, isLinked: true) { board in
          for part in board.parts { part.destroy() }
        }
      }),
  ]

  private static func changing(
    _ size: Int, isFollowed: Bool = false, isUndoable: Bool = false, isLinked: Bool = false,
    _ body: @escaping (Board) -> Void
  ) -> Trial {
    let board = Box(Board(0))
    let prepare = {
      board.value = Board(size)
      if isFollowed { board.value.relations = RelationRules(Owns.self, in: board.value.context) }
      if isUndoable { board.value.undo = UndoStack(board.value.context) }
      if isLinked { board.value.linkAll() }
    }
    return Trial(operations: size, prepare: prepare) {
      body(board.value)
      return Double(board.value.whole.targets(of: Owns.self).count)
    }
  }
}

/// A whole, and what may become its parts.
private struct Board {
  let context = Context()
  let whole: Entity
  let parts: [Entity]
  var relations: RelationRules?
  var undo: UndoStack?

  init(_ size: Int) {
    whole = context.createEntity(Position(x: 0, y: 0))
    let context = self.context
    parts = (0..<size).map { context.createEntity(Position(x: Double($0), y: 1)) }
  }

  func linkAll() {
    for part in parts { whole.link(to: part, as: Owns.self) }
  }
}
