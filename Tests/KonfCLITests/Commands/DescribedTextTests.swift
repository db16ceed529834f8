import CommandLine
import Schedule
import TestSupport
import Testing

/// The texts of components, each of which has one description.
@Suite struct DescribedTextTests: FairHomeSuite {
  let fair = FairHome()

  private static let described = ComponentText.all.compactMap(\.json)

  /// The fields of a kind of record in JSON, each with a text of its own.
  private func fields(of record: ComponentText.JSONField.Record) -> String {
    Self.described.filter { $0.record == record }
      .map { #""\#($0.name)": "\#(text(of: $0))""# }.joined(separator: ", ")
  }

  private func text(of field: ComponentText.JSONField) -> String {
    "the \(field.name) of a \(field.record)"
  }

  @Test("a described text is read from konf's JSON, kept by the image, and written again")
  func described() {
    let file = """
      {"conference": {"title": "Fair"},
       "sessions": [{"id": "s", "title": "Hall", "start": "2026-05-18T10:00:00+02:00",
         "talks": [
           {"id": "s/1", "title": "One", "speakers": ["Ada"], \(fields(of: .talk))},
           {"id": "s/2", "title": "Two"}]}],
       "people": [{"name": "Ada", \(fields(of: .person))}],
       "locations": [{"name": "Attic", \(fields(of: .location))}]}
      """
    folder.write(Array(file.utf8), to: "described")
    #expect(use("use @/described --name fair").status == .success)
    let first = run("export --as json").text
    #expect(files.contains { $0.hasSuffix(".image") }, "the schedule has an image")
    for field in Self.described {
      #expect(first.contains(#""\#(field.name)":"\#(text(of: field))""#), "\(field.name)")
    }
    #expect(run("export --as json").text == first)
  }

  @Test("no two described texts of a record have the same field")
  func names() {
    for record in [ComponentText.JSONField.Record.talk, .person, .location] {
      let names = Self.described.filter { $0.record == record }.map(\.name)
      #expect(!names.isEmpty && Set(names).count == names.count)
    }
  }
}
