import ECSStore
import Marks
import TestSupport
import Testing

/// What konf keeps is a list of declarations.
@Suite struct MarkKindTests {
  private static let folder = "Sources/Marks/Kinds"
  /// The kinds by the names of their files.
  private static let kinds = TemporaryFolder.names(in: "\(Repository.root)/\(folder)")
    .filter { $0.hasSuffix("+Mark.swift") }.map { String($0.dropLast("+Mark.swift".count)) }

  private static func text(_ path: String) -> String {
    String(decoding: Repository.bytes(of: path) ?? [], as: UTF8.self)
  }

  @Test("the list has each kind that a file declares", arguments: kinds)
  func listed(kind: String) {
    #expect(Self.text("\(Self.folder)/MarkKind.swift").contains("\(kind).self,"))
  }

  @Test("the schema of answers includes each kind", arguments: MarkKinds.all.map { $0.storedName })
  func schema(name: String) {
    let definition = CommandLineRun()("help schema").text.split(separator: "\n")
      .drop { !$0.hasPrefix("    \"change\":") }.dropFirst().prefix { !$0.hasPrefix("    }") }
    #expect(definition.contains { $0.contains("\"\(name)\"") })
  }

  @Test("no other file refers to a kind of log entry by name")
  func knownInOnePlace() throws {
    #expect(Self.kinds.count >= 5)
    // Ratings alone are merged and printed for others.
    let names = Self.kinds.filter { $0 != "Rating" }.map { "\($0).storedName" }
    var count = 0
    for folder in Repository.foldersOfKonf {
      for file in TemporaryFolder.names(in: "\(Repository.root)/\(folder)")
      where file.hasSuffix(".swift") {
        let text = Self.text("\(folder)/\(file)")
        count += 1
        for name in names {
          #expect(!text.contains(name), "\(folder)/\(file) has \(name)")
        }
      }
    }
    #expect(count > 100)
  }
}
