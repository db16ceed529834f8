/// An invented fair whose versions differ by their talks, in the format of frab.
enum FairSchedule {
  struct Talk {
    let number: Int
    let title: String
    var day = 24
    var clock = "09:00"
    var location = "Hall"

    /// The identifier of the talk.
    var id: String { "0f3c9a5e-1111-4222-8333-\(100_000_000_000 + number)" }
  }

  static let mail = Talk(number: 1, title: "Mail in 2016", clock: "10:00")
  static let trains = Talk(number: 2, title: "Trains", clock: "11:00")
  static let gardens = Talk(number: 3, title: "Gardens", day: 25)

  /// The first version.
  static let first = json([mail, trains, gardens])
  /// The next version: mail at another time and location, trains cancelled, cheese added.
  static let second = json([
    Talk(number: 1, title: "Mail in 2016", clock: "15:10", location: "Janson"), gardens,
    Talk(number: 4, title: "Cheese", day: 25, clock: "12:00"),
  ])

  /// Returns a version with some talks.
  static func json(_ talks: [Talk], title: String = "Fair 2016", month: String = "2016-04")
    -> String
  {
    let days = [24, 25].map { day in
      let events = talks.filter { $0.day == day }.map { talk in
        """
        {"id": \(talk.number), "guid": "\(talk.id)",
         "date": "\(month)-\(day)T\(talk.clock):00+02:00", "start": "\(talk.clock)",
         "duration": "0:45", "room": "\(talk.location)", "title": "\(talk.title)",
         "abstract": "", "persons": [{"id": \(talk.number), "public_name": "Ada"}]}
        """
      }
      return """
        {"index": \(day - 23), "date": "\(month)-\(day)", "rooms": {
         "Hall": [\(events.joined(separator: ",\n"))]}}
        """
    }
    return """
      {"schedule": {"version": "1", "conference": {"title": "\(title)",
       "time_zone_name": "Europe/Berlin", "days": [\(days.joined(separator: ",\n"))]}}}
      """
  }
}
