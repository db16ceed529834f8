import ECSKit
import Importer
import Testing

@testable import Schedule

@Suite("Adding a component")
struct AddingAComponentProgram {
  private enum Program {
    // block
    /// The level of a talk, such as "beginner".
    public struct Level: Component, Sendable, Hashable {
      /// The text.
      public var text: String

      /// Creates the component.
      ///
      /// - Parameter text: The text.
      public init(text: String) {
        self.text = text
      }
    }
    // end
  }

  private typealias Level = Program.Level

  private typealias JSONField = ComponentText.JSONField

  private static let texts: [ComponentText] = [
    ComponentText("the title", field: .name, text: { $0.text }, Title.init),
    // block
    ComponentText(
      "the level", field: .text, json: JSONField(.talk, "level"), text: { $0.text }, Level.init),
    // end
  ]

  private static let converters: [String: Converter] = [
    "title": .text { Title(text: $0) },
    // block
    "level": .text { Level(text: $0) },
    // end
  ]

  @Test("the article's component is read from its field, and its text is known")
  func program() throws {
    let context = Context()
    let table = ConverterTable(converters: Self.converters, keyFields: "level") { talk in
      talk[Level.self].map { RecordName(.talk, $0.text) }
    }
    _ = try table.importRecords(from: Array(#"[{"level": "beginner"}]"#.utf8), into: context)
    #expect(context.group(.all(Level.self)).map { $0[Level.self]?.text } == ["beginner"])
    #expect(Self.texts.map(\.name) == ["the title", "the level"])
  }
}
