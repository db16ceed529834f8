// References to entities in stored values. `Context.restore` resolves them while values are
// decoded, and `ComponentStore` writes them as ids. A reference to a missing entity is never lost
// or changed.

public import ECSKit

/// References to entities in stored values, each saved as a ``DurableID``.
///
///     struct Assigned: StoredComponent, Codable, Equatable {
///       static let storedName = "assigned"
///       var to: Entity
///     }
///
/// An entity to which a stored value refers is saved even without a stored component. A reference
/// to a missing entity is decoded as an unused handle and listed in ``ComponentStore/unread``. The
/// reference is written again unchanged.
extension Entity: Codable {
  /// Creates a handle by decoding a reference to an entity of the context.
  ///
  /// - Parameter decoder: A decoder of this module, for a stored component.
  /// - Throws: `DecodingError` if the value is not a string or the decoder is not from this module.
  public init(from decoder: any Decoder) throws {
    let name = try decoder.singleValueContainer().decode(String.self)
    guard let reading = StoredReading.of(decoder) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription:
            "found \(name.debugDescription) outside a store; only a store knows its ids"))
    }
    self = reading.resolver.find(name)
  }

  /// Encodes the id of the entity.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The error that the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(writtenName ?? self[DurableID.self]?.text ?? "")
  }
}

/// A lookup of entities by id while values are decoded.
struct EntityResolver: Hashable, Sendable {
  let find: @Sendable (String) -> Entity

  /// Creates a resolver that must be used only during the current call.
  init(_ find: @escaping (String) -> Entity) {
    // Safe, because a value has its resolver only during the call that reads the value. The call
    // runs this closure in the isolation of the context, and drops the closure before it returns.
    nonisolated(unsafe) let find = find
    self.find = { find($0) }
  }

  static func == (first: EntityResolver, second: EntityResolver) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

/// A registry of missing entities, and of the values that refer to them.
///
/// Each `ComponentStore` has a registry. A read records the missing targets in the registry. When a
/// missing entity appears, a later read resolves the references to the entity. An id has at most
/// one handle at a time.
final class References {
  /// A component that refers to a missing entity, and the entity that has the component.
  struct Owner {
    let entity: Entity
    let type: any StoredComponent.Type
  }

  private let context: Context
  /// The last id of each handle whose entity does not have the id.
  ///
  /// Such an entity is missing, is destroyed or has a new id.
  private var ids: [Entity: DurableID] = [:]
  private var handles: [DurableID: Entity] = [:]
  /// The ids that entities had earlier.
  ///
  /// Another entity may get such an id.
  private var formerIDs: Set<DurableID> = []
  /// The ids of entities that other programs have destroyed, according to the file.
  private var destroyedIDs: Set<DurableID> = []
  /// The entities that undo has destroyed, by position in the creation order.
  var entitiesEndedByUndo: [UInt64: Entity] = [:]
  /// The entities that had no id when their name was requested.
  var entitiesWithoutID: Set<Entity> = []
  private(set) var owners: [DurableID: [Owner]] = [:]
  /// The entities with local ids, by local id.
  ///
  /// An entity has a local id if the log uses another name for the entity.
  private var entitiesByLocalID: [String: Entity] = [:]
  /// The subjects in the log, by the subjects with durable ids that replace them.
  ///
  /// Subjects that the ``EntityNaming`` does not provide are omitted.
  var subjectsInLog: [LogSubject: LogSubject] = [:]
  /// The entries about entities that exist only in the file.
  ///
  /// Such an entity has no values, and no value refers to it.
  private var entriesOfBareEntities: [DurableID: LogEntry] = [:]
  /// The decoded values that refer to entities by old ids.
  private var formerReferences: [(owner: Owner, entity: Entity)] = []

  init(_ context: Context) {
    self.context = context
  }

  var isEmpty: Bool {
    entriesOfBareEntities.isEmpty && handles.isEmpty && owners.isEmpty && formerIDs.isEmpty
  }

  /// Records that an entity was destroyed or gets a different id.
  func note(_ entity: Entity, _ id: DurableID) {
    ids[entity] = id
    handles[id] = entity
    entriesOfBareEntities[id] = nil
    formerIDs.insert(id)
  }

  func note(_ entity: Entity, isNamed id: DurableID) { entitiesByLocalID[id.text] = entity }

  /// Returns the living entity with a local id.
  ///
  /// The lookup does not create an index of all ids.
  func named(_ id: String) -> Entity? {
    entitiesByLocalID.isEmpty ? nil : entitiesByLocalID[id].flatMap { $0.isAlive ? $0 : nil }
  }

  func hadEntity(_ id: DurableID) -> Bool { formerIDs.contains(id) }

  /// Returns the last entity that had the given id.
  ///
  /// The result is nil if an entity currently has the id, or if no entity ever had it.
  func former(_ id: DurableID) -> Entity? {
    !formerIDs.isEmpty && formerIDs.contains(id) ? handles[id] : nil
  }

  func id(of entity: Entity) -> DurableID? { entity[DurableID.self] ?? ids[entity] }

  /// Returns a handle for the id of a missing entity.
  ///
  /// The result is the last handle with the id, or an unused handle.
  func handle(of id: DurableID) -> Entity {
    if let handle = handles[id] { return handle }
    let handle = context.unusedHandle()
    ids[handle] = id
    handles[id] = handle
    return handle
  }

  /// Records a reference to a missing entity.
  func note(_ id: DurableID, isMissedBy owner: Owner) { owners[id, default: []].append(owner) }

  /// Records a decoded reference that uses an old id of an entity.
  func note(_ entity: Entity, isReferredToBy owner: Owner) {
    formerReferences.append((owner, entity))
  }

  /// Removes and returns the decoded references that use old ids.
  func removeFormerReferences() -> [(owner: Owner, entity: Entity)] {
    defer { formerReferences = [] }
    return formerReferences
  }

  /// Returns true if a value refers to the missing entity with an id.
  func isMissed(_ id: DurableID) -> Bool { owners[id] != nil }

  /// Records that an entity exists only in the file.
  func noteBare(_ stored: StoredEntity) {
    entriesOfBareEntities[DurableID(stored.target)] = stored.entries.last
  }

  func noteDestroyed(_ id: DurableID) {
    entriesOfBareEntities[id] = nil
    destroyedIDs.insert(id)
  }

  func isDestroyed(_ id: DurableID) -> Bool { destroyedIDs.contains(id) }

  /// True if other programs have destroyed entities.
  var areSomeDestroyed: Bool { !destroyedIDs.isEmpty }

  /// Returns the destroyed entities among some targets.
  ///
  /// A missing entity counts as destroyed only if it is known to have existed.
  ///
  /// - Parameters:
  ///   - find: Returns the targets. The closure is called only if any entity was destroyed.
  ///   - fromFile: True to include entities that other programs have destroyed.
  /// - Returns: The destroyed entities.
  func destroyedTargets(among find: () -> [Entity], fromFile: Bool) -> [Entity] {
    if formerIDs.isEmpty, !fromFile || destroyedIDs.isEmpty { return [] }
    return find().filter { entity in
      guard !entity.isAlive, let id = ids[entity] else { return false }
      return formerIDs.contains(id) || fromFile && destroyedIDs.contains(id)
    }
  }

  /// Returns a stored entity with its position in the creation order.
  ///
  /// The entries about its values may lack the position.
  func withExistence(_ stored: StoredEntity) -> StoredEntity {
    guard stored.order == nil, let entry = entriesOfBareEntities[DurableID(stored.target)] else {
      return stored
    }
    return StoredEntity(target: stored.target, entries: [entry] + stored.entries)
  }

  /// Returns the entries of an entity that exists only in the file.
  func bareEntity(_ id: DurableID) -> StoredEntity? {
    entriesOfBareEntities[id].map { StoredEntity(target: id.text, entries: [$0]) }
  }

  /// Removes the record of a missing entity that now exists.
  ///
  /// - Returns: The values that refer to the entity.
  func removeMissing(_ id: DurableID) -> [Owner] {
    entriesOfBareEntities[id] = nil
    handles[id] = nil
    return owners.removeValue(forKey: id) ?? []
  }
}

extension Context {
  /// Returns the stored values whose text contains an id.
  ///
  /// - Complexity: O(*n*) in the number of stored values.
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
