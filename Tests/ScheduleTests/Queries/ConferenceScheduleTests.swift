import ECSKit
import Schedule
import Testing

@Suite("ConferenceSchedule")
struct ConferenceScheduleTests {
  private let context = Context()
  private let schedule: ConferenceSchedule

  init() {
    schedule = ConferenceSchedule(context)
  }

  private func timing(_ start: Int64?, _ end: Int64?) -> Timing {
    Timing(
      start: start.map { Instant(secondsSince1970: $0) },
      end: end.map { Instant(secondsSince1970: $0) })
  }

  @discardableResult
  private func session(_ id: String, _ start: Int64?, _ end: Int64?, at places: [String] = [])
    -> Entity
  {
    let session = context.createEntity(SessionID(text: id))
    if start != nil || end != nil { session.set(timing(start, end)) }
    if !places.isEmpty { session.set(LocationNames(names: places)) }
    return session
  }

  @discardableResult
  private func talk(
    _ title: String, by speakers: [String] = [], in session: String?, _ index: Int? = nil
  ) -> Entity {
    let talk = context.createEntity(Title(text: title))
    if !speakers.isEmpty { talk.set(SpeakerNames(names: speakers)) }
    if let session { talk.set(PartOf(session: session)) }
    if let index { talk.set(TalkIndex(number: index)) }
    return talk
  }

  private func ids(_ entities: [Entity]) -> [String] {
    entities.map { $0[SessionID.self]?.text ?? "-" }
  }

  private func titles(_ entities: [Entity]) -> [String] {
    entities.map { $0[Title.self]?.text ?? "-" }
  }

  private let rating = Rating(stars: 3, comment: "", time: Instant(secondsSince1970: 0))

  // MARK: Kinds

  @Test("the components of an entity determine its kind")
  func kinds() {
    let session = session("a", 1, 2)
    let talk = talk("T", in: "a", 1)
    let event = context.createEntity(SessionID(text: "b"), Title(text: "E"))
    let person = context.createEntity(Person())
    let organizer = context.createEntity(Person(), Organizer())
    let place = context.createEntity(Location())
    context.createEntity(Name(text: "N"), Organizer())
    context.createEntity(PartOf(session: "a"), TalkIndex(number: 2))
    #expect(schedule.sessions.entities == [session, event])
    #expect(schedule.talks.entities == [talk, event])
    #expect(schedule.people.entities == [person, organizer])
    #expect(schedule.organizers.entities == [organizer])
    #expect(schedule.locations.entities == [place])
  }

  @Test("the title is the conference's, and the zone the venue's or else UTC")
  func conference() {
    #expect(schedule.title == nil)
    #expect(schedule.zone == .utc)
    context.setUnique(Conference(title: "C"))
    context.setUnique(VenueZone(zone: Zone(offset: 3600)))
    #expect(schedule.title == "C")
    #expect(schedule.zone == Zone(offset: 3600))
  }

  // MARK: Sessions

  @Test("the timeline is in order of time, and sessions without any time are last")
  func timeline() {
    session("none", nil, nil)
    session("goodBye", 50, nil)
    session("second", 20, 30)
    session("before", nil, 10)
    session("first", 10, 20)
    session("alsoFirst", 10, 20)
    session("short", 10, 15)
    session("none2", nil, nil)
    #expect(
      ids(schedule.timeline) == [
        "before", "short", "first", "alsoFirst", "second", "goodBye", "none", "none2",
      ])
    schedule.session("first")?.set(timing(60, 70))
    schedule.session("before")?.destroy()
    #expect(
      ids(schedule.timeline) == [
        "short", "alsoFirst", "second", "goodBye", "first", "none", "none2",
      ])
  }

  @Test("the first of sessions with one identifier is used and has the talks")
  func repeatedSession() {
    let first = session("a", 30, 40)
    let second = session("a", 10, 20)
    let talk = talk("T", in: "a", 1)
    #expect(schedule.session("a") == first)
    #expect(schedule.timeline == [second, first])
    #expect(schedule.talks(in: first) == [talk])
    #expect(schedule.talks(in: second).isEmpty)
    #expect(schedule.session(of: talk) == first)
    first.destroy()
    #expect(schedule.session("a") == second)
    #expect(schedule.talks(in: second) == [talk])
  }

  @Test("a talk that precedes its session is not mistaken for it")
  func talkFirst() {
    let talk = talk("T", in: "a", 1)
    #expect(schedule.session("a") == nil)
    #expect(schedule.session(of: talk) == nil)
    let session = session("a", 1, 2)
    #expect(schedule.session("a") == session)
    #expect(schedule.talks(in: session) == [talk])
  }

  @Test("a session's locations have the names it uses, without an entity for unknown names")
  func places() {
    context.createEntity(Name(text: "Yard"), Person())
    let hall = context.createEntity(Name(text: "Hall"), Address(text: "x"), Location())
    context.createEntity(Name(text: "Hall"), Address(text: "y"), Location())
    let session = session("a", 1, 2, at: ["Yard", "Hall"])
    let found = schedule.locations(of: session)
    #expect(found.map(\.name) == ["Yard", "Hall"])
    #expect(found.map(\.entity) == [nil, hall])
    #expect(schedule.locations(of: self.session("b", 1, 2)).isEmpty)
  }

  @Test("the sessions of a location are in order of time")
  func sessionsAt() {
    let hall = context.createEntity(Name(text: "Hall"), Address(text: "x"), Location())
    let yard = context.createEntity(Name(text: "Yard"), Address(text: "y"), Location())
    session("c", nil, nil, at: ["Hall"])
    session("b", 20, 30, at: ["Yard", "Hall", "Hall"])
    session("a", 10, 20, at: ["Hall"])
    #expect(ids(schedule.sessions(at: hall)) == ["a", "b", "c"])
    #expect(ids(schedule.sessions(at: yard)) == ["b"])
    #expect(schedule.sessions(at: context.createEntity()).isEmpty)
  }

  // MARK: Talks

  @Test("talks are ordered by session time, index and file position, and orphans are last")
  func talksInOrder() {
    talk("stray", in: nil)
    talk("b, none", in: "b")
    talk("lost", in: "nowhere", 1)
    talk("b2", in: "b", 2)
    talk("b1", in: "b", 1)
    talk("timeless", in: "c", 1)
    talk("a9", in: "a", 9)
    session("b", 20, 30)
    session("c", nil, nil)
    session("a", 10, 20)
    #expect(
      titles(schedule.talksInOrder)
        == ["a9", "b1", "b2", "b, none", "timeless", "stray", "lost"])
    #expect(
      schedule.session("b").map { titles(schedule.talks(in: $0)) } == ["b1", "b2", "b, none"])
  }

  @Test("a talk is identified by its session and its index")
  func identifiers() {
    session("session1Day1", 1, 2)
    let first = talk("A", in: "session1Day1", 1)
    let third = talk("B", in: "session1Day1", 3)
    #expect(schedule.id(of: first) == "session1Day1/1")
    #expect(schedule.id(of: third) == "session1Day1/3")
    #expect(schedule.target("session1Day1/1") == first)
    #expect(schedule.target("session1Day1/3") == third)
    #expect(schedule.target("session1Day1") == schedule.session("session1Day1"))
    for id in [
      "", "/", "session1Day1/", "session1Day1/2", "session1Day1/01", "session1Day1/+1",
      "/1", "nowhere/1", "session1Day1/1/1", "session1Day1/9223372036854775808",
    ] {
      #expect(schedule.target(id) == nil, "\(id)")
    }
  }

  @Test("no two talks of a session share an identifier, whatever their indices are")
  func collisions() {
    session("a", 1, 2)
    let talks = [
      talk("two", in: "a", 2), talk("none", in: "a"), talk("also two", in: "a", 2),
      talk("one", in: "a", 1), talk("none again", in: "a"),
    ]
    #expect(talks.map(schedule.id(of:)) == ["a/2", "a/4", "a/3", "a/1", "a/5"])
    #expect(talks.map { schedule.target(schedule.id(of: $0)) } == talks)
  }

  @Test("talks without a number get the free numbers in order")
  func numbers() {
    let indices = [5, 1, nil, 3, 5, -2, nil, 0, .max, 1, .max, nil]
    let talks = indices.map { talk("T", in: "a", $0) }
    #expect(
      talks.map(schedule.id(of:)) == [
        "a/5", "a/1", "a/7", "a/3", "a/4", "a/-2", "a/8", "a/0", "a/\(Int.max)", "a/2", "a/6",
        "a/9",
      ])
  }

  @Test("numbers follow each change, including changes of the session's talks")
  func renumbering() {
    let talks = [talk("A", in: "a"), talk("B", in: "a"), talk("C", in: "a"), talk("D", in: "b")]
    func ids() -> [String] { talks.map(schedule.id(of:)) }
    #expect(ids() == ["a/1", "a/2", "a/3", "b/1"])
    talks[0].set(TalkIndex(number: 3))
    #expect(ids() == ["a/3", "a/1", "a/2", "b/1"])
    talks[3].set(PartOf(session: "a"))
    #expect(ids() == ["a/3", "a/1", "a/2", "a/4"])
    #expect(schedule.target("b/1") == nil)
    talks[1].set(SessionID(text: "c"))
    #expect(ids() == ["a/3", "c", "a/1", "a/2"])
    talks[2].remove(Title.self)
    #expect(schedule.id(of: talks[3]) == "a/1")
    talks[0].destroy()
    #expect(schedule.target("a/1") == talks[3])
    #expect(schedule.target("a/3") == nil)
    talks[2].set(Title(text: "C"))
    talks[2].remove(PartOf.self)
    #expect(schedule.target("/1") == talks[2])
  }

  @Test("later sessions with a repeated identifier are found by number")
  func numberedSessions() {
    let sessions = (0..<3).map { _ in session("a", 1, 2) } + [session("b#2", 1, 2)]
    #expect(sessions.map(schedule.id(of:)) == ["a", "a#2", "a#3", "b#2"])
    #expect(sessions.map { schedule.session(schedule.id(of: $0)) } == sessions)
    for id in [
      "a#", "a#0", "a#1", "a#4", "a#02", "a#+2", "a#-1", "b#3", "#2", "a#99999999999999999999",
    ] {
      #expect(schedule.session(id) == nil, "\(id)")
    }
  }

  @Test("talks without a session also have identifiers")
  func strays() {
    let talks = [
      talk("lost", in: "nowhere"), talk("also lost", in: "nowhere", 5), talk("stray", in: nil),
      talk("also stray", in: nil), talk("of a session without a name", in: ""),
    ]
    #expect(talks.map(schedule.id(of:)) == ["nowhere/1", "nowhere/5", "/2", "/3", "/1"])
    #expect(talks.map { schedule.target(schedule.id(of: $0)) } == talks)
  }

  @Test("an identifier with a slash refers to its session and its talks")
  func stroke() {
    let session = session("a/1", 1, 2)
    self.session("a", 1, 2)
    talk("hidden", in: "a", 1)
    let talk = talk("T", in: "a/1", 2)
    #expect(schedule.target("a/1") == session)
    #expect(schedule.target("a/1/2") == talk)
  }

  @Test("an event is a session that is its own talk, known by its identifier")
  func event() {
    let event = event("e", "Opening", 10, 20)
    let part = talk("Greeting", in: "e", 1)
    #expect(schedule.session(of: event) == event)
    #expect(schedule.sessionID(of: event) == "e")
    #expect(schedule.talks(in: event) == [event, part])
    #expect(schedule.talks(in: part).isEmpty)
    #expect(schedule.id(of: event) == "e")
    #expect(schedule.id(of: part) == "e/1")
    #expect(schedule.target("e") == event)
    #expect(schedule.target("e/1") == part)
    #expect(schedule.talksInOrder == [event, part])
    event.set(rating)
    #expect(schedule.rating(of: event)?.session == nil)
    #expect(schedule.rating(of: part)?.session == event)
    #expect(schedule.ratedTalkCount == 2)
  }

  @Test("events and sessions with a repeated identifier are all listed with unique identifiers")
  func repeatedEvent() {
    let events = [event("e", "First", 30, 40), event("e", "Second", 10, 20), session("e", 1, 2)]
    #expect(schedule.timeline == [events[2], events[1], events[0]])
    #expect(events.map(schedule.id(of:)) == ["e", "e#2", "e#3"])
    #expect(events.map { schedule.target(schedule.id(of: $0)) } == events)
    #expect(events.map(schedule.talks(in:)) == [[events[0]], [events[1]], []])
    for id in ["e#", "e#0", "e#1", "e#4", "e#+2", "#2"] {
      #expect(schedule.session(id) == nil, "\(id)")
    }
  }

  private func event(_ id: String, _ title: String, _ start: Int64?, _ end: Int64?) -> Entity {
    let event = session(id, start, end)
    event.set(Title(text: title))
    return event
  }

  // MARK: People

  @Test("a talk's speakers have the names it uses, without an entity for unknown names")
  func speakers() {
    let ada = context.createEntity(Name(text: "Ada"), Person())
    context.createEntity(Name(text: "Hall"), Address(text: "x"), Location())
    let talk = talk("T", by: ["Ghost", "Ada", "Hall"], in: "a")
    #expect(schedule.speakers(of: talk).map(\.name) == ["Ghost", "Ada", "Hall"])
    #expect(schedule.speakers(of: talk).map(\.entity) == [nil, ada, nil])
    #expect(schedule.speakers == [ada])
  }

  @Test("only people with a talk are speakers, not people named by a session without talks")
  func speakersOnly() {
    let bo = context.createEntity(Name(text: "Bo"), Person())
    context.createEntity(Name(text: "Ada"), Person())
    context.createEntity(PartOf(session: "a"), SpeakerNames(names: ["Ada"]))
    #expect(schedule.speakers.isEmpty)
    let talk = talk("T", by: ["Bo"], in: nil)
    #expect(schedule.speakers == [bo])
    talk.destroy()
    #expect(schedule.speakers.isEmpty)
  }

  @Test("the talks of a person are in the order of all talks")
  func talksBy() {
    let ada = context.createEntity(Name(text: "Ada"), Person())
    talk("late", by: ["Bo", "Ada"], in: "b", 1)
    talk("stray", by: ["Ada"], in: nil)
    talk("other", by: ["Bo"], in: "a", 3)
    talk("early, second", by: ["Ada"], in: "a", 2)
    talk("early, first", by: ["Ada", "Ada"], in: "a", 1)
    session("b", 20, 30)
    session("a", 10, 20)
    #expect(
      titles(schedule.talks(by: ada)) == ["early, first", "early, second", "late", "stray"])
    #expect(schedule.talks(by: context.createEntity(Name(text: "Cy"), Person())).isEmpty)
    #expect(schedule.talks(by: context.createEntity()).isEmpty)
  }

  @Test("names are equal regardless of how their accents are encoded")
  func normalization() {
    let claus = context.createEntity(Name(text: "Claus H\u{f6}fele"), Person())
    let place = context.createEntity(Name(text: "Ko\u{308}lln"), Address(text: "x"), Location())
    let talk = talk("T", by: ["Claus Ho\u{308}fele"], in: "caf\u{e9}", 1)
    let session = session("cafe\u{301}", 1, 2, at: ["K\u{f6}lln"])
    #expect(schedule.speakers(of: talk).first?.entity == claus)
    #expect(schedule.speakers == [claus])
    #expect(schedule.talks(by: claus) == [talk])
    #expect(schedule.locations(of: session).first?.entity == place)
    #expect(schedule.sessions(at: place) == [session])
    #expect(schedule.session(of: talk) == session)
    #expect(schedule.target("caf\u{e9}/1") == talk)
    #expect(schedule.target("cafe\u{301}/1") == talk)
  }

  // MARK: Ratings

  @Test("a talk's own rating precedes the rating of its session")
  func ratings() {
    let session = session("a", 1, 2)
    let first = talk("A", in: "a", 1)
    let second = talk("B", in: "a", 2)
    let stray = talk("C", in: nil)
    #expect(schedule.rating(of: first) == nil)
    #expect(schedule.ratedTalkCount == 0)
    session.set(rating)
    #expect(schedule.rating(of: first)?.rating == rating)
    #expect(schedule.rating(of: first)?.session == session)
    #expect(schedule.rating(of: stray) == nil)
    #expect(schedule.ratedTalkCount == 2)
    let own = Rating(stars: 5, comment: "own", time: rating.time)
    first.set(own)
    stray.set(own)
    #expect(schedule.rating(of: first)?.rating == own)
    #expect(schedule.rating(of: first)?.session == nil)
    #expect(schedule.rating(of: second)?.session == session)
    #expect(schedule.ratedTalkCount == 3)
    session.remove(Rating.self)
    #expect(schedule.rating(of: second) == nil)
    #expect(schedule.ratedTalkCount == 2)
  }

  @Test("a rating of the second of two sessions with one identifier applies to no talk")
  func ratedRepeat() {
    session("a", 1, 2)
    let second = session("a", 3, 4)
    let talk = talk("A", in: "a", 1)
    second.set(rating)
    #expect(schedule.rating(of: talk) == nil)
    #expect(schedule.ratedTalkCount == 0)
  }
}
