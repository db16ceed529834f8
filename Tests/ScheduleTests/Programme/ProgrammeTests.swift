import ECSKit
import Schedule
import Testing

@Suite("Programme")
struct ProgrammeTests {
  private let context = Context()
  private let programme: Programme

  init() {
    programme = Programme(context)
  }

  private func timing(_ start: Int64?, _ end: Int64?) -> Timing {
    Timing(
      start: start.map { Instant(secondsSince1970: $0) },
      end: end.map { Instant(secondsSince1970: $0) })
  }

  @discardableResult
  private func slot(_ id: String, _ start: Int64?, _ end: Int64?, at places: [String] = [])
    -> Entity
  {
    let slot = context.createEntity(SlotID(text: id))
    if start != nil || end != nil { slot.set(timing(start, end)) }
    if !places.isEmpty { slot.set(PlaceNames(names: places)) }
    return slot
  }

  @discardableResult
  private func talk(
    _ title: String, by speakers: [String] = [], in slot: String?, _ index: Int? = nil
  ) -> Entity {
    let talk = context.createEntity(Title(text: title))
    if !speakers.isEmpty { talk.set(SpeakerNames(names: speakers)) }
    if let slot { talk.set(PartOf(slot: slot)) }
    if let index { talk.set(TalkIndex(number: index)) }
    return talk
  }

  private func ids(_ entities: [Entity]) -> [String] {
    entities.map { $0[SlotID.self]?.text ?? "-" }
  }

  private func titles(_ entities: [Entity]) -> [String] {
    entities.map { $0[Title.self]?.text ?? "-" }
  }

  private let rating = Rating(stars: 3, comment: "", time: Instant(secondsSince1970: 0))

  // MARK: Kinds

  @Test("what an entity holds says of what kind it is")
  func kinds() {
    let slot = slot("a", 1, 2)
    let talk = talk("T", in: "a", 1)
    let event = context.createEntity(SlotID(text: "b"), Title(text: "E"))
    let person = context.createEntity(Person())
    let organizer = context.createEntity(Person(), Organizer())
    let place = context.createEntity(Place())
    context.createEntity(Name(text: "N"), Organizer())
    context.createEntity(PartOf(slot: "a"), TalkIndex(number: 2))
    #expect(programme.slots.entities == [slot, event])
    #expect(programme.talks.entities == [talk, event])
    #expect(programme.people.entities == [person, organizer])
    #expect(programme.organizers.entities == [organizer])
    #expect(programme.places.entities == [place])
  }

  @Test("a title is that of the conference, and the zone that of the venue, else UTC")
  func conference() {
    #expect(programme.title == nil)
    #expect(programme.zone == .utc)
    context.setUnique(Conference(title: "C"))
    context.setUnique(VenueZone(zone: Zone(offset: 3600)))
    #expect(programme.title == "C")
    #expect(programme.zone == Zone(offset: 3600))
  }

  // MARK: Slots

  @Test("the timeline is in the order of time; slots without any time come last")
  func timeline() {
    slot("none", nil, nil)
    slot("goodBye", 50, nil)
    slot("second", 20, 30)
    slot("before", nil, 10)
    slot("first", 10, 20)
    slot("alsoFirst", 10, 20)
    slot("short", 10, 15)
    slot("none2", nil, nil)
    #expect(
      ids(programme.timeline) == [
        "before", "short", "first", "alsoFirst", "second", "goodBye", "none", "none2",
      ])
    programme.slot("first")?.set(timing(60, 70))
    programme.slot("before")?.destroy()
    #expect(
      ids(programme.timeline) == [
        "short", "alsoFirst", "second", "goodBye", "first", "none", "none2",
      ])
  }

  @Test("of slots with one identifier the first is meant, and has the talks")
  func repeatedSlot() {
    let first = slot("a", 30, 40)
    let second = slot("a", 10, 20)
    let talk = talk("T", in: "a", 1)
    #expect(programme.slot("a") == first)
    #expect(programme.timeline == [second, first])
    #expect(programme.talks(in: first) == [talk])
    #expect(programme.talks(in: second).isEmpty)
    #expect(programme.slot(of: talk) == first)
    first.destroy()
    #expect(programme.slot("a") == second)
    #expect(programme.talks(in: second) == [talk])
  }

  @Test("a talk that came before its slot is not taken for it")
  func talkFirst() {
    let talk = talk("T", in: "a", 1)
    #expect(programme.slot("a") == nil)
    #expect(programme.slot(of: talk) == nil)
    let slot = slot("a", 1, 2)
    #expect(programme.slot("a") == slot)
    #expect(programme.talks(in: slot) == [talk])
  }

  @Test("the places of a slot are as it names them, with nobody behind a name that is none's")
  func places() {
    context.createEntity(Name(text: "Yard"), Person())
    let hall = context.createEntity(Name(text: "Hall"), Address(text: "x"), Place())
    context.createEntity(Name(text: "Hall"), Address(text: "y"), Place())
    let slot = slot("a", 1, 2, at: ["Yard", "Hall"])
    let found = programme.places(of: slot)
    #expect(found.map(\.name) == ["Yard", "Hall"])
    #expect(found.map(\.entity) == [nil, hall])
    #expect(programme.places(of: self.slot("b", 1, 2)).isEmpty)
  }

  @Test("what happens at a place is in the order of time")
  func slotsAt() {
    let hall = context.createEntity(Name(text: "Hall"), Address(text: "x"), Place())
    let yard = context.createEntity(Name(text: "Yard"), Address(text: "y"), Place())
    slot("c", nil, nil, at: ["Hall"])
    slot("b", 20, 30, at: ["Yard", "Hall", "Hall"])
    slot("a", 10, 20, at: ["Hall"])
    #expect(ids(programme.slots(at: hall)) == ["a", "b", "c"])
    #expect(ids(programme.slots(at: yard)) == ["b"])
    #expect(programme.slots(at: context.createEntity()).isEmpty)
  }

  // MARK: Talks

  @Test("talks come by their slot's time, then by index, then by the file; strays come last")
  func talksInOrder() {
    talk("stray", in: nil)
    talk("b, none", in: "b")
    talk("lost", in: "nowhere", 1)
    talk("b2", in: "b", 2)
    talk("b1", in: "b", 1)
    talk("timeless", in: "c", 1)
    talk("a9", in: "a", 9)
    slot("b", 20, 30)
    slot("c", nil, nil)
    slot("a", 10, 20)
    #expect(
      titles(programme.talksInOrder)
        == ["a9", "b1", "b2", "b, none", "timeless", "stray", "lost"])
    #expect(programme.slot("b").map { titles(programme.talks(in: $0)) } == ["b1", "b2", "b, none"])
  }

  @Test("a talk is identified by its slot and its index")
  func identifiers() {
    slot("session1Day1", 1, 2)
    let first = talk("A", in: "session1Day1", 1)
    let third = talk("B", in: "session1Day1", 3)
    #expect(programme.id(of: first) == "session1Day1/1")
    #expect(programme.id(of: third) == "session1Day1/3")
    #expect(programme.target("session1Day1/1") == first)
    #expect(programme.target("session1Day1/3") == third)
    #expect(programme.target("session1Day1") == programme.slot("session1Day1"))
    for id in [
      "", "/", "session1Day1/", "session1Day1/2", "session1Day1/01", "session1Day1/+1",
      "/1", "nowhere/1", "session1Day1/1/1", "session1Day1/9223372036854775808",
    ] {
      #expect(programme.target(id) == nil, "\(id)")
    }
  }

  @Test("no two talks of a slot have one identifier, whatever their indices are")
  func collisions() {
    slot("a", 1, 2)
    let talks = [
      talk("two", in: "a", 2), talk("none", in: "a"), talk("also two", in: "a", 2),
      talk("one", in: "a", 1), talk("none again", in: "a"),
    ]
    #expect(talks.map(programme.id(of:)) == ["a/2", "a/4", "a/3", "a/1", "a/5"])
    #expect(talks.map { programme.target(programme.id(of: $0)) } == talks)
  }

  @Test("talks are numbered in turn between the numbers that others have")
  func numbers() {
    let indices = [5, 1, nil, 3, 5, -2, nil, 0, .max, 1, .max, nil]
    let talks = indices.map { talk("T", in: "a", $0) }
    #expect(
      talks.map(programme.id(of:)) == [
        "a/5", "a/1", "a/7", "a/3", "a/4", "a/-2", "a/8", "a/0", "a/\(Int.max)", "a/2", "a/6",
        "a/9",
      ])
  }

  @Test("numbers follow each change, also of what is a talk of the slot")
  func renumbering() {
    let talks = [talk("A", in: "a"), talk("B", in: "a"), talk("C", in: "a"), talk("D", in: "b")]
    func ids() -> [String] { talks.map(programme.id(of:)) }
    #expect(ids() == ["a/1", "a/2", "a/3", "b/1"])
    talks[0].set(TalkIndex(number: 3))
    #expect(ids() == ["a/3", "a/1", "a/2", "b/1"])
    talks[3].set(PartOf(slot: "a"))
    #expect(ids() == ["a/3", "a/1", "a/2", "a/4"])
    #expect(programme.target("b/1") == nil)
    talks[1].set(SlotID(text: "c"))
    #expect(ids() == ["a/3", "c", "a/1", "a/2"])
    talks[2].remove(Title.self)
    #expect(programme.id(of: talks[3]) == "a/1")
    talks[0].destroy()
    #expect(programme.target("a/1") == talks[3])
    #expect(programme.target("a/3") == nil)
    talks[2].set(Title(text: "C"))
    talks[2].remove(PartOf.self)
    #expect(programme.target("/1") == talks[2])
  }

  @Test("of slots with one identifier each later one is found by its number")
  func numberedSlots() {
    let slots = (0..<3).map { _ in slot("a", 1, 2) } + [slot("b#2", 1, 2)]
    #expect(slots.map(programme.id(of:)) == ["a", "a#2", "a#3", "b#2"])
    #expect(slots.map { programme.slot(programme.id(of: $0)) } == slots)
    for id in [
      "a#", "a#0", "a#1", "a#4", "a#02", "a#+2", "a#-1", "b#3", "#2", "a#99999999999999999999",
    ] {
      #expect(programme.slot(id) == nil, "\(id)")
    }
  }

  @Test("talks without a slot have identifiers as well")
  func strays() {
    let talks = [
      talk("lost", in: "nowhere"), talk("also lost", in: "nowhere", 5), talk("stray", in: nil),
      talk("also stray", in: nil), talk("of a slot without a name", in: ""),
    ]
    #expect(talks.map(programme.id(of:)) == ["nowhere/1", "nowhere/5", "/2", "/3", "/1"])
    #expect(talks.map { programme.target(programme.id(of: $0)) } == talks)
  }

  @Test("an identifier with a stroke in it leads to its slot and to its talks")
  func stroke() {
    let slot = slot("a/1", 1, 2)
    self.slot("a", 1, 2)
    talk("hidden", in: "a", 1)
    let talk = talk("T", in: "a/1", 2)
    #expect(programme.target("a/1") == slot)
    #expect(programme.target("a/1/2") == talk)
  }

  @Test("an event is a slot whose talk it is itself, known by its own identifier")
  func event() {
    let event = event("e", "Opening", 10, 20)
    let part = talk("Greeting", in: "e", 1)
    #expect(programme.slot(of: event) == event)
    #expect(programme.slotID(of: event) == "e")
    #expect(programme.talks(in: event) == [event, part])
    #expect(programme.talks(in: part).isEmpty)
    #expect(programme.id(of: event) == "e")
    #expect(programme.id(of: part) == "e/1")
    #expect(programme.target("e") == event)
    #expect(programme.target("e/1") == part)
    #expect(programme.talksInOrder == [event, part])
    event.set(rating)
    #expect(programme.rating(of: event)?.slot == nil)
    #expect(programme.rating(of: part)?.slot == event)
    #expect(programme.ratedTalkCount == 2)
  }

  @Test("events and slots with a repeated identifier are all there, each with one of its own")
  func repeatedEvent() {
    let events = [event("e", "First", 30, 40), event("e", "Second", 10, 20), slot("e", 1, 2)]
    #expect(programme.timeline == [events[2], events[1], events[0]])
    #expect(events.map(programme.id(of:)) == ["e", "e#2", "e#3"])
    #expect(events.map { programme.target(programme.id(of: $0)) } == events)
    #expect(events.map(programme.talks(in:)) == [[events[0]], [events[1]], []])
    for id in ["e#", "e#0", "e#1", "e#4", "e#+2", "#2"] {
      #expect(programme.slot(id) == nil, "\(id)")
    }
  }

  private func event(_ id: String, _ title: String, _ start: Int64?, _ end: Int64?) -> Entity {
    let event = slot(id, start, end)
    event.set(Title(text: title))
    return event
  }

  // MARK: People

  @Test("speakers are as the talk names them, with nobody behind a name that is none's")
  func speakers() {
    let ada = context.createEntity(Name(text: "Ada"), Person())
    context.createEntity(Name(text: "Hall"), Address(text: "x"), Place())
    let talk = talk("T", by: ["Ghost", "Ada", "Hall"], in: "a")
    #expect(programme.speakers(of: talk).map(\.name) == ["Ghost", "Ada", "Hall"])
    #expect(programme.speakers(of: talk).map(\.entity) == [nil, ada, nil])
    #expect(programme.speakers == [ada])
  }

  @Test("only who has a talk is a speaker, and not who is named by something that is none")
  func speakersOnly() {
    let bo = context.createEntity(Name(text: "Bo"), Person())
    context.createEntity(Name(text: "Ada"), Person())
    context.createEntity(PartOf(slot: "a"), SpeakerNames(names: ["Ada"]))
    #expect(programme.speakers.isEmpty)
    let talk = talk("T", by: ["Bo"], in: nil)
    #expect(programme.speakers == [bo])
    talk.destroy()
    #expect(programme.speakers.isEmpty)
  }

  @Test("the talks of a person come in the order of all talks")
  func talksBy() {
    let ada = context.createEntity(Name(text: "Ada"), Person())
    talk("late", by: ["Bo", "Ada"], in: "b", 1)
    talk("stray", by: ["Ada"], in: nil)
    talk("other", by: ["Bo"], in: "a", 3)
    talk("early, second", by: ["Ada"], in: "a", 2)
    talk("early, first", by: ["Ada", "Ada"], in: "a", 1)
    slot("b", 20, 30)
    slot("a", 10, 20)
    #expect(
      titles(programme.talks(by: ada)) == ["early, first", "early, second", "late", "stray"])
    #expect(programme.talks(by: context.createEntity(Name(text: "Cy"), Person())).isEmpty)
    #expect(programme.talks(by: context.createEntity()).isEmpty)
  }

  @Test("names are the same however their accents are written")
  func normalization() {
    let claus = context.createEntity(Name(text: "Claus H\u{f6}fele"), Person())
    let place = context.createEntity(Name(text: "Ko\u{308}lln"), Address(text: "x"), Place())
    let talk = talk("T", by: ["Claus Ho\u{308}fele"], in: "caf\u{e9}", 1)
    let slot = slot("cafe\u{301}", 1, 2, at: ["K\u{f6}lln"])
    #expect(programme.speakers(of: talk).first?.entity == claus)
    #expect(programme.speakers == [claus])
    #expect(programme.talks(by: claus) == [talk])
    #expect(programme.places(of: slot).first?.entity == place)
    #expect(programme.slots(at: place) == [slot])
    #expect(programme.slot(of: talk) == slot)
    #expect(programme.target("caf\u{e9}/1") == talk)
    #expect(programme.target("cafe\u{301}/1") == talk)
  }

  // MARK: Ratings

  @Test("a talk's own rating counts, else that of its slot")
  func ratings() {
    let slot = slot("a", 1, 2)
    let first = talk("A", in: "a", 1)
    let second = talk("B", in: "a", 2)
    let stray = talk("C", in: nil)
    #expect(programme.rating(of: first) == nil)
    #expect(programme.ratedTalkCount == 0)
    slot.set(rating)
    #expect(programme.rating(of: first)?.rating == rating)
    #expect(programme.rating(of: first)?.slot == slot)
    #expect(programme.rating(of: stray) == nil)
    #expect(programme.ratedTalkCount == 2)
    let own = Rating(stars: 5, comment: "own", time: rating.time)
    first.set(own)
    stray.set(own)
    #expect(programme.rating(of: first)?.rating == own)
    #expect(programme.rating(of: first)?.slot == nil)
    #expect(programme.rating(of: second)?.slot == slot)
    #expect(programme.ratedTalkCount == 3)
    slot.remove(Rating.self)
    #expect(programme.rating(of: second) == nil)
    #expect(programme.ratedTalkCount == 2)
  }

  @Test("a rating of the second of two slots with one identifier counts for no talk")
  func ratedRepeat() {
    slot("a", 1, 2)
    let second = slot("a", 3, 4)
    let talk = talk("A", in: "a", 1)
    second.set(rating)
    #expect(programme.rating(of: talk) == nil)
    #expect(programme.ratedTalkCount == 0)
  }
}
