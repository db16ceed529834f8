import Basics
import Testing

@Suite struct JSONTextTests {
  private func written(_ text: String, _ escapes: JSONText.Escapes) -> String {
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes, escaping: escapes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "a text that needs no escape is quoted unchanged",
    arguments: ["", "a", "Zoë", "会议 🎤"])
  func plain(text: String) {
    #expect(written(text, .required) == "\"\(text)\"")
    #expect(written(text, .hidden) == "\"\(text)\"")
  }

  @Test("quotes, backslashes and control characters are escaped, each in one form")
  func escapes() {
    let text = "\"\\\n\t\r\u{1}é\u{202E}\u{E0001}"
    #expect(written(text, .required) == #""\"\\\u000a\u0009\u000d\u0001é"# + "\u{202E}\u{E0001}\"")
    #expect(written(text, .hidden) == #""\"\\\n\t\u000d\u0001é\u202e\udb40\udc01""#)
  }
}
