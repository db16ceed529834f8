import Browser
import TerminalScreen
import Testing

@Suite("The key table")
struct KeyTableTests {
  @Test("a key has one effect on each screen")
  func unique() {
    for context in KeyContext.allCases {
      let keys = KeyBindings.bindings.filter { $0.contexts.contains(context) }.flatMap(\.keys)
      #expect(Set(keys).count == keys.count, "\(context)")
    }
  }

  @Test("no digit changes data")
  func digits() {
    for binding in KeyBindings.bindings {
      for case .character(let character) in binding.keys where character.isNumber {
        guard case .day = binding.command else {
          Issue.record("\(character) does \(binding.command)")
          continue
        }
      }
    }
  }

  @Test("each key has a name and a help text, and the help lists all keys of the list")
  func names() {
    var visit = Visit(rows: 60)
    // Something is hidden, undone and changed by another program.
    visit.type("xt  u")
    visit.followNews()
    visit.type("?")
    for binding in KeyBindings.bindings {
      #expect(!binding.keyNames.isEmpty && !binding.help.isEmpty)
      if case .day = binding.command { continue }
      guard binding.contexts.contains(.list) else { continue }
      let names = binding.keyNames
      let gap = String(repeating: " ", count: 11 - names.count)
      #expect(visit.shows("\(names)\(gap)\(binding.help)"), "\(names)")
    }
  }

  @Test("typing in the help filters it, and Enter runs the selected command")
  func filtering() {
    var visit = Visit()
    visit.type("?as a grid")
    visit.press(.enter)
    #expect(visit.shows("H.1300"))
    #expect(visit.rows.contains { $0.hasPrefix("Sat   ") })
  }

  @Test("arrows, Enter and Esc reach every command")
  func arrows() {
    var visit = Visit(rows: 60)
    visit.press(.enter, .end)
    for binding in KeyBindings.bindings
    where binding.label != nil && binding.contexts.contains(.page)
      && ![.open, .back].contains(binding.command)
    {
      #expect(visit.shows(binding.help), "\(binding.help)")
    }
    #expect(visit.selectedRow.contains("leave"))
    visit.press(.enter)
    #expect(visit.outcome == .end(status: 0))
  }

  @Test("the footer always shows the way back and the help", arguments: [20, 40, 80, 200])
  func footer(columns: Int) {
    for keys in ["", "v", "/mail\n"] {
      var visit = Visit(columns: columns)
      for character in keys { visit.press(character == "\n" ? .enter : .character(character)) }
      #expect(visit.rows.last?.hasSuffix("Esc back  ? keys") == true, "\(keys)")
    }
  }
}
