/// What became of an entity in a group since it was last given out.
struct NetChange {
  struct Key: Hashable {
    let entity: Entity
    let source: UInt64
  }

  /// A component before the first change and after the last one that was told.
  private struct Value {
    let column: Int
    let old: (any Component)?
    var new: (any Component)?

    var isChanged: Bool {
      guard let old, let new else { return old != nil || new != nil }
      return !NetChange.isEqual(old, new)
    }
  }

  private let wasMember: Bool
  private var isMember: Bool
  private var values: [Value] = []

  init(wasMember: Bool) {
    self.wasMember = wasMember
    isMember = wasMember
  }

  /// What all changes come to; nil if that is nothing.
  var kind: Event.Kind? {
    switch (wasMember, isMember) {
    case (false, false): nil
    case (false, true): .added
    case (true, false): .removed
    case (true, true): values.contains { $0.isChanged } ? .updated : nil
    }
  }

  /// Adds a change that is being told.
  mutating func add(_ event: Event, columns: [Int]) {
    isMember = event.kind != .removed
    let core = event.entity.reference.unchecked
    for place in core.log.records[Int(event.record)].cells {
      let cell = core.log.cells[place]
      guard columns.contains(Int(cell.column)) else { continue }
      let column = core.types.numbered(Int(cell.column))
      let new = column.logged(cell.new)
      if let known = values.firstIndex(where: { $0.column == column.number }) {
        values[known].new = new
      } else {
        values.append(Value(column: column.number, old: column.logged(cell.old), new: new))
      }
    }
  }

  /// Returns whether two values of a component can be told to be equal.
  private static func isEqual(_ old: any Component, _ new: any Component) -> Bool {
    func compare<E: Equatable>(_ old: E) -> Bool { new as? E == old }
    func isFlag<C: Component>(_ old: C) -> Bool { MemoryLayout<C>.size == 0 }
    if let old = old as? any Equatable { return compare(old) }
    return isFlag(old)
  }
}
