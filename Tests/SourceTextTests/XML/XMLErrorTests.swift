import SourceText
import Testing

@Suite("XML errors")
struct XMLErrorTests {
  @Test(
    "have the position, the found and the expected value",
    arguments: [
      ("", "1:1: found an empty text; expected the start tag of an element"),
      ("  \n", "2:1: found an empty text; expected the start tag of an element"),
      ("[1]", "1:1: found \"[\"; expected the start tag of an element"),
      (
        "<a>",
        "1:4: found the end of the text; expected the end of \"a\", which begins at 1:1"
      ),
      (
        "<a>\n <b>c</d></a>",
        "2:6: found \"</d>\"; expected the end of \"b\", which begins at 2:2"
      ),
      (
        "<a>text</ab>",
        "1:8: found \"</ab>\"; expected the end of \"a\", which begins at 1:1"
      ),
      (
        "<a></a",
        "1:4: found \"</a\"; expected the end of \"a\", which begins at 1:1"
      ),
      ("<a></a x>", "1:8: found \"x\"; expected \">\""),
      ("<a/ >", "1:4: found \" \"; expected \">\""),
      ("< a/>", "1:2: found \" \"; expected a name"),
      ("<1/>", "1:2: found \"1\"; expected a name"),
      ("<a", "1:3: found the end of the text; expected a space and an attribute, \">\" or \"/>\""),
      ("<a,/>", "1:3: found \",\"; expected a space and an attribute, \">\" or \"/>\""),
      ("<a x='1'y='2'/>", "1:9: found \"y\"; expected a space and an attribute, \">\" or \"/>\""),
      ("<a x='1' x='2'/>", "1:10: found \"x\"; expected each attribute once"),
      ("<a x/>", "1:5: found \"/\"; expected \"=\" after the name of an attribute"),
      ("<a x=1/>", "1:6: found \"1\"; expected a value in quotes"),
      ("<a x='1/>", "1:10: found the end of the text; expected the closing quote of the attribute"),
      ("<a x='<'/>", "1:7: found \"<\"; expected \"&lt;\" or the closing quote of the attribute"),
      ("<a x='\u{1}'/>", "1:7: found \"\\u{1}\"; expected a character that XML allows"),
      ("<a>\u{8}</a>", "1:4: found \"\\u{8}\"; expected a character that XML allows"),
      ("<a>\u{FFFF}</a>", "1:4: found \"\\u{ffff}\"; expected a character that XML allows"),
      ("<a>]]></a>", "1:4: found \"]]>\"; expected \"]]&gt;\" in text"),
      (
        "<a>&nbsp;</a>",
        "1:4: found \"&nbsp;\"; expected one of &lt; &gt; &amp; &quot; &apos; or "
          + "the number of a character, such as &#233;"
      ),
      (
        "<a>Q & A</a>",
        "1:6: found \"&\"; expected one of &lt; &gt; &amp; &quot; &apos; or "
          + "the number of a character, such as &#233;"
      ),
      (
        "<a x='?b&c'/>",
        "1:9: found \"&c\"; expected one of &lt; &gt; &amp; &quot; &apos; or "
          + "the number of a character, such as &#233;"
      ),
      (
        "<a>&#0;</a>",
        "1:4: found \"&#0;\"; expected the code point of a character that XML allows"
      ),
      (
        "<a>&#xD800;</a>",
        "1:4: found \"&#xD800;\"; expected the code point of a character that XML allows"
      ),
      (
        "<a>&#99999999999999999999;</a>",
        "1:4: found \"&#99999999999999999999;\"; expected the "
          + "code point of a character that XML allows"
      ),
      ("<a/>b", "1:5: found \"b\"; expected the end of the text"),
      ("<a/><b/>", "1:5: found \"<b/>\"; expected the end of the text"),
      (
        "<!DOCTYPE html><a/>",
        "1:1: found \"<!DOCTYPE\"; expected no document type; such files are not read"
      ),
      ("<a><!b></a>", "1:4: found \"<!b>\"; expected a comment or a CDATA section"),
      ("<![CDATA[b]]><a/>", "1:1: found \"<![CDATA[b\"; expected a comment or a CDATA section"),
      ("<a><!-- -- --></a>", "1:9: found \"--\"; expected \"-->\" at the end of the comment"),
      ("<!-- <a/>", "1:10: found the end of the text; expected \"-->\" at the end of the comment"),
      (
        "<a><![CDATA[</a>",
        "1:17: found the end of the text; expected \"]]>\" at the end of the "
          + "CDATA section"
      ),
      ("<a><?b</a>", "1:7: found \"</a>\"; expected \"?>\" at the end of the instruction"),
      ("<a><? b?></a>", "1:6: found \" \"; expected a name"),
      (
        " <?xml version='1.0'?><a/>",
        "1:2: found \"<?xml\"; expected the XML declaration only at the very start"
      ),
      (
        "<?xml?><a/>", "1:1: found \"<?xml?>\"; expected the XML declaration only at the very start"
      ),
      (
        "<?xml encoding='UTF-8'?><a/>",
        "1:1: found \"<?xml\"; expected an XML declaration such as "
          + "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
      ),
      ("<?xml version='1.0' encoding='ISO-8859-1'?><a/>", "1:31: found ISO-8859-1; expected UTF-8"),
    ])
  func places(text: String, message: String) {
    #expect(XMLReading(of: text).description == message)
  }

  @Test("report bytes that are not UTF-8, wherever they are")
  func bytes() {
    let message = "which is not valid UTF-8 here; expected UTF-8"
    for (before, after) in [
      ("<a>b", "</a>"), ("<a x='", "'/>"), ("<!-- ", " --><a/>"), ("<a", "/>"), ("", ""),
      ("<a><![CDATA[", "]]></a>"),
    ] {
      let reading = XMLReading(of: Array(before.utf8) + [0xE9] + Array(after.utf8))
      #expect(
        reading.description == "1:\(before.count + 1): found the byte 0xe9, \(message)", "\(before)"
      )
    }
    #expect(
      XMLReading(of: [0xFF, 0xFE, 0x3C, 0x00]).description == "1:1: found UTF-16; expected UTF-8")
  }

  @Test("enforce the limits")
  func limits() {
    func reading(_ text: String, _ limits: SourceLimits) -> String {
      XMLReading(of: text, limits: limits).description
    }
    let depth = SourceLimits(depth: 2)
    #expect(reading("<a><b/></a>", depth) == #"{"a":{"b":null}}"#)
    #expect(
      reading("<a><b><c/></b></a>", depth)
        == "1:7: found values 3 levels deep; expected at most 2 levels")
    let text = SourceLimits(textBytes: 3)
    #expect(reading("<abc abc='abc'>abc</abc>", text) == #"{"abc":{"abc":"abc","abc":"abc"}}"#)
    for (document, place) in [
      ("<a>abcd</a>", "1:4"), ("<a x='abcd'/>", "1:7"), ("<abcd/>", "1:2"), ("<a abcd=''/>", "1:4"),
    ] {
      #expect(
        reading(document, text) == "\(place): found a string of 4 bytes; expected at most 3")
    }
    let values = SourceLimits(values: 4)
    #expect(reading("<a x='1'>b</a>", values) == #"{"a":{"x":"1","a":"b"}}"#)
    for document in ["<a x='1' y='2'>b</a>", "<a><b/><c/><d/></a>", "<a x='1' y='2' z='3'/>"] {
      #expect(
        reading(document, values).hasSuffix("found more than 4 values; expected at most 4"))
    }
    #expect(
      reading("<a/>", SourceLimits(bytes: 3)) == "1:1: found 4 bytes; expected at most 3")
    let deep = String(repeating: "<a>", count: 200_000)
    #expect(reading(deep, .standard).contains("129 levels deep"))
  }
}
