import SourceText
import Testing
import XMLAndICalendar

@Suite("Trees of XML files")
struct XMLTreeTests {
  @Test(
    "have members for attributes and elements",
    arguments: [
      ("<a/>", #"{"a":null}"#),
      ("<a></a>", #"{"a":null}"#),
      ("<a> \n\t </a>", #"{"a":null}"#),
      ("<a>b</a>", #"{"a":"b"}"#),
      ("<a> b </a>", #"{"a":" b "}"#),
      ("<a x='1'/>", #"{"a":{"x":"1"}}"#),
      ("<a x='1' y=\"2\"></a>", #"{"a":{"x":"1","y":"2"}}"#),
      ("<a x = '1'\n>b</a >", #"{"a":{"x":"1","a":"b"}}"#),
      ("<a><b>1</b><c/><b>2</b></a>", #"{"a":{"b":"1","c":null,"b":"2"}}"#),
      ("<a x='1'><x>2</x></a>", #"{"a":{"x":"1","x":"2"}}"#),
      ("<p:a xmlns:p='u'><p:b/></p:a>", #"{"p:a":{"xmlns:p":"u","p:b":null}}"#),
      ("<größe ж='1'/>", #"{"größe":{"ж":"1"}}"#),
      ("<a-b.c_1>x</a-b.c_1>", #"{"a-b.c_1":"x"}"#),
      ("<person id='7'>Ada</person>", #"{"person":{"id":"7","person":"Ada"}}"#),
    ])
  func members(text: String, tree: String) {
    #expect(XMLReading(of: text).description == tree)
  }

  @Test(
    "preserve everything between the tags if text and elements are mixed",
    arguments: [
      ("<a>b <i>c</i> d</a>", #"{"a":"b <i>c</i> d"}"#),
      ("<a><i>c</i>&amp;</a>", #"{"a":"<i>c</i>&amp;"}"#),
      ("<a x='1'>b<i y='2'>c</i></a>", #"{"a":{"x":"1","a":"b<i y='2'>c</i>"}}"#),
      ("<r><a>b<i k='1'/></a><c k='2'/></r>", #"{"r":{"a":"b<i k='1'/>","c":{"k":"2"}}}"#),
      ("<r><a>b<i><u/>x</i></a><c/></r>", #"{"r":{"a":"b<i><u/>x</i>","c":null}}"#),
    ])
  func mixedText(text: String, tree: String) {
    #expect(XMLReading(of: text).description == tree)
  }

  @Test(
    "have decoded references, sections and line endings",
    arguments: [
      ("<a>&lt;p&gt; &amp;amp; &quot;&apos;</a>", #"{"a":"<p> &amp; \"'"}"#),
      (
        "<a>&#233;&#xE9;&#XE9;</a>",
        "1:16: found \"&#XE9;\"; expected one of &lt; &gt; &amp; "
          + "&quot; &apos; or the number of a character, such as &#233;"
      ),
      ("<a>&#233;&#xE9;&#x1F600;</a>", #"{"a":"éé😀"}"#),
      ("<a>&#10;&#13;</a>", #"{"a":"\u000a\u000d"}"#),
      ("<a>b\r\nc\rd\n</a>", #"{"a":"b\u000ac\u000ad\u000a"}"#),
      ("<a x='b\r\nc\td\n'/>", #"{"a":{"x":"b c d "}}"#),
      ("<a x='>&gt;\"&#10;'/>", #"{"a":{"x":">>\"\u000a"}}"#),
      ("<a><![CDATA[<b>&amp;]] ]]></a>", #"{"a":"<b>&amp;]] "}"#),
      ("<a>b<![CDATA[\r\n]]>c<!-- - -->d<?e f?>g</a>", #"{"a":"b\u000acdg"}"#),
      ("<a>x<?a?>y &amp; z</a>", #"{"a":"xy & z"}"#),
      ("<a>x<?a?>y &amp; z<?b?></a>", #"{"a":"xy & z"}"#),
      ("<a>x<?a ?>&lt;<!----><![CDATA[]]><![CDATA[>]]></a>", #"{"a":"x<>"}"#),
      ("<a x='1'>&amp;<?a?></a>", #"{"a":{"x":"1","a":"&"}}"#),
      ("<a><!-- b --></a>", #"{"a":null}"#),
      ("<a><![CDATA[ ]]></a>", #"{"a":null}"#),
      ("<a><b/><!-- c --><?d?></a>", #"{"a":{"b":null}}"#),
    ])
  func decoding(text: String, tree: String) {
    #expect(XMLReading(of: text).description == tree)
  }

  @Test(
    "omit everything around the root element",
    arguments: [
      "<?xml version=\"1.0\"?><a/>",
      "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<!-- b --><?c d?>\n<a/>\n<!---->\n",
      "\u{FEFF}<?xml version=\"1.1\" encoding=\"UTF-8\"?>\r\n<a/>",
      "\n<a/>",
    ])
  func surroundings(text: String) {
    #expect(XMLReading(of: text).description == #"{"a":null}"#)
  }

  @Test("have the positions of values and names")
  func positions() throws {
    let text =
      "<schedule>\n  <person id=\"7\">Ada</person>\n  <day>\n    <room/></day>\n</schedule>"
    let document = try SourceDocument(xml: Array(text.utf8))
    let schedule = try #require(document.root["schedule"])
    #expect(schedule.position == SourcePosition(line: 1, column: 1))
    let person = try #require(schedule["person"])
    #expect(person.position == SourcePosition(line: 2, column: 3))
    #expect(person.members.map(\.keyPosition.description) == ["2:11", "2:18"])
    #expect(person.members.map(\.value.position.description) == ["2:15", "2:18"])
    #expect(schedule["day"]?["room"]?.position == SourcePosition(line: 4, column: 5))
    #expect(document.keys == ["schedule", "person", "id", "day", "room"])
    #expect(schedule.found == "an element")
    #expect(schedule["day"]?["room"]?.found == "an empty element")
    #expect(person["person"]?.found == #"the text "Ada""#)
  }
}
