import CommandLine
import ECSKit
import Schedule

extension Field {
  /// Returns the fields with the described texts of a kind of record, in the order of their names.
  static func texts(
    of record: ComponentText.JSONField.Record, named names: [String],
    in entity: @escaping @Sendable (Subject) -> Entity?
  ) -> [Field] {
    let fields = texts(of: record, in: entity)
    return names.flatMap { name in fields.filter { $0.name == name } }
  }

  /// Returns the fields with the described texts of a kind of record, except for some names.
  ///
  /// A new text in ``ComponentText`` becomes one of these fields.
  static func texts(
    of record: ComponentText.JSONField.Record, except names: [String] = [],
    in entity: @escaping @Sendable (Subject) -> Entity?
  ) -> [Field] {
    ComponentText.all.compactMap { described in
      guard let json = described.json, json.record == record, !json.isWrittenSeparately,
        !names.contains(json.name)
      else { return nil }
      let text = described.text
      return Field(json.name, .orNull(.text), json.meaning) { subject in
        .string(orNull: entity(subject).flatMap(text))
      }
    }
  }
}
