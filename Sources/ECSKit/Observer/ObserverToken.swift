/// The token of a subscription.
///
/// A subscription lasts until ``cancel()`` or until its context goes away. Dropping the token ends
/// nothing: what an observer does must not depend on who happens to keep a token, and a token that
/// is released on another thread must not reach into the context.
public struct ObserverToken {
  let observer: Observer
  let reference: CoreReference
  let epoch: UInt32

  /// Ends the subscription at once.
  ///
  /// After the call the observer is not called again, not even with events that are waiting to be
  /// told. Cancelling twice, or after the context went away, does nothing.
  ///
  /// - Complexity: O(1) for the observer of an entity, however many entities are observed. Otherwise
  ///   O(*c* (log *o* + *m*)), where *c* is the number of components in the rule of the group (1 for
  ///   the context), *o* that of the observers who share one of them and *m* a move in memory.
  public func cancel() {
    guard let core = reference.core(in: epoch) else { return }
    core.cancel(observer)
  }

  /// The token of a subscription to something that is gone.
  static func ended(_ reference: CoreReference) -> ObserverToken {
    ObserverToken(
      observer: Observer(.context, number: 0, kinds: [], body: { _ in }), reference: reference,
      epoch: 0)
  }
}

/// Who is told, and of what.
@usableFromInline
final class Observer {
  enum Subject {
    case context
    case changes
    case group(Group)
    case entity(index: UInt32, generation: UInt32)
  }

  let subject: Subject
  /// The members of the group that is observed, if one is.
  let members: MemberSet?
  let isOfGroup: Bool
  /// The place in the order of registration over the whole context.
  let number: UInt64
  /// What it asked for; nothing once it has ended.
  private(set) var kinds: KindSet
  /// What is called.
  ///
  /// It is let go of when the observer ends, but not while it may be running.
  private var body: Body?
  /// The same object, to be called without counting references.
  private var fastBody: Unretained<Body>
  /// Where a collector's events go instead of to the body.
  private let items: CollectedItems?
  private let fastItems: Unretained<CollectedItems>?
  /// What is called with change sets.
  private var reader: ((ChangeSet) -> Void)?
  /// The first filling of the change log that a reader is called with.
  var firstDelivery: UInt32 = 0
  private(set) var isActive = true

  /// A closure in an object of its own, where it is a constant.
  private final class Body {
    let call: (Event) -> Void

    init(_ call: @escaping (Event) -> Void) {
      self.call = call
    }
  }

  init(
    _ subject: Subject, number: UInt64, kinds: [Event.Kind], items: CollectedItems? = nil,
    reader: ((ChangeSet) -> Void)? = nil, body: @escaping (Event) -> Void
  ) {
    self.subject = subject
    self.reader = reader
    self.number = number
    self.items = items
    fastItems = items.map { Unretained($0) }
    self.kinds = KindSet(kinds)
    let body = Body(body)
    self.body = body
    fastBody = Unretained(body)
    if case .group(let group) = subject { members = group.members } else { members = nil }
    isOfGroup = members != nil
  }

  /// Whether its events go to a collector.
  var isCollector: Bool { items != nil }

  /// Whether it does nothing but note what happened to whom, without running foreign code.
  @inline(__always)
  var onlyCollects: Bool {
    fastItems.map { $0.with { $0.onlyCollects } } ?? false
  }

  /// Calls the body or feeds the collector, unless the observer has ended.
  @inline(__always)
  func call(_ event: Event) {
    guard isActive else { return }
    if let fastItems {
      fastItems.with { $0.collect(event, for: self) }
    } else {
      callBody(event)
    }
  }

  /// Calls the body of an observer that has not ended and is no collector.
  @inline(__always)
  func callBody(_ event: Event) {
    fastBody.with { $0.call(event) }
  }

  /// Feeds the collector with a change that it wants and whose values it does not need.
  @inline(__always)
  func collect(_ kind: Event.Kind, of entity: Entity) {
    fastItems?.with { $0.collect(kind, of: entity, for: self) }
  }

  /// Calls the reader with the changes of a filling of the log, unless it came later or has ended.
  func read(_ changes: ChangeSet, of delivery: UInt32) {
    if isActive, Int32(bitPattern: delivery &- firstDelivery) >= 0 { reader?(changes) }
  }

  /// Ends its calls.
  func end() {
    isActive = false
    kinds = .none
  }

  /// Lets go of what the body holds, which may be the holder of the token.
  func release() {
    end()
    body = nil
    reader = nil
  }

  /// Returns whether an entity is in the group that is observed.
  @inline(__always)
  func has(_ index: UInt32) -> Bool {
    members.map { $0.contains(index) } ?? false
  }

  @inline(__always)
  func wants(_ kind: Event.Kind) -> Bool {
    kinds.contains(kind)
  }

  func isOf(_ index: UInt32, _ generation: UInt32) -> Bool {
    if case .entity(index, generation) = subject { true } else { false }
  }
}

/// The kinds of events that an observer asked for.
struct KindSet: Sendable {
  static let none = KindSet(bits: 0)

  let bits: UInt8

  private init(bits: UInt8) {
    self.bits = bits
  }

  /// - Parameter kinds: The kinds; none stand for all.
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
