import ECSKit
import Testing

@Suite("Inspecting contexts") struct StatisticsTests {
  @Test("Statistics count the entities, components, groups, indices and observers")
  func counts() {
    let context = Context()
    let group = context.group(.all(Number.self).none(Hidden.self))
    _ = context.group(.all(Hidden.self))
    let entity = context.createEntity(Number(value: 1), Marked())
    context.createEntity(Number(value: 2), Hidden())
    _ = context.index(\Number.value, in: .all(Marked.self))
    let token = group.observe { _ in }
    context.observe { _ in }
    entity.observe { _ in }
    let statistics = context.statistics
    #expect(statistics.entityCount == 2 && statistics.observerCount == 3)
    #expect(statistics.components.map(\.name) == ["Hidden", "Number", "Marked"])
    #expect(statistics.components.map(\.entityCount) == [1, 2, 1])
    #expect(statistics.components.map(\.observerCount) == [1, 1, 0])
    #expect(
      statistics.groups.map(\.name) == [
        "all(Number).none(Hidden)", "all(Hidden)", "all(Marked)",
      ])
    #expect(statistics.groups.map(\.entityCount) == [1, 1, 1])
    #expect(statistics.groups.map(\.observerCount) == [1, 0, 0])
    #expect(statistics.indices.map(\.name) == ["Number in all(Marked)"])
    #expect(statistics.indices.map(\.entityCount) == [1])
    token.cancel()
    token.cancel()
    entity.destroy()
    #expect(context.statistics.observerCount == 1)
    #expect(context.groups.map(\.count) == [0, 1, 0])
    #expect(context.groups.first === group)
  }

  @Test("The component types are all types named so far, and rules can be built from them")
  func componentTypes() throws {
    let context = Context()
    #expect(context.componentTypes.isEmpty)
    _ = context.group(.all(Marked.self).none(Hidden.self))
    let entity = context.createEntity(Number(value: 1), Hidden())
    let names = context.componentTypes.map { String(describing: $0) }
    #expect(names == context.statistics.components.map(\.name))
    #expect(Set(names) == ["Marked", "Hidden", "Number"])
    let hidden = try #require(context.componentTypes.first { $0 == Hidden.self })
    #expect(context.group(.all(hidden)).entities == [entity])
  }

  @Test(
    "The memory of a component grows with its values, and the total is at least the sum of its parts"
  )
  func memory() throws {
    let context = Context()
    func bytes(_ name: String) -> Int {
      context.statistics.components.first { $0.name == name }?.bytes ?? 0
    }
    context.createEntity(Number(value: 0), Marked())
    let few = bytes("Number")
    for value in 1...1_000 { context.createEntity(Number(value: value), Marked()) }
    #expect(bytes("Number") >= 1_000 * MemoryLayout<Number>.stride && bytes("Number") > few)
    #expect(bytes("Marked") < 100)
    let parts = context.statistics.components.reduce(0) { $0 + $1.bytes }
    #expect(context.statistics.bytes > parts)
  }

  @Test("The description of a context lists everything with its numbers")
  func description() {
    let context = Context()
    context.createEntity(Number(value: 1))
    context.group(.all(Number.self)).observe { _ in }
    _ = context.index(\Number.value)
    let lines = context.description.split(separator: "\n").map { line in
      line.prefix { $0 != "," }
    }
    #expect(
      lines == [
        "1 entity", "component Number: 1 entity", "group all(Number): 1 entity",
        "index Number: 1 entity",
      ])
    #expect(context.description.hasPrefix("1 entity, 1 observer, "))
  }
}
