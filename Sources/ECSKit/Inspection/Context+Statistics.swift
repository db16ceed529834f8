extension Context {
  /// The statistics of a context, a component type, a group or an index, at one moment.
  public struct Statistics: Sendable, Equatable, CustomStringConvertible {
    /// The name of the described object.
    ///
    /// The name is a component type, the rule of a group, or the component type and the rule of an
    /// index. For a context, it is empty.
    public let name: String
    /// The number of entities.
    public let entityCount: Int
    /// The number of observers.
    ///
    /// The number is 0 for an index, because indices cannot be observed. The number for a context
    /// includes the observers of its groups and entities, and the readers of change sets.
    public let observerCount: Int
    /// The approximate memory in bytes.
    ///
    /// Memory that the values allocate, such as the text of a long string, is not included.
    public let bytes: Int
    /// The statistics of a context's component types, in the order of first use.
    public var components: [Statistics] = []
    /// The statistics of a context's groups, in the order of their first requests.
    public var groups: [Statistics] = []
    /// The statistics of a context's indices, sorted by name.
    public var indices: [Statistics] = []

    /// The statistics as lines of text.
    ///
    ///     2 entities, 1 observer, 5288 bytes
    ///     component Name: 2 entities, 1 observer, 1408 bytes
    ///     group all(Name): 2 entities, 1 observer, 320 bytes
    public var description: String {
      var lines = [
        "\(name)\(name.isEmpty ? "" : ": ")\(entityCount) \(entityCount == 1 ? "entity" : "entities"), "
          + "\(observerCount) observer\(observerCount == 1 ? "" : "s"), \(bytes) bytes"
      ]
      for (kind, parts) in [("component", components), ("group", groups), ("index", indices)] {
        lines += parts.map { "\(kind) \($0)" }
      }
      return lines.joined(separator: "\n")
    }
  }

  /// The current statistics of the context and its component types, groups and indices.
  ///
  /// - Complexity: O(*n t* + *g* log *g* + *k*), where *n* is the largest number of entities that
  ///   ever existed at once, *t* the number of component types and indices, *g* the number of
  ///   groups and *k* the number of keys in all indices.
  public var statistics: Statistics {
    core.fillAllDeferred()
    let components = core.columns.all.filter(\.isListed).map { core.statistics(of: $0) }
    let groups = self.groups.filter(\.isListed).map { group in
      Statistics(
        name: "\(group.matcher)", entityCount: group.count, observerCount: group.observerCount,
        bytes: group.bytes)
    }
    let indices = core.followers.filter { $0.key.source != .writes }.values.map { index in
      Statistics(
        name: index.name, entityCount: index.contents.count, observerCount: 0,
        bytes: index.contents.bytes)
    }
    var observerCount = groups.reduce(0) { $0 + $1.observerCount }
    core.observersOfAll.visit { _ in observerCount += 1 }
    core.changeSets.readers.visit { _ in observerCount += 1 }
    observerCount += core.observersOfEntities.values.reduce(0) { $0 + $1.count }
    let bytes = (components + groups + indices).reduce(core.entities.bytes) { $0 + $1.bytes }
    return Statistics(
      name: "", entityCount: count, observerCount: observerCount, bytes: bytes,
      components: components, groups: groups,
      indices: indices.sorted {
        ($0.name, $0.entityCount, $0.bytes) < ($1.name, $1.entityCount, $1.bytes)
      })
  }

  /// The groups of the context, in the order of their first requests.
  ///
  /// - Complexity: O(*g* log *g*), where *g* is the number of groups.
  public var groups: [Group] { core.groups.values.sorted { $0.number < $1.number } }
}

extension Context: CustomStringConvertible {
  /// The numbers of entities, components, groups and observers, as lines of text.
  ///
  /// The text is the description of ``statistics``.
  public var description: String { "\(statistics)" }
}

extension Core {
  fileprivate func statistics(of column: AnyColumn) -> Context.Statistics {
    func values<C: Component>(_ type: C.Type) -> (count: Int, bytes: Int) {
      guard let column = found(type) else { return (0, 0) }
      let count =
        Column<C>.isFlag
        ? entities.living.count { entities.has(column.bit, $0) } : column.store.count
      return (count, column.store.bytes + column.history.bytes)
    }
    let (count, bytes) = values(column.type)
    var observerCount = 0
    column.observers.visit { _ in observerCount += 1 }
    return Context.Statistics(
      name: column.name, entityCount: count, observerCount: observerCount, bytes: bytes)
  }
}

extension Group {
  /// True if no component of the rule is an implementation detail.
  fileprivate var isListed: Bool { reference.unchecked.columns(of: matcher).allSatisfy(\.isListed) }

  fileprivate var bytes: Int { members.bytes + bytesOfOrder }
}

extension Context {
  /// All component types that entities, groups or indices have used, in the order of first use.
  ///
  /// Use them to create a rule from type names that are known only at run time:
  ///
  ///     let type = context.componentTypes.first { String(describing: $0) == "Title" }
  ///     let titled = type.map { context.group(.all($0)) }
  ///
  /// - Complexity: O(*t*), where *t* is the number of component types.
  public var componentTypes: [any Component.Type] {
    core.fillAllDeferred()
    return core.columns.all.map(\.type)
  }
}
