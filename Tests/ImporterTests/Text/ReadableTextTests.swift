import Importer
import TestSupport
import Testing

@Suite("String.withoutHTML")
struct ReadableTextTests {
  @Test(
    "leaves a text without HTML unchanged except for its ends and line endings",
    arguments: [
      ("", ""),
      ("  a  b\r\n\r\nc\rd \n", "a  b\n\nc\nd"),
      ("if a < b && b > c", "if a < b && b > c"),
      ("I <3 Swift", "I <3 Swift"),
      ("Array<Int> and <unknown>", "Array<Int> and <unknown>"),
      ("AT&T, Q&A; &unknown; &#xZ; &#0;", "AT&T, Q&A; &unknown; &#xZ; &#0;"),
      ("&amp; alone is no HTML", "&amp; alone is no HTML"),
      ("a <p", "a <p"),
      ("a <!-- b", "a <!-- b"),
      ("<person@example.org>", "<person@example.org>"),
      ("In C++ <template> metaprogramming we …", "In C++ <template> metaprogramming we …"),
      ("put it in the <head> of an <object>", "put it in the <head> of an <object>"),
      ("why <script> and <style> block", "why <script> and <style> block"),
      ("the <iframe> and the <b> tag; <a>", "the <iframe> and the <b> tag; <a>"),
      ("Result<T2> of Map<B2>, Set<P2> or Box<BR2>", "Result<T2> of Map<B2>, Set<P2> or Box<BR2>"),
      ("std::vector<b> and Array<i>", "std::vector<b> and Array<i>"),
      ("<blockquotes> and <my-tag> and <o:p>", "<blockquotes> and <my-tag> and <o:p>"),
      ("\u{a0}a\u{a0}", "a"),
    ])
  func plainTexts(text: String, readable: String) {
    #expect(text.withoutHTML == readable)
  }

  @Test(
    "converts HTML",
    arguments: [
      ("<p>a</p>\n<p>b\nc</p>", "a\n\nb c"),
      ("<p>a   b</p>", "a b"),
      ("a<br>b<br/>c<BR />d", "a\nb\nc\nd"),
      ("a<br><br><br>b", "a\n\nb"),
      ("<b>a</b>\nb <i>c</i>", "a\nb c"),
      ("<p>1 &lt; 2 &amp;&amp; 3 &gt; 2</p>", "1 < 2 && 3 > 2"),
      ("<b>It&#39;s &quot;caf&eacute;&quot;</b> &mdash; &#x1F600;", "It's \"café\" — 😀"),
      ("<p>&bogus; &#0; &#x110000;</p>", "&bogus; &#0; &#x110000;"),
      ("<p>open <b", "open <b"),
      ("<p></p>", ""),
      ("<P>Upper</P><Q>case</Q>", "Upper\n\ncase"),
      ("First\n\nwith <b>bold</b> words", "First\n\nwith bold words"),
      ("<p>&amp;lt;p&amp;gt;</p>", "&lt;p&gt;"),
      ("<h1>a</h1>b<hr>c<div>d</div>", "a\n\nb\n\nc\n\nd"),
      ("<p>a</p><p>&nbsp;</p><p>b&nbsp;c</p>", "a\n\nb c"),
      ("a<!-- <p>b</p> -->c", "ac"),
      ("a<script>if (b < c) { d() }</script>e<STYLE>p {}</STYLE>f", "aef"),
      ("a<script>b</scripts>c</script >d", "ad"),
      ("<p class=\"a > b\" id='c'>d</p>", "d"),
      ("<p title=\"a>b</p><p>c</p>", "b\n\nc"),
      ("<i>soft</i>&shy;hyphen", "softhyphen"),
      ("<pre>a\n  b\n\nc</pre>d", "a\n  b\n\nc\n\nd"),
      ("x<pre>  a\n    b   c</pre>", "x\n\n  a\n    b   c"),
      ("<p>In C++ <template> we <em>love</em> it</p>", "In C++ <template> we love it"),
      ("<p>a Result<T2> and</p>b", "a Result<T2> and\n\nb"),
      ("<object data=x>a</object><iframe src=y>b</iframe><template>c</template>d", "abcd"),
      ("<p>a</p><iframe src='x'>b", "a\n\nb"),
      ("<p>a</p><script src=x>b", "a\n\nb"),
      ("<i>It&#146;s &#x80;5 &#150; &#128;</i>", "It’s €5 – €"),
      ("<i>&alpha;&Omega;&sum;&rArr;&dagger;&frac12;&thetasym;&apos;&yuml;</i>", "αΩ∑⇒†½ϑ'ÿ"),
      ("<i>می&zwnj;خواهم a&lrm;b&rlm;c</i>", "می\u{200C}خواهم abc"),
      ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
      ("<dl><dt>a</dt><dd>b</dd></dl>", "a\nb"),
    ])
  func html(text: String, readable: String) {
    #expect(text.withoutHTML == readable)
  }

  @Test(
    "keeps bullets and numbers of lists",
    arguments: [
      ("<p>a:</p>\n<ul>\n<li>b</li>\n<li>c</li>\n</ul>\n<p>d</p>", "a:\n\n• b\n• c\n\nd"),
      ("<ul><li>\n<p>a</p>\n</li>\n<li><p>b</p></li></ul>", "• a\n\n• b"),
      ("<ul><li>a<li>b</ul>", "• a\n• b"),
      ("<ol><li>a</li><li>b</li></ol><ol><li>c</li></ol>", "1. a\n2. b\n\n1. c"),
      ("<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>", "• a\n  1. b\n• c"),
      ("<ul><li>a<ul><li>b<ul><li>c</ul></ul></ul>", "• a\n  • b\n    • c"),
      ("<li>a</li>", "• a"),
      ("</ul></li>a", "a"),
    ])
  func lists(text: String, readable: String) {
    #expect(text.withoutHTML == readable)
  }

  @Test(
    "shows the targets of links",
    arguments: [
      ("See <a href=\"https://a.b/c?d=1&amp;e=2\">this</a>.", "See this (https://a.b/c?d=1&e=2)."),
      ("<a class='x' HREF='https://a.b' >a</a>", "a (https://a.b)"),
      ("<a href=https://a.b>a</a>", "a (https://a.b)"),
      ("<a href=\"https://a.b\">https://a.b</a>", "https://a.b"),
      ("x <a href=\"https://a.b\"> https://a.b</a>", "x https://a.b"),
      ("<a href='mailto:a@b.c'>a@b.c</a>", "a@b.c"),
      ("<a href='#top'>up</a> <a href='page.html'>b</a> <a>c</a> <a href=''>d</a>", "up b c d"),
      ("<a data-href='https://a.b'>c</a>", "c"),
      ("<a href='https://a.b'><img src='c'></a>", "(https://a.b)"),
      ("<a href='https://a.b'>a", "a (https://a.b)"),
      ("<a href=b:c>d<a href=e:f>g</a>", "d (b:c)g (e:f)"),
      ("<a href='mailto:a@b.c'>mailto:a@b.c</a>", "mailto:a@b.c"),
      ("<a href='mailto:a@b.c'>write</a>", "write (mailto:a@b.c)"),
      ("<p>a</p><p><a href='https://a.b'>b</a></p>", "a\n\nb (https://a.b)"),
      ("<a href='//a.b/c'>d</a> <a href='//'>e</a>", "d (https://a.b/c) e"),
    ])
  func links(text: String, readable: String) {
    #expect(text.withoutHTML == readable)
  }

  @Test("never crashes and leaves no space at the ends", arguments: UInt64(1)...20)
  func randomTexts(seed: UInt64) {
    let pieces = [
      "<", ">", "/", "&", ";", "\"", "'", "=", " ", "\n", "\r", "a", "é", "😀", "p", "&amp;",
      "&#233;",
      "<p>", "</p>", "<br", "<ul>", "<ol>", "<li>", "</li>", "</ul>", "<a href=", "<a href='b:c'>",
      "</a>", "<!--", "-->", "<script>", "</script>", "<pre>", "</pre>", "&nbsp;", "<td>", "\u{0}",
    ]
    var generator = SplitMix64(seed: seed)
    for step in 0..<1000 {
      let text = (0..<Int.random(in: 0..<40, using: &generator))
        .map { _ in pieces.oneElement(using: &generator) }.joined()
      let readable = text.withoutHTML
      let ends = [readable.unicodeScalars.first, readable.unicodeScalars.last].compactMap(\.self)
      #expect(
        !ends.contains { $0.properties.isWhitespace }, "seed \(seed), step \(step): \(text)")
      if !text.contains("<"), !text.contains("&") {
        #expect(
          readable.split(whereSeparator: \.isWhitespace)
            == text.split(whereSeparator: \.isWhitespace))
      }
    }
  }

  @Test("keeps all words of a text with tags, whatever separates them")
  func words() {
    var generator = SplitMix64(seed: 7)
    let pieces = [
      "a", "ab", "Wort", "é", "R&D", "&", "x & y", "AT&T;", "a!b", "1 < 2", "\u{7f}", "日本",
    ]
    let blanks = [" ", " ", " ", "  ", "\t", "\n", "\r\n", " \n "]
    for step in 0..<3_000 {
      let words = (0..<Int.random(in: 1...14, using: &generator)).map { _ in
        pieces.oneElement(using: &generator)
      }
      let text = words.reduce(into: "") { text, word in
        text += (text.isEmpty ? "" : blanks.oneElement(using: &generator)) + word
      }
      #expect("<p>\(text)</p>".withoutHTML == words.joined(separator: " "), "step \(step): \(text)")
      // These tags keep the lines of the text.
      #expect(
        "<b>\(text)</b>".withoutHTML.split(whereSeparator: \.isWhitespace)
          == words.flatMap { $0.split(separator: " ") })
    }
  }

  @Test("takes linear time, however broken the text is")
  func brokenTexts() {
    for piece in [
      "<a href='", "<a ", "<!--", "<script>", "<ul><li>", "&", "<p title=\"", "</a>",
      "<a href=a:>x", "<a href=mailto:x>x", "<b>", "<b></b>", "<script></script>", "<script>x",
      "<script a>", "<pre> ", "<td>",
    ] {
      // Were it not linear, each of these would take very long.
      let text = String(repeating: piece, count: BuiltProgram.isLong ? 50_000 : 15_000)
      #expect(text.withoutHTML.utf8.count <= text.utf8.count * 3)
    }
  }
}
