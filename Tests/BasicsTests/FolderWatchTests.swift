#if os(Linux)
  import Basics
  import TestSupport
  import Testing

  @Suite struct FolderWatchTests {
    private let folder = TemporaryFolder()

    private func isReadable(_ watch: FolderWatch) -> Bool {
      var file = pollfd(fd: watch.number, events: Int16(POLLIN), revents: 0)
      return poll(&file, 1, 0) > 0
    }

    @Test("a written file and a replaced file are changes, a read file is none")
    func changes() throws {
      folder.write("1", to: "log")
      let watch = try #require(FolderWatch(folder.path))
      #expect(!isReadable(watch))
      _ = try FileReader("\(folder.path)/log").readAll(limit: 9)
      #expect(!isReadable(watch))
      folder.write("2", to: "log")
      #expect(isReadable(watch))
      watch.forgetChanges()
      #expect(!isReadable(watch))
      folder.write("3", to: "new")
      watch.forgetChanges()
      #expect(rename("\(folder.path)/new", "\(folder.path)/log") == 0)
      #expect(isReadable(watch))
    }

    @Test("a folder that does not exist cannot be watched")
    func missing() { #expect(FolderWatch("\(folder.path)/none") == nil) }
  }
#endif
