import CommandLine
import KonfCLI
import Schedule
import SourceText
import TestSupport
import Testing

/// How commands find and show a marked talk that a newer version has cancelled.
@Suite struct CancelledTalkTests: FairHomeSuite {
  let fair = FairHome()

  /// The identifier of the talk; no other identifier begins like it.
  private static let id = "77aa3c21-1111-4222-8333-100000000002"

  /// Runs command lines with the first version, and then takes the talk out of the schedule.
  private func cancel(after lines: String...) {
    let first = FairSchedule.first.replacing(FairSchedule.trains.id, with: Self.id)
    folder.write(first, to: "fair.json")
    #expect(use("use @/fair.json").status == .success)
    for line in lines { #expect(use(line).status == .success, "\(line)") }
    folder.write(FairSchedule.second, to: "fair.json")
    #expect(use("use @/fair.json").text.contains("1 cancelled"))
  }

  @Test(
    "its title, its identifier and the short form name it", arguments: ["trains", id, "77aa3c21"])
  func named(words: String) {
    cancel(after: "star trains")
    for line in ["note \(words) pity", "rate \(words) 3", "hide \(words)", "unstar \(words)"] {
      let output = use(line)
      #expect(output.status == .success && output.text.contains("Trains"), "\(output.notes)")
    }
    let page = use("session \(words)")
    for part in [
      "Trains [77aa3c21] · hidden · no longer in the schedule\n",
      "  Sunday 24 April 2016, 11:00–11:45, Hall\n", "note: pity\n", "  Ada\n", "  ★★★☆☆\n",
    ] { #expect(page.text.contains(part), "\(page.text)\(page.notes)") }
  }

  @Test("a talk that is only rated is found, as is one whose last mark was removed")
  func withoutStar() {
    cancel(after: "rate trains 4")
    #expect(use("session trains").text.contains("★★★★☆"))
    #expect(use("rate trains 2").status == .success)
    #expect(use("rate 77aa3c21 --clear").status == .success)
    #expect(use("agenda").text == "")
    #expect(use("star 77aa3c21").text.contains("Trains [77aa3c21] · starred"))
  }

  @Test("its friends are listed and removed, even if it comes back", arguments: [false, true])
  func friends(isSetLater: Bool) {
    let line = "friends set trains ada"
    if isSetLater {
      cancel(after: "star trains")
      #expect(use(line).text == "Trains: ada\n")
      _ = use("unstar trains")
    } else {
      cancel(after: line)
    }
    #expect(use("friends").text == "ada: 1 talk, 0 starred by you\n")
    let agenda = use("agenda --with ada")
    #expect(agenda.text == "" && !agenda.notes.contains("no friend"), "\(agenda.notes)")
    #expect(use("friends forget ada").text == "ada removed\n")
    let first = FairSchedule.first.replacing(FairSchedule.trains.id, with: Self.id)
    folder.write(first, to: "fair.json")
    #expect(use("use @/fair.json --force").status == .success)
    #expect(use("friends").notes.contains("no friends yet"))
  }

  @Test("a list of candidates calls it cancelled")
  func candidates() {
    cancel(after: "star trains")
    let output = use("unstar ada")
    #expect(output.status == .usage)
    #expect(
      output.notes.contains("77aa3c21  ") && output.notes.contains("cancelled, Sun 11:00, Hall"),
      "\(output.notes)")
  }

  @Test("a search lists it below all other hits, but not in JSON")
  func search() {
    cancel(after: "star trains")
    for words in ["trains", "77aa3c21", "hall"] {
      let output = use("search \(words)")
      #expect(output.status == .success && output.notes == "", "\(words): \(output.notes)")
      let list = output.text.part(behind: "\nCancelled\n")
      #expect(list.contains("★ Trains") && list.contains("77aa3c21"), "\(output.text)")
    }
    #expect(use("search trains --day 2").text == "")
    #expect(use("search gardens").text.contains("Gardens"))
    #expect(!use("search gardens").text.contains("Cancelled"))
    #expect(use("search trains --json").text == "[]\n")
  }

  @Test("no list says that nothing is starred", arguments: ["now", "next", "talks"])
  func mine(command: String) {
    cancel(after: "star trains")
    let notes = use("\(command) --mine").notes
    #expect(notes.contains("all starred talks are cancelled; konf agenda lists them"), "\(notes)")
    #expect(!notes.contains("nothing is starred"))
  }

  @Test("the list of hidden talks says that konf agenda has it if it was hidden")
  func hidden() {
    cancel(after: "hide trains")
    let notes = use("talks --hidden").notes
    #expect(notes.contains("all hidden talks are cancelled; konf agenda lists them"), "\(notes)")
    #expect(!notes.contains("nothing is hidden"))
    #expect(use("agenda").text.contains("Trains · hidden"))
  }

  @Test("pages print its short identifier, and JSON the whole one")
  func short() throws {
    cancel(after: "star trains", "rate trains 4")
    for line in ["agenda", "diary", "ratings", "session trains", "search trains", "note trains x"] {
      let text = use(line).text
      #expect(text.contains("77aa3c21") && !text.contains(Self.id), "\(line): \(text)")
    }
    #expect(try run.values("id", of: "agenda") == [Self.id])
  }

  @Test(
    "the JSON of konf session has the facts of the page", arguments: ["trains", id, "77aa3c21"])
  func json(words: String) throws {
    cancel(after: "star trains", "note trains pity", "rate trains 3")
    let output = use("session \(words) --json")
    #expect(output.status == .success && output.notes == "", "\(output.notes)")
    let document = try SourceDocument(json: output.out)
    let session = try #require(document.root.elements.first { _ in true })
    let talk = try #require(session["talks"]?.elements.first { _ in true })
    for record in [session, talk] {
      let facts = ["id", "title", "type", "start", "star", "note", "rating"].map {
        record[$0]?.string ?? record[$0]?.json
      }
      #expect(
        facts == [Self.id, "Trains", "cancelled", "2016-04-24T11:00:00+02:00", "yes", "pity", "3"])
      #expect(record["locations"]?.elements.compactMap { $0["name"]?.string } == ["Hall"])
    }
    #expect(talk["speakers"]?.elements.compactMap { $0["name"]?.string } == ["Ada"])
  }

  @Test("konf log, konf undo and ratings of many people name it as konf agenda does")
  func logged() throws {
    cancel(after: "star trains")
    #expect(use("rate trains 4").status == .success)
    for line in ["log", "ratings --stats", "ratings --merge \(home.path)"] {
      let text = use(line).text
      #expect(text.contains("Trains [77aa3c21]") && !text.contains("@"), "\(line): \(text)")
    }
    let ids = try run.values("id", of: "log")
    #expect(ids.filter { $0.contains("77aa3c21") } == [Self.id, Self.id])
    for line in ["ratings --stats", "ratings --merge \(home.path)"] {
      #expect(try run.values("id", of: line) == [Self.id], "\(line)")
    }
    let undone = use("undo").text
    #expect(undone.hasPrefix("Trains [77aa3c21]\n"), "\(undone)")
  }

  @Test("two cancelled talks with one short form are shown with whole identifiers")
  func ambiguous() {
    let others = [
      FairSchedule.mail, FairSchedule.Talk(number: 4, title: "Cheese", clock: "12:00"),
      FairSchedule.Talk(number: 5, title: "Ships", clock: "13:00"),
    ]
    let other = "77aa3c21-1111-4222-8333-100000000003"
    let first = FairSchedule.json(others + [FairSchedule.trains, FairSchedule.gardens])
      .replacing(FairSchedule.trains.id, with: Self.id)
      .replacing(FairSchedule.gardens.id, with: other)
    folder.write(first, to: "fair.json")
    _ = use("use @/fair.json")
    _ = use("star \(Self.id) \(other)")
    folder.write(FairSchedule.json(others), to: "fair.json")
    #expect(use("use @/fair.json").text.contains("2 cancelled"))
    let agenda = use("agenda").text
    #expect(agenda.contains(Self.id) && agenda.contains(other), "\(agenda)")
    let output = use("unstar 77aa3c21")
    #expect(output.status == .usage)
    #expect(output.notes.contains(Self.id) && output.notes.contains(other), "\(output.notes)")
  }
}

extension String {
  /// Returns what is behind the first occurrence of a heading, or an empty string without one.
  fileprivate func part(behind heading: String) -> String {
    firstRange(of: heading).map { String(self[$0.upperBound...]) } ?? ""
  }
}
