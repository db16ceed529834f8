// The components of a record that is being read. The memory is reused for the next record.
// RecordReader, the refinements and keys of tables, and the traversals of formats use drafts. The
// first `count` elements of `typedParts` are filled. The array `parts` keeps every part alive.

public import ECSKit

/// The components of a record before they are set on an entity.
///
/// A draft is a value, so changes to the original do not affect a copy, and vice versa.
///
///     var draft = Draft()
///     draft[Name.self] = Name(text: "betahaus")
///     draft.has(Location.self)  // false
public struct Draft {
  // Parts are reused from record to record, and filled parts come first. Records of one kind list
  // their fields in the same order, so the first empty part usually has the type of the next
  // component.

  private struct TypedPart {
    let type: ObjectIdentifier
    /// An unretained reference to the part.
    ///
    /// The reference is valid because `parts` retains the part and no part is ever removed.
    let part: Unretained<DraftPart>
  }

  /// An object whose reference count shows whether a copy of the draft shares its parts.
  private final class Owner {}

  private var parts: ContiguousArray<DraftPart> = []
  private var typedParts: ContiguousArray<TypedPart> = []
  private var count = 0
  /// A Bloom filter of the filled types with one bit per type.
  ///
  /// Most lookups are for types that the draft lacks, and the filter alone can answer these
  /// lookups.
  private var mask: UInt64 = 0
  private var owner = Owner()

  /// Creates an empty draft.
  public init() {}

  /// The component of a type, or nil if the draft has no such component.
  ///
  /// Assigning nil removes the component.
  ///
  /// - Parameter type: The type of the component.
  /// - Complexity: O(*c*), where *c* is the number of component types that the draft ever had.
  ///   Changing a draft that has a live copy copies all components first.
  public subscript<C: Component & Equatable>(_ type: C.Type) -> C? {
    get {
      guard let typedPart = typedPart(of: ObjectIdentifier(type)) else { return nil }
      return typedParts[typedPart].part.with { DraftPart.Of<C>.value($0) }
    }
    set {
      guard let newValue else { return remove(ObjectIdentifier(type)) }
      var value: C? = newValue
      move(&value)
    }
  }

  /// Moves a component from a variable into the draft, to avoid a copy.
  mutating func move<C: Component & Equatable>(_ component: inout C?) {
    keepApart()
    let typedPart = fill(ObjectIdentifier(C.self)) { DraftPart.Of<C>() }
    typedParts[typedPart].part.with { DraftPart.Of.swap(&component, with: $0) }
  }

  /// Removes and returns the component of a type, or returns nil if the draft lacks it.
  mutating func take<C: Component & Equatable>(_ type: C.Type) -> C? {
    guard let typedPart = typedPart(of: ObjectIdentifier(type)) else { return nil }
    keepApart()
    var value: C?
    typedParts[typedPart].part.with { DraftPart.Of.swap(&value, with: $0) }
    count -= 1
    if typedPart < count { typedParts.swapAt(typedPart, count) }
    return value
  }

  /// Returns true if the draft has a component, without copying the component.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: True if the draft has the component.
  /// - Complexity: O(*c*), where *c* is the number of components.
  public func has<C: Component & Equatable>(_ type: C.Type) -> Bool { has(ObjectIdentifier(type)) }

  func has(_ type: ObjectIdentifier) -> Bool { typedPart(of: type) != nil }

  mutating func remove(_ type: ObjectIdentifier) {
    guard let typedPart = typedPart(of: type) else { return }
    keepApart()
    count -= 1
    if typedPart < count { typedParts.swapAt(typedPart, count) }
  }

  /// Removes all components, and keeps their memory for the next record.
  mutating func removeAll() {
    count = 0
    mask = 0
  }

  /// Adds the components of another draft, unless this draft already has them.
  mutating func inherit(_ other: Draft) {
    if other.count == 0 { return }
    keepApart()
    for typedPart in other.typedParts.prefix(other.count) where !has(typedPart.type) {
      let mine = fill(typedPart.type) { typedPart.part.with { $0.emptyCopy() } }
      typedParts[mine].part.with { mine in typedPart.part.with { mine.copy($0) } }
    }
  }

  /// Adds the draft's components to an entity, unless the entity already has them.
  func complete(_ entity: Entity) {
    for typedPart in 0..<count { typedParts[typedPart].part.with { $0.complete(entity) } }
  }

  func put(into entity: borrowing NewEntity) {
    for typedPart in 0..<count { typedParts[typedPart].part.with { $0.put(into: entity) } }
  }

  /// Moves the components to a new entity and leaves the draft empty.
  mutating func move(into entity: borrowing NewEntity) {
    keepApart()
    for typedPart in 0..<count { typedParts[typedPart].part.with { $0.move(into: entity) } }
    removeAll()
  }

  /// Updates those components of an entity that differ from the draft.
  ///
  /// Returns true if any component differed.
  func set(on entity: Entity) -> Bool {
    var isChanged = false
    for typedPart in 0..<count {
      typedParts[typedPart].part.with { part in
        if part.isHeld(by: entity) { return }
        part.set(on: entity)
        isChanged = true
      }
    }
    return isChanged
  }

  /// Returns true if an entity has all components of the draft with equal values.
  func isHeld(by entity: Entity) -> Bool {
    (0..<count).allSatisfy { typedParts[$0].part.with { $0.isHeld(by: entity) } }
  }

  @inline(__always)
  private func typedPart(of type: ObjectIdentifier) -> Int? {
    mask & Self.bit(of: type) == 0 ? nil : filledPart(of: type)
  }

  @inline(__always)
  private static func bit(of type: ObjectIdentifier) -> UInt64 {
    1 &<< (UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15 &>> 58)
  }

  private func filledPart(of type: ObjectIdentifier) -> Int? {
    let filled = typedParts.span.extracting(first: count)
    for typedPart in filled.indices where filled[typedPart].type == type { return typedPart }
    return nil
  }

  /// Returns the position of the filled part for a type.
  ///
  /// If there is none, an empty part is filled or a new part is created.
  @inline(__always)
  private mutating func fill(_ type: ObjectIdentifier, _ make: () -> DraftPart) -> Int {
    mask |= Self.bit(of: type)
    if count < typedParts.count, typedParts[count].type == type {
      count &+= 1
      return count &- 1
    }
    return search(type, make)
  }

  private mutating func search(_ type: ObjectIdentifier, _ make: () -> DraftPart) -> Int {
    let typedPart = typedParts.firstIndex { $0.type == type } ?? typedParts.count
    if typedPart < count { return typedPart }
    if typedPart == typedParts.count {
      let part = make()
      parts.append(part)
      typedParts.append(TypedPart(type: type, part: Unretained(part)))
    }
    if typedPart > count { typedParts.swapAt(typedPart, count) }
    count &+= 1
    return count &- 1
  }

  private mutating func keepApart() {
    if isKnownUniquelyReferenced(&owner) { return }
    let shared = self
    self = Draft()
    inherit(shared)
  }
}
