import SourceText
import Testing

@Suite("SourceLimits")
struct JSONLimitsTests {
  @Test("default to 128 MiB, 128 levels, texts of 1 MiB and 4,194,304 values")
  func standard() {
    let limits = SourceLimits.standard
    #expect(limits.bytes == 134_217_728)
    #expect(limits.depth == 128)
    #expect(limits.textBytes == 1_048_576)
    #expect(limits.values == 4_194_304)
  }

  @Test("count the bytes of the whole text")
  func bytes() throws {
    let limits = SourceLimits(bytes: 5)
    #expect(try SourceDocument(json: Array("[1,2]".utf8), limits: limits).root.kind == .array)
    let refusal = JSONRefusal(of: "[1,2] ", limits: limits)
    #expect(refusal.error?.kind == .tooManyBytes(6, 5))
    #expect(refusal.description == "1:1: found 6 bytes; expected at most 5")
  }

  @Test("refuse level 129, whatever the levels consist of")
  func depth() throws {
    for (opening, closing) in [("[", "]"), ("{\"a\":", "}")] {
      for count in [128, 129] {
        let text =
          String(repeating: opening, count: count) + "1" + String(repeating: closing, count: count)
        let refusal = JSONRefusal(of: text)
        #expect(refusal.error?.kind == (count == 128 ? nil : .tooDeep(128)))
        #expect(refusal.error?.position.column == (count == 128 ? nil : opening.count * 128 + 1))
      }
    }
    let wide = "[" + String(repeating: "[[[]]],", count: 1000) + "{}]"
    #expect(JSONRefusal(of: wide, limits: SourceLimits(depth: 4)).description == "accepted")
    #expect(
      JSONRefusal(of: wide, limits: SourceLimits(depth: 3)).description
        == "1:4: found values 4 levels deep; expected at most 3 levels")
  }

  @Test("are detected immediately in a text of a million brackets")
  func million() {
    for opening in ["[", "{\"\":", "[{\"a\":"] {
      let text = String(repeating: opening, count: 1_000_000)
      #expect(JSONRefusal(of: text).error?.kind == .tooDeep(128))
    }
  }

  @Test("allow a text as deep as they specify")
  func deepAsAllowed() throws {
    let count = 1_000_000
    let text = String(repeating: "[", count: count) + String(repeating: "]", count: count)
    let document = try SourceDocument(
      json: Array(text.utf8), limits: SourceLimits(depth: count, values: count))
    var value = document.root
    var levels = 1
    while let inner = value.elements.first(where: { _ in true }) {
      value = inner
      levels += 1
    }
    #expect(levels == count)
  }

  @Test("count the bytes of a string or key as written")
  func textBytes() {
    let limits = SourceLimits(textBytes: 8)
    for text in ["\"12345678\"", "\"日本é\"", "\"\\u0041ab\"", "{\"12345678\":0}"] {
      #expect(JSONRefusal(of: text, limits: limits).description == "accepted")
    }
    for text in ["\"123456789\"", "\"日本日\"", "\"\\u0041abc\""] {
      #expect(
        JSONRefusal(of: "[\(text)]", limits: limits).description
          == "1:2: found a string of 9 bytes; expected at most 8")
    }
    let key = JSONRefusal(of: "{\"123456789\":0}", limits: limits)
    #expect(key.error?.kind == .textTooLong(9, 8))
  }

  @Test("count values, lists and objects alike")
  func values() {
    let limits = SourceLimits(values: 4)
    #expect(JSONRefusal(of: "[1,{\"a\":[]}]", limits: limits).description == "accepted")
    #expect(
      JSONRefusal(of: "[1,\n{\"a\":[2]}]", limits: limits).description
        == "2:7: found more than 4 values; expected at most 4")
  }

  @Test("do not restrict the length of a number")
  func longNumber() throws {
    let text = "-" + String(repeating: "9", count: 100_000) + ".5e7"
    let limits = SourceLimits(textBytes: 1)
    let document = try SourceDocument(json: Array(text.utf8), limits: limits)
    #expect(document.root.numberText == text)
    #expect(document.root.integer == nil)
    #expect(document.root.double == nil)
  }

  @Test("allow a short text fewer values than a long one")
  func valuesOfShortText() {
    let count = 1_300_000
    let short = "[" + String(repeating: "1,", count: count) + "1]"
    let limit = (1 << 20) + short.utf8.count / 16
    #expect(JSONRefusal(of: short).error?.kind == .tooManyValues(limit))
    let long = short + String(repeating: " ", count: 4 << 20)
    #expect(JSONRefusal(of: long).error == nil)
  }

  @Test("refuse everything if they are negative")
  func belowZero() {
    #expect(
      JSONRefusal(of: "1", limits: SourceLimits(values: -1)).error?.kind == .tooManyValues(-1))
    #expect(JSONRefusal(of: "[]", limits: SourceLimits(depth: -1)).error?.kind == .tooDeep(-1))
    #expect(JSONRefusal(of: "\"\"", limits: SourceLimits(textBytes: -1)).error != nil)
    #expect(
      JSONRefusal(of: "", limits: SourceLimits(bytes: -1)).error?.kind == .tooManyBytes(0, -1))
  }
}
