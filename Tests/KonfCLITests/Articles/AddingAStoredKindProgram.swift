import CommandLine
import ECSKit
import ECSStore
import Marks
import Schedule
import Testing

@Suite("Adding a kept kind")
struct AddingAStoredKindProgram {
  private enum Program {
    // block
    /// What you want to ask in a talk.
    package struct Question: MarkKind {
      /// The word in the log.
      package static let storedName = "question"

      /// The question.
      package let text: String

      /// Creates the component.
      ///
      /// - Parameter text: The question.
      package init(text: String) { self.text = text }

      /// Reads a value of the log.
      package init(stored: StoredValue) { self.init(text: stored.text) }

      /// The value of the log.
      package var stored: StoredValue { StoredValue(text) }

      package static var words: (one: SafeText, many: SafeText) { ("question", "questions") }
      package static var topic: MarkTopic { .talk }
      package static var markFields: [Field<Entity>] {
        [Field("question", .orNull(.text)) { .string(orNull: $0[Question.self]?.text) }]
      }
    }
    // end
  }

  private typealias Question = Program.Question

  @Test("the article's kind is written to the log, read from it, and has its field")
  func program() throws {
    let context = Context()
    let entity = context.createEntity()
    let line = LogChange(
      scope: "Fair 2016", kind: Question.storedName, target: "1", name: "Mail", details: ["Ada"],
      value: Question(text: "Which port?").stored.text)
    let entry = LogEntry(device: DeviceID(1), counter: 1, time: 0, change: line)
    entity.set(Question.self, from: entry)
    #expect(entity[Question.self]?.text == "Which port?")
    #expect(Question.markFields.count == 1)
    entity.set(Question.self, from: nil)
    #expect(!entity.has(Question.self))
  }
}
