import ECSDetached
import ECSKit
import Testing

// Photos are loaded beside the main actor, which owns the people, and come back through the inbox.

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

/// The view that shows a person; it stays on the main actor.
final class PersonView: Component {
  var photoSize = 0
}

/// The model of an app, in which nothing is annotated.
final class People {
  let context = Context()
  private(set) var reports: [SyncReport] = []

  init(_ names: [String]) {
    context.group(.all(Photo.self)).observe(.added) { event in
      event.entity[PersonView.self]?.photoSize = event.new(Photo.self)?.bytes.count ?? 0
    }
    for name in names {
      context.createEntity(
        PersonName(text: name), PhotoLink(address: "photos/\(name)"), PersonView())
    }
    context.inbox.onArrival = { [weak self] in
      Task { @MainActor in self?.receive() }
    }
  }

  /// Loads what is missing, each in a task of its own, without waiting for any.
  func loadPhotos() -> Task<Void, Never> {
    let inbox = context.inbox
    let people = context.group(.all(PhotoLink.self).none(Photo.self)).map { $0.detach() }
    return Task.detached {
      await withTaskGroup(of: Void.self) { group in
        for person in people {
          group.addTask { inbox.post(await Self.withPhoto(person), policy: .fail) }
        }
      }
    }
  }

  /// Pretends to load a photo: as many bytes as its address has letters.
  @concurrent
  private static func withPhoto(_ person: DetachedEntity) async -> DetachedEntity {
    var person = person
    guard let link = person[PhotoLink.self] else { return person }
    await Task.yield()
    person.set(Photo(bytes: Array(link.address.utf8)))
    return person
  }

  func receive() { reports += context.receive() }

  func person(_ name: String) -> Entity? { context.index(\PersonName.text)[name].first }
}

@Suite struct PhotoLoadingTests {
  @Test("Photos are loaded in parallel and synced back on the main actor")
  func loading() async throws {
    let people = People(["Ada", "Grace", "Barbara", "Edsger"])
    let loading = people.loadPhotos()
    // The main actor has not been left since they were detached.
    people.person("Grace")?.set(Photo(bytes: [1]))
    people.person("Edsger")?.destroy()
    await loading.value
    while people.reports.count < 4 { await Task.yield() }

    #expect(people.person("Ada")?[PersonView.self]?.photoSize == 10)
    #expect(people.person("Barbara")?[PersonView.self]?.photoSize == 14)
    #expect(people.person("Grace")?[Photo.self]?.bytes == [1])
    #expect(people.reports.count { $0.outcome == .synced } == 2)
    #expect(people.reports.count { $0.outcome == .gone } == 1)

    // The one that was refused can be looked at, and insisted on.
    let refused = try #require(people.reports.first { $0.outcome == .refused })
    let conflict = try #require(refused.conflicts.first)
    #expect(conflict.component == "Photo" && conflict.base == nil)
    #expect((conflict.theirs as? Photo)?.bytes == [1])
    #expect(people.context.sync(refused.detached, policy: .mine).applied == ["Photo"])
    #expect(people.person("Grace")?[Photo.self]?.bytes.count == 12)
  }
}
