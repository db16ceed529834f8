public import ECSKit

extension Context {
  /// Keeps what is reported in a list instead of printing it.
  ///
  /// - Returns: The list, which grows with each report.
  public func collectMisuses() -> Collected<Misuse> {
    let misuses = Collected<Misuse>()
    misuseHandler = { misuses.items.append($0) }
    return misuses
  }
}

/// A list that closures add to.
public final class Collected<Item> {
  /// The items, the first added first.
  public var items: [Item] = []

  /// Creates an empty list.
  public init() {}
}
