import SourceText
import TestSupport
import Testing
import XMLAndICalendar

@Suite("Random XML documents")
struct XMLMutationTests {
  private static let seedText = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- a --><schedule><day index="1" date='2025-02-01'><room name="Saal &#228; 日本 😀">
    <event id="7"><title>Fish &amp; chips</title><logo/><abstract><![CDATA[<p>]]> b</abstract>
    <person id="1">Ada</person><person id="2">Bob</person><note>a <b k="1">c</b> d</note><?e f?>
    </event></room></day></schedule>
    """

  /// The bytes that matter to the grammar, so that damage often stays close to sound.
  private static let pieces: [[UInt8]] =
    "<>/!?&;#='\"[]-: \t\n\rax1".utf8.map { [$0] }
    + ["<a>", "</a>", "<b/>", "<![CDATA[", "]]>", "<!--", "-->", "<?", "?>", "&lt;", "&#xE9;", "é"]
    .map { Array($0.utf8) } + [[0xED, 0xA0, 0x80], [0xC0, 0x80], [0x00], [0xEF, 0xBF, 0xBE]]

  @Test("never crash the program when damaged", arguments: UInt64(1)...20)
  func damaged(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    var accepted = 0
    for step in 0..<1000 {
      var bytes = Array(Self.seedText.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 0..<3, using: &generator))
        bytes.replaceSubrange(place..<end, with: Self.pieces.oneElement(using: &generator))
      }
      do throws(SourceError) {
        let document = try SourceDocument(xml: bytes)
        accepted += 1
        // What was read is sound JSON once it is written so.
        let anew = try SourceDocument(json: Array(document.root.json.utf8))
        #expect(
          JSONTree(anew.root) == JSONTree(markup: document.root), "seed \(seed), step \(step)")
      } catch {
        let description = error.description
        #expect(description.contains("; expected "), "seed \(seed), step \(step)")
        #expect(description.unicodeScalars.allSatisfy { $0.value >= 0x20 })
      }
    }
    #expect(accepted > 0, "seed \(seed)")
  }

  @Test("are refused wherever they are truncated")
  func truncated() {
    let bytes = Array(Self.seedText.utf8)
    for count in 0..<bytes.count {
      #expect(throws: SourceError.self, "\(count) bytes") {
        try SourceDocument(xml: Array(bytes[..<count]))
      }
    }
  }

  @Test("have the written meaning in any notation", arguments: UInt64(1)...20)
  func written(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for step in 0..<200 {
      let element = RandomElement(depth: 4, using: &generator)
      let document = try SourceDocument(xml: element.written(using: &generator))
      let member = JSONTree.Member(key: Array(element.name.utf8), value: element.tree)
      try #require(JSONTree(document.root) == .object([member]), "seed \(seed), step \(step)")
    }
  }
}

/// An element that holds either elements or a text.
private struct RandomElement {
  let name: String
  let attributes: [(name: String, text: String)]
  let text: String
  let elements: [RandomElement]

  init(depth: Int, using generator: inout some RandomNumberGenerator) {
    name = ["a", "ab", "person", "x:größe", "abc-d"].oneElement(using: &generator)
    attributes = ["a", "id", "x:größe"].filter { _ in Bool.random(using: &generator) }
      .map { ($0, Self.text(using: &generator)) }
    let hasElements = depth > 0 && Bool.random(using: &generator)
    text = hasElements || Bool.random(using: &generator) ? "" : Self.text(using: &generator) + "."
    elements =
      hasElements
      ? (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
        RandomElement(depth: depth - 1, using: &generator)
      } : []
  }

  private static func text(using generator: inout some RandomNumberGenerator) -> String {
    let pieces = [
      "a", "<", ">", "&", "\"", "'", "\n", "\t", "\r", "]]>", "&lt;", "é", "😀", " ", "--",
    ]
    return (0..<Int.random(in: 0..<12, using: &generator))
      .map { _ in pieces.oneElement(using: &generator) }.joined()
  }

  /// What the reader should return for it.
  var tree: JSONTree {
    if attributes.isEmpty, elements.isEmpty {
      return text.isEmpty ? .null : .text(Array(text.utf8))
    }
    var members = attributes.map {
      JSONTree.Member(key: Array($0.name.utf8), value: .text(Array($0.text.utf8)))
    }
    members += elements.map { JSONTree.Member(key: Array($0.name.utf8), value: $0.tree) }
    if !text.isEmpty {
      members.append(JSONTree.Member(key: Array(name.utf8), value: .text(Array(text.utf8))))
    }
    return .object(members)
  }

  func written(using generator: inout some RandomNumberGenerator) -> [UInt8] {
    Array(markup(using: &generator).utf8)
  }

  private func markup(using generator: inout some RandomNumberGenerator) -> String {
    var markup = "<\(name)"
    for (name, text) in attributes {
      let quote = Bool.random(using: &generator) ? "'" : "\""
      markup += Self.blanks(using: &generator) + " \(name)" + Self.blanks(using: &generator) + "="
      markup +=
        quote + Self.escaped(text, except: ">\(quote == "'" ? "\"" : "'")", using: &generator)
      markup += quote
    }
    markup += Self.blanks(using: &generator)
    if elements.isEmpty, text.isEmpty, Bool.random(using: &generator) { return markup + "/>" }
    markup += ">"
    if !text.isEmpty {
      let middle = text.index(text.startIndex, offsetBy: text.count / 2)
      markup += Self.escaped(String(text[..<middle]), except: "\"'\n\t", using: &generator)
      let rest = String(text[middle...])
      markup += ["", "<!-- < & -->", "<?a <b> ?>"].oneElement(using: &generator)
      if !rest.contains("]]>"), !rest.unicodeScalars.contains("\r"), Bool.random(using: &generator)
      {
        markup += "<![CDATA[\(rest)]]>"
      } else {
        markup += Self.escaped(rest, except: "\"'\n\t", using: &generator)
      }
    }
    for element in elements {
      markup += Self.blanks(using: &generator) + element.markup(using: &generator)
    }
    return markup + (elements.isEmpty ? "" : Self.blanks(using: &generator)) + "</\(name)>"
  }

  private static func blanks(using generator: inout some RandomNumberGenerator) -> String {
    ["", "", " ", "\n", "\r\n\t"].oneElement(using: &generator)
  }

  /// Writes a text so that each character but the given ones is a reference where it must be.
  private static func escaped(
    _ text: String, except plain: String, using generator: inout some RandomNumberGenerator
  ) -> String {
    let names: [Unicode.Scalar: String] = [
      "<": "&lt;", ">": "&gt;", "&": "&amp;", "\"": "&quot;", "'": "&apos;",
    ]
    var escaped = ""
    for scalar in text.unicodeScalars {
      let isPlain =
        plain.unicodeScalars.contains(scalar) || (names[scalar] == nil && scalar.value >= 0x20)
      if isPlain, Int.random(in: 0..<8, using: &generator) > 0 {
        escaped.unicodeScalars.append(scalar)
      } else if let name = names[scalar], Bool.random(using: &generator) {
        escaped += name
      } else {
        escaped +=
          Bool.random(using: &generator)
          ? "&#\(scalar.value);" : "&#x" + String(scalar.value, radix: 16) + ";"
      }
    }
    return escaped
  }
}

extension JSONTree {
  /// Makes the tree of a document in XML, in which a mixed text stands for the elements in it.
  fileprivate init(markup value: SourceValue) {
    guard value.kind == .object else {
      self = JSONTree(value)
      return
    }
    var members = Array(value.members)
    // The text of the element itself begins where its start tag ends, after the name.
    if let last = members.last, last.value.string != nil, last.value.position <= last.keyPosition {
      members = members.dropLast().filter { $0.keyPosition < last.value.position } + [last]
      if members.count == 1 {
        self = JSONTree(last.value)
        return
      }
    }
    self = .object(
      members.map { Member(key: Array($0.key.utf8), value: JSONTree(markup: $0.value)) })
  }
}
