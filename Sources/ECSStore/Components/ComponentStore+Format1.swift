extension ComponentStore {
  /// Rewrites the file in format 1, for programs that cannot read the later formats.
  ///
  /// Values of known components are converted to version 1 by ``StoredComponent/original(of:)``.
  /// Values that version 1 cannot represent are omitted. Values of unknown components are omitted
  /// if they have a later version. The old file is saved next to the new one, with `.previous`
  /// appended to its name.
  ///
  /// - Returns: The number of omitted values, including values that were overwritten later.
  /// - Throws: ``StoreError``; the file is then unchanged.
  /// - Complexity: O(*n*) in the number of bytes of the file.
  @discardableResult
  public func rewriteInFormat1() throws(StoreError) -> Int {
    guard let log else { return 0 }
    let prepare: ([LogEntry]) -> [LogEntry] = { $0.withListsAsOneValue() }
    return try log.rewriteInFormat1(preparing: prepare) {
      (change) throws(StoreError) in
      if change.version == 1 { return change }
      guard let type = components[change.kind] else { return nil }
      let value = StoredValue(change.value, version: change.version, comment: change.comment)
      let original: StoredValue?
      do {
        original = try type.original(of: value)
      } catch {
        throw StoreError(
          path: log.path, reason: .notStorable(component: "\(type)", "\(error)"))
      }
      return original.map {
        LogChange(subject: change.subject, value: $0.text, comment: $0.comment)
      }
    }
  }
}
