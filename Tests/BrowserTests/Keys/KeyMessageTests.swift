import Browser
import Schedule
import TerminalScreen
import TestSupport
import Testing

@Suite("Statements about keys are true")
struct KeyMessageTests {
  @Test("a message that names a key is true in every state", arguments: BrowserSituation.all)
  func messages(situation: BrowserSituation) {
    let before = Seen(situation.visit())
    for message in KeyMessage.all where before.shows(message.text) {
      var visit = situation.visit()
      visit.press(message.key)
      #expect(message.holds(before, Seen(visit)), "\(message.text): \(message.key)")
    }
  }

  @Test("each message that names a key is seen in some state")
  func reached() {
    let seen = BrowserSituation.all.map { Seen($0.visit()) }
    for message in KeyMessage.all {
      #expect(seen.contains { $0.shows(message.text) }, "\(message.text)")
    }
  }

  @Test("each word of the footer is true in every state", arguments: BrowserSituation.all)
  func footer(situation: BrowserSituation) throws {
    let before = Seen(situation.visit())
    guard !before.isTyping || before.rows.last?.hasSuffix("keys") == true else { return }
    for binding in KeyBindings.bindings {
      guard let label = binding.label, let key = binding.keys.first,
        before.rows.last?.contains(" \(key.name) \(label)") == true
      else { continue }
      var visit = situation.visit()
      visit.press(key)
      let holds = try #require(KeyMessage.footer[label])
      #expect(holds(before, Seen(visit)), "\(key.name) \(label)")
    }
  }

  @Test("each key in the table of a screen has an effect there")
  func effects() {
    let states: [KeyContext: [String]] = [
      .list: ["/i\njjj", "/i\njjj\t", ""], .page: ["\njj", "/i\n\nG"],
      .grid: ["vjl", "vjh", "vjl\t"],
      .menu: ["rj", "xj"],
    ]
    let all = Set(states.values.joined())
    let before = Dictionary(
      uniqueKeysWithValues: all.map { ($0, Seen(BrowserSituation(keys: $0).visit())) })
    for binding in KeyBindings.bindings {
      if case .day(3...) = binding.command { continue }
      for context in binding.contexts {
        for key in binding.keys {
          let isEffective = (states[context] ?? []).contains { keys in
            var visit = BrowserSituation(keys: keys).visit()
            visit.press(key)
            return Seen(visit) != before[keys]
          }
          #expect(isEffective, "\(key.name) in \(context)")
        }
      }
    }
  }

  /// The keys that lead to each screen with a list of keys.
  private static let screens = ["", " ", "v", "xtv", "\nG", "p", "gj G a", " P"]

  /// The notices about keys that have no effect.
  private static let useless = [
    "nothing to", "no talk is", "no other konf", "you have not", "no speakers", "its time is",
  ]

  /// The bindings that `?` lists on a screen, and all others.
  private func bindings(on keys: String) -> (listed: [KeyBinding], others: [KeyBinding]) {
    var visit = BrowserSituation(keys: "\(keys)?").visit()
    visit.resize(100, 60)
    let lines = visit.rows.map { $0.dropFirst(2) }
    func isListed(_ binding: KeyBinding) -> Bool {
      if case .day(let number) = binding.command {
        return number < 3 && lines.contains { $0.hasPrefix("1–9 ") }
      }
      return lines.contains {
        $0.hasPrefix("\(binding.keyNames) ") && $0.hasSuffix(binding.help)
      }
    }
    let listed = KeyBindings.bindings.filter(isListed)
    return (listed, KeyBindings.bindings.filter { !isListed($0) })
  }

  @Test("each key that ? lists has an effect on its screen", arguments: screens + ["/zzz\n"])
  func listed(keys: String) {
    // At the end of a screen, a key that moves has no effect.
    let situations = ["", "jjj", "jl", "jh", "jl\t", "G", "g"].map {
      BrowserSituation(keys: keys + $0)
    }
    let before = situations.map { Seen($0.visit()) }
    let listed = bindings(on: keys).listed
    #expect(listed.contains { $0.command == .help })
    for binding in listed {
      for key in binding.keys {
        let isEffective = zip(situations, before).contains { situation, before in
          var visit = situation.visit()
          visit.press(key)
          let after = Seen(visit)
          let message = after.rows.last ?? ""
          return after != before && !Self.useless.contains { message.hasPrefix($0) }
        }
        #expect(isEffective, "\(key.name): \(binding.help)")
      }
    }
  }

  @Test("a key that ? does not list changes nothing but the last line", arguments: screens)
  func unlisted(keys: String) {
    let situation = BrowserSituation(keys: keys)
    let before = Seen(situation.visit())
    let (listed, others) = bindings(on: keys)
    for key in Set(others.flatMap(\.keys)).subtracting(listed.flatMap(\.keys)) {
      // There are two days.
      if case .character("3"..."9") = key { continue }
      var visit = situation.visit()
      visit.press(key)
      let after = Seen(visit)
      #expect(after.rows.dropLast() == before.rows.dropLast(), "\(key.name)")
      #expect(after.kept == before.kept && after.outcome == .goOn, "\(key.name)")
    }
  }

  @Test("each key of the commands below a talk has an effect there")
  func commands() {
    let situation = BrowserSituation(keys: "\nG")
    let before = Seen(situation.visit())
    for binding in KeyBindings.bindings where before.shows("\(binding.keyNames) ") {
      for key in binding.keys where before.rows.contains(where: { $0.hasSuffix(binding.help) }) {
        var visit = situation.visit()
        visit.press(key)
        #expect(Seen(visit) != before, "\(key.name): \(binding.help)")
      }
    }
  }

  @Test("the key of each choice selects it", arguments: ["r", "x", "y"])
  func choices(keys: String) throws {
    let situation = BrowserSituation(keys: keys)
    let before = Seen(situation.visit())
    let title = try #require(
      before.rows.lastIndex { $0.hasPrefix(["r": "Rate", "x": "Hide"][keys] ?? "Copy") })
    for row in before.rows[(title + 1)...].dropLast() {
      guard let key = row.dropFirst(2).first, row.dropFirst(3).hasPrefix("  ") else { continue }
      var visit = situation.visit()
      visit.press(.character(key))
      let after = Seen(visit)
      #expect(!after.shows(before.rows[title]), "\(row)")
      #expect(after.kept != before.kept || after.outcome != .goOn || key == "0", "\(row)")
    }
  }

  @Test("hiding an already hidden track is not reported as a change")
  func hiddenTwice() {
    let before = BrowserSituation(keys: "xrX").visit()
    var visit = BrowserSituation(keys: "xrXxr").visit()
    #expect(visit.marks.log.count <= before.marks.log.count || !visit.shows("press u to undo"))
    visit.type("u")
    #expect(Seen(visit).kept.allSatisfy { !$0.isHidden })
  }

  @Test("c says so if a change by another program is in no list")
  func newsOfNothing() {
    var visit = Visit()
    visit.marks.news = BrowserNews(talks: ["gone"], mine: 0)
    visit.handle(.outsideChange(at: visit.now))
    visit.type("c")
    #expect(visit.rows.last?.hasPrefix("the changed talks are no longer in the schedule") == true)
    #expect(visit.shows(" talks"))
  }

  @Test("every text of the browser that names a key is among the messages")
  func complete() {
    // An article and a number are no keys.
    let names = Set(KeyBindings.bindings.flatMap(\.keys).map(\.name)).filter {
      $0 != "a" && Int($0) == nil
    }
    let known = KeyMessage.all.map(\.text)
    for folder in ["Drawing", "Rows", "Schedule", "Screens", "Wireframe"] {
      let path = "Sources/Browser/\(folder)"
      for file in TemporaryFolder.names(in: "\(Repository.root)/\(path)") {
        let source = Repository.bytes(of: "\(path)/\(file)").map {
          String(decoding: $0, as: UTF8.self)
        }
        for line in (source ?? "").split(separator: "\n") where !line.contains("///") {
          // The hours until a talk name no key.
          for text in Self.literals(in: line) where text != "in  h" {
            let words = text.split { " .,;".contains($0) }
            guard words.count > 1, words.contains(where: { names.contains(String($0)) }) else {
              continue
            }
            #expect(known.contains { text.contains($0) || $0 == text }, "\(file): \(text)")
          }
        }
      }
    }
  }

  /// The texts in quotation marks of a line, without what is inserted.
  private static func literals(in line: Substring) -> [String] {
    var (texts, text, depth): ([String], String?, Int) = ([], nil, 0)
    var last: Character?
    for character in line {
      if depth > 0 {
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
      } else if last == "\\", character == "(" {
        depth = 1
        text?.removeLast()
      } else if character == "\"", last != "\\" {
        if let ended = text { texts.append(ended) }
        text = text == nil ? "" : nil
      } else {
        text?.append(character)
      }
      last = character
    }
    return texts
  }
}
