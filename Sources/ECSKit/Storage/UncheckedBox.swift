/// A value in an object of its own, reached without a check of exclusivity.
///
/// Invariant: no access to the value spans a call of foreign code, so no access meets another.
final class UncheckedBox<Value: ~Copyable> {
  @exclusivity(unchecked) var value: Value

  init(_ value: consuming Value) {
    self.value = value
  }
}
