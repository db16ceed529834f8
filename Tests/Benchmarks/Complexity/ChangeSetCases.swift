import ECSKit

extension ComplexityCase {
  static let ofChangeSets = [
    afresh("Context.recordChanges(_:), destroying", .linear) { context in
      context.recordChanges { destroy(context.entities) }.isEmpty ? 0 : 1
    },
    afresh("Context.proposedChanges, destroying", .linear) { context in
      context.proposedChanges { destroy(context.entities) }.isEmpty ? 0 : 1
    },
    afresh("Context.apply, undo and redo", .linear) { context in
      let changes = context.recordChanges { destroy(context.entities) }
      try? context.apply(changes.inverse)
      try? context.apply(changes)
      return context.count
    },
    afresh("ChangeSet.changes and inverse", .linear) { context in
      context.recordChanges { destroy(context.entities) }.inverse.changes.count
    },
    afresh("Context.observeChanges, a change", .constant) { context in
      let counter = Counter()
      context.observeChanges { counter.value += Double($0.changes.count) }
      for number in 0..<1_000 { context.createEntity(Position(x: Double(number), y: 0)).destroy() }
      return Int(counter.value)
    },
  ]

  private static func destroy(_ entities: [Entity]) {
    for entity in entities { entity.destroy() }
  }
}
