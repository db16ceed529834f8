import ECSStore
import TestSupport
import Testing

/// Files beside a log; only those stay that an entry names.
@Suite("Attached files of a log")
struct AttachedFilesTests {
  private let folder = TemporaryFolder()
  private var log: ChangeLog { ChangeLog(folder: folder.path, name: "store.log") }
  private var files: AttachedFiles { AttachedFiles(of: log, in: "files") }

  /// Puts a file beside the log, which the last entry names.
  private func put(_ name: String, _ bytes: [UInt8] = [1, 2, 3]) throws {
    try files.append(at: 0, putting: (name, bytes), keeping: Self.isLast) { _ in
      [LogChange(scope: "", kind: "file", target: "it", value: name)]
    }
  }

  private static func isLast(_ entries: [LogEntry]) -> (String) -> Bool {
    { $0 == entries.last?.change.value }
  }

  private var names: [String] { TemporaryFolder.names(in: files.path) }

  @Test("a file exists with the entry that names it, and is deleted when no entry names it")
  func replaced() throws {
    #expect(!files.mayExist)
    #expect(try files.read("a") == nil)
    try put("a")
    #expect(files.mayExist && names == ["a"])
    #expect(try files.read("a") == [1, 2, 3] && files.read("b") == nil)
    try put("b", [])
    #expect(names == ["b"])
    #expect(try files.read("b") == [])
    try put("b", [4])
    #expect(try files.read("b") == [4] && log.read().entries.count == 3)
    try files.append(at: 0, putting: nil, keeping: Self.isLast) { _ in
      [LogChange(scope: "", kind: "file", target: "it", value: "")]
    }
    #expect(names == [])
  }

  @Test("no file is removed while a damaged line may name it")
  func damaged() throws {
    try put("a")
    Files.append(Array("damage\n".utf8), to: log.path)
    try put("b")
    #expect(names == ["a", "b"])
    _ = try #require(try log.repair(at: 0))
    try put("c")
    #expect(names == ["c"])
  }

  @Test("no file is removed if nothing is appended or the append fails")
  func refused() throws {
    try put("a")
    try files.append(at: 0, putting: ("b", [1]), keeping: Self.isLast) { _ in [] }
    #expect(names == ["a", "b"])
    let long = String(repeating: "c", count: LogLine.longest)
    #expect(throws: StoreError.self) {
      try files.append(at: 0, putting: ("c", [1]), keeping: Self.isLast) { _ in
        [LogChange(scope: "", kind: "file", target: "it", value: long)]
      }
    }
    #expect(try names == ["a", "b", "c"] && log.read().entries.count == 1)
  }

  @Test("a file that is too large is refused, not cut: neither stored nor read in part")
  func tooLarge() throws {
    try put("a")
    let most = AttachedFiles.longest
    func tooLarge(_ name: String) -> StoreError {
      StoreError(path: files.path(of: name), reason: .attachmentTooLarge(limit: most))
    }
    #expect(throws: tooLarge("b")) { try put("b", [UInt8](repeating: 7, count: most + 1)) }
    #expect(try names == ["a"] && log.read().entries.count == 1)
    Files.resize(files.path(of: "a"), to: most)
    #expect(try files.open("a")?.size == most)
    Files.resize(files.path(of: "a"), to: most + 1)
    #expect(throws: tooLarge("a")) { try files.open("a")?.size }
    #expect(throws: tooLarge("a")) { try files.read("a") }
    #expect(
      tooLarge("a").description
        == "\(files.path(of: "a")): larger than 134217728 bytes; attach a smaller file")
  }
}
