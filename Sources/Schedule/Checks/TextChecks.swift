import ECSKit
import TextBasics

/// Finds sessions and talks without a title.
struct Untitled: CheckSystem {
  static let rule = CheckRule(
    .warning, "untitled", "a talk has no title, or a session neither title nor talks")
  let input: CheckInput

  func execute() {
    // A group of their own would be kept, and each is looked at once.
    for session in schedule.sessions
    where !session.has(Title.self) && !session.has(Description.self) {
      if schedule.talks(in: session).isEmpty { report(session, "it has neither title nor talks") }
    }
    for talk in schedule.context.group(.all(PartOf.self).none(Title.self)) {
      report(talk, "it has no title")
    }
  }
}

/// Finds titles and names that stand for something still to be announced.
struct Placeholders: CheckSystem {
  static let rule = CheckRule(.warning, "placeholder", "a title or a name is still to be announced")
  let input: CheckInput

  func execute() {
    find("the title", \Title.text, in: .talks)
    find("the description", \Description.text, in: .sessions)
    find("the name", \Name.text)
    let talks = schedule.context.entities("placeholders", of: SpeakerNames.self) {
      $0.names.contains(where: \.isPlaceholder)
    }
    for talk in talks { report(talk, "its speaker is still to be announced") }
  }

  private func find<C: Component>(
    _ what: String, _ text: KeyPath<C, String>, in matcher: Matcher? = nil
  ) {
    let entities = schedule.context.entities("placeholders", of: C.self, in: matcher) {
      $0[keyPath: text].isPlaceholder
    }
    for entity in entities {
      report(entity, "\(what) is \(entity[C.self]?[keyPath: text].quoted() ?? "")")
    }
  }
}

/// Finds links that cannot work because of their form.
struct Links: CheckSystem {
  static let rule = CheckRule(.warning, "link", "a link is of a form that cannot work")
  let input: CheckInput

  func execute() {
    find("the photo", \Photo.link) { $0.linkFlaw }
    find("the server", \Server.link) { $0.linkFlaw }
    // An address is a link only if it looks like one.
    find("the address", \Address.text) { $0.looksLikeLink ? $0.linkFlaw : nil }
    findInLists()
  }

  /// Finds talks and people with flawed links; each is one finding, however many links it has.
  private func findInLists() {
    let entities = schedule.context.entities("flawed links", of: WebLinks.self) { list in
      list.links.contains { $0.text.webLinkFlaw != nil }
    }
    for entity in entities {
      let flawed = (entity[WebLinks.self]?.links ?? []).filter { $0.text.webLinkFlaw != nil }
      guard let first = flawed.first, let flaw = first.text.webLinkFlaw else { continue }
      let more = flawed.count > 1 ? ", and so are \(flawed.count - 1) more" : ""
      report(entity, "a link is \(first.text.quoted()), \(flaw)\(more)")
    }
  }

  private func find<C: Component>(
    _ what: String, _ text: KeyPath<C, String>, _ flaw: @escaping (String) -> String?
  ) {
    let entities = schedule.context.entities("flawed links", of: C.self) {
      flaw($0[keyPath: text]) != nil
    }
    for entity in entities {
      guard let link = entity[C.self]?[keyPath: text], let flaw = flaw(link) else { continue }
      report(entity, "\(what) is \(link.quoted()), \(flaw)")
    }
  }
}

/// Finds texts with invisible characters.
struct ControlCharacters: CheckSystem {
  static let rule = CheckRule(
    .warning, "control-characters", "a text has invisible characters")
  let input: CheckInput

  func execute() {
    for text in ComponentText.all {
      for (entity, character) in text.hidden(schedule.context) {
        let code = Hexadecimal.digits(of: character.value, count: 4, uppercase: true)
        report(entity, "\(text.name) has the invisible character U+\(code)")
      }
    }
  }
}
