import ECSKit
import Testing

// A menu of options: an option that is off hides those that hang on it, and turns them off.

/// What an option is called.
struct Label: Component, Equatable, Comparable {
  let text: String

  static func < (first: Label, second: Label) -> Bool { first.text < second.text }
}

/// The option that another one hangs on.
struct Parent: Component {
  let option: Entity
}

/// The option is on.
struct On: Component {}

/// The option is not shown.
struct Concealed: Component {}

extension Matcher {
  static let shown = Matcher.all(Label.self).none(Concealed.self)
  static let children = Matcher.all(Label.self, Parent.self)
}

/// The rules of the menu, which observers keep.
struct Menu {
  let context = Context()

  init() {
    let isOn = context.group(.all(Label.self, On.self))
    let children = context.group(.children)
    isOn.observe(.added) { event in
      Self.eachChild(of: event.entity, in: children) { $0.remove(Concealed.self) }
      // Nothing can be on below what is off.
      event.entity[Parent.self]?.option.set(On())
    }
    isOn.observe(.removed) { event in
      Self.eachChild(of: event.entity, in: children) { $0.remove(On.self).set(Concealed()) }
    }
    children.observe(.added) { event in
      let isParentOn = event.entity[Parent.self]?.option.has(On.self) ?? true
      if !isParentOn { event.entity.set(Concealed()) }
    }
  }

  private static func eachChild(of option: Entity, in children: Group, _ body: (Entity) -> Void) {
    for child in children where child[Parent.self]?.option == option { body(child) }
  }

  func add(_ text: String, below parent: Entity? = nil) -> Entity {
    guard let parent else { return context.createEntity(Label(text: text)) }
    return context.createEntity(Label(text: text), Parent(option: parent))
  }

  /// The lines that the user sees.
  var lines: [String] {
    context.group(.shown).map { option in
      (option.has(On.self) ? "[x] " : "[ ] ") + (option[Label.self]?.text ?? "")
    }
  }
}

@Suite struct OptionsMenuTests {
  private let menu = Menu()
  private let sound: Entity
  private let music: Entity
  private let loud: Entity
  private let night: Entity

  init() {
    sound = menu.add("sound")
    music = menu.add("music", below: sound)
    loud = menu.add("loud", below: music)
    night = menu.add("night")
  }

  @Test("Options below a disabled option are hidden from the start")
  func start() {
    #expect(menu.lines == ["[ ] sound", "[ ] night"])
  }

  @Test("Turning an option on shows its direct children, in menu order")
  func turnOn() {
    sound.set(On())
    #expect(menu.lines == ["[x] sound", "[ ] music", "[ ] night"])
    music.set(On())
    night.set(On())
    #expect(menu.lines == ["[x] sound", "[x] music", "[ ] loud", "[x] night"])
  }

  @Test("Turning an option off hides all options below it and turns it off")
  func turnOff() {
    for option in [sound, music, loud] { option.set(On()) }
    #expect(menu.lines.count == 4)
    sound.remove(On.self)
    #expect(menu.lines == ["[ ] sound", "[ ] night"])
    #expect(!music.has(On.self) && !loud.has(On.self))
    sound.set(On())
    #expect(menu.lines == ["[x] sound", "[ ] music", "[ ] night"])
  }

  @Test("Turning on a deeply nested option turns on all options above it")
  func turnOnFromBelow() {
    loud.set(On())
    #expect(menu.lines == ["[x] sound", "[x] music", "[x] loud", "[ ] night"])
  }

  @Test("The rules take part in a transaction that is delivered completely or not at all")
  func allOrNothing() {
    struct Cancelled: Error {}
    try? menu.context.transaction {
      sound.set(On())
      music.set(On())
      throw Cancelled()
    }
    #expect(menu.lines == ["[ ] sound", "[ ] night"])
    menu.context.transaction { _ = music.set(On()) }
    #expect(menu.lines == ["[x] sound", "[x] music", "[ ] loud", "[ ] night"])
  }

  @Test("The menu can also be sorted by name, and an option found by it")
  func byName() {
    let names = menu.context.group(.all(Label.self)).sorted(by: Label.self)
    #expect(names == [loud, music, night, sound])
    #expect(menu.context.index(\Label.text).first("night") == night)
    var count = 0
    menu.context.group(.children).withEach(Label.self, Parent.self) { _, _, parent in
      count += parent.option.isAlive ? 1 : 0
    }
    #expect(count == 2)
  }
}
