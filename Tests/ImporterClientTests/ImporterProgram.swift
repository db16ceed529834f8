import ECSKit
import Importer
import Schedule
import Testing

private nonisolated struct Level: Component, Equatable { var text: String }

@Suite("The overview of Importer")
struct ImporterProgram {
  @Test("a table with an additional converter reads an additional field")
  func program() throws {
    // block
    let table = ConverterTable.uikonf.adding("level", .text { Level(text: $0) })
    // end
    let context = Context()
    try table.importRecords(
      from: Array(#"[{"t_id": "a", "title": "Trees", "level": "hard"}]"#.utf8), into: context)
    #expect(context.group(.all(Level.self)).entities.first?[Level.self] == Level(text: "hard"))
  }
}
