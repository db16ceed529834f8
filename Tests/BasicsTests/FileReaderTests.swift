import Basics
import TestSupport
import Testing

@Suite struct FileReaderTests {
  private let folder = TemporaryFolder()

  private func error(
    _ path: String, accepting kinds: FileReader.Kinds = .regularFiles, limit: Int = 1000
  ) -> InputError? {
    do throws(InputError) {
      _ = try FileReader(path, accepting: kinds).readAll(limit: limit)
      return nil
    } catch {
      return error
    }
  }

  @Test("a file is read completely, up to its limit", arguments: [0, 1, 65_535, 65_536, 200_000])
  func whole(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let path = folder.write(bytes, to: "file")
    #expect(try FileReader(path).readAll(limit: count) == bytes)
    #expect(try FileReader(path, accepting: .regularFiles).readAll(limit: count) == bytes)
    if count > 0 { #expect(error(path, limit: count - 1) == .tooLarge(limit: count - 1)) }
  }

  @Test("a growing file, or one without a size, is read to its end or its limit")
  func sizeless() {
    // Files in `/proc` report a size of 0 bytes.
    #expect(error("/proc/self/maps", limit: 1 << 20) == nil)
    #expect(error("/proc/self/maps", limit: 10) == .tooLarge(limit: 10))
  }

  @Test("a pipe and a device do not block a reader of regular files", .timeLimit(.minutes(30)))
  func special() {
    #expect(error(folder.makePipe("pipe")) == .special)
    #expect(error("/dev/zero") == .special)
    #expect(error(folder.link("link", to: "pipe")) == .special)
  }

  @Test("a path given by the user may be a device", .timeLimit(.minutes(30)))
  func named() {
    #expect(error("/dev/null", accepting: .all) == nil)
    #expect(error("/dev/zero", accepting: .all, limit: 1 << 20) == .tooLarge(limit: 1 << 20))
  }

  @Test("a folder, a missing file and a path with a zero byte are distinguished from files")
  func noFile() {
    let file = folder.write([1], to: "file")
    for kinds in [FileReader.Kinds.all, .regularFiles] {
      #expect(error("/", accepting: kinds) == .folder)
      #expect(error(file + "-", accepting: kinds) == .system(ENOENT))
      #expect(error(file + "\0-", accepting: kinds) == .system(ENOENT))
      #expect(error(file + "/-", accepting: kinds) == .system(ENOTDIR))
    }
  }

  @Test("reading returns the next bytes until none remain")
  func pieces() throws {
    let reader = try FileReader(folder.write([1, 2, 3, 4, 5], to: "file"))
    #expect(reader.expectedCount == 5)
    #expect(try reader.readNext(upTo: 3) == [1, 2, 3])
    #expect(try reader.readNext(upTo: 3) == [4, 5])
    #expect(try reader.readNext(upTo: 3) == [])
  }
}

@Suite struct FolderListingTests {
  private let folder = TemporaryFolder()

  @Test("names are in byte order, including names that are not UTF-8")
  func names() throws {
    folder.write([], to: "b")
    folder.write([], to: "a")
    folder.write([], to: ".c")
    #expect(
      try FolderListing.names(in: folder.path).map { String(decoding: $0, as: UTF8.self) } == [
        ".c", "a", "b",
      ])
  }

  @Test("a file, a missing folder and a path with a zero byte have no names")
  func noFolder() {
    let file = folder.write([], to: "file")
    #expect(throws: SystemError(code: ENOTDIR)) { try FolderListing.names(in: file) }
    #expect(throws: SystemError(code: ENOENT)) { try FolderListing.names(in: file + "-") }
    #expect(throws: SystemError(code: ENOENT)) { try FolderListing.names(in: "/\0") }
  }

  @Test("a link returns its target")
  func links() {
    #expect(FolderListing.target(ofLink: folder.link("link", to: "some/where")) == "some/where")
    #expect(FolderListing.target(ofLink: folder.path) == nil)
  }
}

@Suite struct SystemErrorTests {
  @Test("an error has the system's description")
  func description() {
    #expect(SystemError(code: ENOENT).description == "no such file or directory")
  }

  @Test("a call that a signal interrupts is repeated")
  func interrupted() throws {
    var answers = [-1, -1, 5]
    let answer = try SystemError.check { () -> Int in
      errno = EINTR
      return answers.removeFirst()
    }
    #expect(answer == 5)
  }
}
