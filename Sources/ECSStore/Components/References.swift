public import ECSKit

/// An entity inside a value that is kept is written as its ``DurableID``.
///
///     struct Assigned: StoredComponent, Codable, Equatable {
///       static let storedName = "assigned"
///       var to: Entity
///     }
///
/// An entity that is kept because it is referred to needs no component that is kept. A reference to an
/// entity that is not there is a handle of no entity, is listed in ``ComponentStore/unread``, and is
/// written again as it was.
extension Entity: Codable {
  /// Finds the entity in the context that a value is read for.
  ///
  /// - Parameter decoder: A decoder of this module, of a component that is kept.
  /// - Throws: `DecodingError` if there is no text, or the decoder is another one.
  public init(from decoder: any Decoder) throws {
    let name = try decoder.singleValueContainer().decode(String.self)
    guard let reading = StoredReading.of(decoder) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "found \(name.debugDescription) outside a store; expected none"))
    }
    self = reading.resolver.find(name)
  }

  /// Writes the id of the entity.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(writtenName ?? self[DurableID.self]?.text ?? "")
  }
}

/// Finds the entities that values refer to, while they are read.
struct EntityResolver: Hashable, Sendable {
  let find: @Sendable (String) -> Entity

  /// Creates a resolver, which is used where it is made and before the call that makes it returns.
  init(_ find: @escaping (String) -> Entity) {
    // Safe: a value has its resolver only during the call that reads it. That call runs this closure
    // where the context is confined, and drops it before it returns.
    nonisolated(unsafe) let find = find
    self.find = { find($0) }
  }

  static func == (first: EntityResolver, second: EntityResolver) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

/// The entities that a file refers to and the context does not have.
final class References {
  /// A component of an entity that refers to something that is not there.
  struct Owner {
    let entity: Entity
    let type: any StoredComponent.Type
  }

  private let context: Context
  /// The ids of handles without an entity.
  private var ids: [Entity: DurableID] = [:]
  private var handles: [DurableID: Entity] = [:]
  /// The ids that entities had, which others may get back under other handles.
  private var former: Set<DurableID> = []
  /// The ids of the entities that others destroyed, as far as the file says so.
  private var destroyed: Set<DurableID> = []
  /// The entities that undone steps of the file ended, by their positions in the order of creation.
  var ended: [UInt64: Entity] = [:]
  /// The entities without a name that were asked for theirs.
  var nameless: Set<Entity> = []
  private(set) var owners: [DurableID: [Owner]] = [:]
  /// The entities that got their IDs here because the log has other names for them.
  private var named: [String: Entity] = [:]
  /// The subjects in the log by those with durable IDs, where these differ.
  var originals: [LogSubject: LogSubject] = [:]
  /// What the file has of entities without values to which nothing refers, which the context does not have.
  private var bare: [DurableID: LogEntry] = [:]
  /// The values that were read and refer to entities which lost their ids here.
  private var reading: [(owner: Owner, entity: Entity)] = []

  init(_ context: Context) {
    self.context = context
  }

  /// Whether nothing is known of any id, so that nothing has to be looked for.
  var isEmpty: Bool { bare.isEmpty && handles.isEmpty && owners.isEmpty && former.isEmpty }

  /// Notes that an entity is destroyed, or gets another id.
  func note(_ entity: Entity, _ id: DurableID) {
    ids[entity] = id
    handles[id] = entity
    bare[id] = nil
    former.insert(id)
  }

  /// Notes an ID that was given to an entity because the log has another name for it.
  func note(_ entity: Entity, isNamed id: DurableID) { named[id.text] = entity }

  /// Returns the living entity that was noted for an ID, without an index of all IDs.
  func named(_ id: String) -> Entity? {
    named.isEmpty ? nil : named[id].flatMap { $0.isAlive ? $0 : nil }
  }

  /// Whether another entity had an id.
  func hadEntity(_ id: DurableID) -> Bool { former.contains(id) }

  /// Returns the entity, dead or with another id, that had an id; nil if none had it.
  func former(_ id: DurableID) -> Entity? {
    !former.isEmpty && former.contains(id) ? handles[id] : nil
  }

  /// Returns the id of an entity that is alive, or was.
  func id(of entity: Entity) -> DurableID? { entity[DurableID.self] ?? ids[entity] }

  /// Returns a handle for an id that no entity has: the handle of the entity that had the id last, else one
  /// without an entity.
  func handle(of id: DurableID) -> Entity {
    if let handle = handles[id] { return handle }
    let handle = context.unusedHandle()
    ids[handle] = id
    handles[id] = handle
    return handle
  }

  /// Notes what refers to an id that no entity has.
  func note(_ id: DurableID, isMissedBy owner: Owner) { owners[id, default: []].append(owner) }

  /// Notes that a value which was read refers to an entity by an id that it has no longer.
  func note(_ entity: Entity, isReferredToBy owner: Owner) { reading.append((owner, entity)) }

  /// Returns the values that were read since the last call and refer to entities which lost their ids
  /// here.
  func removeReferences() -> [(owner: Owner, entity: Entity)] {
    defer { reading = [] }
    return reading
  }

  /// Whether something refers to an id that no entity has.
  func isMissed(_ id: DurableID) -> Bool { owners[id] != nil }

  /// Notes that the file has an entity which is not made.
  func noteBare(_ stored: StoredEntity) {
    bare[DurableID(stored.target)] = stored.entries.last
  }

  /// Notes that the file does not have an entity any more.
  func noteDestroyed(_ id: DurableID) {
    bare[id] = nil
    destroyed.insert(id)
  }

  /// Whether the file says that an entity was destroyed.
  func isDestroyed(_ id: DurableID) -> Bool { destroyed.contains(id) }

  /// Returns those of some entities that were destroyed; one that is only missing may come.
  ///
  /// - Parameters:
  ///   - find: Returns the entities; it is called only if anything was destroyed.
  ///   - fromFile: Whether those count which others destroyed.
  /// - Returns: The destroyed ones.
  func gone(of find: () -> [Entity], fromFile: Bool) -> [Entity] {
    if former.isEmpty, !fromFile || destroyed.isEmpty { return [] }
    return find().filter { entity in
      guard !entity.isAlive, let id = ids[entity] else { return false }
      return former.contains(id) || fromFile && destroyed.contains(id)
    }
  }

  /// Returns what is stored of an entity, with its position if it was not made before.
  func whole(_ stored: StoredEntity) -> StoredEntity {
    guard stored.order == nil, let entry = bare[DurableID(stored.target)] else { return stored }
    return StoredEntity(target: stored.target, entries: [entry] + stored.entries)
  }

  /// Returns what the file has of an entity that was not made.
  func bareEntity(_ id: DurableID) -> StoredEntity? {
    bare[id].map { StoredEntity(target: id.text, entries: [$0]) }
  }

  /// Forgets an id that an entity has by now.
  ///
  /// - Returns: What refers to it.
  func found(_ id: DurableID) -> [Owner] {
    bare[id] = nil
    handles[id] = nil
    return owners.removeValue(forKey: id) ?? []
  }
}

extension Context {
  /// Returns the values that are kept and have an id in them.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values that are kept; ids are seldom replaced.
  func values(
    _ components: StoredComponents, referringTo id: DurableID
  ) -> [(Entity, any StoredComponent)] {
    components.types.flatMap { type in
      group(.all(type)).compactMap { owner in
        guard let value = owner.component(type) as? any StoredComponent else { return nil }
        do { return try value.stored.text.contains(id.text) ? (owner, value) : nil } catch {
          return nil
        }
      }
    }
  }
}
