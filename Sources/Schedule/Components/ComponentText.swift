import ECSKit
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
    ComponentText("a speaker", \SpeakerNames.names, aspect: .speakers, field: .people),
    ComponentText("a location", \LocationNames.names, aspect: .location),
  ]

  /// The name of the text in messages, such as "the subtitle".
  let name: String
  /// What differs if the text does; nil if differences need more than the text.
  let aspect: Difference.Aspect?
  /// The field that the search finds the text in; nil if the search needs more than the text.
  let field: SearchField?
  /// Returns the text of an entity, or nil if it has no such component.
  let text: @Sendable (Entity) -> String?
  /// Returns the entities whose text has an invisible character, each with the first one.
  let hidden: @Sendable (Context) -> [(entity: Entity, character: Unicode.Scalar)]
  /// Returns the entities in whose text a scanner finds its word.
  let found: @Sendable (Context, WordScanner) -> [Entity]

  private init<C: Component>(
    _ name: String, _ text: any KeyPath<C, String> & Sendable, hasLines: Bool = false,
    aspect: Difference.Aspect? = nil, field: SearchField? = nil
  ) {
    self.init(
      name, hasLines, aspect, field, text: { (component: C) in component[keyPath: text] },
      contains: { component, isMeant in isMeant(component[keyPath: text]) })
  }

  private init<C: Component>(
    _ name: String, _ names: any KeyPath<C, [String]> & Sendable, hasLines: Bool = false,
    aspect: Difference.Aspect? = nil, field: SearchField? = nil
  ) {
    self.init(
      name, hasLines, aspect, field,
      text: { (component: C) in component[keyPath: names].joined(separator: ", ") },
      contains: { component, isMeant in component[keyPath: names].contains(where: isMeant) })
  }

  /// Describes the text of a component, or each of a list, which `contains` passes to its closure.
  private init<C: Component>(
    _ name: String, _ hasLines: Bool, _ aspect: Difference.Aspect?, _ field: SearchField?,
    text: @escaping @Sendable (C) -> String,
    contains: @escaping @Sendable (C, (String) -> Bool) -> Bool
  ) {
    self.name = name
    self.aspect = aspect
    self.field = field
    self.text = { $0[C.self].map(text) }
    hidden = { context in
      let entities = context.entities("hidden characters", of: C.self) { component in
        contains(component) { $0.firstHidden(allowingLines: hasLines) != nil }
      }
      return entities.compactMap { entity in
        var hidden: Unicode.Scalar?
        _ = entity[C.self].map { component in
          contains(component) { text in
            hidden = text.firstHidden(allowingLines: hasLines)
            return hidden != nil
          }
        }
        return hidden.map { (entity, $0) }
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

extension Context {
  /// Returns the entities whose component fits, in creation order.
  ///
  /// The index behind it has only these entities, so that it stays small for a large schedule.
  ///
  /// - Parameters:
  ///   - name: The name under which the index is kept; it stands for the function.
  ///   - type: The type of the component.
  ///   - matcher: The rule for the entities; nil for all.
  ///   - isMeant: Returns whether a value of the component fits.
  /// - Returns: The entities.
  /// - Complexity: O(*n*) the first time, where *n* is the number of components.
  func entities<C: Component>(
    _ name: String, of type: C.Type, in matcher: Matcher? = nil,
    where isMeant: @escaping (C) -> Bool
  ) -> [Entity] {
    index(forEach: name, of: type, in: matcher) { isMeant($0) ? [true] : [] }[true]
  }
}
