import CommandLine
import ECSKit
import Schedule

extension Field {
  /// Returns fields for the texts in ``ComponentText`` that have the given names, in this order.
  static func texts(
    of record: ComponentText.JSONField.Record, named names: [String],
    in entity: @escaping @Sendable (Subject) -> Entity?
  ) -> [Field] {
    let fields = texts(of: record, in: entity)
    return names.flatMap { name in fields.filter { $0.name == name } }
  }

  /// Returns the fields of a kind of record for all texts in ``ComponentText``, except some names.
  ///
  /// A text that is added to ``ComponentText`` automatically gets a field.
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
