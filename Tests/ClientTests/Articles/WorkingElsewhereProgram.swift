import ECSDetached
import ECSKit
import Testing

@Suite("Editing copies of entities")
struct WorkingElsewhereProgram {
  @Test("the article's program prints what its comments say")
  func program() async {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // block
    struct PhotoLink: DetachableComponent, Equatable { var address: String }
    struct Photo: DetachableComponent { var bytes: [UInt8] }
    final class PersonView: Component {}

    let context = Context()
    let person = context.createEntity(PhotoLink(address: "ada.jpg"), PersonView())

    var copy = person.detach()
    print(copy[PhotoLink.self]?.address ?? "")  // ada.jpg
    print(copy.leftBehind)  // ["PersonView"]: what is not detachable
    // block
    copy.set(PhotoLink(address: "ada-2.jpg"))
    let report = context.sync(copy, policy: .fail)
    switch report.outcome {
    case .synced: copy = report.detached  // continue with this one
    case .refused: print(report.conflicts, report.refusals)
    case .gone: break  // the person was deleted meanwhile
    }
    // end
    @concurrent
    @Sendable func load(_ link: PhotoLink) async -> Photo {
      Photo(bytes: Array(link.address.utf8))
    }
    // block
    let inbox = context.inbox
    let people = context.group(.all(PhotoLink.self).none(Photo.self))
    await withTaskGroup(of: Void.self) { tasks in
      for copy in people.map({ $0.detach() }) {
        tasks.addTask {
          var copy = copy
          if let link = copy[PhotoLink.self] { copy.set(await load(link)) }
          inbox.post(copy, policy: .theirs)
        }
      }
    }
    for report in context.receive() { print(report.applied) }  // ["Photo"]
    // block
    @MainActor final class Model {
      let context = Context()
      private(set) var reports: [SyncReport] = []

      init() {
        context.inbox.onArrival = { [weak self] in
          Task { @MainActor in self?.receive() }
        }
      }

      private func receive() { reports += context.receive() }
    }
    // end
    #expect(printed == ["ada.jpg", "[\"PersonView\"]", "[\"Photo\"]"])
    #expect(copy[PhotoLink.self] == PhotoLink(address: "ada-2.jpg"))
    #expect(person[Photo.self]?.bytes.count == 9)

    let model = await Model()
    let (modelInbox, posted) = await MainActor.run {
      (model.context.inbox, model.context.createEntity(PhotoLink(address: "grace.jpg")).detach())
    }
    modelInbox.post(posted, policy: .mine)
    while await model.reports.isEmpty { await Task.yield() }
    #expect(await model.reports.map(\.outcome) == [.synced])
  }
}
