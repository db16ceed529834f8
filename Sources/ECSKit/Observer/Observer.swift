// A registered observer. Core+Observers.swift creates and drops observers; Core+Recording.swift and
// Core+Delivery.swift call them. A cancelled observer remains registered until no call is in
// progress, because the journal may refer to it.

@usableFromInline
final class Observer {
  enum Subject {
    case context
    case changes
    case group(Group)
    case entity(index: UInt32, generation: UInt32)
  }

  let subject: Subject
  let members: MemberSet?
  let isOfGroup: Bool
  let number: UInt64
  private(set) var kinds: KindSet
  /// The object that receives the events.
  ///
  /// The object is replaced only while no call uses the core.
  @safe @exclusivity(unchecked) private var target: Kept<ObserverTarget>
  private let kind: ObserverTarget.Kind
  /// The number of the first delivery whose change set a reader receives.
  ///
  /// A reader that is added during a delivery begins with the next one.
  var firstDelivery: UInt32 = 0
  private(set) var isActive = true

  init(_ subject: Subject, number: UInt64, kinds: [Event.Kind], target: ObserverTarget) {
    self.subject = subject
    self.number = number
    self.kinds = KindSet(kinds)
    self.target = Kept(target)
    kind = target.kind
    if case .group(let group) = subject { members = group.members } else { members = nil }
    isOfGroup = members != nil
  }

  var isCollector: Bool { kind == .collects }

  /// True if the observer is a collector that collects changes without events.
  ///
  /// Such a collector runs no user code and reads no values.
  @inline(__always)
  var onlyCollects: Bool { isCollector && with(CollectedItems.self) { $0.onlyCollects } }

  @inline(__always)
  func receive(_ event: Event) {
    guard isActive else { return }
    if kind == .calls {
      with(EventHandler.self) { $0.body(event) }
    } else if kind == .collects {
      with(CollectedItems.self) { $0.collect(event, for: self) }
    }
  }

  /// Calls the closure of the observer.
  ///
  /// The observer must be active and have a closure.
  @inline(__always)
  func call(_ event: Event) {
    with(EventHandler.self) { $0.body(event) }
  }

  @inline(__always)
  func collect(_ kind: Event.Kind, of entity: Entity) {
    with(CollectedItems.self) { $0.collect(kind, of: entity, for: self) }
  }

  func read(_ changes: ChangeSet, of delivery: UInt32) {
    guard isActive, Int32(bitPattern: delivery &- firstDelivery) >= 0 else { return }
    with(ChangeReader.self) { $0.body(changes) }
  }

  /// Calls the body with the target, cast to the class of its kind.
  ///
  /// Debug builds check the cast.
  @inline(__always)
  private func with<Target: ObserverTarget, Result>(
    _ type: Target.Type, _ body: (Target) -> Result
  ) -> Result {
    target.with { body(unsafe unsafeDowncast($0, to: type)) }
  }

  /// Ends the subscription; the target is released later.
  func end() {
    isActive = false
    kinds = .none
  }

  /// Releases the target.
  ///
  /// The deinit of the target may run user code.
  func release() {
    end()
    target = Kept(ObserverTarget(kind))
  }

  @inline(__always)
  func has(_ index: UInt32) -> Bool {
    members.map { $0.contains(index) } ?? false
  }

  /// Returns true if an entity is a member of the observed group.
  ///
  /// The observer must observe a group. This holds for every observer that a column lists.
  @inline(__always)
  func hasMember(_ index: UInt32) -> Bool {
    unsafe members.unsafelyUnwrapped.contains(index)
  }

  @inline(__always)
  func wants(_ kind: Event.Kind) -> Bool {
    kinds.contains(kind)
  }

  func isOf(_ index: UInt32, _ generation: UInt32) -> Bool {
    if case .entity(index, generation) = subject { true } else { false }
  }
}

class ObserverTarget {
  enum Kind {
    case calls
    case collects
    case reads
  }

  let kind: Kind

  init(_ kind: Kind) {
    self.kind = kind
  }
}

final class EventHandler: ObserverTarget {
  let body: (Event) -> Void

  init(_ body: @escaping (Event) -> Void) {
    self.body = body
    super.init(.calls)
  }
}

final class ChangeReader: ObserverTarget {
  let body: (ChangeSet) -> Void

  init(_ body: @escaping (ChangeSet) -> Void) {
    self.body = body
    super.init(.reads)
  }
}

struct KindSet: Sendable {
  static let none = KindSet(bits: 0)

  let bits: UInt8

  private init(bits: UInt8) {
    self.bits = bits
  }

  /// Creates a set from a list of kinds.
  ///
  /// An empty list stands for all kinds.
  init(_ kinds: [Event.Kind]) {
    bits = kinds.isEmpty ? .max : kinds.reduce(0) { $0 | Self.bit($1) }
  }

  @inline(__always)
  func contains(_ kind: Event.Kind) -> Bool { bits & Self.bit(kind) != 0 }

  @inline(__always)
  static func bit(_ kind: Event.Kind) -> UInt8 {
    switch kind {
    case .created: 1
    case .added: 2
    case .updated: 4
    case .removed: 8
    case .destroyed: 16
    }
  }
}
