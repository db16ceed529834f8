extension Context {
  /// The numbers of entities, components, groups and observers of a context at one moment.
  public struct Statistics: Sendable, Equatable, CustomStringConvertible {
    /// A component type, a group or an index.
    public struct Part: Sendable, Equatable {
      /// The name of a component type, of an index (the component type and its rule), or the rule
      /// of a group.
      public let name: String
      /// The number of its entities.
      public let count: Int
      /// The number of observers of its changes; 0 for indices, which cannot be observed.
      public let observerCount: Int
      /// The approximate number of bytes it takes, without memory that values allocate themselves,
      /// such as the text of a long string.
      public let bytes: Int
    }

    /// The number of entities.
    public let entityCount: Int
    /// The number of observers of the context, of groups and of entities, and of readers of change
    /// sets.
    public let observerCount: Int
    /// The component types, in the order in which the context first saw them.
    public let components: [Part]
    /// The groups, in the order in which they were first requested.
    public let groups: [Part]
    /// The indices, by name.
    public let indices: [Part]
    /// The approximate number of bytes of everything, entities included.
    public let bytes: Int

    /// All numbers as lines of text.
    ///
    ///     2 entities, 1 observer, 5288 bytes
    ///     component Name: 2 entities, 1 observer, 1408 bytes
    ///     group all(Name): 2 entities, 1 observer, 320 bytes
    @_documentation(visibility: internal)
    public var description: String {
      func line(_ name: String, _ count: Int, _ observers: Int, _ bytes: Int) -> String {
        "\(name)\(count) \(count == 1 ? "entity" : "entities"), "
          + "\(observers) observer\(observers == 1 ? "" : "s"), \(bytes) bytes"
      }
      var lines = [line("", entityCount, observerCount, bytes)]
      for (kind, parts) in [("component", components), ("group", groups), ("index", indices)] {
        lines += parts.map { line("\(kind) \($0.name): ", $0.count, $0.observerCount, $0.bytes) }
      }
      return lines.joined(separator: "\n")
    }
  }

  /// The present numbers of entities, components, groups and observers.
  ///
  /// - Complexity: O(*n t* + *g* log *g* + *k*), where *n* is the largest number of entities there
  ///   ever were at a time, *t* the number of component types and indices, *g* that of groups and
  ///   *k* that of keys in all indices.
  public var statistics: Statistics {
    let components = core.columns.all.map(core.part)
    let groups = self.groups.map { group in
      Statistics.Part(
        name: "\(group.matcher)", count: group.count, observerCount: group.observerCount,
        bytes: group.bytes)
    }
    let indices = core.followers.filter { $0.key.source != .writes }.values.map { index in
      Statistics.Part(
        name: index.name, count: index.contents.count, observerCount: 0,
        bytes: index.contents.bytes)
    }
    var observerCount = groups.reduce(0) { $0 + $1.observerCount }
    core.observersOfAll.visit { _ in observerCount += 1 }
    core.reading.readers.visit { _ in observerCount += 1 }
    observerCount += core.observersOfEntities.values.reduce(0) { $0 + $1.count }
    return Statistics(
      entityCount: count, observerCount: observerCount, components: components, groups: groups,
      indices: indices.sorted { ($0.name, $0.count, $0.bytes) < ($1.name, $1.count, $1.bytes) },
      bytes: (components + groups + indices).reduce(core.entities.bytes) { $0 + $1.bytes })
  }

  /// The groups that the context keeps, in the order in which they were first requested.
  ///
  /// - Complexity: O(*g* log *g*), where *g* is the number of groups.
  public var groups: [Group] { core.groups.values.sorted { $0.number < $1.number } }
}

extension Context: CustomStringConvertible {
  /// The numbers of entities, components, groups and observers, as lines of text.
  ///
  /// The text of ``statistics``.
  @_documentation(visibility: internal)
  public var description: String { "\(statistics)" }
}

extension Core {
  /// Returns the numbers of a component type.
  fileprivate func part(_ column: AnyColumn) -> Context.Statistics.Part {
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
    return Context.Statistics.Part(
      name: column.name, count: count, observerCount: observerCount, bytes: bytes)
  }
}

extension Group {
  fileprivate var bytes: Int { members.bytes + bytesOfOrder }
}

extension Context {
  /// All component types that entities, groups or indices of the context have used, in the order in
  /// which the context first saw them.
  ///
  /// With them you can make a rule from names that come from outside the program:
  ///
  ///     let type = context.componentTypes.first { String(describing: $0) == "Title" }
  ///     let titled = type.map { context.group(.all($0)) }
  ///
  /// - Complexity: O(*t*), where *t* is the number of component types.
  public var componentTypes: [any Component.Type] { core.columns.all.map(\.type) }
}
