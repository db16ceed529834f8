import Basics
import ECSKit
import ECSStore
import TestSupport
import Testing

/// A reading of a log that continues where it ended knows what a reading from the beginning finds.
@Suite("Incremental reading of a log")
struct LogReadingTests {
  private let folder = TemporaryFolder()
  private var log: ChangeLog { ChangeLog(folder: folder.path, name: "things.log") }

  /// Changes the file in one of the ways in which files change.
  private func change(_ random: inout SplitMix64) throws {
    let bytes = Repository.bytes(of: log.path) ?? []
    switch Int.random(in: 0..<11, using: &random) {
    case 0...2:
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let target = "t\(Int.random(in: 0..<5, using: &random))"
        let value = "\(Int.random(in: 0..<9, using: &random))"
        try log.append(at: 1) { _ in
          [LogChange(scope: "", kind: "thing", target: target, value: value)]
        }
      }
    case 9, 10:
      // Of several lines, over the end of a page.
      let value = String(repeating: "v", count: Int.random(in: 1...3000, using: &random))
      try log.append(at: 1) { _ in
        (0..<4).map { LogChange(scope: "", kind: "thing", target: "t\($0)", value: value) }
      }
    case 3:
      // Another generation of the log, in a file of its own.
      folder.write(Samples.log(LogContents(bytes).entries.latest()), to: "new")
      rename("\(folder.path)/new", log.path)
    case 4: Files.append(Array("garbage\n".utf8), to: log.path)
    case 5: Files.append(Array("half a line".utf8), to: log.path)
    case 6: Files.append([0, 0, 0, 0], to: log.path)
    case 7 where !bytes.isEmpty:
      Files.resize(log.path, to: Int.random(in: 0..<bytes.count, using: &random))
    default:
      // The last line is another one of the same length.
      if !bytes.isEmpty { Files.write(bytes.dropLast() + [UInt8(ascii: "x")], to: log.path) }
    }
  }

  @Test(
    "incremental reading has the same result as reading from the beginning",
    arguments: UInt64(1)...20)
  func readsOn(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var reading = LogReading()
    var entries: [LogEntry] = []
    for step in 0..<40 {
      for _ in 0..<Int.random(in: 1...2, using: &random) { try change(&random) }
      try log.read(after: &reading)
      let whole = try log.read()
      if reading.isWhole { entries = [] }
      entries += reading.removeEntries()
      try #require(entries == whole.entries, "step \(step)")
      let (found, expected) = (reading.contents, whole)
      try #require(found.damages == expected.damages, "step \(step)")
      try #require(found.damageCount == expected.damageCount, "step \(step)")
      try #require(found.nextCounter == expected.nextCounter, "step \(step)")
      try #require(found.byteCount == expected.byteCount, "step \(step)")
      try #require(found.newestFormat == expected.newestFormat, "step \(step)")
      try #require(found.endsInsideLine == expected.endsInsideLine, "step \(step)")
    }
  }

  @Test("stores that take turns never reuse a number, whatever happens to the file in between")
  func turns() throws {
    let contexts = [Context(), Context()]
    let stores = contexts.map { context in
      ComponentStore(context, in: folder.path, name: "things.log", StoredComponents(Health.self)) {
        1
      }
    }
    let entities = contexts.map { $0.createEntity(Health(points: 0)) }
    for (context, store) in zip(contexts, stores) {
      #expect(store.hasUnsavedChanges && context.entities.count == 1)
    }
    for number in 1...60 {
      let turn = number % 2
      if number % 20 == 0 {
        folder.write(Samples.log(try log.read().entries.latest()), to: "new")
        rename("\(folder.path)/new", log.path)
      }
      try stores[turn].transaction { entities[turn].set(Health(points: number)) }
      let contents = try log.read()
      let counters = contents.entries.map(\.counter)
      #expect(Set(counters).count == counters.count && contents.damageCount == 0)
      let last = contents.entries.last { $0.change.kind == Health.storedName }
      #expect(last?.change.value == "{\"points\":\(number)}")
    }
  }

  #if os(Linux)
    /// How many bytes the thread has read.
    private static var bytesRead: Int {
      // The length of such a file is unknown.
      let text = Repository.bytes(of: "/proc/thread-self/io").map {
        String(decoding: $0, as: UTF8.self)
      }
      return text?.split(separator: "\n").first?.split(separator: " ").last.flatMap { Int($0) } ?? 0
    }

    @Test("a change reads only new entries of others, even after the log was rewritten")
    func readsLittle() throws {
      let context = Context()
      let store = ComponentStore(
        context, in: folder.path, name: "things.log", StoredComponents(Health.self)
      ) { 1 }
      let entities = (0..<500).map { _ in context.createEntity(Health(points: 0)) }
      try store.save()
      var rewritten = 0
      var length = 0
      for number in 1...24 {
        try store.transaction { for entity in entities { entity.set(Health(points: number)) } }
        let before = Self.bytesRead
        try store.transaction { entities[0].set(Health(points: -number)) }
        #expect(Self.bytesRead - before < 2_000, "change \(number)")
        let count = try log.read().entries.count
        if count < length { rewritten += 1 }
        length = count
      }
      #expect(rewritten > 0)
    }
  #endif

  @Test("a store that keeps writing still rewrites its log when that is due")
  func compaction() throws {
    let context = Context()
    let store = ComponentStore(
      context, in: folder.path, name: "things.log", StoredComponents(Health.self)
    ) { 1 }
    let entity = context.createEntity(Health(points: 0))
    try store.save()
    var lengths: [Int] = []
    // The file is on a disk: a change of many entities is one write.
    let others = (0..<500).map { _ in context.createEntity() }
    for number in 1...24 {
      try store.transaction {
        entity.set(Health(points: number))
        for other in others { other.set(Health(points: number)) }
      }
      lengths.append(try log.read().entries.count)
    }
    #expect(lengths.contains { $0 > Compaction.leastDropped })
    #expect(lengths.max() ?? 0 < 7_000, "\(lengths)")
    let reader = Context()
    try ComponentStore(
      reader, in: folder.path, name: "things.log", StoredComponents(Health.self)
    ) { 1 }.load()
    #expect(reader.entities.count == 501)
    #expect(reader.entities.allSatisfy { $0[Health.self] == Health(points: 24) })
  }
}
