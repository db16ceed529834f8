import Basics
import ECSDetached
import ECSHistory
import ECSKit
import ECSModel
import ECSStore
import TestSupport
import Testing

/// Three devices that are offline, with clocks of their own, and a folder that lags, duplicates, tears and
/// reorders files.
///
/// This is one file, since a history mixes everything that can happen, and each step uses the same devices.
///
/// The failure text has the seed. `KONF_LONG` is the number of histories, `KONF_SEED` the only one.
@Suite("Random histories of syncing stores")
struct SyncScriptTests {
  private static let count = max(16, Environment.number("KONF_LONG") ?? 0)
  private static let groupSize = min(100, count)
  private static let groups = 0..<count / groupSize

  @Test("devices agree, whatever they read in whichever order", arguments: groups)
  func histories(group: Int) throws {
    if let seed = Environment.number("KONF_SEED") {
      return try Script(seed: UInt64(seed)).run(steps: 30)
    }
    var happened: Set<Happening> = []
    for number in 1...Self.groupSize {
      let script = try Script(seed: UInt64(group * Self.groupSize + number))
      try script.run(steps: 30)
      happened.formUnion(script.happened)
    }
    #expect(happened == Set(Happening.allCases), "group \(group)")
  }

  /// What histories are about; each group of them has all of it.
  private enum Happening: CaseIterable {
    /// Two clocks differ by more than an hour.
    case clocksApart
    /// A file came that was not the last one of its device.
    case late
    /// A file came twice under different names.
    case twice
    /// A file came in part.
    case torn
    /// The lines of a file came in another order, below its first line or with it.
    case reordered
    /// Something was destroyed that another device changed, neither knowing of the other.
    case destroyed
    /// Two links of a list were written, neither device knowing of the other.
    case links
    /// A device took back what it did, or made it again.
    case undone
  }

  /// A device with its store, and its copy of the folder.
  private final class Device {
    let number: Int
    let folder: String
    let shared: String
    let offset: Int64
    let components: StoredComponents
    var context = Context()
    var store: ComponentStore?
    var undo: UndoStack?
    var now: Int64 = 1_600_000_000
    /// The numbers of the entries that it has seen.
    var seen: Set<Int> = []
    /// What it said and was acknowledged.
    var said: Set<LogEntry> = []
    /// The entities that it changed, also if another device destroyed them before it saved.
    var changed: Set<String> = []
    /// The pairs of its own words and those of others that it reported.
    var told: Set<[LogEntry]> = []
    var log: ChangeLog { ChangeLog(folder: folder, name: "store.log") }

    init(
      _ number: Int, in path: String, offset: Int64, folder: String, _ components: StoredComponents
    ) throws {
      self.number = number
      self.components = components
      self.offset = offset
      self.folder = folder
      shared = "\(path)/shared\(number)"
      mkdir(shared, 0o700)
      try open()
    }

    func open() throws {
      undo = nil
      store = nil
      context = Context()
      let store = ComponentStore(context, in: folder, components) { [unowned self] in
        now + offset
      }
      self.store = store
      undo = UndoStack(store)
      try store.load()
    }
  }

  private final class Script {
    let folder = TemporaryFolder()
    var random: SplitMix64
    let seed: UInt64
    let components: StoredComponents
    let devices: [Device]
    /// All that was ever said, with what its device had seen.
    var numbers: [LogEntry: Int] = [:]
    var pasts: [Set<Int>] = []
    /// All versions of all files that were ever written, by name.
    var versions: [String: [[UInt8]]] = [:]
    /// Words of two devices that did not know each other, reported by neither so far.
    var untold: Set<[LogEntry]> = []
    var created = 0
    var happened: Set<Happening> = []

    init(seed: UInt64) throws {
      self.seed = seed
      let components =
        seed.isMultiple(of: 2) ? SyncModel.components : SyncModel.componentsOfMany
      self.components = components
      random = SplitMix64(seed: seed)
      let path = folder.path
      let folders = try Self.folders(in: path, seed: seed)
      var generator = random
      devices = try (0..<3).map {
        try Device(
          $0, in: path, offset: .random(in: -86_400...86_400, using: &generator),
          folder: folders[$0], components)
      }
      random = generator
      let offsets = devices.map(\.offset).sorted()
      if zip(offsets, offsets.dropFirst()).contains(where: { $1 - $0 > 3_600 }) {
        happened.insert(.clocksApart)
      }
    }

    /// Makes the folders of the devices, whose ids are random, but have an order that the seed decides.
    private static func folders(in path: String, seed: UInt64) throws -> [String] {
      let folders = try (0..<3).map { number in
        let log = ChangeLog(folder: "\(path)/device\(number)", name: "other.log")
        _ = try log.append(at: 0) { _ in
          [LogChange(scope: "", kind: "health", target: "e0", value: "0")]
        }
        return (id: try log.device() ?? DeviceID(0), path: log.folder)
      }
      var order = SplitMix64(seed: ~seed)
      return folders.sorted { $0.id < $1.id }.map(\.path).shuffled(using: &order)
    }

    var comment: Comment { "seed \(seed)" }

    // MARK: The steps

    func run(steps: Int) throws {
      if Bool.random(using: &random) { try createCrew() }
      for _ in 0..<steps {
        let device = devices.oneElement(using: &random)
        device.now += .random(in: 0...90_000, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5: try change(device)
        case 5: try move(device)
        case 6: carry(to: device)
        case 7: for _ in 0..<4 { carry(to: device) }
        case 8: try sync(device)
        default:
          try device.open()
          try sync(device)
        }
      }
      try checkOrders()
      try finish()
    }

    /// Creates entities with lists so long that a change of one link is written as that alone.
    private func createCrew() throws {
      let device = devices[0]
      try device.store?.transaction {
        let crew = (0..<9).map { _ in
          created += 1
          return device.context.createEntity(DurableID("e\(created)"), Health(points: created))
        }
        for captain in crew.prefix(2) {
          for sailor in crew.dropFirst(2) { captain.link(to: sailor, as: Crew.self) }
        }
      }
      try note(device)
      try sync(device)
      for other in devices.dropFirst() where Bool.random(using: &random) {
        carryAll(to: other)
        try sync(other)
      }
    }

    private func entities(_ device: Device) -> [Entity] {
      device.context.group(
        .any(Health.self, Nickname.self, Focus.self, Friend.self, Links<Crew>.self)
      ).filter {
        $0.has(DurableID.self)
      }
    }

    /// Changes something, and saves it most of the time.
    private func change(_ device: Device) throws {
      let count = Int.random(in: 1...3, using: &random)
      let label = Bool.random(using: &random) ? "Edit \(random.next() % 3)" : nil
      device.context.transaction(label: label) {
        for _ in 0..<count { changeOne(device) }
      }
      if Int.random(in: 0..<5, using: &random) > 0 {
        try device.store?.save()
        try note(device)
      }
    }

    private func changeOne(_ device: Device) {
      let all = entities(device)
      guard !all.isEmpty, Int.random(in: 0..<4, using: &random) > 0 else {
        created += 1
        device.context.createEntity(DurableID("e\(created)"), Health(points: created))
        return
      }
      let entity = all.oneElement(using: &random)
      device.changed.insert(entity[DurableID.self]?.text ?? "")
      let value = Int.random(in: 0..<4, using: &random)
      switch Int.random(in: 0..<13, using: &random) {
      case 9: entity.link(to: all.oneElement(using: &random), as: Crew.self)
      case 10, 11:
        let captains = all.filter { $0.has(Links<Crew>.self) }
        guard let captain = captains.randomElement(using: &random) else { return }
        let sailors = captain.targets(of: Crew.self)
        if Bool.random(using: &random), let sailor = sailors.randomElement(using: &random) {
          captain.unlink(from: sailor, as: Crew.self)
        } else {
          let position = Int.random(in: 0...sailors.count, using: &random)
          captain.link(to: all.oneElement(using: &random), as: Crew.self, at: position)
        }
      case 0, 1: entity.set(Health(points: value))
      case 2, 3: entity.set(Nickname("name \(value)"))
      case 4: entity.remove(Health.self)
      case 5: entity.remove(Nickname.self)
      case 6 where components[Focus.storedName] != nil: entity.set(Focus(value: value))
      case 7: entity.set(Friend(entity: all.oneElement(using: &random)))
      default: entity.destroy()
      }
    }

    /// Takes a step back or makes it again; only what the device itself had changed changes.
    private func move(_ device: Device) throws {
      try device.store?.save()
      try note(device)
      let before = Set(try device.log.read().entries)
      let own = device.changed.union(device.said.map(\.change.target))
      let isUndo = Int.random(in: 0..<3, using: &random) > 0
      do { _ = try isUndo ? device.undo?.undo() : device.undo?.redo() } catch {}
      try device.store?.save()
      try note(device)
      for entry in try device.log.read().entries where !before.contains(entry) {
        if LogKind.isOwn(entry.change.kind) { continue }
        happened.insert(.undone)
        let change = entry.change
        // The one of its kind moves between two entities, and what is here again is linked again.
        let sailors = change.value.split(separator: "\"").map(String.init)
        #expect(
          own.contains(change.target) || change.kind == "focus"
            || change.kind == "crew"
              && (own.contains(change.name) || sailors.contains(where: own.contains)),
          "seed \(seed): \(change.target) \(change.kind) \(change.value) isUndo \(isUndo)")
      }
    }

    /// Notes what a device has said, with what it had seen.
    private func note(_ device: Device) throws {
      let entries = try device.log.read().entries
      let id = try device.log.device()
      for entry in entries where numbers[entry] == nil {
        #expect(entry.device == id, comment)
        numbers[entry] = pasts.count
        pasts.append(device.seen)
        device.seen.insert(pasts.count - 1)
        device.said.insert(entry)
      }
    }

    // MARK: The folder

    private func carryAll(to device: Device) {
      for (name, all) in versions { Files.write(all.last ?? [], to: "\(device.shared)/\(name)") }
    }

    /// Carries a file of one device to the folder of another, as programs do that are not to be trusted.
    private func carry(to device: Device) {
      guard let name = versions.keys.sorted().randomElement(using: &random),
        let all = versions[name], let latest = all.last
      else { return }
      let path = "\(device.shared)/\(name)"
      switch Int.random(in: 0..<11, using: &random) {
      case 0..<6: Files.write(latest, to: path)
      case 6:
        let bytes = all.oneElement(using: &random)
        if bytes != latest { happened.insert(.late) }
        Files.write(bytes, to: path)
      case 7:
        happened.insert(.torn)
        let length = Int.random(in: 0..<latest.count, using: &random)
        Files.write(Array(latest[..<length]), to: path)
      case 8:
        happened.insert(.twice)
        Files.write(all.oneElement(using: &random), to: "\(path) (copy).log")
      default:
        happened.insert(.reordered)
        var lines = latest.split(separator: UInt8(ascii: "\n"))
        // With its first line in place, a file is whole in any order.
        let first = Bool.random(using: &random) ? 1 : 0
        lines[first...].shuffle(using: &random)
        Files.write(lines.flatMap { $0 + [UInt8(ascii: "\n")] }, to: path)
      }
    }

    /// The entries of the files in a folder that a device may take in.
    private func wholeFiles(_ device: Device) -> [LogEntry] {
      var entries: [LogEntry] = []
      for name in TemporaryFolder.names(in: device.shared) where !name.hasPrefix(".") {
        let bytes = Repository.bytes(of: "\(device.shared)/\(name)") ?? []
        let contents = LogContents(bytes)
        guard let first = contents.entries.first, first.change.kind == ".meeting",
          contents.damageCount == 0, Int(first.change.value) == contents.entries.count - 1
        else { continue }
        entries += contents.entries.dropFirst()
      }
      return entries
    }

    // MARK: Sync

    private func sync(_ device: Device) throws {
      try note(device)
      let id = try device.log.device()
      let before = try device.log.read().entries.latest()
      let files = wholeFiles(device)
      let name = "device \(device.number)"
      let met = try device.log.sync(in: device.shared, as: name, at: device.now + device.offset)
      // The log notes what it says of the device itself before it has seen the others, for the check.
      let policy: SyncPolicy = Bool.random(using: &random) ? .mine : .theirs
      if Bool.random(using: &random) {
        _ = try device.store?.refresh(policy)
      } else {
        // A sync without new files also reads what the log has by now.
        _ = try device.store?.sync(in: device.shared, as: name, policy)
      }
      if let id { checkDifferences(device, id, before, files, met) }
      // A file has all that its device knew, or what was said knowing that.
      for number in files.compactMap({ numbers[$0] }) {
        device.seen.insert(number)
        device.seen.formUnion(pasts[number])
      }
      try note(device)
      let own = try #require(try device.log.device())
      let file = "\(own).log"
      versions[file, default: []].append(
        try #require(Repository.bytes(of: "\(device.shared)/\(file)")))
      let log = try device.log.read().entries
      #expect(device.said.isSubset(of: log), comment)

      // Once more it changes nothing.
      let bytes = Repository.bytes(of: device.log.path)
      let again = try device.log.sync(in: device.shared, as: name, at: device.now + device.offset)
      #expect(again.taken.isEmpty && again.written.isEmpty && again.differences.isEmpty, comment)
      let isSame = Repository.bytes(of: device.log.path) == bytes
      let isSameFile = Repository.bytes(of: "\(device.shared)/\(file)") == versions[file]?.last
      #expect(isSame && isSameFile, comment)
      if device.store?.hasUnsavedChanges == false {
        #expect(
          SyncModel.state(device.context, components) == (try reopened(device.folder)), comment)
      }
    }

    /// Two words are reported if and only if neither device knew the other's, and at least by one of the two.
    private func checkDifferences(
      _ device: Device, _ id: DeviceID, _ before: [LogEntry], _ files: [LogEntry],
      _ met: LogSync
    ) {
      let told = Set(met.differences.map { [$0.mine, $0.theirs] })
      for pair in told {
        #expect(areUnaware(pair[0], pair[1]), comment)
        #expect(device.told.insert(pair).inserted, comment)
        untold = untold.filter { !tells(pair, of: $0) }
      }
      let mine = Dictionary(uniqueKeysWithValues: before.map { ($0.change.subject, $0) })
      for theirs in Set(files) where theirs.device != id {
        guard let word = mine[theirs.change.subject], word.device == id,
          // A device that withdraws its entries has no opinion that could differ.
          !word.change.isWithdrawal, !theirs.change.isWithdrawal,
          !LogKind.isOwn(theirs.change.kind), let number = numbers[theirs],
          !device.seen.contains(number), word.change.value != theirs.change.value,
          areUnaware(word, theirs), !told.contains([word, theirs])
        else { continue }
        let other = devices.first { $0.said.contains(theirs) }
        if other?.told.contains(where: { tells($0, of: [word, theirs]) }) ?? false { continue }
        if isSettled(word, theirs, other) { continue }
        untold.insert([word, theirs])
      }
      noteKinds(of: files, beside: before, id)
    }

    /// Whether the other device reported a pair: with its word, or a later one of its own about the same.
    private func tells(_ told: [LogEntry], of pair: [LogEntry]) -> Bool {
      told[1] == pair[0] && told[0].device == pair[1].device
        && told[0].change.subject == pair[1].change.subject && !told[0].precedes(pair[1])
    }

    /// Whether the other device has said something later that this word knew, or that is the same.
    private func isSettled(_ word: LogEntry, _ theirs: LogEntry, _ other: Device?) -> Bool {
      let past = numbers[word].map { pasts[$0] } ?? []
      let later = (other?.said ?? []).filter {
        theirs.precedes($0) && $0.change.target == theirs.change.target
      }
      return later.contains { entry in
        let isSame = entry.change.value == word.change.value
        if entry.change.subject == theirs.change.subject {
          return isSame || numbers[entry].map(past.contains) ?? false
        }
        return isSame && entry.change.kind == "entity"
      }
    }

    /// Notes what kinds of differences there are.
    private func noteKinds(of files: [LogEntry], beside before: [LogEntry], _ id: DeviceID) {
      let byTarget = Dictionary(grouping: before.filter { $0.device == id }, by: \.change.target)
      for theirs in files where theirs.device != id {
        for mine in byTarget[theirs.change.target] ?? [] where areUnaware(mine, theirs) {
          let (one, other) = (mine.change, theirs.change)
          if one.kind == "crew", other.kind == "crew", one.name != other.name {
            happened.insert(.links)
          }
          if (one.kind == "entity" && one.value.isEmpty)
            != (other.kind == "entity" && other.value.isEmpty)
          {
            happened.insert(.destroyed)
          }
        }
      }
    }

    private func areUnaware(_ first: LogEntry, _ second: LogEntry) -> Bool {
      guard let one = numbers[first], let other = numbers[second] else { return false }
      return !pasts[one].contains(other) && !pasts[other].contains(one)
    }

    // MARK: The end

    /// Brings everything to everybody until nothing changes, and compares.
    private func finish() throws {
      for device in devices {
        try device.store?.save()
        try note(device)
      }
      for _ in 0..<4 {
        for device in devices {
          // What two devices made the one of its kind is taken from the one that lost it.
          try device.store?.save()
          carryAll(to: device)
          try sync(device)
        }
      }
      let states = try devices.map { try reopened($0.folder) }
      #expect(states[0] == states[1] && states[1] == states[2], comment)
      #expect(states[0] == SyncModel.model(numbers.keys), comment)
      for device in devices {
        #expect(device.store?.hasUnsavedChanges == false, comment)
        #expect(SyncModel.state(device.context, components) == states[0], comment)
      }
      #expect(untold.isEmpty, "seed \(seed): \(untold.count) differences were not reported")
    }

    /// Merges all files into new folders, in every order.
    private func checkOrders() throws {
      let files = versions.sorted { $0.key < $1.key }.map { ($0.key, $0.value.last ?? []) }
      guard files.count > 1 else { return }
      var states: Set<[String]> = []
      for (number, order) in Self.orders(files.count).enumerated() {
        let path = "\(folder.path)/order-\(seed)-\(number)"
        mkdir(path, 0o700)
        mkdir("\(path)/shared", 0o700)
        let log = ChangeLog(folder: "\(path)/own", name: "store.log")
        for position in order {
          Files.write(files[position].1, to: "\(path)/shared/\(files[position].0)")
          _ = try log.sync(in: "\(path)/shared", at: 0)
        }
        states.insert(try reopened("\(path)/own"))
      }
      #expect(states.count == 1, comment)
    }

    private static func orders(_ count: Int) -> [[Int]] {
      if count == 0 { return [[]] }
      return orders(count - 1).flatMap { order in
        (0...order.count).map { position in
          var longer = order
          longer.insert(count - 1, at: position)
          return longer
        }
      }
    }

    private func reopened(_ folder: String) throws -> [String] {
      let reader = Context()
      try ComponentStore(reader, in: folder, components) { 0 }.load()
      return SyncModel.state(reader, components)
    }
  }
}
