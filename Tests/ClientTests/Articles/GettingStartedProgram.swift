import ECSKit
import Testing

private final class PhotoService {}

@Suite("Getting started")
struct GettingStartedProgram {
  @Test("the article's program prints what its comments say")
  func program() {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // block
    struct Name: Component, Comparable {
      var text: String

      static func < (first: Name, second: Name) -> Bool { first.text < second.text }
    }
    struct Organizer: Component {}
    struct Photos: UniqueComponent { let service: PhotoService }
    // block
    let context = Context()
    let person = context.createEntity(Name(text: "Diana Arce"), Organizer())
    print(person[Name.self]?.text ?? "unknown")  // Diana Arce
    print(person.has(Organizer.self))  // true

    let guest = context.createEntity()
    guest.set(Name(text: "Mike")).set(Name(text: "Mike Lee")).remove(Organizer.self)
    // block
    let staff = context.group(.all(Name.self, Organizer.self))
    let guests = context.group(.all(Name.self).none(Organizer.self))

    for person in staff { print(person[Name.self]?.text ?? "") }  // Diana Arce
    print(guests.sorted(by: Name.self))  // [entity 2 (Name)]
    // block
    let token = staff.observe(.added, .removed) { event in
      print(event.kind, event.entity)
    }
    person.observe(.updated) { event in
      print(event.old(Name.self)?.text ?? "", "->", event.new(Name.self)?.text ?? "")
    }
    person.set(Name(text: "Diana"))  // Diana Arce -> Diana
    person.remove(Organizer.self)  // removed entity 1 (Name)
    token.cancel()  // not called again, not even with events that wait
    person.set(Organizer())
    // block
    struct TooFull: Error {}
    struct Seats: Component, Equatable { var free: Int }

    let room = context.createEntity(Seats(free: 1))
    try? context.transaction {
      room.set(Seats(free: -1))
      guard room[Seats.self]?.free ?? 0 >= 0 else { throw TooFull() }
    }
    print(room[Seats.self]?.free ?? 0)  // 1
    // block
    guest.destroy()
    print(guest.isAlive, guest[Name.self]?.text ?? "unknown")  // false unknown
    // end
    context.setUnique(Photos(service: PhotoService()))
    #expect(context[Photos.self] != nil)
    #expect(
      printed == [
        "Diana Arce", "true", "Diana Arce", "[entity 2 (Name)]", "Diana Arce -> Diana",
        "removed entity 1 (Name)", "1", "false unknown",
      ])
  }
}
