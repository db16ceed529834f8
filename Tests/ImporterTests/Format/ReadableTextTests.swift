import ECSKit
import Importer
import Schedule
import Testing

/// What becomes of HTML in the abstracts of a schedule.
@Suite("Readable text")
struct ReadableTextTests {
  static let texts: [(html: String, text: String)] = [
    ("plain", "plain"),
    ("a < b && c > d", "a < b && c > d"),
    ("Array<Int> & co", "Array<Int> & co"),
    ("&amp; alone is no HTML", "&amp; alone is no HTML"),
    ("<p>One</p>\n<p>Two\nlines &amp; more</p>", "One\n\nTwo lines & more"),
    ("<p>a<br>b<br/>c</p>", "a\nb\nc"),
    ("First\n\nwith <b>bold</b> words", "First\n\nwith bold words"),
    ("<p>List:</p><ul><li>one</li><li> two </li></ul><p>End", "List:\n\n• one\n• two\n\nEnd"),
    (
      "<p>See <a href='https://example.org/x'>the site</a>.</p>",
      "See the site (https://example.org/x)."
    ),
    ("<a href=https://example.org/>https://example.org/</a>", "https://example.org/"),
    ("<a class='b' href=\"#top\">up</a>", "up"),
    (
      "<p>caf&eacute; &#233; &#xe9; &bogus; &#0; &#x110000;</p>", "café é é &bogus; &#0; &#x110000;"
    ),
    ("<script>alert(1)</script><style>p{}</style><p>text</p>", "text"),
    ("<p>a<!-- b <p> -->c</p>", "ac"),
    ("<p>open <b", "open <b"),
    ("<p", "<p"),
    ("<p></p>", ""),
    ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
    ("<P>Upper</P><Q>case</Q>", "Upper\n\ncase"),
  ]

  @Test("tags become lines, bullets and links, and nothing else is touched", arguments: texts)
  func readable(html: String, text: String) throws {
    let escaped = html.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
    let fixture = try ScheduleFixture(
      """
      {"schedule": {"conference": {"title": "C", "days": [{"date": "2016-07-01", "rooms": {"R": [
        {"guid": "g", "title": "A", "abstract": "\(escaped)"}]}}]}}}
      """)
    #expect(try fixture.entity("A")[Abstract.self]?.text ?? "" == text)
  }

  @Test("a text of nothing but beginnings of tags takes no time")
  func hostile() throws {
    for piece in ["<p ", "<!--", "&#", "<a href='", "<script>", "</script"] {
      let text = String(repeating: piece, count: 40_000)
      let fixture = try ScheduleFixture(
        """
        {"schedule": {"conference": {"title": "C", "days": [{"date": "2016-07-01", "rooms": {"R": [
          {"guid": "g", "title": "A", "abstract": "\(text)"}]}}]}}}
        """)
      #expect(fixture.programme.talks.count == 1)
    }
  }
}
