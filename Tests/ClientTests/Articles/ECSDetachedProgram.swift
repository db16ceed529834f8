import ECSDetached
import ECSKit
import Testing

@Suite("The overview of ECSDetached")
struct ECSDetachedProgram {
  @Test("the copy of an entity is synced back")
  func program() async {
    struct Link: DetachableComponent, Equatable { var address: String }
    func load(_ address: String?) async -> [UInt8] { Array((address ?? "").utf8) }
    let context = Context()
    let person = context.createEntity(Link(address: "ada.jpg"))
    // block
    struct Photo: DetachableComponent { var bytes: [UInt8] }

    var copy = person.detach()
    copy.set(Photo(bytes: await load(copy[Link.self]?.address)))  // on any task
    print(context.sync(copy, policy: .fail).outcome)  // synced
    // end
    #expect(person[Photo.self]?.bytes.count == 7)
  }
}
