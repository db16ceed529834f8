import ECSDetached
import ECSKit

/// What a script can do with a context, be it the real one or the naive one.
protocol World: AnyObject {
  associatedtype Handle: Hashable
  associatedtype Token
  associatedtype Changes
  associatedtype Detached
  associatedtype Collection

  /// Creates a context that comes after another one.
  init(after former: Self?)

  var cascadeLimit: Int { get set }
  var report: (Misuse) -> Void { get set }

  func create(_ parts: [Part]) -> Handle
  /// Does the same by a body that hands over one part after the other.
  func create(handingOver parts: [Part]) -> Handle
  func set(_ part: Part, on handle: Handle, isGeneric: Bool)
  func setIfAbsent(_ part: Part, on handle: Handle) -> Bool
  func remove(_ kind: Int, from handle: Handle)
  func clone(_ handle: Handle) -> Handle
  func destroy(_ handle: Handle)
  func destroyAll()
  func shrink()
  /// Releases the context, which is held nowhere else.
  func end()
  func setUnique(_ part: Part) -> Handle
  func transaction(_ body: () throws(Refused) -> Void) throws(Refused)

  func observe(
    _ subject: Subject<Handle>, _ kinds: [Event.Kind], _ body: @escaping (Told<Handle>) -> Void
  ) -> Token
  func cancel(_ token: Token)

  func observeChanges(_ body: @escaping (Changes) -> Void)
  func changes(_ body: () throws(Refused) -> Void) throws(Refused) -> Changes
  func record(_ body: () throws(Refused) -> Void) throws(Refused) -> Changes
  func apply(_ changes: Changes) throws(ChangeSetError)
  func inverse(of changes: Changes) -> Changes
  /// The events that an observer of the whole context gets for a change set.
  func told(by changes: Changes) -> [Told<Handle>]

  var handles: [Handle] { get }
  func isAlive(_ handle: Handle) -> Bool
  func creationNumber(_ handle: Handle) -> UInt64?
  func values(of handle: Handle) -> [Int?]
  func holder(of kind: Int) -> Handle?

  func ask(for rule: Rule)
  func count(of rule: Rule) -> Int
  func isMember(_ handle: Handle, of rule: Rule) -> Bool
  func members(of rule: Rule) -> [Handle]
  func membersSorted(by kind: Int, of rule: Rule) -> [Handle]
  /// The members with a component of a kind and its value, in whatever order.
  func each(_ kind: Int, of rule: Rule) -> [Handle: Int]
  /// Has no two entities share a code from now on.
  func makeUnique()
  func found(by index: Lookup, under key: Int) -> [Handle]
  func keyCount(of index: Lookup) -> Int
  /// The entities by their numbers, smallest first, from a number up to another one.
  func ordered(_ isRestricted: Bool, _ numbers: Range<Int>) -> [Handle]

  func detach(_ handle: Handle) -> Detached
  /// Sets a component of a detached entity, or removes it.
  func edit(_ detached: inout Detached, _ kind: Int, _ payload: Int?)
  func values(of detached: Detached) -> [Int?]
  func sync(_ detached: Detached, _ policy: SyncPolicy) -> Synced<Detached>
  func post(_ detached: Detached, _ policy: SyncPolicy)
  func receive() -> [Synced<Detached>]

  func collect(_ wish: Wish) -> Collection
  func pull(_ collection: Collection, _ limit: Int) -> [Gathered<Handle>]
  func count(of collection: Collection) -> Int
  func setPaused(_ isPaused: Bool, _ collection: Collection)
}

/// An index of the scripts: of a component, by the keys that a value has.
struct Lookup: Hashable {
  let kind: Int
  let keys: @Sendable (Int) -> [Int]
  let isRestricted: Bool
  let name: String

  init(
    _ kind: Int, _ name: String, isRestricted: Bool = false,
    keys: @escaping @Sendable (Int) -> [Int] = { [$0] }
  ) {
    self.kind = kind
    self.name = name
    self.isRestricted = isRestricted
    self.keys = keys
  }

  static func == (first: Lookup, second: Lookup) -> Bool { first.name == second.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The rule of the restricted ones.
  static let restriction = Rule(all: 1 << UInt16(Kind.marked), none: 1 << UInt16(Kind.hidden))

  static let all = [
    Lookup(Kind.number, "number"), Lookup(Kind.note, "note"), Lookup(Kind.code, "code"),
    Lookup(Kind.number, "restricted number", isRestricted: true),
    Lookup(Kind.number, "half", isRestricted: true) { [$0 / 2] },
    Lookup(Kind.words, "words", keys: words),
    Lookup(Kind.words, "restricted words", isRestricted: true, keys: words),
  ]

  @Sendable private static func words(_ payload: Int) -> [Int] { Words(payload: payload).list }
}

/// What came of a sync.
struct Synced<Detached> {
  let report: SyncedReport
  let detached: Detached
}

/// The report of a sync, as far as it can be compared.
struct SyncedReport: Equatable {
  let outcome: SyncReport.Outcome
  let applied: [String]
  /// The name, and base, mine and theirs.
  let conflicts: [String]
  /// The name, the key, the creation number of the entity that has it, and mine.
  let refusals: [String]
  let values: [Int?]
  let leftBehind: [String]
}

/// What a collector is to collect.
struct Wish {
  let mode: Collector.Mode
  let scope: Collector.Scope
  var sources: [(rule: Rule, kinds: [Event.Kind])]
}

/// What a collector gives out.
struct Gathered<Handle: Hashable>: Hashable {
  let entity: Handle
  let kind: Event.Kind

  func named<Name: Hashable>(_ name: (Handle) -> Name) -> Gathered<Name> {
    Gathered<Name>(entity: name(entity), kind: kind)
  }
}

/// A component of a script.
struct Part: CustomStringConvertible {
  let kind: Int
  let payload: Int

  init(kind: Int, payload: Int) {
    self.kind = kind
    self.payload = Kind.all[kind].isFlag ? 0 : payload
  }

  var description: String { "\(Kind.all[kind].name)(\(payload))" }
}

/// Whom an observer listens to.
enum Subject<Handle> {
  case context
  case group(Rule)
  case entity(Handle)
}

/// An event that an observer got.
struct Told<Handle: Hashable>: Equatable {
  let kind: Event.Kind
  let entity: Handle
  let component: Int?
  let old: [Int?]
  let new: [Int?]

  func named<Name: Hashable>(_ name: (Handle) -> Name) -> Told<Name> {
    Told<Name>(kind: kind, entity: name(entity), component: component, old: old, new: new)
  }
}

/// A matcher of a script: a set of kinds, as bits, for each part.
struct Rule: Hashable, CustomStringConvertible {
  var all: UInt16 = 0
  var any: UInt16 = 0
  var none: UInt16 = 0

  static func kinds(_ bits: UInt16) -> [Int] {
    Kind.all.indices.filter { bits >> UInt16($0) & 1 == 1 }
  }

  func matches(_ values: [Int?]?) -> Bool {
    guard let values else { return false }
    var held: UInt16 = 0
    for kind in values.indices where values[kind] != nil { held |= 1 << UInt16(kind) }
    return held & all == all && held & none == 0 && (any == 0 || held & any != 0)
  }

  func names(_ kind: Int) -> Bool { (all | any | none) >> UInt16(kind) & 1 == 1 }

  var matcher: Matcher {
    func types(_ bits: UInt16) -> [any Component.Type] {
      Self.kinds(bits).map { Kind.all[$0].type }
    }
    return Matcher(all: types(all), any: types(any), none: types(none))
  }

  var description: String { matcher.description }
}
