import Schedule
import Testing

/// The folders of this machine if they have zone files, else nil.
let systemZones: ZoneFolders? = {
  let folders = ZoneFolders()
  return (try? Zone(named: "Asia/Kolkata", in: folders)) == nil ? nil : folders
}()

@Suite("Zone")
struct ZoneTests {
  @Test(
    "system zones agree with another program's times, before, now and after 2037",
    .enabled(if: systemZones != nil, "there are no zone files on this machine"),
    arguments: ZoneSamples.periods.keys.sorted())
  func samples(name: String) throws {
    let zone = try Zone(named: name, in: try #require(systemZones))
    for sample in try #require(ZoneSamples.periods[name]) {
      let period = zone.period(at: Instant(secondsSince1970: sample.seconds))
      #expect(period.offset == sample.offset, "\(name) at \(sample.seconds)")
      #expect(period.abbreviation == sample.abbreviation, "\(name) at \(sample.seconds)")
    }
  }

  @Test(
    "system zones resolve dates and times like another program",
    .enabled(if: systemZones != nil, "there are no zone files on this machine"))
  func resolutions() throws {
    for (name, text, expected) in ZoneSamples.resolutions {
      let zone = try Zone(named: name, in: try #require(systemZones))
      let civil = try #require(WrittenTime(text)).civil
      let wanted: ZoneResolution
      let chosen: Int64
      switch expected {
      case .unique(let instant):
        wanted = .unique(Instant(secondsSince1970: instant))
        chosen = instant
      case .gap(let before, let after):
        wanted = .gap(
          before: Instant(secondsSince1970: before), after: Instant(secondsSince1970: after))
        chosen = after
      case .ambiguous(let first, let second):
        wanted = .ambiguous(
          first: Instant(secondsSince1970: first), second: Instant(secondsSince1970: second))
        chosen = first
      }
      #expect(zone.resolve(civil) == wanted, "\(name) \(text)")
      #expect(zone.instant(of: civil).secondsSince1970 == chosen, "\(name) \(text)")
    }
  }

  @Test(
    "the built-in rule of Berlin agrees with the system's file from 1996 to 2037",
    .enabled(if: systemZones != nil, "there are no zone files on this machine"))
  func builtInBerlin() throws {
    let system = try Zone(named: "Europe/Berlin", in: try #require(systemZones))
    let builtIn = try Zone(named: "Europe/Berlin", in: ZoneFolders(paths: []))
    #expect(system != builtIn)
    for year in 1996...2037 {
      for month in [3, 10] {
        let middle = try #require(CivilDate(year: year, month: month, day: 25))
        let noon = CivilDateTime(date: middle, time: .midnight).instant(offset: 0)
        // Sunday the 25th to 31st lies in the middle of sixteen days.
        for hour in -120..<264 {
          let instant = noon.advanced(by: .seconds(hour * 3600))
          #expect(builtIn.period(at: instant) == system.period(at: instant))
          let civil = builtIn.civil(at: instant)
          #expect(builtIn.resolve(civil) == system.resolve(civil))
        }
      }
    }
  }

  @Test("Berlin skips an hour in March and repeats one in October")
  func gapAndOverlap() throws {
    let berlin = try Zone(named: "Europe/Berlin", in: ZoneFolders(paths: []))
    func civil(_ text: String) throws -> CivilDateTime { try #require(WrittenTime(text)).civil }
    func instant(_ text: String) throws -> Instant { try #require(WrittenTime(text)?.instant) }

    #expect(
      berlin.resolve(try civil("2015-03-29T02:30"))
        == .gap(
          before: try instant("2015-03-29T01:30+01:00"),
          after: try instant("2015-03-29T03:30+02:00")))
    #expect(
      berlin.instant(of: try civil("2015-03-29T02:30")).iso8601(in: berlin)
        == "2015-03-29T03:30:00+02:00")
    #expect(
      berlin.resolve(try civil("2015-10-25T02:30"))
        == .ambiguous(
          first: try instant("2015-10-25T02:30+02:00"),
          second: try instant("2015-10-25T02:30+01:00")))
    #expect(
      berlin.instant(of: try civil("2015-10-25T02:30")).iso8601(in: berlin)
        == "2015-10-25T02:30:00+02:00")
    for (text, typed) in [
      ("2015-10-25T02:30+02:00", "2015-10-25T02:30"),
      ("2015-10-25T02:30+01:00", "2015-10-25T02:30:00+01:00"),
      ("2015-10-25T03:30+01:00", "2015-10-25T03:30"),
    ] {
      #expect(berlin.typed(try instant(text)) == typed)
      #expect(TimeInput(typed)?.instant(in: berlin) == (try instant(text)))
    }

    // The ends: the first second that is skipped or repeated and the first that is not.
    for (text, isUnique) in [
      ("2015-03-29T01:59:59", true), ("2015-03-29T02:00:00", false), ("2015-03-29T02:59:59", false),
      ("2015-03-29T03:00:00", true), ("2015-10-25T01:59:59", true), ("2015-10-25T02:00:00", false),
      ("2015-10-25T02:59:59", false), ("2015-10-25T03:00:00", true),
    ] {
      let civil = try civil(text)
      let resolution = berlin.resolve(civil)
      #expect((resolution == .unique(berlin.instant(of: civil))) == isUnique, "\(text)")
    }
  }

  @Test("each instant is found again from its local time")
  func roundTrip() throws {
    let rules = [
      "CET-1CEST,M3.5.0,M10.5.0/3", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
      "IST-1GMT0,M10.5.0,M3.5.0/1", "XXX3EDT4,0/0,J365/23", "UTC0",
      "AAA24:59:59BBB-24:59:59,J60,J300",
    ]
    for rule in rules {
      let zone = try Zone(rule: rule)
      for step in 0..<20_000 {
        let instant = Instant(secondsSince1970: 1_400_000_000 + Int64(step) * 1801)
        let civil = zone.civil(at: instant)
        switch zone.resolve(civil) {
        case .unique(let found): #expect(found == instant, "\(rule)")
        case .ambiguous(let first, let second):
          #expect(first == instant || second == instant, "\(rule)")
          #expect(first < second, "\(rule)")
        case .gap: Issue.record("a clock of \(rule) shows what it skips")
        }
      }
    }
  }

  @Test("fixed offsets never change and are named by their offset")
  func fixedOffsets() {
    let zone = Zone(offset: 7200)
    #expect(zone.name == "+02:00")
    #expect(zone.period(at: Instant(secondsSince1970: 0)).offset == 7200)
    #expect(zone.period(at: Instant(secondsSince1970: 0)).abbreviation == "+02:00")
    #expect(Zone(offset: -12_600).name == "-03:30")
    #expect(Zone(offset: 3208).name == "+00:53:28")
    #expect(Zone(offset: 0).name == "+00:00")
    #expect(Zone.utc.name == "UTC")
    #expect(Zone.utc.offset(at: Instant(secondsSince1970: .max)) == 0)
  }

  @Test("zones are equal by name and rules")
  func equality() throws {
    let bytes = ZoneFileBytes.example.bytes
    #expect(try Zone(name: "A", tzif: bytes) == Zone(name: "A", tzif: bytes))
    #expect(try Zone(name: "A", tzif: bytes) != Zone(name: "B", tzif: bytes))
    #expect(Zone(offset: 0) != .utc)
    #expect(Zone(offset: 3600) == Zone(offset: 3600))
  }

  @Test("instants outside any calendar do no harm")
  func extremes() throws {
    for zone in [.utc, Zone(offset: -86_399), try Zone(rule: "CET-1CEST,M3.5.0,M10.5.0/3")] {
      _ = zone.tryEverything()
    }
    #expect(Zone.utc.civil(at: Instant(secondsSince1970: .max)).date.year > 1_000_000)
  }

  @Test("a fixed offset of a day is an invalid rule")
  func dayOffset() async {
    await #expect(processExitsWith: .failure) { _ = Zone(offset: 86_400) }
  }
}
