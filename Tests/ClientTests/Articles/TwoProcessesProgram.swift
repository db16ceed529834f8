import ECSDetached
import ECSKit
import ECSModel
import ECSStore
import TestSupport
import Testing

@Suite("Two processes and two devices")
struct TwoProcessesProgram {
  @Test(
    "the article's processes share a file, resolve a conflict, and destroy each other's entities")
  func program() throws {
    let files = TemporaryFolder()
    let folder = files.path
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
      let items: ECSKit.Group

      init(_ folder: String, now: @escaping () -> Int64) throws {
        store = ComponentStore(context, in: folder, StoredComponents(Item.self), clock: now)
        items = context.group(.all(Item.self))
        try store.load()
      }

      func add(_ text: String) throws {
        try store.transaction { context.createEntity(Item(text: text)) }
      }

      var texts: [String] { items.compactMap { $0[Item.self]?.text }.sorted() }
      func item(_ text: String) -> Entity? { items.first { $0[Item.self]?.text == text } }
    }

    let phone = try Shopping(folder, now: clock)
    let laptop = try Shopping(folder, now: clock)
    try phone.add("Milk")
    try laptop.add("Bread")
    // block
    let before = laptop.texts  // ["Bread"]
    try laptop.store.refresh(.mine)
    let after = laptop.texts  // ["Bread", "Milk"]
    // end
    #expect(before == ["Bread"])
    #expect(after == ["Bread", "Milk"])
    // block
    try phone.store.refresh(.mine)
    phone.item("Milk")?.modify(Item.self) { $0.isDone = true }  // unsaved
    laptop.item("Milk")?.modify(Item.self) { $0.text = "Oat milk" }
    try laptop.store.save()

    var resolved: [String] = []
    for conflict in try phone.store.refresh(.mine) {
      guard let mine = conflict.mine as? Item, let theirs = conflict.theirs as? Item else {
        continue
      }
      // Each has changed another part, so both can be kept.
      let both = Item(text: theirs.text, isDone: mine.isDone)
      phone.context.entity(conflict.entity)?.set(both)
      resolved.append(both.text)
    }
    try phone.store.save()
    try laptop.store.refresh(.theirs)
    let shared = laptop.item("Oat milk")?[Item.self]  // Item(text: "Oat milk", isDone: true)
    // end
    #expect(resolved == ["Oat milk"])
    #expect(shared == Item(text: "Oat milk", isDone: true))
    #expect(phone.texts == ["Bread", "Oat milk"])
    let boards = "\(folder)/boards"
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

    let window = try Board(boards, now: clock)
    try window.add("Water the plants")
    let other = try Board(boards, now: clock)
    try window.add("Buy bread")
    try other.add("Call Ada")  // without having read the line about the bread
    try window.store.refresh(.mine)
    try other.store.refresh(.mine)
    let cards = window.cards.sorted()  // ["Buy bread", "Call Ada", "Water the plants"]
    let isSame = window.cards == other.cards  // true
    // end
    #expect(cards == ["Buy bread", "Call Ada", "Water the plants"] && isSame)
    #expect(window.cards.first == "Water the plants")
    // block
    laptop.item("Oat milk")?.destroy()
    try laptop.store.save()
    try phone.store.refresh(.theirs)
    let left = phone.texts  // ["Bread"]
    // end
    #expect(left == ["Bread"])
  }
}
