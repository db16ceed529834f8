import ECSKit
import Testing

// Events are entities: a sender creates one, a receiver observes a group.

/// A button was pressed.
struct Pressed: Component {
  let button: String
}

/// Something is to be said to the user.
struct Announcement: Component, Equatable {
  let text: String
}

/// Whom an event has reached, for those who come after.
struct Handled: Component {}

@Suite struct EventTests {
  private let context = Context()

  @Test("The first registered observer is notified first, and the last one cleans up")
  func firstThenSecond() {
    var log: [String] = []
    let pressed = context.group(.all(Pressed.self))
    pressed.observe(.added) { event in
      log.append("first \(event.new(Pressed.self)?.button ?? "")")
      event.entity.set(Handled())
    }
    pressed.observe(.added) { event in
      let isHandled = event.entity.has(Handled.self)
      log.append("second \(event.new(Pressed.self)?.button ?? ""), handled: \(isHandled)")
    }
    pressed.observe(.added) { $0.entity.destroy() }
    context.createEntity(Pressed(button: "save"))
    context.createEntity(Pressed(button: "close"))
    #expect(
      log == [
        "first save", "second save, handled: true", "first close", "second close, handled: true",
      ])
    #expect(pressed.isEmpty && context.count == 0)
  }

  @Test("A log of all events names each sender, even a destroyed one")
  func log() {
    var log: [String] = []
    context.observe { log.append("\($0)") }
    let announcement = context.createEntity(Announcement(text: "Save?"), Handled())
    announcement.set(Announcement(text: "Saved."))
    announcement.destroy()
    #expect(
      log == [
        "created entity 1 (Announcement, Handled)", "added entity 1 (Announcement)",
        "added entity 1 (Handled)", "updated entity 1 (Announcement)",
        "removed entity 1 (Announcement)", "removed entity 1 (Handled)",
        "destroyed entity 1 (Announcement, Handled)",
      ])
  }

  @Test("The values of an event are nil after its delivery")
  func over() {
    var kept: Event?
    context.group(.all(Handled.self)).observe { kept = $0 }
    let entity = context.createEntity(Handled(), Pressed(button: "save"))
    #expect(kept?.creationNumber == nil && kept?.components.isEmpty == true)
    #expect(kept?.component == nil && kept?.description == "added \(entity)")
  }

  @Test("An event sent by an observer is delivered after the current one")
  func answers() {
    var log: [String] = []
    context.group(.all(Pressed.self)).observe(.added) { [context] event in
      let button = event.new(Pressed.self)?.button ?? ""
      context.createEntity(Announcement(text: "\(button) was pressed"))
      log.append("answered \(button)")
    }
    context.group(.all(Announcement.self)).observe(.added) { event in
      log.append(event.new(Announcement.self)?.text ?? "")
    }
    context.group(.all(Pressed.self)).observe(.added) { _ in log.append("last to hear") }
    context.createEntity(Pressed(button: "save"))
    #expect(log == ["answered save", "last to hear", "save was pressed"])
  }

  @Test("A cancelled observer is not notified, and several events can be delivered as one change")
  func enough() {
    var log: [String] = []
    let announcements = context.group(.all(Announcement.self))
    let token = announcements.observe(.added, .updated) { event in
      log.append(
        "\(event.kind) \(event.new(Announcement.self)?.text ?? "") of \(announcements.count)")
    }
    context.transaction {
      let entity = context.createEntity(Announcement(text: "a"))
      context.createEntity(Announcement(text: "b"))
      entity.set(Announcement(text: "a")).set(Announcement(text: "c"))
    }
    token.cancel()
    context.createEntity(Announcement(text: "d"))
    #expect(log == ["added a of 2", "added b of 2", "updated c of 2"])
  }
}
