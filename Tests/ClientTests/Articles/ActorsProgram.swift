import ECSKit
import Testing

@Suite("Actors")
struct ActorsProgram {
  @Test("the article's actor observes its context, and is released with its last reference")
  func program() async {
    // block
    struct Photo: Component { var bytes: [UInt8] }
    struct Title: Component, Equatable { var text: String }

    actor Album {
      /// What observers change. It does not refer to the actor.
      final class Sizes { var byTitle: [String: Int] = [:] }

      private let context = Context()
      private let sizes = Sizes()

      func open() {
        context.group(.all(Title.self, Photo.self)).observe(.added, .updated) { [sizes] event in
          guard let title = event.entity[Title.self] else { return }
          sizes.byTitle[title.text] = event.entity[Photo.self]?.bytes.count
        }
      }

      func add(_ title: Title, _ photo: Photo) { context.createEntity(title, photo) }

      var total: Int { sizes.byTitle.values.reduce(0, +) }
    }
    // block
    actor Counter {
      private let context = Context()
      private(set) var titles: [String] = []

      func open() {
        context.group(.all(Title.self)).observe(.added) { [weak self] event in
          guard let title = event.new(Title.self) else { return }
          self?.assumeIsolated { $0.titles.append(title.text) }
        }
      }

      func add(_ title: Title) { context.createEntity(title) }
    }
    // end
    weak var gone: Counter?
    do {
      let album = Album()
      await album.open()
      await album.add(Title(text: "Ada"), Photo(bytes: [1, 2]))
      await album.add(Title(text: "Grace"), Photo(bytes: [3]))
      #expect(await album.total == 3)
      let counter = Counter()
      gone = counter
      await counter.open()
      await counter.add(Title(text: "Ada"))
      #expect(await counter.titles == ["Ada"])
    }
    #expect(gone == nil)
  }
}
