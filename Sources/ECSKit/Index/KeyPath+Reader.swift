extension KeyPath {
  /// A function that returns the property of a value, as `value[keyPath: self]` does.
  ///
  /// A key path is read by going through its description, which takes some 500 instructions. A property that
  /// is stored in the value itself has the same offset in each, and is loaded from there.
  ///
  ///     let text = (\Title.text).reader
  ///     text(Title(text: "Swift Thinking"))  // "Swift Thinking"
  ///
  /// Only a caller that knows the types gains by it.
  ///
  /// - Complexity: O(*p*) to make it, where *p* is the number of parts of the key path; then O(1) for what is
  ///   stored in the value itself, else that of the properties.
  @inlinable
  package var reader: (Root) -> Value {
    // It has no offset if it is computed or observed, or part of an object or of an optional.
    guard let offset = MemoryLayout<Root>.offset(of: self) else { return { $0[keyPath: self] } }
    return { value in
      // The offset is that of the property, which is initialized as long as the value is.
      unsafe withUnsafeBytes(of: value) { unsafe $0.load(fromByteOffset: offset, as: Value.self) }
    }
  }
}
