public import ECSKit

/// The components of a record before an entity has them.
///
/// A draft is a value: a copy and its original do not see each other's changes.
///
///     var draft = Draft()
///     draft[Name.self] = Name(text: "betahaus")
///     draft.has(Place.self)  // false
public struct Draft {
  // Each component is in a part that is reused for the next record, and the filled parts come
  // first. Records of one kind have their fields in one order, so the next part is usually the
  // first empty one.

  /// The part of a type of component.
  private struct TypedPart {
    let type: ObjectIdentifier
    /// `parts` keeps it alive and only grows.
    let part: Unretained<DraftPart>
  }

  /// Shows whether there is a copy of a draft, which shares its parts.
  private final class Owner {}

  private var parts: ContiguousArray<DraftPart> = []
  private var typedParts: ContiguousArray<TypedPart> = []
  /// How many of the parts are filled.
  private var count = 0
  /// A bit for each type of a filled part, which two types may share: most questions are about a type that
  /// is not there.
  private var mask: UInt64 = 0
  private var owner = Owner()

  /// Creates a draft without components.
  public init() {}

  /// The value of a component; nil if there is none, and setting nil removes it.
  ///
  /// - Parameter type: The type of the component.
  /// - Complexity: O(*c*), where *c* is the number of types of component that the draft ever had;
  ///   to change a draft that has a copy, all of them are copied.
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

  /// Takes a component out of a variable, so that it is not copied.
  mutating func move<C: Component & Equatable>(_ component: inout C?) {
    keepApart()
    let typedPart = fill(ObjectIdentifier(C.self)) { DraftPart.Of<C>() }
    typedParts[typedPart].part.with { DraftPart.Of.swap(&component, with: $0) }
  }

  /// Returns whether there is a component, without copying it.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: Whether the draft has it.
  /// - Complexity: O(*c*), where *c* is the number of components.
  public func has<C: Component & Equatable>(_ type: C.Type) -> Bool { has(ObjectIdentifier(type)) }

  func has(_ type: ObjectIdentifier) -> Bool { typedPart(of: type) != nil }

  mutating func remove(_ type: ObjectIdentifier) {
    guard let typedPart = typedPart(of: type) else { return }
    keepApart()
    count -= 1
    typedParts.swapAt(typedPart, count)
  }

  /// Removes all components, and keeps the memory for the next record.
  mutating func removeAll() {
    count = 0
    mask = 0
  }

  /// Adds the components that another draft has and this one does not.
  mutating func inherit(_ other: Draft) {
    if other.count == 0 { return }
    keepApart()
    for typedPart in other.typedParts.prefix(other.count) where !has(typedPart.type) {
      let mine = fill(typedPart.type) { typedPart.part.with { $0.emptyCopy() } }
      typedParts[mine].part.with { mine in typedPart.part.with { mine.copy($0) } }
    }
  }

  /// Hands the components to an entity under way.
  func put(into entity: borrowing NewEntity) {
    for typedPart in 0..<count { typedParts[typedPart].part.with { $0.put(into: entity) } }
  }

  /// Moves the components into an entity under way.
  mutating func move(into entity: borrowing NewEntity) {
    keepApart()
    for typedPart in 0..<count { typedParts[typedPart].part.with { $0.move(into: entity) } }
    removeAll()
  }

  /// Sets the components that an entity does not have with this value.
  ///
  /// - Returns: Whether there were any.
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

  /// Returns whether an entity has each of the components with this value.
  func isHeld(by entity: Entity) -> Bool {
    (0..<count).allSatisfy { typedParts[$0].part.with { $0.isHeld(by: entity) } }
  }

  @inline(__always)
  private func typedPart(of type: ObjectIdentifier) -> Int? {
    mask & Self.bit(of: type) == 0 ? nil : filledPart(of: type)
  }

  /// The bit of a type in the mask.
  @inline(__always)
  private static func bit(of type: ObjectIdentifier) -> UInt64 {
    1 &<< (UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15 &>> 58)
  }

  private func filledPart(of type: ObjectIdentifier) -> Int? {
    let filled = typedParts.span.extracting(first: count)
    for typedPart in filled.indices where filled[typedPart].type == type { return typedPart }
    return nil
  }

  /// Returns the position of the filled part of a type; an empty part is filled, or a new one is
  /// made.
  @inline(__always)
  private mutating func fill(_ type: ObjectIdentifier, _ make: () -> DraftPart) -> Int {
    mask |= Self.bit(of: type)
    // Records of one kind have their fields in one order.
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

  /// Copies the parts, if there is a copy of the draft.
  private mutating func keepApart() {
    if isKnownUniquelyReferenced(&owner) { return }
    let shared = self
    self = Draft()
    inherit(shared)
  }
}
