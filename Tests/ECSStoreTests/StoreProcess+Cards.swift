import ECSDetached
import ECSKit
import ECSModel
import ECSStore

/// A board of cards.
extension StoreProcess {
  struct Card: StoredComponent, Codable, Equatable {
    static let storedName = "card"
    var title: String
  }

  enum Cards: StoredRelation { static let storedName = "cards" }

  enum Votes: StoredRelation {
    typealias Data = Int
    static let storedName = "votes"
  }

  static var componentsOfCards: StoredComponents {
    StoredComponents(Card.self, Links<Cards>.self, Links<Votes>.self)
  }

  var board: Entity { card("board") }

  func card(_ id: String) -> Entity { find(id) { $0.set(Card(title: id)) } }

  func link(_ ids: String..., at position: Int? = nil) {
    for (place, id) in ids.enumerated() {
      board.link(to: card(id), as: Cards.self, at: position.map { $0 + place })
    }
  }

  func add(_ ids: String..., at position: Int? = nil) throws {
    try store.transaction(label: "Add") {
      for (place, id) in ids.enumerated() { link(id, at: position.map { $0 + place }) }
    }
  }

  func move(_ id: String, to position: Int) throws {
    try store.transaction(label: "Move") {
      board.unlink(from: card(id), as: Cards.self)
      link(id, at: position)
    }
  }

  var cards: String {
    board.targets(of: Cards.self).compactMap { $0[DurableID.self]?.text }.joined(separator: " ")
  }

  @discardableResult
  func refresh(_ policy: SyncPolicy = .mine) throws -> [ComponentStore.Conflict] {
    try store.refresh(policy)
  }
}
