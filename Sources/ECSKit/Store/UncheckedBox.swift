/// A value in an object of its own, reached without a check of exclusivity.
///
/// Invariant: no access to the value spans a call of foreign code, so no access meets another.
@usableFromInline
package final class UncheckedBox<Value: ~Copyable> {
  @safe @exclusivity(unchecked) @usableFromInline package var value: Value

  @inlinable
  package init(_ value: consuming Value) {
    self.value = value
  }
}

extension UncheckedBox where Value: Copyable {
  /// A copy of the value.
  @inlinable package var copy: Value { value }

  /// Exchanges the value for another one; the end of a value, which may be foreign code, comes after
  /// the access.
  @inlinable
  package func swap(with other: inout Value) {
    Swift.swap(&value, &other)
  }
}
