import SystemBasics
import TestSupport
import Testing

/// The comparison that other tests rely on must itself tell what differs.
@Suite(.enabled(if: getenv("RECORD_SNAPSHOTS") == nil, "texts are being recorded"))
struct SnapshotComparisonTests {
  private let folder = "Tests/KonfCLITests/Snapshots"

  @Test("the text of the file is right, and any other is told with its first line that differs")
  func comparison() throws {
    let snapshot = Snapshot("ratings", in: folder)
    let text = String(decoding: try #require(Repository.bytes(of: snapshot.path)), as: UTF8.self)
    #expect(snapshot.problem(with: text) == nil)
    #expect(snapshot.problem(with: text + "\n")?.contains("ratings.txt, line 8:") == true)
    #expect(snapshot.problem(with: "★" + text)?.contains("ratings.txt, line 1:") == true)
    #expect(snapshot.problem(with: "")?.contains("found    \"\"") == true)
  }

  @Test("a text without a file is no right one")
  func missing() {
    #expect(Snapshot("no such name", in: folder).problem(with: "") != nil)
  }
}
