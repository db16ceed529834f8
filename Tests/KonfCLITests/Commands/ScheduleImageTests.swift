import Basics
import CommandLine
import ECSKit
import ECSStore
import Importer
import KonfCLI
import Marks
import Schedule
import TestSupport
import Testing

/// The images of remembered schedules: konf answers with them as with the files, and repairs damaged ones.
@Suite struct ScheduleImageTests: FairHomeSuite {
  let fair = FairHome()

  /// The lines that are tried with every schedule; `TALK` is a talk of it.
  static let lines = [
    "now", "next", "timeline", "timeline --long", "timeline --json", "timeline --tz Asia/Tokyo",
    "days", "grid", "grid --json", "talks", "talks --json", "talks --oneline --mine", "agenda",
    "agenda --json", "speakers", "speakers --json", "organizers --json", "locations",
    "locations --json", "tracks --json", "conference", "conference --json", "search a",
    "search the --json", "session TALK", "session TALK --json", "ratings --json",
    "export --as json",
    "export --as ics", "export --as html --abstracts", "use", "use --json", "log", "entities",
    "entities all",
    "check", "diff --json", "timeline --month 2017-03", "timeline --zone UTC", "timeline -v",
    "__complete zsh konf star TALK", "__complete fish konf speaker A",
  ]

  private static let samples: [(name: String, bytes: [UInt8])] =
    FormatSamples.all.map { ($0.name, Array($0.text.utf8)) }
    + [("the sample", Array(SampleConference.json.utf8))]
    + ["data/uikonf-2015/schedule.json", "data/harbour-2026/schedule.xml"].compactMap { path in
      Repository.bytes(of: path).map { (path, $0) }
    }

  private static let shared: [(name: String, bytes: [UInt8])] =
    ["frab-json", "frab-xml", "ical", "other", "sessionize", "twins", "uikonf"].flatMap { folder in
      guard let path = Repository.sharedData(folder) else { return [(String, [UInt8])]() }
      return TemporaryFolder.names(in: path).sorted().compactMap { name in
        Repository.bytes(of: "\(path)/\(name)").map { (name, $0) }
      }
    }

  private var image: String? { files.first { $0.hasSuffix(".image") } }
  private func bytes(of name: String?) -> [UInt8]? {
    name.flatMap { Repository.bytes(of: "\(schedules)/\($0)") }
  }
  private func remove(_ name: String?) { if let name { unlink("\(schedules)/\(name)") } }

  /// Expects the same answers from the file of a schedule and from its image.
  ///
  /// - Returns: Whether there is an image.
  private func compare(_ name: String, _ bytes: [UInt8], _ lines: [String]) throws -> Bool {
    folder.write(bytes, to: "any")
    let kept = use("use @/any --name any")
    guard kept.status == .success else {
      #expect(files.isEmpty, "\(name) \(kept.notes)")
      return false
    }
    let talk = try run.values("id", of: "timeline").first ?? "-"
    let size = try #require(self.bytes(of: image)).count
    #expect(size <= 2 * bytes.count, "\(name): \(size) of \(bytes.count)")
    for line in lines {
      let words = line.split(separator: " ").map { $0 == "TALK" ? talk : String($0) }
      remove(image)
      let file = run(words)
      let second = run(words)
      #expect(second.out == file.out, "\(name): \(line)")
      #expect(second.err == file.err, "\(name): \(line)")
      #expect(second.status == file.status, "\(name): \(line)")
    }
    _ = use("timeline")
    let hasImage = try #require(self.bytes(of: image)).count > 64
    #expect(use("use any --forget").status == .success)
    // The list of exported events stays.
    #expect(files.allSatisfy { $0 == "any.calendars" }, "\(name)")
    return hasImage
  }

  // MARK: Answers

  @Test("each sample's image gives the same answers as the file")
  func samples() throws {
    for (place, sample) in Self.samples.enumerated() {
      // A third of the lines with each, so that each line is tried with some.
      let lines = Self.lines.enumerated().filter {
        BuiltProgram.isLong || ($0.offset + place) % 3 == 0
      }
      #expect(try compare(sample.name, sample.bytes, lines.map(\.element)), "\(sample.name)")
    }
  }

  @Test(
    "images of real conferences give the same answers",
    .enabled(
      if: !Self.shared.isEmpty, "the shared samples are not here; KONF_SHARED_DATA names them"))
  func real() throws {
    let lines = ["now", "talks --json", "search the --json"]
    var without: [String] = []
    for sample in Self.shared where BuiltProgram.isLong || sample.bytes.count < 100_000 {
      if !(try compare(sample.name, sample.bytes, lines)) { without.append(sample.name) }
    }
    print("no image of \(without)")
  }

  @Test("a matching image is read instead of the file")
  func used() throws {
    _ = use("use @/first.json --name fair")
    let first = use("timeline --json").text
    let schedule = try #require(SavedSchedules(log.read())["fair"])
    let (_, other) = try Self.imported(Array(FairSchedule.second.utf8), in: ZoneFolders())
    let image = try #require(other)
    let environment = RunEnvironment(
      arguments: [], variables: ["KONF_HOME": home.path], now: run.now)
    let runLog = try RunLog(CommandTable.konf.parse([Array("now".utf8)]), environment)
    func keep(version: String, _ copy: [UInt8]) {
      let file = CacheFile(.image, of: schedule, madeBy: "\(version) \(ScheduleCache.form)")
      // Nothing waits for the lock of the log. A process that another test starts has it, too, until it runs
      // its program.
      for _ in 0..<1000
      where runLog.parts(of: file, checkingCopy: false, at: run.now)?.first != image.core {
        runLog.keep(CacheFile.Parts(image.core, image.prose), as: file, madeOf: copy, at: run.now)
      }
    }
    // An image of another version, or beside another copy, is made again.
    for (version, copy) in [("0", FairSchedule.first), (Konf.version, FairSchedule.second)] {
      keep(version: version, Array(copy.utf8))
      #expect(use("timeline --json").text == first)
    }
    keep(version: Konf.version, Array(FairSchedule.first.utf8))
    let second = use("timeline --json").text
    #expect(second.contains("Cheese") && !first.contains("Cheese"))
  }

  // MARK: Damage

  @Test("an image with a flipped byte, truncated, or of another schedule is created again")
  func damaged() throws {
    _ = use("use @/first.json --name fair")
    let expected = use("timeline --json").text
    let name = try #require(image)
    let whole = try #require(self.bytes(of: name))
    func expectAgain(_ bytes: [UInt8], _ what: String) {
      write(bytes, to: name)
      #expect(use("timeline --json").text == expected, "\(what)")
      #expect(use("timeline --json").notes == "", "\(what)")
      #expect(self.bytes(of: name) == whole, "\(what)")
    }
    var random = SplitMix64(seed: 11)
    let step = BuiltProgram.isLong ? 1 : 9
    for place in stride(from: 0, to: whole.count, by: step) {
      var bytes = whole
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      expectAgain(bytes, "flipped at \(place)")
    }
    for length in stride(from: 0, to: whole.count, by: 5 * step) {
      expectAgain(Array(whole[..<length]), "cut at \(length)")
    }
    for first in stride(from: 0, to: whole.count - 16, by: 8 * step) {
      var bytes = whole
      for place in first..<(first + 8) { bytes.swapAt(place, place + 8) }
      if bytes != whole { expectAgain(bytes, "swapped at \(first)") }
    }
    _ = use("use @/second.json --name other")
    _ = use("now")
    let other = files.first { $0.hasPrefix("other") && $0.hasSuffix(".image") }
    _ = use("use fair")
    expectAgain(try #require(self.bytes(of: other)), "of another schedule")
  }

  private static let withoutZones = ZoneFolders(paths: [])

  /// The contents of a file, and their image.
  private static func imported(
    _ file: [UInt8], in folders: ZoneFolders
  ) throws -> (context: Context, image: ScheduleCache?) {
    var options = ScheduleImport.Options(zoneFolders: folders)
    let reads = ZoneReads()
    options.zoneFolders.reads = reads
    let context = Context()
    let result = try ScheduleImport(options: options).run(file, into: context)
    return (context, ScheduleCache(of: context, result, reads, in: folders))
  }

  /// The sample conference and its image.
  private func sample() throws -> (Context, ScheduleCache) {
    let sample = try Self.imported(Array(SampleConference.json.utf8), in: Self.withoutZones)
    return (sample.context, try #require(sample.image))
  }

  @Test("invalid image bytes, even with matching fingerprints, create no entity and do not crash")
  func anyBytes() throws {
    let (_, image) = try sample()
    var random = SplitMix64(seed: 5)
    func restore(_ core: [UInt8], _ prose: [UInt8], _ what: String) {
      for withProse in [true, false] {
        let copy = Context()
        let again = ScheduleCache(core: core, prose: prose)
          .restore(into: copy, in: Self.withoutZones, withProse: withProse) { nil }
        #expect(again != nil || copy.isEmpty, "\(what)")
        // This reads all sections.
        #expect(copy.componentTypes.count >= 0)
      }
    }
    for place in stride(from: 0, to: image.core.count, by: BuiltProgram.isLong ? 1 : 3) {
      var core = image.core
      core[place] = UInt8.random(in: 0...255, using: &random)
      restore(core, image.prose, "\(place)")
      restore(Array(image.core[..<place]), image.prose, "\(place)")
    }
    for place in stride(from: 0, to: image.prose.count, by: 9) {
      restore(image.core, Array(image.prose[..<place]), "prose \(place)")
    }
  }

  @Test("a section that is invalid is replaced with the values of the file, the others are not")
  func invalidSection() throws {
    let (context, image) = try sample()
    /// The values after a restore, and how often the file was asked for.
    func values(_ core: [UInt8], _ type: (any Component.Type)? = nil) -> ([[String]], Int) {
      let copy = Context()
      var count = 0
      _ = ScheduleCache(core: core, prose: image.prose)
        .restore(into: copy, in: Self.withoutZones, withProse: true) {
          count += 1
          return context
        }
      let values = copy.entities.map { entity in
        type.map { entity.component($0).map { ["\($0)"] } ?? [] }
          ?? entity.components.map { "\($0)" }.sorted()
      }
      return (values, count)
    }
    let (expected, none) = values(image.core)
    #expect(none == 0 && expected.count == context.count)
    let title = try #require(context.group(.all(Title.self)).entities.first?[Title.self]?.text)
    let place = try #require(
      image.core.indices.first { place in
        image.core[place...].starts(with: title.utf8)
      })
    var core = image.core
    core[place] = 0xFF
    #expect(values(core) == (expected, 1))
    #expect(values(core, SpeakerNames.self) == values(image.core, SpeakerNames.self))
  }

  @Test("a restored context ends with its last reference, even if nothing was read")
  func release() throws {
    let (_, image) = try sample()
    var copy: Context? = Context()
    weak var last: Context?
    last = copy
    _ = copy.flatMap { image.restore(into: $0, in: Self.withoutZones, withProse: true) { nil } }
    let entity = try #require(copy?.entities.first)
    copy = nil
    #expect(last == nil && !entity.isAlive)
  }

  @Test("an image has the stamp of its copy, and gets a new one if the copy is written again")
  func stamp() throws {
    func stamp() throws -> ArraySlice<UInt8> { try #require(bytes(of: image))[24..<32] }
    let unknown = ArraySlice(repeating: UInt8(0), count: 8)
    _ = use("use @/first.json --name fair")
    let expected = use("timeline --json").text
    // The copy is younger than the clock of the test, so its stamp is not reliable.
    #expect(try stamp() == unknown)
    let copy = try #require(files.first { $0.hasSuffix(".schedule") })
    var later = run
    later.now = Instant(secondsSince1970: 4_000_000_000)
    let line = "timeline --json --at 2016-04-24T12:00"
    #expect(later(line).text == expected)
    let first = try stamp()
    #expect(first != unknown)
    let whole = bytes(of: image)
    #expect(later(line).text == expected)
    #expect(bytes(of: image) == whole, "an image with a valid stamp was written again")
    let content = try #require(bytes(of: copy))
    unlink("\(schedules)/\(copy)")
    write(content, to: copy)
    #expect(later(line).text == expected)
    #expect(try stamp() != first)
    var other = content
    other[100] ^= 1
    write(other, to: copy)
    #expect(later(line).notes.contains("its checksum differs from the checksum in the log"))
  }

  @Test("a damaged copy is reported even if its image is intact")
  func damagedCopy() throws {
    _ = use("use @/first.json --name fair")
    #expect(use("now").status == .success)
    let copy = try #require(files.first { $0.hasSuffix(".schedule") })
    var bytes = try #require(self.bytes(of: copy))
    bytes[100] ^= 1
    write(bytes, to: copy)
    #expect(use("now").notes.contains("damaged; its checksum differs from the checksum in the log"))
    unlink("\(schedules)/\(copy)")
    #expect(use("now").notes.contains("no such file"))
  }

  @Test("after a change of a zone file the image is created again")
  func otherZoneFile() throws {
    let zones = folder.makeFolder("zones")
    folder.makeFolder("zones/Europe")
    var run = run
    run.zoneFolders = ZoneFolders(paths: [zones])
    #expect(run("use \(folder.path)/first.json --name fair").status == .success)
    let berlin = run("timeline").text
    #expect(run("timeline").text == berlin)
    let tokyo = try #require(Repository.bytes(of: "/usr/share/zoneinfo/Asia/Tokyo"))
    folder.write(tokyo, to: "zones/Europe/Berlin")
    let moved = run("timeline").text
    #expect(moved != berlin)
    #expect(run("timeline").text == moved)
    unlink("\(zones)/Europe/Berlin")
    #expect(run("timeline").text == berlin)
  }

  // MARK: Where none can be kept

  @Test("where an image cannot be written, answers are the same without a message")
  func unwritable() throws {
    _ = use("use @/first.json --name fair")
    let expected = use("now")
    let name = try #require(image)
    remove(name)
    // Renaming a file to the name of a folder fails for every user.
    home.makeFolder("schedules/\(name)")
    for _ in 0..<2 {
      let output = use("now")
      #expect(output.text == expected.text && output.notes == expected.notes)
      #expect(files.filter { $0.hasPrefix("unfinished") }.isEmpty)
    }
  }

  @Test("processes that create an image at the same time all answer, and leave a complete one")
  func together() throws {
    let konf = try #require(BuiltProgram.konf)
    _ = use("use @/first.json --name fair")
    let line = "env -i \(konf) --home \(home.path) --at 2016-04-24T12:00 timeline"
    let expected = BuiltProgram.shell(line).output
    let whole = self.bytes(of: image)
    for _ in 0..<5 {
      remove(image)
      let all = BuiltProgram.shell("seq 4 | xargs -P 4 -n 1 sh -c '\(line) 2>&1'").output
      #expect(all.utf8.count == 4 * expected.utf8.count)
      _ = BuiltProgram.shell(line)
      #expect(bytes(of: image) == whole)
    }
  }

  // MARK: The form

  @Test("the images of the samples are unchanged, and other contents need another format")
  func form() throws {
    var sum: UInt64 = 0
    for sample in FormatSamples.all {
      let (_, image) = try Self.imported(Array(sample.text.utf8), in: Self.withoutZones)
      let bytes = (image?.core ?? []) + (image?.prose ?? [])
      sum = sum &* 31 &+ Fingerprint.of(bytes.span)
    }
    #expect(
      [ScheduleCache.form: sum] == ["5.35": 3_994_265_622_930_481_452],
      "the import reads something else, or images are written otherwise: raise ScheduleCache.version"
    )
  }

  @Test("images have every component that a format can create")
  func components() {
    #expect(
      ScheduleCache.missingComponents.isEmpty,
      "without a line in ComponentText.all, CachedComponent.all or leftOut a schedule gets no image"
    )
  }

  private func write(_ bytes: [UInt8], to name: String) {
    home.write(bytes, to: "schedules/\(name)")
  }
}
