import ECSKit
import Importer
import Schedule
import TestSupport
import Testing

/// An answer without abstracts need not read them, and says the same about the file.
@Suite("Skipped long texts")
struct ProseTests {
  private func read(_ file: String, withProse: Bool) throws -> ScheduleFixture {
    var options = ScheduleImport.Options.withoutZoneFiles
    options.prose = withProse ? .all : .none
    return try ScheduleFixture(file, options: options)
  }

  /// Expects the same of a file with and without its long texts.
  ///
  /// - Returns: How many abstracts it has.
  private func compare(_ file: String) throws -> Int {
    let whole = try read(file, withProse: true)
    let short = try read(file, withProse: false)
    #expect(whole.result.report == short.result.report, "\(file)")
    #expect(Contents(of: whole.context) == Contents(of: short.context), "\(file)")
    #expect(short.context.group(.all(Abstract.self)).isEmpty, "\(file)")
    return whole.context.group(.all(Abstract.self)).count
  }

  @Test(
    "of JSON are reported where they cannot be read",
    arguments: [
      (#""a""#, 1, 0), (#""<p>a</p>""#, 1, 0), (#""""#, 0, 0), (#""  ""#, 0, 0), ("null", 0, 0),
      ("5", 1, 0), (#"{"en": "a"}"#, 1, 0), (#"{"en": 5}"#, 0, 1), ("{}", 0, 1), ("[]", 0, 1),
      (#"["a"]"#, 0, 1), ("true", 0, 1),
    ])
  func json(value: String, abstracts: Int, issues: Int) throws {
    let file = """
      {"schedule": {"conference": {"title": "C", "days": [{"date": "2025-02-01", "rooms": {"R": [
        {"id": 7, "title": "A", "start": "10:00", "abstract": \(value)}]}}]}}}
      """
    #expect(try compare(file) == abstracts)
    #expect(try read(file, withProse: false).result.report.issues.count == issues)
  }

  @Test(
    "of XML are reported where they cannot be read",
    arguments: [
      ("<abstract>a</abstract>", 1, 0), ("<abstract/>", 0, 0), ("<abstract> </abstract>", 0, 0),
      ("<abstract>a &amp; b</abstract>", 1, 0), ("<abstract lang='en'>a</abstract>", 1, 0),
      ("<abstract><p>a</p><p>b</p></abstract>", 1, 0), ("<abstract><p/></abstract>", 0, 1),
      ("<abstract lang='en'/>", 0, 1), ("<abstract>a</abstract><abstract>b</abstract>", 1, 1),
    ])
  func xml(element: String, abstracts: Int, issues: Int) throws {
    let file = """
      <schedule><conference><title>C</title></conference><day date="2025-02-01"><room name="R">
      <event id="7"><title>A</title><start>10:00</start>\(element)</event></room></day></schedule>
      """
    #expect(try compare(file) == abstracts)
    #expect(try read(file, withProse: false).result.report.issues.count == issues)
  }
}
