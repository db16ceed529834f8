import ECSKit
import TestSupport
import Testing

/// What foreign code does.
enum Attack: CaseIterable {
  case sets
  case setsSame
  case removes
  case destroys
  case destroysAll
  case floods
  case cancels
  case observes
  case reads
  case asks
  case endsContext

  func make(in scene: Scene) {
    let entities = scene.entities
    switch self {
    case .sets: entities[4].set(Note(text: "attack")).set(Marked())
    case .setsSame: entities[1].set(scene.value(31))
    case .removes: entities[1].remove(Hooked.self)
    case .destroys: entities[1].destroy()
    case .destroysAll: scene.context?.destroyAll()
    case .floods:
      for number in 0..<100 { scene.context?.createEntity(scene.value(40 + number)) }
    case .cancels: scene.cancelAll()
    case .observes:
      scene.context?.group(.all(Hooked.self)).observe { _ in }
      for entity in entities { entity.observe { _ in } }
    case .reads: scene.readAll()
    case .asks:
      _ = scene.context?.index("asked", of: Hooked.self) { $0.key }.keyCount
      _ = scene.context?.group(.any(Hooked.self, Marked.self)).sorted(by: Hooked.self)
      scene.context?.shrink()
    case .endsContext: scene.endContext()
    }
  }

  /// Whether what it does has been done.
  func isDone(in scene: Scene) -> Bool {
    let entities = scene.entities
    return switch self {
    case .sets: entities[4].has(Note.self) && entities[4].has(Marked.self)
    case .destroys: !entities[1].isAlive
    case .destroysAll: !entities.contains { $0.isAlive }
    case .endsContext: scene.context == nil
    default: true
    }
  }
}

/// Everywhere that foreign code is called it attacks the context, and everything that can be asked for
/// meets it.
@Suite("Client code that changes, reads or releases its context") struct ForeignCodeTests {
  @Test(
    "each operation completes entirely, or is refused entirely and reported",
    arguments: ForeignCall.allCases
  )
  func attacks(call: ForeignCall) {
    var ran: Set<Attack> = []
    for (number, request) in Request.allCases.enumerated() {
      for (other, attack) in Attack.allCases.enumerated() {
        // Every attack meets observers and none, and with more time every pair does.
        let isObserved = (number + other).isMultiple(of: 2)
        for isObserved in BuiltProgram.isLong ? [false, true] : [isObserved] {
          if meets(attack, in: call, of: request, isObserved: isObserved) { ran.insert(attack) }
        }
      }
    }
    #expect(ran.count == Attack.allCases.count, "some code was never called: \(ran)")
  }

  /// Makes a request that meets an attack, and returns whether it did.
  private func meets(
    _ attack: Attack, in call: ForeignCall, of request: Request, isObserved: Bool
  ) -> Bool {
    let scene = Scene(isObserved: isObserved)
    var wasDone = true
    var misuses = 0
    scene.hook.arm(call) { [unowned scene] in
      misuses = scene.misuses.count
      attack.make(in: scene)
      wasDone = attack.isDone(in: scene)
    }
    request.make(in: scene)
    let hasRun = scene.hook.hasRun
    let isReported = scene.misuses.count > misuses || call == .misuseHandler
    #expect(wasDone || isReported, "\(call), \(request), \(attack), \(isObserved)")
    let wrong = scene.wrong()
    #expect(wrong == [], "\(call), \(request), \(attack), \(isObserved)")
    return hasRun
  }
}
