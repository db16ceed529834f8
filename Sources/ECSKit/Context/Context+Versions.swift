// Versions of components, for code that compares instead of observing. Followers count the writes,
// so a component whose version nobody reads has no additional cost.

extension Context {
  /// A number that changes with each change of any component.
  ///
  /// If two reads return the same number, no component was added, replaced or removed in between. A
  /// change that is rolled back also changes the number, and so does setting an equal value of a
  /// type that is not `Equatable`. Creating or destroying an entity without components does not.
  ///
  ///     var drawn = context.version
  ///     // later
  ///     if context.version != drawn {
  ///       drawn = context.version
  ///       draw()
  ///     }
  ///
  /// From the first read on, the context counts the writes to each component type, and each write
  /// costs as much as if the component had an index. A context whose version is never read has no
  /// additional cost.
  ///
  /// - Complexity: O(*t*), where *t* is the number of component types. The first read takes O(*n*),
  ///   where *n* is the number of components.
  public var version: UInt64 {
    core.countAllWrites().reduce(0) { $0 &+ $1.last }
  }

  /// Returns a number that changes with each change of a component on any entity.
  ///
  /// The number works like ``version``, but only the writes to one component type are counted.
  ///
  ///     let before = context.version(of: Rating.self)
  ///     talk.set(Title(text: "Async View Controllers"))
  ///     context.version(of: Rating.self) == before  // true
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: The number.
  /// - Complexity: O(1) expected. The first call for a type takes O(*n*), where *n* is the number
  ///   of entities.
  public func version<C: Component>(of type: C.Type) -> UInt64 {
    core.writeCounts(of: type).last
  }
}

extension Entity {
  /// Returns a number that changes with each change of a component on this entity.
  ///
  /// The number works like ``Context/version``, but only the writes to this entity are counted.
  /// Numbers of different entities or components cannot be compared.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: The number, or nil if the entity lacks the component or is dead.
  /// - Complexity: O(1) expected. The first call for a type takes O(*n*), where *n* is the number
  ///   of entities.
  public func version<C: Component>(of type: C.Type) -> UInt64? {
    guard let core = living, has(type) else { return nil }
    return core.writeCounts(of: type).version(of: index)
  }

  /// Returns the version of a component whose values cannot be compared.
  ///
  /// - Returns: The version, or nil if the entity lacks the component or if the values of the type
  ///   can be compared.
  /// - Complexity: The complexity of `version(of:)`.
  package func versionOfUncomparable<C: Component>(_ type: C.Type) -> UInt64? {
    guard let core = living, !Column<C>.isFlag, core.found(type)?.isEqual == nil else { return nil }
    return version(of: type)
  }
}

/// Counts the writes to the values of a component type.
///
/// The version of an entity is stored when it is first requested, and then updated with each write
/// to the entity. It is removed if the entity loses the component, so there are never more versions
/// than values.
final class WriteCounts: FollowerContents {
  private(set) var last: UInt64 = 0
  private var versions: [UInt32: UInt64] = [:]

  func version(of index: UInt32) -> UInt64 {
    if let version = versions[index] { return version }
    // A later write gets a higher number, so the current number can serve as the version.
    versions[index] = last
    return last
  }

  func note(_ index: UInt32, isThere: Bool) {
    last += 1
    if versions[index] != nil { versions[index] = isThere ? last : nil }
  }

  func clear() { versions = [:] }
  func shrink() -> Any? { nil }
  var count: Int { versions.count }
  var bytes: Int { versions.capacity * (MemoryLayout<UInt32>.stride + MemoryLayout<UInt64>.stride) }
  var callsForeignCode: Bool { false }
}

extension Core {
  /// Returns the write counts of a component type.
  ///
  /// The first call for a type starts counting.
  fileprivate func writeCounts<C: Component>(of type: C.Type) -> WriteCounts {
    let follower: Follower<C> = follower(FollowerKey(type, Never.self, .writes, nil)) {
      let counts = WriteCounts()
      return (counts, { index, value in counts.note(index, isThere: value != nil) })
    }
    guard let counts = follower.contents as? WriteCounts else {
      preconditionFailure("the follower of writes counts them")
    }
    return counts
  }

  /// Returns the write counts of all component types that have a column.
  ///
  /// The first call starts counting for these types, and for all types that get a column later.
  fileprivate func countAllWrites() -> ContiguousArray<WriteCounts> {
    if let allCounts { return allCounts }
    allCounts = []
    for column in columns.all { count(writesTo: column) }
    return allCounts ?? []
  }

  func count(writesTo column: AnyColumn) {
    func open<C: Component>(_ type: C.Type) -> WriteCounts { writeCounts(of: type) }
    allCounts?.append(open(column.type))
  }
}
