import ECSKit
import Testing

/// Properties of every sort, read as their key paths read them.
@Suite struct KeyPathReaderTests {
  private final class Box { var text = "in a box" }

  private enum Kind: Hashable {
    case none
    case named(String)
  }

  private struct Inner: Hashable {
    var small: UInt8 = 7
    var text = "a text that is too long for its variable"
    var kind = Kind.named("kind")
  }

  private struct Generic<Value> { var values: [Value], last: Value }

  private struct Whole {
    var flag = true
    var inner = Inner()
    var optional: Inner? = Inner(small: 9)
    var box = Box()
    var pair = (1, "two")
    var anything: Any = 3
    var generic = Generic(values: ["a", "b"], last: "b")
    var observed = 4 { didSet { flag.toggle() } }
    lazy var late = 5
    var function: (Int) -> Int = { $0 + 1 }
    weak var weakBox: Box?
    var computed: Int { observed * 2 }
    subscript(number: Int) -> String { "\(number)" }
  }

  private func value<Root, Value>(_ path: KeyPath<Root, Value>, of whole: Root) -> Value {
    path.reader(whole)
  }

  @Test("key paths read stored, nested, computed, observed, optional and class properties")
  func sorts() {
    let whole = Whole()
    #expect(value(\.flag, of: whole))
    #expect(value(\.inner.small, of: whole) == 7)
    #expect(value(\.inner.text, of: whole) == whole.inner.text)
    #expect(value(\.inner.text.utf8.count, of: whole) == whole.inner.text.utf8.count)
    #expect(value(\.inner.kind, of: whole) == .named("kind"))
    #expect(value(\.optional, of: whole) == Inner(small: 9))
    #expect(value(\.optional?.text, of: whole) == whole.inner.text)
    #expect(value(\.optional!.small, of: whole) == 9)
    #expect(value(\.box.text, of: whole) == "in a box")
    #expect(value(\.box, of: whole) === whole.box)
    #expect(value(\.pair.1, of: whole) == "two")
    #expect(value(\.anything, of: whole) as? Int == 3)
    #expect(value(\.generic.values, of: whole) == ["a", "b"])
    #expect(value(\.generic.last, of: whole) == "b")
    #expect(value(\.observed, of: whole) == 4)
    #expect(value(\.computed, of: whole) == 8)
    #expect(value(\.[12], of: whole) == "12")
    #expect(value(\.function, of: whole)(1) == 2)
    #expect(value(\.weakBox, of: whole) == nil)
    #expect(value(\.self, of: 17) == 17)
    #expect(value(\.self, of: "text that is long enough for the heap").hasPrefix("text"))
    #expect(value(\.startIndex, of: [1, 2]) == 0)
  }

  @Test("objects and strings live as long as their readers hold them")
  func lifetimes() {
    weak var box: Box?
    var held: Box?
    let read = (\Whole.box).reader
    do {
      let whole = Whole()
      box = whole.box
      held = read(whole)
    }
    #expect(held === box && held?.text == "in a box")
    held = nil
    #expect(box == nil)
    let text = (\Inner.text).reader
    var copies: [String] = []
    for number in 0..<1_000 { copies.append(text(Inner(text: "text number \(number), kept"))) }
    #expect(copies.last == "text number 999, kept")
  }
}
