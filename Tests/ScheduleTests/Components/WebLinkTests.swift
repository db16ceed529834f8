import Schedule
import Testing

@Suite("Links")
struct WebLinkTests {
  @Test(
    "are absolute URLs",
    arguments: [
      "https://a.org", "http://a.org/b?c#d", "HTTPS://A.org/", "mailto:ada@a.org",
      "https://käse.de/ü", "http://localhost:8080/x",
    ])
  func whole(text: String) throws {
    let link = try #require(WebLink(title: "T", text: text))
    #expect((link.words, link.address) == ("T", text))
    #expect(WebLink(title: text, text: text)?.words == "")
  }

  @Test(
    "that are invalid are text",
    arguments: [
      "slides.pdf", "/a/b", "//", "///a.org/b", "www.a.org", "https://", "https:///a",
      "https:/a.org",
      "mailto:", "ftp://a.org", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd",
      "https://a.org/b c", "https://a.org/\u{1b}[31m", " https://a.org", "http",
    ])
  func others(text: String) throws {
    let link = try #require(WebLink(title: "T", text: text))
    #expect((link.words, link.address) == ("T (\(text))", nil))
    #expect(WebLink(title: "", text: text)?.words == text)
  }

  @Test("without a scheme are web links, as in a web page")
  func withoutScheme() throws {
    let link = try #require(WebLink(title: "T", text: "//a.org/b"))
    #expect((link.words, link.address) == ("T", "https://a.org/b"))
    #expect(link.text == "//a.org/b")
  }

  @Test("may lack a target if they have a title")
  func nothing() {
    #expect(WebLink(title: "T", text: "")?.words == "T")
    #expect(WebLink(title: "", text: "") == nil)
  }
}
