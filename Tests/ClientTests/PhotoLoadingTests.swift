import ECSDetached
import ECSKit
import Testing

// Photos are loaded beside the actor that owns the people, and handed back through its inbox.

/// The name of a person.
struct PersonName: DetachableComponent, Equatable {
  let text: String
}

/// Where a photo is to be had.
struct PhotoLink: DetachableComponent, Equatable {
  let address: String
}

/// A photo, which is not compared byte by byte.
struct Photo: DetachableComponent {
  let bytes: [UInt8]
}

/// The view that shows a person; it stays where the context is.
final class PersonView: Component {
  var photoSize = 0
}

/// The people, and the loading of their photos.
actor People {
  private let context = Context()
  private(set) var conflicts: [String] = []
  private(set) var log: [String] = []

  /// Adds people, and has them received whenever one comes back.
  func open(_ names: [String]) {
    let withPhoto = context.group(.all(Photo.self))
    withPhoto.observe(.added) { event in
      event.entity[PersonView.self]?.photoSize = event.new(Photo.self)?.bytes.count ?? 0
    }
    for name in names {
      context.createEntity(
        PersonName(text: name), PhotoLink(address: "photos/\(name)"), PersonView())
    }
    context.inbox.onArrival = { [weak self] in
      Task { await self?.receive() }
    }
  }

  /// The people that have a link and no photo, to be taken elsewhere.
  func withoutPhoto() -> (people: [DetachedEntity], inbox: Inbox) {
    let group = context.group(.all(PhotoLink.self).none(Photo.self))
    return (group.map { $0.detach() }, context.inbox)
  }

  func change(_ name: String, _ body: @Sendable (Entity) -> Void) {
    context.index(\PersonName.text)[name].first.map(body)
  }

  func receive() {
    for report in context.receive() {
      log.append("\(report.detached[PersonName.self]?.text ?? "nobody"): \(report.outcome)")
      conflicts += report.conflicts.map(\.component)
    }
  }

  var sizes: [String: Int] {
    let shown = context.group(.all(PersonName.self, PersonView.self))
    return .init(
      uniqueKeysWithValues: shown.map {
        ($0[PersonName.self]?.text ?? "", $0[PersonView.self]?.photoSize ?? 0)
      })
  }
}

/// Pretends to load a photo: as many bytes as its address has letters.
@concurrent
func loadPhoto(from link: PhotoLink) async -> Photo {
  await Task.yield()
  return Photo(bytes: Array(link.address.utf8))
}

@Suite struct PhotoLoadingTests {
  @Test("Photos are loaded in parallel and synced back through the inbox of an actor")
  func loading() async {
    let people = People()
    await people.open(["Ada", "Grace", "Barbara", "Edsger"])
    let (detached, inbox) = await people.withoutPhoto()
    #expect(detached.map(\.leftBehind) == .init(repeating: ["PersonView"], count: 4))
    // Meanwhile one gets a photo by other ways, and one goes.
    await people.change("Grace") { $0.set(Photo(bytes: [1])) }
    await people.change("Edsger") { $0.destroy() }
    let outcomes = await withTaskGroup(of: SyncReport.Outcome.self) { group in
      for person in detached {
        group.addTask {
          var person = person
          if let link = person[PhotoLink.self] { person.set(await loadPhoto(from: link)) }
          return await withCheckedContinuation { done in
            inbox.post(person, policy: .theirs) { done.resume(returning: $0.outcome) }
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(outcomes == [.synced: 3, .gone: 1])
    // If there are two photos, the older one stays; other people are not affected.
    #expect(await people.sizes == ["Ada": 10, "Grace": 1, "Barbara": 14])
    #expect(await people.withoutPhoto().people.isEmpty)
    await people.receive()
    #expect(await people.conflicts == ["Photo"])
    #expect(await people.log.count == 4)
  }
}
