import CommandLine
import KonfCLI
import TestSupport
import Testing

/// What a search shows of long texts.
@Suite struct SearchRunTests {
  /// Searches a schedule of one talk for a word.
  private func search(_ word: String, abstract: String) -> [Substring] {
    var run = CommandLineRun()
    run.input = Array(
      """
      [{"conference": "C", "month": "2015-05", "zone": "UTC"},
       {"t_id": "a", "startTime": "18-10-00", "endTime": "18-11-00"},
       {"t_id": "a", "t_index": 1, "title": "T", "speaker_name": "S", "abstract": "\(abstract)"}]
      """.utf8)
    return run("search \(word) --data - --width 40").text.split(separator: "\n")
  }

  @Test("the excerpt is the line with the word, for any line endings")
  func lines() {
    for end in [#"\n"#, #"\r\n"#] {
      let found = search("second", abstract: "The first line\(end)and the second one\(end)and more")
      #expect(found.last == "  and the second one")
    }
  }

  @Test("an excerpt leads up to its word, and shows the end of a text if it fits")
  func excerpts() {
    let words = String(repeating: "lorem ipsum ", count: 2_000)
    #expect(
      search("word", abstract: "\(words)word \(words)").last
        == "  … ipsum word lorem ipsum lorem ipsum …")
    #expect(
      search("word", abstract: "\(words)word").last == "  … ipsum lorem ipsum lorem ipsum word")
    #expect(
      search("word", abstract: "word \(words)").last == "  word lorem ipsum lorem ipsum lorem …")
  }
}
