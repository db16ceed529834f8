import ECSStore
import TestSupport
import Testing

/// A reader that meets a line on its way: it reads again until the line is whole.
///
/// The writer is driven by the pauses of the reader, so nothing here depends on how fast a machine is.
@Suite("Reading a ChangeLog while a line is written")
struct HalfLineTests {
  private let folder = TemporaryFolder()
  private var log: ChangeLog { ChangeLog(folder: folder.path, name: "ratings.log") }
  private let first = Samples.log([Samples.entry(1)])
  private let second = Samples.log([Samples.entry(2)])

  /// Puts the second line into the log in pieces, one before the read and one in each pause.
  ///
  /// - Returns: What is read, and the number of pauses.
  private func read(pieces count: Int) throws -> (contents: LogContents, pauses: Int) {
    let ends = (0...count).map { second.count * $0 / count }
    var pieces = zip(ends, ends.dropFirst()).map { Array(second[$0..<$1]) }
    Files.write(first + pieces.removeFirst(), to: log.path)
    var pauses = 0
    let contents = try log.read {
      pauses += 1
      if !pieces.isEmpty { Files.append(pieces.removeFirst(), to: log.path) }
    }
    return (contents, pauses)
  }

  @Test("a reader never sees an incomplete line while it grows in each pause", arguments: 1...5)
  func arriving(pauses: Int) throws {
    let found = try read(pieces: pauses + 1)
    #expect(found.pauses == pauses)
    #expect(found.contents == LogContents(first + second))
  }

  @Test("a line that is still incomplete after the last reread is reported as torn")
  func tooSlow() throws {
    #expect(ChangeLog.mostRereads == 5)
    let found = try read(pieces: ChangeLog.mostRereads + 2)
    #expect(found.pauses == ChangeLog.mostRereads)
    #expect(found.contents.entries == [Samples.entry(1)])
    #expect(found.contents.damages.map(\.reason) == [.torn])
  }

  @Test("an incomplete line that is never finished is reported after one pause")
  func abandoned() throws {
    Files.write(first + second.dropLast(5), to: log.path)
    var pauses = 0
    let contents = try log.read { pauses += 1 }
    #expect(pauses == 1 && contents == LogContents(first + second.dropLast(5)))
    #expect(contents.damages.map(\.reason) == [.torn])
  }

  @Test("an incomplete line that its writer rolls back is not reported")
  func takenBack() throws {
    Files.write(first + second.dropLast(5), to: log.path)
    let contents = try log.read { Files.resize(log.path, to: first.count) }
    #expect(contents == LogContents(first))
  }

  @Test("a complete log, an empty one and a missing one are read without a pause")
  func whole() throws {
    for bytes in [nil, [], first, first + second] {
      if let bytes { Files.write(bytes, to: log.path) }
      let contents = try log.read { Issue.record("a pause after \(bytes?.count ?? -1) bytes") }
      #expect(contents == LogContents(bytes ?? []))
    }
  }
}
