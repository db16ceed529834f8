/// An object that holds a value, which is accessed without a check of exclusivity.
///
/// Invariant: no access to the value spans a call of foreign code, so no two accesses overlap.
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

  /// Swaps the value with another one.
  ///
  /// The deinit of a value, which may be foreign code, runs after the access.
  @inlinable
  package func swap(with other: inout Value) {
    Swift.swap(&value, &other)
  }
}
