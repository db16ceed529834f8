import Basics
import ECSKit
import ECSModel

struct Untitled: CheckSystem {
  static let rule = CheckRule(
    .warning, "untitled", "a talk has no title, or a session has neither title nor talks")
  let input: CheckInput

  var rules: [Rule] {
    [
      Rule("a session has a title or talks", for: .sessions) { session in
        if session.has(Title.self) || session.has(Description.self) { return nil }
        return schedule.talks(in: session).isEmpty ? "the session has neither title nor talks" : nil
      },
      Rule("a talk has a title", for: .all(PartOf.self).none(Title.self)) { _ in
        "the talk has no title"
      },
    ]
  }
}

struct Placeholders: CheckSystem {
  static let rule = CheckRule(.warning, "placeholder", "a title or a name is still to be announced")
  let input: CheckInput

  var rules: [Rule] {
    [
      given("the title", \Title.text, in: .talks),
      given("the description", \Description.text, in: .sessions),
      given("the name", \Name.text),
      .values(of: SpeakerNames.self, named: "names are announced") { speakers in
        speakers.names.contains(where: \.isPlaceholder)
          ? "the speaker is still to be announced" : nil
      },
    ]
  }

  private func given<C: Component>(
    _ what: String, _ text: KeyPath<C, String>, in matcher: Matcher? = nil
  ) -> Rule {
    let text = text.reader
    return .values(of: C.self, in: matcher, named: "names are announced") { value in
      let text = text(value)
      return text.isPlaceholder ? "\(what) is \(text.quoted())" : nil
    }
  }
}

struct Links: CheckSystem {
  static let rule = CheckRule(.warning, "link", "a link is malformed")
  let input: CheckInput

  var rules: [Rule] {
    [
      sound("the photo", \Photo.link) { $0.linkFlaw },
      sound("the server", \Server.link) { $0.linkFlaw },
      // An address may also be plain text.
      sound("the address", \Address.text) { $0.looksLikeLink ? $0.linkFlaw : nil },
      .values(of: WebLinks.self, named: "links can work", flaw: Self.flaw),
    ]
  }

  private func sound<C: Component>(
    _ what: String, _ text: KeyPath<C, String>, _ flaw: @escaping (String) -> String?
  ) -> Rule {
    let text = text.reader
    return .values(of: C.self, named: "links can work") { value in
      let link = text(value)
      return flaw(link).map { "\(what) is \(link.quoted()), \($0)" }
    }
  }

  /// Returns one message about all malformed links in a list, or nil if all links are well-formed.
  private static func flaw(of list: WebLinks) -> String? {
    let flawed = list.links.filter { $0.text.webLinkFlaw != nil }
    guard let first = flawed.first, let flaw = first.text.webLinkFlaw else { return nil }
    let more = flawed.count > 1 ? "; malformed links: \(flawed.count)" : ""
    return "a link is \(first.text.quoted()), \(flaw)\(more)"
  }
}

struct ControlCharacters: CheckSystem {
  static let rule = CheckRule(
    .warning, "control-characters", "a field contains invisible characters")
  let input: CheckInput

  var rules: [Rule] { ComponentText.all.map { $0.isVisible() } }
}
