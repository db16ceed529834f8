extension ComponentStore {
  /// Rewrites the file in the first format, for programs that know no other.
  ///
  /// Values of components that are known are written in version 1 by
  /// ``StoredComponent/original(of:)``; values that it cannot express, and unknown ones of a later
  /// version, are left out. The old file is kept beside it, with `.previous` appended to its name.
  ///
  /// - Returns: The number of values that were left out, with all that were ever written.
  /// - Throws: ``StoreError``; the file is then as it was.
  /// - Complexity: O(*n*) in the number of bytes of the file.
  @discardableResult
  public func rewriteInFormat1() throws(StoreError) -> Int {
    guard let log else { return 0 }
    let prepare: ([LogEntry]) -> [LogEntry] = { $0.withLastWholeValues() }
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
