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

  private static let texts: [ComponentText] = [
    ComponentText(Title.self, "the title", field: .name) { $0.text },
    // block
    ComponentText(Level.self, "the level", field: .text) { $0.text },
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
