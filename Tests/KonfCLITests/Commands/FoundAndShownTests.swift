import KonfCLI
import TestSupport
import Testing

/// Texts of a session without speakers, in each format that has them.
@Suite("What a search finds, a page shows")
struct FoundAndShownTests {
  private static let files: [(name: String, text: String)] = [
    (
      "try! Swift",
      """
      {"id": 1, "title": "Day", "date": "2026-04-12T00:00:00+09:00", "schedules": [
       {"time": "2026-04-12T09:00:00+09:00", "sessions": [{"id": 1, "title": "Desk",
        "title_ja": "Wordsub", "description": "Show Wordtext there.", "url": "https://a.org/r",
        "place": "Hall"}]}]}
      """
    ),
    (
      "COSCUP",
      """
      {"sessions": [{"id": "A2", "type": "t", "room": "R", "start": "2026-04-12T09:00:00Z",
        "speakers": [], "zh": {"title": "Wordsub"}, "en": {"title": "Desk",
        "description": "Show Wordtext there."}, "uri": "https://a.org/r"}], "speakers": [],
       "session_types": [{"id": "t", "en": {"name": "Wordtrack"}}], "rooms": [
        {"id": "R", "en": {"name": "Hall"}}]}
      """
    ),
    (
      "Sessionize",
      """
      {"sessions": [{"id": "1", "title": "Desk", "description": "Show Wordtext there.",
        "startsAt": "2026-04-12T09:00:00", "isServiceSession": true, "liveUrl": "https://a.org/r",
        "categoryItems": [7]}], "speakers": [], "questions": [], "rooms": [], "categories":
        [{"id": 6, "title": "Track", "items": [{"id": 7, "name": "Wordtrack"}]}]}
      """
    ),
    (
      "schedule.json v2",
      """
      {"schedule": {"version": "2", "conference": {"title": "C"}, "events": [{"guid": "g",
        "type": "BREAK", "title": "Desk", "subtitle": "Wordsub", "abstract": "Show Wordtext there.",
        "start": "2026-04-12T09:00:00Z", "url": "https://a.org/r", "track": {"name": "Wordtrack"},
        "persons": [{"name": "Wordperson"}]}]}}
      """
    ),
    (
      "konf JSON",
      """
      {"conference": {"title": "C"}, "sessions": [{"id": "s", "title": "Desk", "talks": [],
        "subtitle": "Wordsub", "abstract": "Show Wordtext there.", "track": "Wordtrack",
        "start": "2026-04-12T09:00:00Z", "url": "https://a.org/r", "speakers": ["Wordperson"]}]}
      """
    ),
  ]

  @Test(
    "texts, people and links of a session without a talk are shown", arguments: files.map(\.name))
  func sessions(name: String) throws {
    let text = try #require(Self.files.first { $0.name == name }?.text)
    var run = CommandLineRun()
    run.input = Array(text.utf8)
    let words = ["Wordsub", "Wordtext", "Wordtrack", "Wordperson"].filter { text.contains($0) }
    let pages = [
      "session desk", "export --as markdown --abstracts", "export --as html --abstracts",
      "export --as ics",
    ]
    for word in words {
      #expect(run("search \(word.lowercased()) --data -").text.contains("Desk"), "\(word)")
      for page in pages {
        #expect(run("\(page) --data -").text.contains(word), "\(page): \(word)")
      }
    }
    for page in pages {
      #expect(run("\(page) --data -").text.contains("https://a.org/r"), "\(page)")
    }
  }
}
