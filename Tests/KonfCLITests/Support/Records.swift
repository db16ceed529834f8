import CommandLine
import Importer
import KonfCLI
import SourceText

extension Output {
  /// The values of a field in the records of a JSON answer, texts as they are and others as they
  /// are written; "nothing" where there is none.
  func values(_ field: String) throws -> [String] {
    try SourceDocument(json: out).root.elements.map { record in
      record[field].map { $0.string ?? $0.json } ?? "nothing"
    }
  }
}

extension CommandLineRun {
  /// The values of a field in the records that a command answers with `--json`.
  func values(_ field: String, of line: String) throws -> [String] {
    try self("\(line) --json=\(field)").values(field)
  }
}
