import ECSKit

/// Where foreign code is called.
enum ForeignCall: CaseIterable {
  case equalComponents
  case lessComponents
  case key
  case equalKeys
  case lessKeys
  case hash
  case describe
  case endOfKey
  case endOfComponent
  case contextObserver
  case groupObserver
  case entityObserver
  case reader
  case misuseHandler
  case ruleLoop
  case body
}

/// Runs something the first time that foreign code of one kind is called.
final class ForeignHook {
  private var armed: ForeignCall?
  private var body: (() -> Void)?
  private(set) var hasRun = false

  func arm(_ call: ForeignCall, _ body: @escaping () -> Void) {
    armed = call
    self.body = body
    hasRun = false
  }

  func disarm() {
    armed = nil
    body = nil
  }

  func run(_ call: ForeignCall) {
    guard armed == call, let body else { return }
    disarm()
    hasRun = true
    body()
  }
}

/// Says when it ends.
private final class Ending {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }

  deinit { body() }
}

/// A key all of whose code runs the hook.
struct HookedKey: Hashable, Comparable, CustomStringConvertible {
  let number: Int
  private let hook: ForeignHook
  private let ending: Ending

  init(_ number: Int, _ hook: ForeignHook) {
    self.number = number
    self.hook = hook
    ending = Ending { [hook] in hook.run(.endOfKey) }
  }

  var description: String {
    hook.run(.describe)
    return "\(number)"
  }

  static func == (one: HookedKey, other: HookedKey) -> Bool {
    one.hook.run(.equalKeys)
    return one.number == other.number
  }

  static func < (one: HookedKey, other: HookedKey) -> Bool {
    one.hook.run(.lessKeys)
    return one.number < other.number
  }

  func hash(into hasher: inout Hasher) {
    hook.run(.hash)
    hasher.combine(number)
  }
}

/// A component all of whose code runs the hook.
struct Hooked: Component, Comparable {
  let number: Int
  let hook: ForeignHook
  private let ending: Ending

  init(_ number: Int, _ hook: ForeignHook) {
    self.number = number
    self.hook = hook
    ending = Ending { [hook] in hook.run(.endOfComponent) }
  }

  var key: HookedKey {
    hook.run(.key)
    return HookedKey(number, hook)
  }

  /// The same key, for an index that has it once.
  var ownKey: HookedKey { key }

  var keys: [HookedKey] { [key, HookedKey(number + 10_000, hook)] }

  static func == (one: Hooked, other: Hooked) -> Bool {
    one.hook.run(.equalComponents)
    return one.number == other.number
  }

  static func < (one: Hooked, other: Hooked) -> Bool {
    one.hook.run(.lessComponents)
    return one.number < other.number
  }
}
