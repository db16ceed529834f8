import TestSupport
import Testing

@Suite("The programs of the articles")
struct ArticleTextTests {
  @Test(
    "are those that the tests run, block by block",
    arguments: [
      ("ECSKit", "GettingStarted", 6), ("ECSKit", "ComingFromEntitasKit", 5),
      ("ECSKit", "Actors", 2), ("ECSDetached", "WorkingElsewhere", 4),
      ("ECSHistory", "AskingAHistory", 5),
      ("ECSModel", "IdentityAndRelations", 4), ("ECSReactive", "MainActor", 2),
      ("ECSObservation", "SwiftUI", 4), ("ECSStore", "KeepingComponents", 7),
      ("Importer", "ImportingASchedule", 4), ("Importer", "AddingAFormat", 3),
    ])
  func areTheSame(module: String, article: String, count: Int) throws {
    let text = try Self.lines(of: "Sources/\(module)/\(module).docc/\(article).md")
    let programs = module == "Importer" ? "ImporterClientTests" : "ClientTests/Articles"
    let source = try Self.lines(of: "Tests/\(programs)/\(article)Program.swift")
    let blocks = Self.blocks(of: text, from: "```swift", to: "```")
    let program = Self.blocks(of: source, from: "    // block", to: "    // end").map { block in
      block.map { $0.hasPrefix("    ") ? String($0.dropFirst(4)) : $0 }
    }
    #expect(blocks == program)
    #expect(blocks.count == count)
  }

  private static func lines(of path: String) throws -> [String] {
    String(decoding: try #require(Repository.bytes(of: path)), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The lines between each beginning and the next beginning or end.
  private static func blocks(
    of lines: [String], from begin: String, to end: String
  ) -> [[String]] {
    var blocks: [[String]] = []
    var block: [String]?
    for line in lines {
      if line == begin || line == end {
        if let block { blocks.append(block) }
        block = line == begin ? [] : nil
      } else {
        block?.append(line)
      }
    }
    return blocks
  }
}
