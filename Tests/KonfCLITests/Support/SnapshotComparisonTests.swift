import Basics
import TestSupport
import Testing

/// The comparison that other tests rely on must itself report what differs.
@Suite(.enabled(if: getenv("RECORD_SNAPSHOTS") == nil, "texts are being recorded"))
struct SnapshotComparisonTests {
  private let folder = "Tests/KonfCLITests/Snapshots"

  @Test("an equal text passes, and any other is reported with the lines that differ")
  func comparison() throws {
    let snapshot = Snapshot("ratings", in: folder)
    let text = String(decoding: try #require(Repository.bytes(of: snapshot.path)), as: UTF8.self)
    #expect(snapshot.problem(with: text) == nil)
    #expect(snapshot.problem(with: text + "\n")?.contains("ratings.txt:\n  line 8 + \"\"") == true)
    #expect(snapshot.problem(with: "★" + text)?.contains("ratings.txt:\n  line 1 - ") == true)
    #expect(snapshot.problem(with: "")?.contains("line 2 - ") == true)
  }

  @Test("a line in the middle is one difference, and at most 20 lines are shown")
  func shownLines() throws {
    let snapshot = Snapshot("ratings", in: folder)
    let text = String(decoding: try #require(Repository.bytes(of: snapshot.path)), as: UTF8.self)
    let inserted = text.replacing("\n", with: "\nnew\n", maxReplacements: 1)
    #expect(snapshot.problem(with: inserted) == "\(snapshot.path):\n  line 2 + \"new\"")
    let many = try #require(
      snapshot.problem(with: text + String(repeating: "more\n", count: 30)))
    #expect(many.split(separator: "\n").count == 22)
    #expect(many.hasSuffix("  and 10 more lines"))
  }

  @Test("a text without a file fails")
  func missing() {
    #expect(Snapshot("no such name", in: folder).problem(with: "") != nil)
  }
}
