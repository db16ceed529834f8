import TestSupport
import Testing

@Suite("The program in the README")
struct ReadmeTextTests {
  @Test("the program matches the README")
  func isTheSame() throws {
    let readme = try Self.text("README.md")
    let source = try Self.text("Tests/ClientTests/ReadmeProgram.swift")
    let begin = try #require(readme.firstRange(of: "```swift\n")).upperBound
    let end = try #require(readme[begin...].firstRange(of: "```")).lowerBound
    let first = try #require(source.firstRange(of: "// README begins\n")).upperBound
    let last = try #require(source[first...].firstRange(of: "    // README ends")).lowerBound
    let program = source[first..<last].split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }
    #expect(program.joined(separator: "\n") == readme[begin..<end])
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try #require(Repository.bytes(of: path)), as: UTF8.self)
  }
}
