import Basics
import ECSKit
import ECSModel

/// A text property of a component type, with its uses in checks, differences and search.
///
/// Checks, differences and the search iterate over ``all``, so a new element of ``all`` takes
/// effect in all three.
struct ComponentText: Sendable {
  /// The text properties of all component types, in the order in which checks report them.
  static let all = [
    ComponentText(Title.self, "the title", field: .name) { $0.text },
    ComponentText(Subtitle.self, "the subtitle", aspect: .subtitle, field: .subtitle) { $0.text },
    ComponentText(Abstract.self, "the abstract", hasLines: true, aspect: .abstract, field: .text) {
      $0.text
    },
    ComponentText(Track.self, "the track", aspect: .track) { $0.name },
    ComponentText(SessionType.self, "the type", aspect: .type) { $0.name },
    ComponentText(Language.self, "the language", aspect: .language) { $0.code },
    ComponentText(SessionID.self, "the identifier") { $0.text },
    ComponentText(SourceID.self, "the identifier") { $0.text },
    ComponentText(OtherIDs.self, "an identifier") { $0.texts },
    ComponentText(Description.self, "the description", hasLines: true) { $0.text },
    ComponentText(Name.self, "the name", field: .name) { $0.text },
    ComponentText(Biography.self, "the biography", hasLines: true, aspect: .biography, field: .text)
    { $0.text },
    ComponentText(TwitterHandle.self, "the handle", aspect: .handle, field: .text) { $0.text },
    ComponentText(Photo.self, "the photo") { $0.link },
    ComponentText(Address.self, "the address", hasLines: true, aspect: .address, field: .text) {
      $0.text
    },
    ComponentText(Server.self, "the server") { $0.link },
    ComponentText(Conference.self, "the conference") { $0.title },
    ComponentText(Acronym.self, "the acronym") { $0.text },
    ComponentText(ConferencePage.self, "the web page") { $0.link },
    ComponentText(ScheduleVersion.self, "the version") { $0.text },
    ComponentText(SpeakerNames.self, "a speaker", aspect: .speakers, field: .people) { $0.names },
    ComponentText(LocationNames.self, "a location", aspect: .location) { $0.names },
  ]

  /// The name of the property in messages, such as "the subtitle".
  let name: String
  /// The property of a ``Difference`` that shows a change to the text property.
  ///
  /// The value is nil if no property shows the text property, or if ``EntityFacts`` computes the
  /// change separately.
  let aspect: Difference.Aspect?
  /// The search field of the text property.
  ///
  /// The value is nil if the search skips the text property or examines it separately.
  let field: SearchField?
  let text: @Sendable (Entity) -> String?
  let isVisible: @Sendable () -> Rule
  /// A function that returns the entities whose text contains the word of a scanner.
  let found: @Sendable (Context, WordScanner) -> [Entity]

  // The parameter is a closure, because reading a key path takes hundreds of instructions.
  init<C: Component>(
    _ type: C.Type, _ name: String, hasLines: Bool = false, aspect: Difference.Aspect? = nil,
    field: SearchField? = nil, text: @escaping @Sendable (C) -> String
  ) {
    self.init(
      name, hasLines, aspect, field, text: text,
      contains: { component, isMeant in isMeant(text(component)) })
  }

  init<C: Component>(
    _ type: C.Type, _ name: String, hasLines: Bool = false, aspect: Difference.Aspect? = nil,
    field: SearchField? = nil, texts: @escaping @Sendable (C) -> [String]
  ) {
    self.init(
      name, hasLines, aspect, field, text: { texts($0).joined(separator: ", ") },
      contains: { component, isMeant in texts(component).contains(where: isMeant) })
  }

  /// Creates a text property.
  ///
  /// The closure `contains` returns true if any string in the component satisfies a test.
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
