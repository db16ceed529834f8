import TestSupport
import Testing

@Suite("The programs of the articles")
struct ArticleTextTests {
  @Test("match the programs that the tests run, block by block", arguments: articles)
  func areTheSame(article: Article) throws {
    let program = try #require(
      article.program.flatMap { Repository.bytes(of: $0) },
      "no test runs the code of \(article.path); see FindingEntitiesProgram.swift for the form")
    let blocks = Self.blocks(of: article.text, from: "```swift", to: "```")
      .filter { !Self.isManifest($0) }.map(Self.withoutImports)
    let run = Self.blocks(of: Self.lines(program), from: "    // block", to: "    // end").map {
      $0.map { $0.hasPrefix("    ") ? String($0.dropFirst(4)) : $0 }
    }
    #expect(blocks == run, "\(article.path)")
  }

  @Test("exist for each article with code, and each article is found")
  func all() {
    #expect(Self.articles.count >= 27)
    let names = Set(Self.articles.map(\.name))
    for name in ["GettingStarted", "SystemsAndLoops", "ECSModel", "AddingAFormat"] {
      #expect(names.contains(name), "\(name)")
    }
  }

  /// An article, and the program of its code.
  struct Article: CustomTestStringConvertible {
    let path: String
    let text: [String]

    var name: String { String(path.split(separator: "/").last?.dropLast(3) ?? "") }
    var testDescription: String { name }

    /// The file of the program; nil if there is none.
    var program: String? {
      [
        "ClientTests/Articles", "MainActorClientTests", "ImporterClientTests",
        "KonfCLITests/Articles",
      ].map {
        "Tests/\($0)/\(name)Program.swift"
      }
      .first { Repository.bytes(of: $0) != nil }
    }
  }

  private static let articles = found

  /// All articles with Swift code.
  private static let found: [Article] = {
    let folders = TemporaryFolder.names(in: "\(Repository.root)/Sources").map {
      "Sources/\($0)/\($0).docc"
    }
    let paths = folders.flatMap { folder in
      TemporaryFolder.names(in: "\(Repository.root)/\(folder)").filter { $0.hasSuffix(".md") }.map {
        "\(folder)/\($0)"
      }
    }
    return paths.compactMap { path in
      guard let bytes = Repository.bytes(of: path) else { return nil }
      let text = lines(bytes)
      return text.contains("```swift") ? Article(path: path, text: text) : nil
    }
  }()

  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Whether a block is a manifest of a package, which is no part of the program.
  private static func isManifest(_ block: [String]) -> Bool {
    block.first?.hasPrefix("// swift-tools-version") ?? false
  }

  @Test("name the libraries and platforms of the package in their manifests")
  func manifests() throws {
    let own = Self.lines(try #require(Repository.bytes(of: "Package.swift"))).joined(
      separator: "\n")
    var count = 0
    for article in Self.found {
      let blocks = Self.blocks(of: article.text, from: "```swift", to: "```")
      for line in blocks.filter(Self.isManifest).joined() {
        let words = line.split(separator: "\"").map(String.init)
        if line.contains(".product(name:") {
          count += 1
          #expect(words[3] == "konf" && own.contains(".library(name: \"\(words[1])\""), "\(line)")
        } else if line.contains("platforms: [") {
          let platforms = line.split(whereSeparator: { "[]".contains($0) })[1]
          for platform in platforms.split(separator: ", ") { #expect(own.contains(platform)) }
        }
      }
    }
    #expect(count == 2)
    #expect(
      Self.lines(try #require(Repository.bytes(of: "Package.swift"))).first
        == "// swift-tools-version: 6.2")
  }

  /// A block without the modules that it imports, which a program has at its beginning.
  private static func withoutImports(_ block: [String]) -> [String] {
    let rest = block.drop { $0.split(separator: " ").dropLast().last == "import" }
    return rest.count == block.count ? block : Array(rest.drop { $0.isEmpty })
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
