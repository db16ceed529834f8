import ECSKit

/// The merge of a detached entity's edits with the current state of the entity in its context.
struct Merge {
  private let entity: Entity
  private let policy: SyncPolicy
  private var changes: [DetachedPart] = []
  private(set) var applied: [String] = []
  private(set) var conflicts: [SyncReport.Conflict] = []
  private(set) var refusals: [SyncReport.Refusal] = []

  /// Creates a merge by comparing the edits with the entity.
  ///
  /// Comparing values and computing keys runs user code, which may destroy the entity.
  init(_ detached: DetachedEntity, _ entity: Entity, _ policy: SyncPolicy) {
    self.entity = entity
    self.policy = policy
    for part in detached.parts where part.isEdited { classify(part.type, part) }
  }

  var isObstructed: Bool { policy == .fail && !(conflicts.isEmpty && refusals.isEmpty) }

  /// Applies the edits, and records each applied edit.
  ///
  /// User code may prevent some of the edits.
  mutating func apply() {
    for part in changes where entity.isAlive { apply(part.type, part) }
  }

  /// Classifies an edit as a change, a conflict or a refusal.
  private mutating func classify<C: DetachableComponent>(_ type: C.Type, _ part: DetachedPart) {
    let base = part.base as? C
    let mine = part.mine as? C
    let theirs = entity[type]
    if entity.areEqual(base, mine) == true { return }
    let isTheirsKept =
      entity.areEqual(base, theirs) ?? (entity.versionOfUncomparable(type) == part.version)
    if !isTheirsKept, entity.areEqual(mine, theirs) != true {
      let name = String(describing: type)
      conflicts.append(.init(component: name, base: base, mine: mine, theirs: theirs))
      if policy == .theirs { return }
    }
    if let mine, noteRefusal(of: mine) { return }
    changes.append(part)
  }

  private mutating func apply<C: DetachableComponent>(_ type: C.Type, _ part: DetachedPart) {
    if let mine = part.mine as? C {
      entity.set(mine)
      if noteRefusal(of: mine) { return }
    } else {
      entity.remove(type)
    }
    if entity.isAlive { applied.append(String(describing: type)) }
  }

  /// Records a refusal if a unique index refuses a value.
  ///
  /// - Returns: True if the value is refused.
  private mutating func noteRefusal<C: DetachableComponent>(of mine: C) -> Bool {
    guard let taken = entity.takenKey(for: mine) else { return false }
    refusals.append(
      .init(
        component: String(describing: C.self), key: taken.text, holder: taken.holder, mine: mine))
    return true
  }
}
