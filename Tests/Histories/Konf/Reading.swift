import SourceText

/// The marks that konf shows for a version, by what it calls things.
struct Reading {
  /// The marks of one thing, of these only its own.
  struct Seen {
    var star: String?
    var note: String?
    var isHidden = false
    var ratings: [(stars: Int, comment: String)] = []

    var isEmpty: Bool { star == nil && note == nil && !isHidden && ratings.isEmpty }
  }

  private(set) var seen: [(id: String, marks: Seen)] = []
  /// What konf lists as marked and no longer in the schedule.
  private(set) var gone: [(id: String, title: String, marks: Seen)] = []
  /// The titles of appointments.
  private(set) var appointments: [String] = []
  /// The comments of ratings that konf lists as those of what is no longer in the schedule.
  private(set) var listedAsGone: Set<String> = []

  /// Reads the own marks of everything from the list of entities.
  init(entities records: [SourceValue]) {
    for record in records {
      guard let components = record["components"] else { continue }
      if let appointment = components["Appointment"] {
        appointments.append(appointment["title"]?.string ?? "")
        continue
      }
      var marks = Seen()
      marks.star = components["Star"].map { $0["isMaybe"]?.bool == true ? "maybe" : "yes" }
      marks.note = components["Note"]?["text"]?.string
      marks.isHidden = components["Hidden"] != nil
      if let rating = components["Rating"] {
        marks.ratings = [(rating["stars"]?.integer ?? 0, rating["comment"]?.string ?? "")]
      }
      if marks.isEmpty { continue }
      // What left the schedule is listed apart from it, by the title and the identifier that it had.
      if let talk = components["CancelledTalk"] {
        gone.append((talk["formerID"]?.string ?? "", talk["title"]?.string ?? "", marks))
      } else {
        seen.append((Self.id(of: components), marks))
      }
    }
  }

  /// Reads what many people think of each thing.
  init(figures records: [SourceValue]) {
    for record in records {
      let comments = record["comments"].map { Array($0.elements) } ?? []
      let ratings = comments.map {
        (stars: $0["rating"]?.integer ?? 0, comment: $0["comment"]?.string ?? "")
      }
      if record["session"]?.kind == .null {
        listedAsGone.formUnion(ratings.map(\.comment))
      } else {
        seen.append((record["id"]?.string ?? "", Seen(ratings: ratings)))
      }
    }
  }

  /// Returns whether a mark of a thing is listed as that of what is no longer in the schedule.
  func isListedAsGone(_ mark: Mark, on thing: Thing) -> Bool {
    if listedAsGone.contains(mark.token) { return true }
    return gone.contains { id, title, marks in
      guard title == thing.title else { return false }
      return id == thing.id || marks.note == mark.token
        || marks.ratings.contains { $0.comment == mark.token }
    }
  }

  private static func id(of components: SourceValue) -> String {
    if let id = components["SessionID"]?["text"]?.string { return id }
    let session = components["PartOf"]?["session"]?.string ?? ""
    return "\(session)/\(components["TalkIndex"]?["number"]?.integer ?? 0)"
  }
}
