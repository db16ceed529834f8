import ECSKit
import ECSModel
import TextBasics

/// A text that the components of one type have, and what uses it.
///
/// Checks, differences and the search go through ``all``, so that a new component with a text takes
/// part in them with one line.
struct ComponentText: Sendable {
  /// The text of each component that has one, in the order in which checks report them.
  static let all = [
    ComponentText("the title", \Title.text, field: .name),
    ComponentText("the subtitle", \Subtitle.text, aspect: .subtitle, field: .subtitle),
    ComponentText(
      "the abstract", \Abstract.text, hasLines: true, aspect: .abstract, field: .text),
    ComponentText("the track", \Track.name, aspect: .track),
    ComponentText("the type", \SessionType.name, aspect: .type),
    ComponentText("the language", \Language.code, aspect: .language),
    ComponentText("the identifier", \SessionID.text),
    ComponentText("the identifier", \SourceID.text),
    ComponentText("an identifier", \OtherIDs.texts),
    ComponentText("the description", \Description.text, hasLines: true),
    ComponentText("the name", \Name.text, field: .name),
    ComponentText(
      "the biography", \Biography.text, hasLines: true, aspect: .biography, field: .text),
    ComponentText("the handle", \TwitterHandle.text, aspect: .handle, field: .text),
    ComponentText("the photo", \Photo.link),
    ComponentText("the address", \Address.text, hasLines: true, aspect: .address, field: .text),
    ComponentText("the server", \Server.link),
    ComponentText("the conference", \Conference.title),
    ComponentText("the acronym", \Acronym.text),
    ComponentText("the web page", \ConferencePage.link),
    ComponentText("the version", \ScheduleVersion.text),
    ComponentText("a speaker", \SpeakerNames.names, aspect: .speakers, field: .people),
    ComponentText("a location", \LocationNames.names, aspect: .location),
  ]

  /// The name of the text in messages, such as "the subtitle".
  let name: String
  /// The aspect that differs if the text does; nil if differences need more than the text.
  let aspect: Difference.Aspect?
  /// The field of the search for the text; nil if the search needs more than the text.
  let field: SearchField?
  /// Returns the text of an entity, or nil if it has no such component.
  let text: @Sendable (Entity) -> String?
  /// Returns the rule that the text has no invisible character.
  let isVisible: @Sendable () -> Rule
  /// Returns the entities in whose text a scanner finds its word.
  let found: @Sendable (Context, WordScanner) -> [Entity]

  init<C: Component>(
    _ name: String, _ text: any KeyPath<C, String> & Sendable, hasLines: Bool = false,
    aspect: Difference.Aspect? = nil, field: SearchField? = nil
  ) {
    self.init(
      name, hasLines, aspect, field, text: { (component: C) in component[keyPath: text] },
      contains: { component, isMeant in isMeant(component[keyPath: text]) })
  }

  init<C: Component>(
    _ name: String, _ names: any KeyPath<C, [String]> & Sendable, hasLines: Bool = false,
    aspect: Difference.Aspect? = nil, field: SearchField? = nil
  ) {
    self.init(
      name, hasLines, aspect, field,
      text: { (component: C) in component[keyPath: names].joined(separator: ", ") },
      contains: { component, isMeant in component[keyPath: names].contains(where: isMeant) })
  }

  /// Describes the text of a component, or each of a list, which `contains` passes to its closure.
  init<C: Component>(
    _ name: String, _ hasLines: Bool, _ aspect: Difference.Aspect?, _ field: SearchField?,
    text: @escaping @Sendable (C) -> String,
    contains: @escaping @Sendable (C, (String) -> Bool) -> Bool
  ) {
    self.name = name
    self.aspect = aspect
    self.field = field
    self.text = { $0[C.self].map(text) }
    isVisible = {
      .values(of: C.self, named: "texts are visible") { component in
        var hidden: Unicode.Scalar?
        _ = contains(component) { text in
          hidden = text.firstHidden(allowingLines: hasLines)
          return hidden != nil
        }
        return hidden.map { character in
          let code = Hexadecimal.digits(of: character.value, count: 4, uppercase: true)
          return "\(name) has the invisible character U+\(code)"
        }
      }
    }
    found = { context, scanner in
      var found: [Entity] = []
      context.group(.all(C.self)).withEach(C.self) { entity, component in
        if contains(component, scanner.finds(in:)) { found.append(entity) }
      }
      return found
    }
  }
}
