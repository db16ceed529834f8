import TestSupport

/// Makes the first version of an invented schedule.
///
/// It has what makes talks hard to distinguish: several of one title, the same talk given twice,
/// talks in two parts, talks without people.
struct ScheduleMaker {
  var generator: SplitMix64
  private var nextKey = 0
  private var slots: [Slot] = []
  private var free: [(start: Int, room: String)] = []

  init(_ generator: SplitMix64) {
    self.generator = generator
  }

  /// Returns a schedule of 5 to 200 sessions, most often of few.
  mutating func schedule(_ shape: Version.Shape? = nil, title: String? = nil) -> Version {
    let shape = shape ?? Version.Shape.allCases.oneElement(using: &generator)
    let count = size()
    let year = generator.number(in: 2012...2024)
    let fair = title ?? Vocabulary.fairs.oneElement(using: &generator)
    var version = Version(
      shape: shape, title: generator.chance(60) ? "\(fair) \(year)" : fair,
      acronym: "\(fair.filter(\.isUppercase).lowercased())\(year)",
      firstDay: Version.Day(
        year: year, month: generator.number(in: 5...8), day: generator.number(in: 2...20)))
    slots = []
    prepareGrid(count, shape)
    fill(count, shape)
    version.slots = slots.sorted { ($0.start, $0.room) < ($1.start, $1.room) }
    version.renumber(from: generator.chance(60) ? 1 : generator.number(in: 2...900) * 10)
    return version
  }

  /// A number of sessions.
  ///
  /// Its logarithm is drawn twice, with integers alone: equal on all machines. The smaller one
  /// counts.
  private mutating func size() -> Int {
    let bounds = [5, 8, 13, 21, 34, 55, 89, 140, 200]
    let parts = [0, 1].map { _ in generator.number(in: 0...bounds.count - 2) }
    let part = min(parts[0], parts[1])
    return generator.number(in: bounds[part]...bounds[part + 1])
  }

  private mutating func prepareGrid(_ count: Int, _ shape: Version.Shape) {
    let days = min(4, 1 + count / 20)
    let rooms = min(Vocabulary.rooms.count, 1 + count / (10 * days))
    free = []
    for day in 0..<days {
      for hour in 9...19 {
        for room in Vocabulary.rooms.prefix(rooms) {
          free.append((day * Version.minutesOfDay + hour * 60, room))
        }
      }
    }
    free.shuffle(using: &generator)
  }

  // MARK: Talks

  private mutating func fill(_ count: Int, _ shape: Version.Shape) {
    if generator.chance(70) { add(slot(of: [talk("Opening", [])], shape, titled: "Opening")) }
    if count >= 6, generator.chance(60) { addSeries(min(5, count / 2), shape) }
    if generator.chance(50) {
      for _ in 0..<generator.number(in: 1...3) where slots.count + 3 <= count { addTwins(shape) }
    }
    if generator.chance(30), slots.count + 2 <= count { addParts(shape) }
    if generator.chance(40) {
      let name = Vocabulary.breaks.oneElement(using: &generator)
      for _ in 0..<generator.number(in: 1...3) where slots.count < count {
        add(slot(of: shape == .flat ? [] : [talk(name, [])], shape, titled: name))
      }
    }
    while slots.count < count { add(slot(of: talksOfSession(shape), shape)) }
  }

  /// Adds talks of one title, with other people each or with none.
  private mutating func addSeries(_ most: Int, _ shape: Version.Shape) {
    let title = Vocabulary.series.oneElement(using: &generator)
    let hasPeople = generator.chance(40)
    for _ in 0..<generator.number(in: 2...max(2, most)) {
      add(slot(of: [talk(title, hasPeople ? people(shape) : [])], shape, titled: title))
    }
  }

  /// Adds one talk that is given several times.
  private mutating func addTwins(_ shape: Version.Shape) {
    let (title, people) = (Vocabulary.title(&generator), people(shape))
    for _ in 0..<generator.number(in: 2...3) {
      add(slot(of: [talk(title, people)], shape))
    }
  }

  private mutating func addParts(_ shape: Version.Shape) {
    let (title, people) = (Vocabulary.title(&generator), people(shape))
    for part in 1...2 { add(slot(of: [talk("\(title), part \(part)", people)], shape)) }
  }

  private mutating func talksOfSession(_ shape: Version.Shape) -> [Talk] {
    let counts = shape == .flat ? [0, 1, 1, 1, 2, 3, 4] : [1]
    return (0..<counts.oneElement(using: &generator)).map { _ in
      talk(Vocabulary.title(&generator), people(shape))
    }
  }

  /// Returns those who give a talk; the flat form has at most one.
  mutating func people(_ shape: Version.Shape) -> [String] {
    let counts = shape == .flat ? [0, 1, 1, 1, 1, 1, 1] : [0, 1, 1, 1, 1, 1, 1, 2, 2, 3]
    var people: [String] = []
    for _ in 0..<counts.oneElement(using: &generator) {
      let person = Vocabulary.person(&generator)
      if !people.contains(person) { people.append(person) }
    }
    return people
  }

  private mutating func talk(_ title: String, _ people: [String]) -> Talk {
    nextKey += 1
    return Talk(key: nextKey, title: title, people: people, guid: generator.guid(), number: 0)
  }

  private mutating func slot(
    of talks: [Talk], _ shape: Version.Shape, titled title: String? = nil
  ) -> Slot {
    nextKey += 1
    let names = ["Session", "Block", "Track", "Hour"]
    return Slot(
      key: nextKey, name: "",
      title: title ?? "\(names.oneElement(using: &generator)) \(generator.number(in: 1...40))",
      start: 0, length: [30, 45, 60].oneElement(using: &generator), room: "", talks: talks)
  }

  private mutating func add(_ slot: Slot) {
    guard let cell = free.popLast() else { return }
    var slot = slot
    (slot.start, slot.room) = cell
    slots.append(slot)
  }
}

extension Version {
  /// Gives talks and slots numbers and names in the order of the file.
  mutating func renumber(from first: Int) {
    var number = first
    for position in slots.indices {
      slots[position].name = "s\(first + position)"
      for talk in slots[position].talks.indices {
        slots[position].talks[talk].number = number
        number += 1
      }
    }
  }
}
