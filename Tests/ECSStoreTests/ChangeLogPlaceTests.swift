import Basics
import ECSStore
import TestSupport
import Testing

/// The log and the files around it: modes, links, masks, missing room and rights.
///
/// What belongs to a whole process, such as its mask, user and limits, is tried in a child.
@Suite("The folder of a ChangeLog")
struct ChangeLogPlaceTests {
  private let folder = TemporaryFolder()

  private static func log(in path: String) -> ChangeLog {
    ChangeLog(folder: path, name: "ratings.log", wait: .seconds(30))
  }

  private static func change(_ value: String = "1") -> LogChange {
    LogChange(scope: "conference-2015", kind: "rating", target: "slot/1", value: value)
  }

  /// Turns a child that has all rights into one with the rights of the user `nobody`.
  private static func becomeOrdinary() {
    if geteuid() == 0 {
      precondition(setgid(65534) == 0 && setuid(65534) == 0, "root can become nobody")
    }
  }

  @Test("folders get mode 0700 and files 0600, whatever the umask")
  func modes() async {
    for mask in [mode_t(0), 0o077, 0o777] {
      await #expect(processExitsWith: .success) {
        [path = folder.path as String, mask = mask as mode_t] in
        umask(mask)
        Self.becomeOrdinaryOwner(of: path)
        try Self.log(in: "\(path)/\(mask)/b").append(at: 0) { _ in [Self.change()] }
        for name in ["", "/b"] {
          #expect(Files.mode(of: "\(path)/\(mask)\(name)") == 0o700)
        }
        for name in ["ratings.log", "lock", "device"] {
          #expect(Files.mode(of: "\(path)/\(mask)/b/\(name)") == 0o600)
        }
      }
    }
  }

  /// Gives a folder to the user `nobody` and becomes that user, if the child has the rights to.
  private static func becomeOrdinaryOwner(of path: String) {
    if geteuid() == 0 { chown(path, 65534, 65534) }
    becomeOrdinary()
  }

  @Test("modes chosen by the user are preserved")
  func keptModes() throws {
    let log = Self.log(in: folder.path)
    try log.append(at: 0) { _ in [Self.change()] }
    for (folderMode, fileMode) in [(mode_t(0o755), mode_t(0o644)), (0o700, 0o600), (0o750, 0o660)] {
      chmod(folder.path, folderMode)
      chmod(log.path, fileMode)
      try log.append(at: 0) { _ in [Self.change()] }
      #expect(Files.mode(of: folder.path) == folderMode)
      #expect(Files.mode(of: log.path) == fileMode)
    }
  }

  @Test("a user's link to the log is preserved, and its target is appended to")
  func ownLink() throws {
    let log = Self.log(in: "\(folder.path)/store")
    try log.append(at: 0) { _ in [Self.change("1")] }
    mkdir("\(folder.path)/elsewhere", 0o700)
    rename(log.path, "\(folder.path)/elsewhere/real.log")
    symlink("second", log.path)
    symlink("../elsewhere/real.log", "\(log.folder)/second")
    try log.append(at: 0) { _ in [Self.change("2")] }
    #expect(Files.isLink(log.path) && Files.isLink("\(log.folder)/second"))
    #expect(try log.read().entries.map(\.change.value) == ["1", "2"])
    let real = ChangeLog(folder: "\(folder.path)/elsewhere", name: "real.log")
    #expect(try real.read() == log.read())
  }

  @Test("a user's link to a missing log creates the log at the link's target")
  func danglingLink() throws {
    let log = Self.log(in: folder.path)
    mkdir("\(folder.path)/elsewhere", 0o700)
    symlink("\(folder.path)/elsewhere/real.log", log.path)
    #expect(try log.read() == LogContents())
    try log.append(at: 0) { _ in [Self.change("1")] }
    #expect(Files.isLink(log.path))
    #expect(Files.mode(of: "\(folder.path)/elsewhere/real.log") == 0o600)
    #expect(try log.read().entries.count == 1)
  }

  @Test("a folder may be a user's link, with or without a trailing slash")
  func folderLink() throws {
    mkdir("\(folder.path)/real", 0o700)
    symlink("real", "\(folder.path)/link")
    for path in ["\(folder.path)/link", "\(folder.path)/link/", "\(folder.path)//link"] {
      try Self.log(in: path).append(at: 0) { _ in [Self.change()] }
    }
    #expect(Files.isLink("\(folder.path)/link"))
    #expect(try Self.log(in: "\(folder.path)/real").read().entries.count == 3)
  }

  @Test("a cycle of links is an error")
  func ring() throws {
    let log = Self.log(in: folder.path)
    symlink("other", log.path)
    symlink("ratings.log", "\(folder.path)/other")
    let expected = StoreError(path: log.path, reason: .unreadable(code: ELOOP))
    #expect(throws: expected) { try log.read() }
    #expect(throws: StoreError(path: log.path, reason: .cannotWrite(code: ELOOP))) {
      try log.append(at: 0) { _ in [Self.change()] }
    }
  }

  @Test(
    "a link created by another user is never followed",
    .enabled(if: geteuid() == 0, "only root can make a link that belongs to another"))
  func foreignLinks() throws {
    Files.write([], to: "\(folder.path)/victim")
    let log = Self.log(in: "\(folder.path)/store")
    try log.append(at: 0) { _ in [] }
    unlink(log.path)
    symlink("\(folder.path)/victim", log.path)
    lchown(log.path, 65534, 65534)
    let expected = StoreError(path: log.path, reason: .foreignLink)
    #expect(throws: expected) { try log.read() }
    #expect(throws: expected) { try log.append(at: 0) { _ in [Self.change()] } }
    symlink("store", "\(folder.path)/planted")
    lchown("\(folder.path)/planted", 65534, 65534)
    #expect(throws: StoreError(path: "\(folder.path)/planted", reason: .foreignLink)) {
      try Self.log(in: "\(folder.path)/planted").read()
    }
    #expect(Repository.bytes(of: "\(folder.path)/victim") == [])
  }

  @Test("links that replace the store's own files are never followed, regardless of their owner")
  func plantedLinks() throws {
    let log = Self.log(in: folder.path)
    Files.write([], to: "\(folder.path)/victim")
    symlink("victim", "\(folder.path)/lock")
    #expect(throws: StoreError(path: "\(folder.path)/lock", reason: .notAFile)) {
      try log.append(at: 0) { _ in [Self.change()] }
    }
    unlink("\(folder.path)/lock")
    symlink("victim", "\(folder.path)/device")
    symlink("victim", "\(folder.path)/unfinished")
    try log.append(at: 0) { _ in [Self.change()] }
    #expect(!Files.isLink("\(folder.path)/device"))
    #expect(Repository.bytes(of: "\(folder.path)/victim") == [])
    let expected = ["device", "lock", "ratings.log", "victim"]
    #expect(TemporaryFolder.names(in: folder.path) == expected)
  }

  @Test("anything but a plain file is refused without waiting for it")
  func notAFile() throws {
    let log = Self.log(in: folder.path)
    let expected = StoreError(path: log.path, reason: .notAFile)
    mkfifo(log.path, 0o600)
    #expect(throws: expected) { try log.read() }
    #expect(throws: expected) { try log.append(at: 0) { _ in [Self.change()] } }
    unlink(log.path)
    mkdir(log.path, 0o700)
    #expect(throws: expected) { try log.read() }
    #expect(throws: StoreError(path: log.path, reason: .cannotWrite(code: EISDIR))) {
      try log.append(at: 0) { _ in [Self.change()] }
    }
    Files.write([], to: "\(folder.path)/plain")
    let inside = "\(folder.path)/plain/store"
    #expect(throws: StoreError(path: inside, reason: .unreadable(code: ENOTDIR))) {
      try Self.log(in: inside).read()
    }
    #expect(throws: StoreError(path: inside, reason: .cannotCreate(code: ENOTDIR))) {
      try Self.log(in: inside).append(at: 0) { _ in [Self.change()] }
    }
  }

  @Test("a log in a read-only folder can be read, and writing reports the reason for the failure")
  func readOnly() async {
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      Self.becomeOrdinaryOwner(of: path)
      let log = Self.log(in: "\(path)/store")
      try log.append(at: 0) { _ in [Self.change()] }
      unlink("\(path)/store/lock")
      chmod("\(path)/store", 0o500)
      #expect(try log.read().entries.count == 1)
      #expect(throws: StoreError(path: "\(path)/store/lock", reason: .permission(code: EACCES))) {
        try log.append(at: 0) { _ in [Self.change("2")] }
      }
      let inside = Self.log(in: "\(path)/store/deeper")
      #expect(try inside.read() == LogContents())
      #expect(throws: StoreError(path: inside.folder, reason: .permission(code: EACCES))) {
        try inside.append(at: 0) { _ in [Self.change("2")] }
      }
      chmod("\(path)/store", 0o700)
      chmod(log.path, 0o400)
      #expect(throws: StoreError(path: log.path, reason: .permission(code: EACCES))) {
        try log.append(at: 0) { _ in [Self.change("2")] }
      }
      chmod(log.path, 0)
      #expect(throws: StoreError(path: log.path, reason: .permission(code: EACCES))) {
        try log.read()
      }
    }
  }

  @Test("an incomplete write is rolled back, and writing works once space is available")
  func noRoom() async {
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      let log = Self.log(in: path)
      try log.append(at: 0) { _ in [Self.change("1")] }
      let before = Repository.bytes(of: log.path)
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit()
      #if canImport(Darwin)
        let resource = RLIMIT_FSIZE
      #else
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
      #endif
      getrlimit(resource, &limit)
      let soft = limit.rlim_cur
      for room in [0, 1, 30] {
        limit.rlim_cur = rlim_t((before?.count ?? 0) + room)
        setrlimit(resource, &limit)
        #expect(throws: StoreError(path: log.path, reason: .cannotWrite(code: EFBIG))) {
          try log.append(at: 0) { _ in [Self.change("2")] }
        }
        #expect(Repository.bytes(of: log.path) == before)
      }
      limit.rlim_cur = soft
      setrlimit(resource, &limit)
      try log.append(at: 0) { _ in [Self.change("3")] }
      #expect(try log.read().entries.map(\.change.value) == ["1", "3"])
      #expect(try log.read().entries.map(\.counter) == [1, 2])
    }
  }
}
