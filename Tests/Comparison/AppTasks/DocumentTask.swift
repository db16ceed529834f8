/// A document of many lines, with undo, redo and save.
protocol DocumentApp: ListApp {
  /// Writes a new document into a folder.
  static func create(_ lines: [String], in folder: String) throws

  /// Opens the document of a folder.
  init(folder: String) throws

  /// All lines in order.
  var texts: [String] { get }

  func setText(_ text: String, at position: Int) throws
  func insert(_ text: String, at position: Int) throws
  func remove(at position: Int) throws

  func undo() throws
  func redo() throws

  /// Writes what was changed since the last time; it is on the medium then.
  func save() throws
}

extension Run {
  /// Opens, edits and saves a document.
  func document<App: DocumentApp>(_ type: App.Type) throws {
    var random = Random(3)
    let folder = makeFolder("document")
    try App.create((0..<size).map { "\($0) \(random.sentence())" }, in: folder)
    printBytes("document")
    let screen = try time("open") {
      let screen = Screen(try App(folder: folder))
      screen.draw()
      return screen
    }
    let app = screen.app
    answer("open", screen.lines)
    let before = app.texts
    answer("all", before)

    // Letters are typed into a line that is shown.
    let sentence = "Each letter that is typed is shown, and is one step."
    let typed = (1...50).map { String(sentence.prefix($0)) }
    try time("type", on: screen, typed) { try app.setText($0, at: 7) }
    answer("type", screen.lines)
    let lines = (0..<50).map { _ in (random.number(below: size), random.sentence()) }
    try time("insert", on: screen, lines) { try app.insert($0.1, at: $0.0) }
    try time("remove", on: screen, lines) { try app.remove(at: $0.0) }
    answer("changed", app.texts)

    try time("undo", on: screen, Array(0..<150)) { _ in try app.undo() }
    if app.texts != before { Self.stop("after all undos the document is another one") }
    try time("redo", on: screen, Array(0..<150)) { _ in try app.redo() }
    answer("redone", app.texts)

    try time("save") { try app.save() }
    var saved = 0
    try time("save-letter", operations: typed.count) {
      for text in typed {
        try app.setText(text, at: 9)
        try app.save()
        saved += 1
      }
    }
    let again = try App(folder: folder)
    answer("saved", again.texts)
    if again.texts != app.texts { Self.stop("after \(saved) saves another document is opened") }
    printBytes("document")
  }
}
