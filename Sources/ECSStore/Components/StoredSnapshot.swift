public import ECSKit

/// A snapshot of entities as a transferable value.
///
///     let saved = try StoredSnapshot(of: context, components)
///     let bytes = saved.bytes          // for a file or a network connection
///     // in the receiver:
///     let entities = StoredSnapshot(bytes).restore(into: copy, components)
///
/// With new ids, a snapshot serves as a template, because each call of ``restore(into:_:ids:)``
/// creates separate entities. References between the entities are preserved. The bytes have the
/// format of a log, with one line for each value.
public struct StoredSnapshot: Sendable {
  /// The choice of ids for restored entities.
  public enum IDs: Sendable {
    /// The ids in the snapshot.
    ///
    /// Existing entities with these ids get the values.
    case kept
    /// New ids, so that separate entities are created.
    case new
  }

  private enum Contents {
    /// The lines of a snapshot of a context.
    case written([UInt8])
    /// The entries that were read from bytes.
    case read([LogEntry])
  }

  private let contents: Contents
  /// The number of invalid lines in the bytes, or 0 for a snapshot of a context.
  public let damageCount: Int

  /// Creates a snapshot of entities.
  ///
  /// - Parameters:
  ///   - context: The context with the entities.
  ///   - components: The components to save.
  ///   - matcher: The entities to save, or nil for all entities with any of the components or with
  ///     ``UnreadValues``.
  /// - Throws: The error that a component throws if it cannot be stored.
  /// - Complexity: O(*n*) in the number of entities times the number of components.
  public init(
    of context: Context, _ components: StoredComponents, matching matcher: Matcher? = nil
  ) throws {
    let matcher =
      matcher
      ?? Matcher(any: components.types.map { $0 as any Component.Type } + [UnreadValues.self])
    var bytes: [UInt8] = []
    var encoder = LineEncoder()
    var count = 0
    func add(_ name: String, _ value: StoredValue, to target: String) {
      count += 1
      encoder.append(value, of: name, to: target, counter: count, to: &bytes)
      bytes.append(LogLine.newline)
    }
    func name(_ entity: Entity) -> String {
      entity[DurableID.self]?.text
        ?? entity.creationNumber.map {
          "\(Character(Unicode.Scalar(StoredEntity.numberSign)))\($0)"
        } ?? ""
    }
    let naming = context.entityNaming
    context.entityNaming = { naming?($0) ?? name($0) }
    defer { context.entityNaming = naming }
    let types = components.types.map { (type: $0, name: $0.storedName) }
    for entity in context.group(matcher) {
      let target = name(entity)
      for (type, name) in types {
        if let value = try type.stored(of: entity) { add(name, value, to: target) }
      }
      guard let unread = entity[UnreadValues.self]?.values else { continue }
      for (name, value) in unread.sorted(by: { $0.key < $1.key })
      where components[name].map({ !entity.has($0) }) ?? true {
        add(name, value.stored, to: target)
      }
    }
    contents = .written(bytes)
    damageCount = 0
  }

  /// Creates a snapshot from the bytes of a snapshot or of a log.
  ///
  /// Each line has a checksum. Damaged lines are skipped and counted.
  ///
  /// - Complexity: O(*n*) expected in the number of bytes.
  public init(_ bytes: [UInt8]) {
    let log = LogContents(bytes)
    contents = .read(log.entries)
    damageCount = log.damageCount
  }

  /// The bytes of the snapshot: a line of text for each value.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public var bytes: [UInt8] {
    switch contents {
    case .written(let bytes): bytes
    case .read(let entries): LogLine.lines(entries)
    }
  }

  private var entries: [LogEntry] {
    switch contents {
    case .written(let bytes):
      // A value of the context may be longer than the longest line of a file.
      var decoder = LineDecoder(longest: .max)
      return LogContents(bytes, using: &decoder).entries
    case .read(let entries): return entries
    }
  }

  /// Creates the entities in a context, in one transaction.
  ///
  /// A snapshot of a context is stored as bytes, and each call decodes these bytes. A snapshot that
  /// was created from bytes is already decoded, so it is a faster template.
  ///
  /// - Parameters:
  ///   - context: The context in which to create the entities.
  ///   - components: The known components. Values of other components become ``UnreadValues``.
  ///   - ids: The ids of the entities.
  /// - Returns: The entities, in the order of the snapshot.
  /// - Complexity: O(*n*) expected in the number of values.
  @discardableResult
  public func restore(
    into context: Context, _ components: StoredComponents, ids: IDs = .kept
  ) -> [Entity] {
    let entries = entries
    // The log of a store may contain a separate entry for each link of a list.
    let hasLinks = entries.contains { !$0.change.name.isEmpty }
    let stored = StoredEntity.all(
      of: hasLinks ? entries.withLinks().latest().withLists() : entries)
    var remapping: [DurableID: DurableID] = [:]
    if ids == .new {
      var generator = SystemRandomNumberGenerator()
      for entity in stored where entity.hasID {
        remapping[DurableID(entity.target)] = .random(using: &generator)
      }
    }
    return context.transaction {
      context.restore(stored, components, remapping: remapping).compactMap(\.self)
    }
  }
}
