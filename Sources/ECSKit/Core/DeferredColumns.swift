// Columns that are filled when their component is first used. `Core.findFar` fills a deferred
// column, so no read, group, index or observer ever sees it empty. Calls that list or drop all
// components of an entity fill all deferred columns first.

/// The component types whose values a context requests on first use.
///
/// Invariant: no listed type has a column. So no group, follower, observer or record refers to the
/// type, and filling its column needs no settling and creates no event.
@usableFromInline
struct DeferredColumns {
  private var types: ContiguousArray<any Component.Type> = []
  private var fill: ((any Component.Type) -> Void)?

  @usableFromInline var isEmpty: Bool { types.isEmpty }

  init() {}

  init(_ types: [any Component.Type], _ fill: @escaping (any Component.Type) -> Void) {
    self.types = ContiguousArray(types)
    self.fill = fill
  }

  var first: (any Component.Type)? { types.first }

  /// Removes a type, and returns it with the function that fills its column.
  ///
  /// The result is nil if the type is not listed.
  mutating func take(
    _ key: UInt
  ) -> (type: any Component.Type, fill: (any Component.Type) -> Void)? {
    guard let fill,
      let place = types.firstIndex(where: { UInt(bitPattern: ObjectIdentifier($0)) == key })
    else { return nil }
    let type = types.remove(at: place)
    if types.isEmpty { self.fill = nil }
    return (type, fill)
  }
}

extension Core {
  /// Fills the column of a deferred component, and returns it.
  ///
  /// The result is nil if the component is not deferred, or if no entity has it.
  @inline(never)
  func fillDeferred(_ key: UInt) -> Unretained<AnyColumn>? {
    guard let (type, fill) = deferred.take(key) else { return nil }
    let wasFilling = isFilling
    isFilling = true
    fill(type)
    isFilling = wasFilling
    return columns.find(key)
  }

  /// Puts a deferred component into its column.
  ///
  /// A second value of an entity replaces the first, and a second holder of a unique component is
  /// ignored.
  @usableFromInline @inline(never)
  func putDeferred<C: Component>(_ value: C, _ column: Column<C>, _ index: UInt32) {
    if has(column, index) {
      return overwrite(value, column, at: column.store.position(ofHolder: index))
    }
    if column.isUnique {
      if column.holder >= 0 { return }
      column.holder = Int64(index)
    }
    fill(value, column, index)
  }

  /// Fills all deferred columns, in their given order.
  @usableFromInline @inline(never)
  func fillAllDeferred() {
    while let type = deferred.first {
      _ = fillDeferred(UInt(bitPattern: ObjectIdentifier(type)))
    }
  }
}

extension Context {
  /// Defers setting components of existing entities until the component types are first used.
  ///
  /// A component is used by any read, group, index or observer that names its type, and by calls
  /// that list or drop all components of an entity. The context then calls `fill` once for the type
  /// and behaves as if the values had always been there. So filling is no change: nobody is
  /// notified, and no rollback or undo removes the values.
  ///
  ///     context.deferColumns([Title.self]) { [unowned context] _ in
  ///       for (entity, text) in titles { context.fill(entity) { $0.set(Title(text: text)) } }
  ///     }
  ///
  /// - Parameters:
  ///   - types: Component types that the context has not seen yet.
  ///   - fill: Sets all values of a type by ``fill(_:with:)``. It must not change anything else,
  ///     and must not keep the context alive.
  /// - Returns: True if the components are deferred. False if the context has seen one of the
  ///   types, already has deferred components, or is in a transaction, whose rollback might remove
  ///   the entities.
  /// - Complexity: O(*t*), where *t* is the number of types. The first use of a type takes the time
  ///   of `fill`.
  package func deferColumns(
    _ types: [any Component.Type], fill: @escaping (any Component.Type) -> Void
  ) -> Bool {
    guard core.isIdle, core.deferred.isEmpty,
      types.allSatisfy({ core.find(ObjectIdentifier($0)) == nil })
    else { return false }
    core.deferred = DeferredColumns(types, fill)
    return true
  }

  /// Sets a deferred component of an entity while its column is being filled.
  ///
  /// - Precondition: The closure of `deferColumns(_:fill:)` is running, and the entity exists.
  @inlinable
  package func fill(_ entity: Entity, with set: (borrowing NewEntity) -> Void) {
    precondition(core.isFilling && core.entities.isAlive(entity.index, entity.generation))
    set(NewEntity(core, entity.index))
  }
}
