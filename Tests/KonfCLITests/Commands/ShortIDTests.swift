import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

/// Identifiers in figures, as lists have them: guids in short, each thing once.
@Suite struct ShortIDTests: FairHomeSuite {
  let fair = FairHome()

  private static let other = "77aa3c21-1111-4222-8333-100000000002"

  /// A whole guid, which is never typed.
  private func hasWholeGuid(_ output: Output) -> Bool {
    output.text.contains(#/[0-9a-f]{8}-[0-9a-f]{4}-/#)
  }

  @Test("ratings, merged ratings and their figures print no full guid")
  func short() {
    let overlapping = FairSchedule.json([
      FairSchedule.mail, FairSchedule.Talk(number: 2, title: "Trains", clock: "10:15"),
    ])
    folder.write(
      overlapping.replacing("0f3c9a5e-1111-4222-8333-100000000002", with: Self.other),
      to: "overlap.json")
    #expect(use("use @/overlap.json").status == .success)
    #expect(use("rate mail 5").status == .success)
    folder.write(use("ratings --jsonl").text, to: "rows.jsonl")
    // The figures printed 36 characters where lists have eight.
    for line in [
      "ratings", "ratings --stats", "ratings --merge @/rows.jsonl",
      "ratings --merge @/rows.jsonl --stats",
    ] {
      let output = use(line)
      #expect(!hasWholeGuid(output), "\(line): \(output.text)")
      #expect(output.text.contains("[0f3c9a5e]"), "\(output.text)")
    }
  }

  @Test("a check prints no full guid, except for the key of the record in JSON")
  func check() {
    let overlapping = FairSchedule.json([
      FairSchedule.mail, FairSchedule.Talk(number: 2, title: "Trains", clock: "10:15"),
    ])
    folder.write(
      overlapping.replacing("0f3c9a5e-1111-4222-8333-100000000002", with: Self.other),
      to: "overlap.json")
    let output = use("check @/overlap.json")
    #expect(output.text.contains("is occupied by"), "\(output.text)")
    #expect(output.text.contains(#/\([0-9a-f]{8}\)/#), "\(output.text)")
    #expect(!hasWholeGuid(output), "\(output.text)")
    #expect(hasWholeGuid(use("check @/overlap.json --json")))
  }

  @Test("guids that begin alike are shown and typed with their last digits")
  func commonBeginning() throws {
    folder.write(FairSchedule.first, to: "fair.json")
    #expect(use("use @/fair.json").status == .success)
    for line in ["talks", "timeline", "talks --width 40", "star trains", "agenda", "log"] {
      let output = use(line)
      #expect(output.text.contains("00000002") && !hasWholeGuid(output), "\(line): \(output.text)")
    }
    for id in ["00000002", FairSchedule.trains.id] {
      #expect(use("session \(id)").text.contains("Trains [00000002]"), "\(id)")
    }
    #expect(try run.values("id", of: "talks --mine") == [FairSchedule.trains.id])
  }

  @Test("the grid of figures has no column for a location without ratings")
  func heat() {
    let talks = [
      FairSchedule.mail,
      FairSchedule.Talk(number: 2, title: "Trains", clock: "11:00", location: "Janson"),
    ]
    folder.write(FairSchedule.json(talks), to: "two.json")
    #expect(use("use @/two.json").status == .success)
    #expect(use("rate mail 5").status == .success)
    let text = use("ratings --heat").text
    #expect(text.contains("Hall") && !text.contains("Janson"), "\(text)")
  }
}
