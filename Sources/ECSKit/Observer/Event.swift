/// One change as an observer is told of it.
///
/// An event is a view: its old and new values can be read while the observer runs and are nil
/// afterwards. Old and new are those of *this* change, even if the entity has changed since.
///
///     let position = group.observe(.updated) { event in
///       print(event.old(Position.self), "->", event.new(Position.self))
///     }
public struct Event {
  /// What happened.
  @frozen
  public enum Kind: Sendable, Hashable {
    /// An entity was made; told to observers of a context.
    case created
    /// A component was set that was not there, or an entity became a member of a group.
    case added
    /// A component got another value, or a member of a group changed in a component of its rule.
    case updated
    /// A component was taken away, or an entity left a group.
    case removed
    /// An entity is gone; told to observers of a context and of the entity.
    case destroyed
  }

  /// What happened.
  public let kind: Kind
  /// The entity it happened to; dead if the entity was destroyed, now or since.
  public let entity: Entity
  @usableFromInline let record: Int32
  @usableFromInline let delivery: UInt32
  let cell: Int32

  /// The type of the component that changed.
  ///
  /// It is nil where a whole entity came or went: made of several components, or destroyed.
  public var component: (any Component.Type)? {
    guard isValid else { return nil }
    if cell >= 0 { return core.types.numbered(Int(core.log.cells[Int(cell)].column)).type }
    let change = core.log.records[Int(record)]
    let cells = change.cells
    guard kind != .created, change.kind != .destroyed, cells.count == 1 else { return nil }
    return core.types.numbered(Int(core.log.cells[cells.lowerBound].column)).type
  }

  /// Returns the value that a component had before the change.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: The value, or nil if the change did not touch the component, if there was none
  ///   before, or if the observer has returned.
  /// - Complexity: O(*c*), where *c* is the number of components in the change; 1 for most.
  @inlinable
  public func old<C: Component>(_ type: C.Type) -> C? {
    value(type) { $0.old }
  }

  /// Returns the value that a component has after the change.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: The value, or nil if the change did not touch the component, if it took it away, or
  ///   if the observer has returned.
  /// - Complexity: O(*c*), where *c* is the number of components in the change; 1 for most.
  @inlinable
  public func new<C: Component>(_ type: C.Type) -> C? {
    value(type) { $0.new }
  }

  private var core: Core { entity.reference.unchecked }

  private var isValid: Bool { isCurrent(in: core) }

  /// Whether the observer that the event was made for is running.
  @inlinable
  @inline(__always)
  func isCurrent(in core: Core) -> Bool {
    core.isIn(entity.generation >> SlotTable.countBits) && core.log.delivery == delivery
      && core.log.current == Int(record)
  }

  @inlinable
  @inline(__always)
  func value<C: Component>(_ type: C.Type, _ side: (Cell) -> Int32) -> C? {
    entity.reference.withCore { core in
      guard isCurrent(in: core), let column = core.types.find(type) else { return nil }
      return column.with { column in
        var place = Int(core.log.records[Int(record)].firstCell)
        let end = Int(core.log.records[Int(record)].endOfCells)
        while place < end {
          let cell = core.log.cells[place]
          if Int(cell.column) == column.number {
            let position = Int(side(cell))
            return position >= 0 ? column.history[position] : nil
          }
          place &+= 1
        }
        return nil
      }
    }
  }
}
