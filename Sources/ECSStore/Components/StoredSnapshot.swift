public import ECSKit

/// What entities had at one moment, as a value that travels.
///
///     let saved = try StoredSnapshot(of: context, components)
///     let bytes = saved.bytes          // for a file or a wire
///     // there:
///     let entities = StoredSnapshot(bytes).restore(into: copy, components)
///
/// Restored under new ids it is a template: each call makes entities of its own, and what refers to one
/// of them refers to the new one. The bytes have the form of a store's log, a line for each value.
public struct StoredSnapshot: Sendable {
  /// Which ids restored entities have.
  public enum IDs: Sendable {
    /// Those of the snapshot; entities that have them already get the values.
    case kept
    /// New ones, for entities of their own.
    case new
  }

  private enum Contents {
    /// The lines of a snapshot of a context.
    case written([UInt8])
    /// What was read.
    case read([LogEntry])
  }

  private let contents: Contents
  /// The lines of the bytes that are no values, such as damaged ones; none in a snapshot of a context.
  public let damageCount: Int

  /// Creates a snapshot of entities.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - components: The components that are kept.
  ///   - matcher: The entities; nil for all of them.
  /// - Throws: What a component throws that cannot be stored.
  /// - Complexity: O(*n*), where *n* is the number of entities times that of components.
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

  /// Reads the bytes of a snapshot or of a store's log.
  ///
  /// Each line has a checksum: what is damaged is left out and counted.
  ///
  /// - Parameter bytes: The bytes.
  /// - Complexity: O(*n*) expected, where *n* is the number of bytes.
  public init(_ bytes: [UInt8]) {
    let log = LogContents(bytes)
    contents = .read(log.entries)
    damageCount = log.damageCount
  }

  /// The bytes: a line of text for each value.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public var bytes: [UInt8] {
    switch contents {
    case .written(let bytes): bytes
    case .read(let entries): LogLine.lines(entries)
    }
  }

  private var entries: [LogEntry] {
    switch contents {
    case .written(let bytes):
      // What a context had is whole, however long a value is.
      var decoder = LineDecoder(longest: .max)
      return LogContents(bytes, using: &decoder).entries
    case .read(let entries): return entries
    }
  }

  /// Makes the entities in a context, as one transaction.
  ///
  /// A snapshot of a context is kept as its bytes, which each call reads. One that was read from bytes has
  /// been read already, so that a template that is used often is best made of them.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - components: The components that it knows; all other values are kept as ``UnreadValues``.
  ///   - ids: Which ids the entities have.
  /// - Returns: The entities, in the order of the snapshot.
  /// - Complexity: O(*n*) expected, where *n* is the number of values.
  @discardableResult
  public func restore(
    into context: Context, _ components: StoredComponents, ids: IDs = .kept
  ) -> [Entity] {
    let entries = entries
    // The log of a store may have lists in parts.
    let isInParts = entries.contains { !$0.change.name.isEmpty }
    let stored = StoredEntity.all(
      of: isInParts ? entries.withWholeValues().latest() : entries)
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
