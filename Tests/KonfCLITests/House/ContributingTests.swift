import TestSupport
import Testing

@testable import KonfCLI

/// What contributors read is true.
@Suite struct ContributingTests {
  private let guide = ".github/CONTRIBUTING.md"

  private func text(of path: String) throws -> String {
    String(decoding: try #require(Repository.bytes(of: path), "no file \(path)"), as: UTF8.self)
  }

  @Test("the table of variables lists all that tests, scripts and the package read")
  func variables() throws {
    // Variables that users set, and those of the tests of the process environment.
    let others: Set = ["KONF_HOME", "KONF_DATA", "KONF_PAGER", "KONF_OTHER", "KONF_X"]
    var read: [String: String] = [:]
    let files = ["Tests", ".ci"].flatMap(Self.files(below:))
    for path in files + ["Package.swift", "Sources/konf-linker"] {
      for match in try text(of: path).matches(of: /\b(KONF|RECORD)_[A-Z_]+\b/) {
        read[String(match.output.0)] = path
      }
    }
    #expect(read.count > 10, "the scan found \(read.keys.sorted()) only")
    let listed = Set(
      try text(of: guide).matches(of: /`((KONF|RECORD)_[A-Z_]+)=/).map { String($0.output.1) })
    for (name, path) in read where !others.contains(name) {
      #expect(listed.contains(name), "\(path) reads \(name), which \(guide) does not list")
    }
    for name in listed { #expect(read[name] != nil, "\(guide) lists \(name), which nothing reads") }
  }

  @Test("each file named by the guide and the articles on additions exists")
  func files() throws {
    // What the examples of the articles would add.
    let examples: Set = [
      "Sources/KonfCLI/Lists/LanguagesCommand.swift",
      "Tests/KonfCLITests/Commands/LanguagesTests.swift",
      "Sources/Marks/Kinds/Question+Mark.swift", "Sources/Schedule/Components/Level.swift",
      "Sources/Schedule/Checks/RepeatedTitles.swift",
    ]
    let articles = Self.files(below: "Sources").filter {
      $0.hasSuffix(".md") && $0.contains("/Adding")
    }
    #expect(articles.count >= 5)
    for file in [guide] + articles {
      for match in try text(of: file).matches(
        of: /`((Sources|Tests|Resources|\.ci)\/[A-Za-z\/.+-]+)`/)
      {
        let path = String(match.output.1)
        #expect(
          Repository.exists(path) || examples.contains(path),
          "\(file) names \(path), which is not there")
      }
    }
  }

  @Test("the newest section of the changes is the version that konf prints, with its date")
  func changes() throws {
    let page = try text(of: "Sources/KonfCLI/KonfCLI.docc/Changes.md")
    let newest = try #require(page.firstMatch(of: /\n## (.+)\n\n\*(.+)\.\*/))
    #expect(newest.output.1 == Konf.version)
    #expect(newest.output.2 == Konf.date)
  }

  private static func files(below folder: String) -> [String] {
    TemporaryFolder.names(in: "\(Repository.root)/\(folder)").flatMap { name in
      let path = "\(folder)/\(name)"
      if name == "Snapshots" || name == "Seeds" || name == "__pycache__" { return [String]() }
      let below = files(below: path)
      return below.isEmpty ? [path] : below
    }
  }
}
