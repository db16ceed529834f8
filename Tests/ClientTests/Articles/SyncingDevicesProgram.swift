import ECSDetached
import ECSHistory
import ECSKit
import ECSModel
import ECSStore
import TestSupport
import Testing

@Suite("Syncing devices without a server")
struct SyncingDevicesProgram {
  @Test(
    "the article's devices sync, report a conflict, undo their own changes and forget each other")
  func program() throws {
    let files = TemporaryFolder()
    let folder = files.path
    let shared = "\(folder)/shared"
    let clock: () -> Int64 = { 1_431_936_000 }
    // block
    struct Item: StoredComponent, Codable, Equatable {
      static let storedName = "item"
      var text: String
      var isDone = false
    }

    final class Shopping {
      let context = Context()
      let store: ComponentStore
      let steps: UndoStack
      let name: String

      init(_ name: String, in folder: String, now: @escaping () -> Int64) throws {
        self.name = name
        store = ComponentStore(
          context, in: "\(folder)/\(name)", StoredComponents(Item.self), clock: now)
        steps = UndoStack(store)
        try store.load()
      }

      func add(_ text: String) throws {
        try store.transaction(label: "Add") { context.createEntity(Item(text: text)) }
      }

      @discardableResult
      func sync(in folder: String) throws -> Sync {
        try store.sync(in: folder, as: name, .mine)
      }

      var texts: [String] {
        context.group(.all(Item.self)).compactMap { $0[Item.self]?.text }.sorted()
      }
      func item(_ text: String) -> Entity? {
        context.group(.all(Item.self)).first { $0[Item.self]?.text == text }
      }
    }

    let phone = try Shopping("phone", in: folder, now: clock)
    let laptop = try Shopping("laptop", in: folder, now: clock)
    try phone.add("Milk")
    try phone.sync(in: shared)
    let sync = try laptop.sync(in: shared)
    let taken = sync.takenCount  // 2: that there is an item, and its text
    let known = sync.devices.map(\.name)  // ["laptop", "phone"]
    // end
    #expect(taken == 2 && laptop.texts == ["Milk"])
    #expect(known == ["laptop", "phone"])
    // block
    try phone.sync(in: shared)
    phone.item("Milk")?.set(Item(text: "Oat milk"))
    laptop.item("Milk")?.set(Item(text: "Milk", isDone: true))
    try phone.store.save()
    try laptop.store.save()
    try phone.sync(in: shared)
    var resolved: [String] = []
    for difference in try laptop.sync(in: shared).differences {
      guard let mine = difference.mine as? Item, let theirs = difference.theirs as? Item else {
        continue
      }
      // Each has changed another part, so both can be kept.
      let both = Item(text: theirs.text, isDone: mine.isDone)
      laptop.context.entity(difference.entity)?.set(both)
      resolved.append("\(difference.device): \(both.text)")
    }
    try laptop.store.save()
    try laptop.sync(in: shared)
    try phone.sync(in: shared)
    let agreed = phone.item("Oat milk")?[Item.self]  // Item(text: "Oat milk", isDone: true)
    // end
    #expect(resolved == ["phone: Oat milk"])
    #expect(agreed == Item(text: "Oat milk", isDone: true))
    #expect(agreed == laptop.item("Oat milk")?[Item.self])
    let boards = files.makeFolder("boards")
    // block
    struct Title: StoredComponent, Codable, Equatable {
      static let storedName = "title"
      var text: String
    }

    enum Cards: StoredRelation { static let storedName = "cards" }

    final class Board {
      let context = Context()
      let store: ComponentStore

      init(_ folder: String, now: @escaping () -> Int64) throws {
        store = ComponentStore(
          context, in: folder, StoredComponents(Title.self, Links<Cards>.self), clock: now)
        try store.load()
      }

      func add(_ text: String) throws {
        try store.transaction {
          let id = DurableID("to do")
          let column = context.entity(id) ?? context.createEntity(id, Title(text: "To do"))
          column.link(to: context.createEntity(Title(text: text)), as: Cards.self)
        }
      }

      var cards: [String] {
        let column = context.entity(DurableID("to do"))
        return column?.targets(of: Cards.self).compactMap { $0[Title.self]?.text } ?? []
      }
    }

    let desk = try Board("\(folder)/desk", now: clock)
    let pocket = try Board("\(folder)/pocket", now: clock)
    try desk.add("Buy bread")
    try pocket.add("Call Ada")
    for board in [desk, pocket, desk] { _ = try board.store.sync(in: boards, .mine) }
    let cards = desk.cards.sorted()  // ["Buy bread", "Call Ada"]
    let isSame = desk.cards == pocket.cards  // true
    // end
    #expect(cards == ["Buy bread", "Call Ada"] && isSame)
    // block
    try laptop.add("Bread")
    try laptop.sync(in: shared)
    try phone.sync(in: shared)
    try phone.add("Salt")
    try laptop.steps.undo()
    try laptop.store.save()
    try laptop.sync(in: shared)
    try phone.sync(in: shared)
    let left = phone.texts  // ["Oat milk", "Salt"]
    // end
    #expect(left == ["Oat milk", "Salt"])
    // block
    for file in sync.skipped { print(file.name, file.reason) }
    // end
    #expect(sync.skipped.isEmpty)
    // block
    let old = try phone.store.devices().first { $0.name == "laptop" }
    if let old { try phone.store.forget(old, in: shared) }
    let rest = try phone.store.devices().map(\.name)  // ["phone"]
    // end
    #expect(rest == ["phone"])
  }
}
