import Browser
import ECSKit
import Schedule
import TerminalScreen
import Testing

@Suite("Editing a line of text")
struct LineEditorTests {
  /// The note that comes of keys, typed over a note that is there.
  private func note(_ steps: (inout Visit) -> Void) -> String? {
    var visit = Visit()
    visit.type("eone two three")
    steps(&visit)
    visit.press(.enter)
    return visit.conference.schedule.context.group(.all(Note.self)).entities.first?[Note.self]?.text
  }

  @Test("supports the keys of readline")
  func readline() {
    #expect(note { $0.press(.control("w")) } == "one two ")
    #expect(note { $0.press(.control("u")) } == nil)
    #expect(note { $0.press(.control("a"), .control("k")) } == nil)
    #expect(note { $0.press(.control("a"), .delete, .character("O")) } == "One two three")
    #expect(note { $0.press(.left, .backspace, .character("E")) } == "one two thrEe")
    #expect(note { $0.press(.alternate("b"), .alternate("d")) } == "one two ")
    #expect(note { $0.press(.home, .alternate("f"), .character("!")) } == "one! two three")
    #expect(note { $0.press(.control("b"), .control("f"), .control("h")) } == "one two thre")
  }

  @Test("joins combining marks to the preceding letter, and pastes line breaks as spaces")
  func marks() {
    #expect(note { $0.press(.character("\u{301}")) } == "one two three\u{301}")
    #expect(note { $0.press(.paste("\na\tb\n")) } == "one two threea b")
  }
}
