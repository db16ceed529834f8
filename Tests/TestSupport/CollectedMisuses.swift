public import ECSKit

extension Context {
  /// Collects reported misuses in a list instead of printing them.
  ///
  /// - Returns: The list, which grows with each report.
  public func collectMisuses() -> Collected<Misuse> {
    let misuses = Collected<Misuse>()
    misuseHandler = { misuses.items.append($0) }
    return misuses
  }
}

/// A list that closures append to.
public final class Collected<Item> {
  /// The items, oldest first.
  public var items: [Item] = []

  /// Creates an empty list.
  public init() {}
}
