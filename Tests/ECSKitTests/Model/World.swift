import ECSKit

/// What a script can do with a context, be it the real one or the naive one.
protocol World: AnyObject {
  associatedtype Handle: Hashable
  associatedtype Token
  associatedtype Changes

  var cascadeLimit: Int { get set }
  var report: (Misuse) -> Void { get set }

  func create(_ parts: [Part]) -> Handle
  /// Does the same by a body that hands over one part after the other.
  func create(handingOver parts: [Part]) -> Handle
  func set(_ part: Part, on handle: Handle, isGeneric: Bool)
  func setIfAbsent(_ part: Part, on handle: Handle) -> Bool
  func remove(_ kind: Int, from handle: Handle)
  func destroy(_ handle: Handle)
  func destroyAll()
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
  /// What an observer of the whole context hears of a change set.
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
  func indexed(_ kind: Int, under payload: Int) -> [Handle]
  func keyCount(of kind: Int) -> Int
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

/// What an observer was told.
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
  var all: UInt8 = 0
  var any: UInt8 = 0
  var none: UInt8 = 0

  static func kinds(_ bits: UInt8) -> [Int] {
    Kind.all.indices.filter { bits >> UInt8($0) & 1 == 1 }
  }

  func matches(_ values: [Int?]?) -> Bool {
    guard let values else { return false }
    var held: UInt8 = 0
    for kind in values.indices where values[kind] != nil { held |= 1 << UInt8(kind) }
    return held & all == all && held & none == 0 && (any == 0 || held & any != 0)
  }

  func names(_ kind: Int) -> Bool { (all | any | none) >> UInt8(kind) & 1 == 1 }

  var matcher: Matcher {
    var matcher: Matcher?
    for kind in Self.kinds(none) {
      let type = Kind.all[kind].type
      matcher = matcher?.none(type) ?? .none(type)
    }
    for kind in Self.kinds(any) {
      let type = Kind.all[kind].type
      matcher = matcher?.any(type) ?? .any(type)
    }
    for kind in Self.kinds(all) {
      let type = Kind.all[kind].type
      matcher = matcher?.all(type) ?? .all(type)
    }
    return matcher ?? .all(Number.self)
  }

  var description: String { matcher.description }
}
