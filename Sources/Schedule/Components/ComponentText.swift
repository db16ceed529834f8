// The only description of each component that consists of text. The checks, the comparison of
// versions, the search, the images of saved schedules, and the code that reads and writes konf's
// JSON use it. The code for images and for reading JSON is in Importer, and the code for writing
// JSON is in KonfCLI.
import Basics
package import ECSKit
import ECSModel

/// A description of a text property of a component type.
///
/// Checks, the search, the comparison of versions and konf's JSON iterate over ``all``, so a new
/// element takes effect in all of them. The type is a class, because copying its closures would
/// take longer than most uses.
package final class ComponentText: Sendable {
  /// The text properties of all component types, in the order in which checks report them.
  package static let all = [
    ComponentText("the title", field: .name, text: { $0.text }, Title.init),
    ComponentText(
      "the subtitle", aspect: .subtitle, field: .subtitle, json: JSONField(.talk, "subtitle"),
      text: { $0.text }, Subtitle.init),
    ComponentText(
      "the abstract", .prose, aspect: .abstract, field: .text,
      json: JSONField(.talk, "abstract", "The abstract; line feeds separate the paragraphs."),
      text: { $0.text }, Abstract.init),
    ComponentText(Track.self, "the track", aspect: .track) { [$0.name] },
    ComponentText(
      "the type", aspect: .type, json: JSONField(.talk, "type", isWrittenSeparately: true),
      text: { $0.name },
      SessionType.init),
    ComponentText(
      "the language", aspect: .language,
      json: JSONField(.talk, "language", isWrittenSeparately: true),
      text: { $0.code }, Language.init),
    ComponentText("the identifier", text: { $0.text }, SessionID.init),
    ComponentText("the identifier", text: { $0.text }, SourceID.init),
    ComponentText(OtherIDs.self, "an identifier") { $0.texts },
    ComponentText("the description", .lines, text: { $0.text }, Description.init),
    ComponentText("the name", field: .name, text: { $0.text }, Name.init),
    ComponentText(
      "the biography", .prose, aspect: .biography, field: .text,
      json: JSONField(.person, "biography"),
      text: { $0.text }, Biography.init),
    ComponentText(
      "the handle", aspect: .handle, field: .text, json: JSONField(.person, "twitter"),
      text: { $0.text },
      TwitterHandle.init),
    ComponentText(
      "the photo", json: JSONField(.person, "photo", "A link, as written in the file."),
      text: { $0.link },
      Photo.init),
    ComponentText(
      "the address", .lines, aspect: .address, field: .text, json: JSONField(.location, "address"),
      text: { $0.text }, Address.init),
    ComponentText("the server", text: { $0.link }, Server.init),
    ComponentText("the conference", text: { $0.title }, Conference.init),
    ComponentText("the acronym", text: { $0.text }, Acronym.init),
    ComponentText("the web page", text: { $0.link }, ConferencePage.init),
    ComponentText("the version", text: { $0.text }, ScheduleVersion.init),
    ComponentText(SpeakerNames.self, "a speaker", aspect: .speakers, field: .people) { $0.names },
    ComponentText(LocationNames.self, "a location", aspect: .location) { $0.names },
  ]

  /// The form of a text.
  package enum Form: Sendable {
    case line
    /// One or more lines.
    case lines
    /// A long text of several lines, which most commands do not read.
    case prose
  }

  /// A field of konf's JSON that contains the text.
  package struct JSONField: Sendable {
    /// The kind of record that has the field.
    ///
    /// A session that is not a talk has the fields of talks, too.
    package enum Record: Sendable { case talk, person, location }

    package let record: Record
    package let name: String
    /// The description in the JSON schema, or nil if the name is self-explanatory.
    package let meaning: String?
    /// True if separate code writes the field.
    ///
    /// The value of such a field may belong to another entity.
    package let isWrittenSeparately: Bool

    init(
      _ record: Record, _ name: String, _ meaning: String? = nil,
      isWrittenSeparately: Bool = false
    ) {
      self.record = record
      self.name = name
      self.meaning = meaning
      self.isWrittenSeparately = isWrittenSeparately
    }
  }

  /// The name of the property in messages, such as "the subtitle".
  let name: String
  package let form: Form
  /// The property of a ``Difference`` that shows a change to this text.
  ///
  /// The value is nil if a change is not shown, or if ``EntityFacts`` computes the change
  /// separately.
  let aspect: Difference.Aspect?
  /// The field under which the search lists matches in this text.
  ///
  /// The value is nil if the search skips the text or examines it separately.
  let field: SearchField?
  /// The JSON field of the text, or nil if konf's JSON has no such field or treats it separately.
  package let json: JSONField?
  package let text: @Sendable (Entity) -> String?
  /// The conversion of a string to the component.
  ///
  /// The value is nil if the component consists of more than one string.
  package let conversion: (any TextConversion)?
  /// A function that creates the component from a string, and adds it to a new entity.
  ///
  /// The property is a closure, because the compiler specializes closures for the component, but
  /// not the methods of a conversion. The value is nil if `conversion` is nil.
  package let put: (@Sendable (String, borrowing NewEntity) -> Void)?
  let isVisible: @Sendable () -> Rule
  /// A function that returns the entities whose text contains the word of a scanner.
  let found: @Sendable (Context, WordScanner) -> [Entity]

  /// Creates the description of a component that consists of one text.
  // `text` is a closure, because reading a key path takes hundreds of instructions. The initializer
  // is inlined, so that the closures for images are specialized for the component.
  @inline(__always)
  convenience init<C: Component & Hashable & Sendable>(
    _ name: String, _ form: Form = .line, aspect: Difference.Aspect? = nil,
    field: SearchField? = nil, json: JSONField? = nil, text: @escaping @Sendable (C) -> String,
    _ make: @escaping @Sendable (String) -> C
  ) {
    self.init(
      name, form, aspect, field, json, TextMaker(make: make),
      put: { text, entity in entity.set(make(text)) }, text: text,
      contains: { component, isMeant in isMeant(text(component)) })
  }

  /// Creates the description of a component that consists of several texts.
  convenience init<C: Component>(
    _ type: C.Type, _ name: String, aspect: Difference.Aspect? = nil, field: SearchField? = nil,
    texts: @escaping @Sendable (C) -> [String]
  ) {
    self.init(
      name, .line, aspect, field, nil, nil, put: nil, text: { texts($0).joined(separator: ", ") },
      contains: { component, isMeant in texts(component).contains(where: isMeant) })
  }

  /// Creates a text property.
  ///
  /// The closure `contains` returns true if any string in the component satisfies a test.
  private init<C: Component>(
    _ name: String, _ form: Form, _ aspect: Difference.Aspect?, _ field: SearchField?,
    _ json: JSONField?, _ conversion: (any TextConversion)?,
    put: (@Sendable (String, borrowing NewEntity) -> Void)?,
    text: @escaping @Sendable (C) -> String,
    contains: @escaping @Sendable (C, (String) -> Bool) -> Bool
  ) {
    self.name = name
    self.form = form
    self.aspect = aspect
    self.field = field
    self.json = json
    self.conversion = conversion
    self.put = put
    self.text = { $0[C.self].map(text) }
    isVisible = {
      .values(of: C.self, named: "texts are visible") { component in
        var hidden: Unicode.Scalar?
        _ = contains(component) { text in
          hidden = text.firstHidden(allowingLines: form != .line)
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

/// A conversion of a string to a component that consists of one string.
package protocol TextConversion: Sendable {
  associatedtype Made: Component & Equatable & Sendable
  /// A function that creates the component from a string.
  var make: @Sendable (String) -> Made { get }
}

extension TextConversion {
  /// The type of the component.
  package var component: any Component.Type { Made.self }
}

private struct TextMaker<Made: Component & Hashable & Sendable>: TextConversion {
  let make: @Sendable (String) -> Made
}
