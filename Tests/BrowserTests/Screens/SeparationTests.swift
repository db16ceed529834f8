import TestSupport
import Testing

/// What the parts of the browser know of each other.
@Suite("Screens are independent")
struct SeparationTests {
  private static let names = [
    "ListScreen", "PageScreen", "ChooserScreen", "PromptScreen", "GridScreen",
  ]
  private static let folder = "Sources/Browser/Screens"

  private static func text(_ path: String) -> String {
    Repository.bytes(of: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// What Basics has for the system, by the names of its files.
  private static let systemTypes = TemporaryFolder.names(
    in: "\(Repository.root)/Sources/Basics/System"
  ).map { String($0.prefix { !".+".contains($0) }) }.filter { $0.first?.isUppercase ?? false }

  /// The files of a screen by their names.
  private static func files(of screen: String) -> [String] {
    TemporaryFolder.names(in: "\(Repository.root)/\(folder)").filter {
      $0.hasPrefix(screen)
    }
  }

  @Test("a screen names neither another screen nor the wireframe", arguments: names)
  func screens(screen: String) {
    let files = Self.files(of: screen)
    #expect(!files.isEmpty && Self.systemTypes.contains("FileReader"))
    let others =
      Self.names.filter { $0 != screen } + ["SchedulePresenter", "BrowserState", "BrowserKeeping"]
    for file in files {
      let text = Self.text("\(Self.folder)/\(file)")
      for other in others { #expect(!text.contains(other), "\(file) names \(other)") }
      for module in ["ECSKit", "CommandLine", "KonfCLI"] {
        #expect(!text.contains("import \(module)"), "\(file) imports \(module)")
      }
      for type in Self.systemTypes { #expect(!text.contains(type), "\(file) names \(type)") }
    }
  }

  @Test("only the wireframe names all screens")
  func wireframe() {
    let text = Self.text("Sources/Browser/Wireframe/BrowserState.swift")
    for screen in Self.names { #expect(text.contains(screen)) }
  }
}
