import ECSKit

/// What a client asks for, which calls foreign code on the way.
enum Request: CaseIterable {
  case set
  case setAnew
  case setTaken
  case setMarked
  case setNumber
  case createInRow
  case createTwice
  case createByBody
  case clone
  case remove
  case removeNumber
  case destroy
  case destroyAll
  case takenBack
  case undone
  case read
  case repair
  case shrink
  case newIndex
  case dead

  func make(in scene: Scene) {
    let (context, entities) = (Unowned(scene), scene.entities)
    switch self {
    case .set: entities[1].set(scene.value(21))
    case .setAnew: entities[6].set(scene.value(22))
    case .setTaken: entities[1].set(scene.value(2))
    case .setMarked: entities[1].set(Marked())
    case .setNumber: entities[1].remove(Number.self).set(Number(value: 9))
    case .createInRow:
      context.value { $0.createEntity(scene.value(23), Number(value: 1), Marked()) }
    case .createTwice: context.value { $0.createEntity(scene.value(24), scene.value(25)) }
    case .createByBody:
      context.value { context in
        context.createEntity {
          scene.hook.run(.body)
          $0.set(scene.value(26))
          $0.set(Number(value: 1))
        }
      }
    case .clone: _ = entities[1].clone()
    case .remove: entities[1].remove(Hooked.self)
    case .removeNumber: entities[1].remove(Number.self)
    case .destroy: entities[1].destroy()
    case .destroyAll: context.value { $0.destroyAll() }
    case .takenBack:
      context.value { context in
        try? context.transaction { () throws(Refused) in
          scene.hook.run(.body)
          entities[1].set(scene.value(27))
          entities[2].destroy()
          throw Refused()
        }
      }
    case .undone:
      context.value { context in
        let changes = context.recordChanges {
          entities[1].set(scene.value(28))
          entities[2].destroy()
        }
        try? context.apply(changes.inverse)
      }
    case .read: scene.readAll()
    case .repair:
      entities[1].set(scene.value(29))
      entities[3].set(scene.value(0))
      scene.readAll()
    case .shrink: context.value { $0.shrink() }
    case .newIndex:
      context.value { _ = $0.index("new", of: Hooked.self) { $0.key }.keyCount }
    case .dead:
      entities[5].destroy()
      entities[5].set(Marked())
    }
  }

  /// The scene's context, which is let go of by the call itself.
  private struct Unowned {
    let scene: Scene

    init(_ scene: Scene) { self.scene = scene }

    func value(_ body: (Context) -> Void) {
      if let context = scene.context { body(context) }
    }
  }
}
