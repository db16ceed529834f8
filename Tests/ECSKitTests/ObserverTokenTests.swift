import ECSKit
import TestSupport
import Testing

@Suite("ObserverToken") struct ObserverTokenTests {
  @Test("Cancelling releases the captures of the observer, even while the token is held")
  func cancelFrees() {
    let context = Context()
    weak var seen: Resource?
    var tokens: [ObserverToken] = []
    do {
      let resource = Resource()
      seen = resource
      tokens.append(context.observe { _ in resource.value += 1 })
    }
    #expect(seen != nil)
    for token in tokens { token.cancel() }
    #expect(seen == nil)
  }

  @Test("Destroying an entity releases the captures of its observers at once")
  func entityEndFrees() {
    let context = Context()
    weak var seen: Resource?
    let entity = context.createEntity()
    do {
      let resource = Resource()
      seen = resource
      entity.observe { _ in resource.value += 1 }
    }
    entity.set(Marked())
    #expect(seen?.value == 1)
    entity.destroy()
    #expect(seen == nil)
  }

  @Test("Releasing a context releases the captures of its observers, even while tokens are held")
  func contextEndFrees() {
    var tokens: [ObserverToken] = []
    weak var seen: Resource?
    do {
      let resource = Resource()
      seen = resource
      let context = Context()
      let body = { (event: Event) in resource.value += 1 }
      tokens.append(context.observe(body: body))
      tokens.append(context.group(.all(Number.self)).observe(body: body))
      tokens.append(context.group(Matcher.none(Marked.self)).observe(body: body))
      tokens.append(context.createEntity().observe(body: body))
      withExtendedLifetime(context) {}
    }
    #expect(seen == nil)
    #expect(tokens.count == 4)
  }

  @Test("The token of a subscription to a dead entity or context holds nothing")
  func endedTokenHoldsNothing() {
    let context = Context()
    _ = context.collectMisuses()
    let entity = context.createEntity()
    entity.destroy()
    weak var seen: Resource?
    var tokens: [ObserverToken] = []
    do {
      let resource = Resource()
      seen = resource
      tokens.append(entity.observe { _ in resource.value += 1 })
    }
    #expect(seen == nil)
    #expect(tokens.count == 1)
  }

  @Test("Cancelling ends a subscription at once and permanently, and cancelling twice is harmless")
  func cancel() {
    let context = Context()
    let entity = context.createEntity(Number(value: 0))
    let heard = Collected<String>()
    let tokens = [
      context.observe { _ in heard.items.append("context") },
      context.group(.all(Number.self)).observe { _ in heard.items.append("group") },
      entity.observe { _ in heard.items.append("entity") },
    ]
    entity.set(Number(value: 1))
    tokens[1].cancel()
    tokens[1].cancel()
    entity.set(Number(value: 2))
    tokens[0].cancel()
    entity.set(Number(value: 3))
    tokens[2].cancel()
    entity.set(Number(value: 4))
    #expect(heard.items == ["context", "group", "entity", "context", "entity", "entity"])
  }

  @Test("An observer of an entity is notified of that entity only, until it is destroyed")
  func entityAlone() {
    let context = Context()
    let entity = context.createEntity()
    let other = context.createEntity()
    let heard = Collected<Event.Kind>()
    entity.observe { heard.items.append($0.kind) }
    other.set(Number(value: 1)).remove(Number.self)
    entity.set(Number(value: 1)).set(Number(value: 2)).remove(Number.self)
    entity.destroy()
    // This one may reuse its slot.
    context.createEntity(Number(value: 3)).set(Number(value: 4))
    #expect(heard.items == [.added, .updated, .removed, .destroyed])
  }

  @Test("The token of a subscription to a dead entity or context is inactive from the start")
  func tokenOfTheDead() {
    let context = Context()
    let misuses = context.collectMisuses()
    let entity = context.createEntity()
    entity.destroy()
    let heard = Collected<Event.Kind>()
    let token = entity.observe { heard.items.append($0.kind) }
    context.createEntity(Number(value: 1)).destroy()
    token.cancel()
    #expect(heard.items == [])
    #expect(misuses.items == [.deadEntity(operation: "observe an entity")])
  }
}
