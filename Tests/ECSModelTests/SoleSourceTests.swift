import ECSHistory
import ECSKit
import ECSModel
import Testing

private struct Title: Component, Equatable { var text: String }

private struct Caption: Component, Equatable { var text: String }

private enum Parts: Relation {
  static var isFromOne: Bool { true }
  static var deleteRule: DeleteRule { .cascade }
}

private enum Likes: Relation {}

@Suite("Relations in which each target has one source") struct SoleSourceTests {
  @Test("A clone does not take over the parts of the original, and its end destroys none")
  func clones() {
    let context = Context()
    let rules = RelationRules(Parts.self, Likes.self, in: context)
    let slide = context.createEntity(Title(text: "One"))
    let bullet = context.createEntity(Title(text: "a"))
    slide.link(to: bullet, as: Parts.self)
    slide.link(to: bullet, as: Likes.self)
    context.add(Caption(text: "c"), to: slide)
    let copy = slide.clone()
    #expect(copy[Title.self] == Title(text: "One"))
    #expect(copy.targets(of: Likes.self) == [bullet])
    #expect(copy.targets(of: Parts.self).isEmpty)
    #expect(context.sources(of: Parts.self, to: bullet) == [slide])
    #expect(copy.values(of: Caption.self).isEmpty)
    copy.destroy()
    #expect(bullet.isAlive)
    #expect(slide.values(of: Caption.self) == [Caption(text: "c")])
    withExtendedLifetime(rules) {}
  }

  @Test("A move is one undo step, and undoing it puts the target back into its list")
  func moves() throws {
    let context = Context()
    let stack = UndoStack(context)
    let lists = (0..<2).map { context.createEntity(Title(text: "\($0)")) }
    let tasks = (0..<3).map { context.createEntity(Title(text: "\($0)")) }
    for task in tasks { lists[0].link(to: task, as: Parts.self) }
    let count = stack.undoLabels.count
    lists[1].link(to: tasks[1], as: Parts.self)
    #expect(stack.undoLabels.count == count + 1)
    #expect(lists.map { $0.targets(of: Parts.self).count } == [2, 1])
    lists[0].link(to: tasks[2], as: Parts.self, at: 0)
    #expect(stack.undoLabels.count == count + 2)
    #expect(lists[0].targets(of: Parts.self) == [tasks[2], tasks[0]])
    try stack.undo()
    #expect(lists[0].targets(of: Parts.self) == [tasks[0], tasks[2]])
    try stack.undo()
    #expect(lists.map { $0.targets(of: Parts.self) } == [tasks, []])
  }

  @Test("An observer of a move never sees the target in no list or in two")
  func observed() {
    let context = Context()
    let lists = (0..<2).map { context.createEntity(Title(text: "\($0)")) }
    let task = context.createEntity(Title(text: "task"))
    lists[0].link(to: task, as: Parts.self)
    var seen: [Int] = []
    let token = context.group(.any(Links<Parts>.self, Title.self)).observe { [weak context] _ in
      seen.append(context?.sources(of: Parts.self, to: task).count ?? -1)
    }
    lists[1].link(to: task, as: Parts.self)
    #expect(!seen.isEmpty && seen.allSatisfy { $0 == 1 })
    token.cancel()
  }
}
