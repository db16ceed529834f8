/// What happens to a schedule from one version to the next.
enum Change: CaseIterable {
  case moveInTime, relocate, moveAndRelocate, swap, split, shiftTimes
  case changeCase, rename, changePeople, retitle, renameLocation
  case renumber, insertInFront, newIdentifiers, shuffle
  case insert, cancel, cancelTwin
  case editTwice, replace, giveUpRoom, exchangeIdentifiers

  /// How often it happens, compared with the others.
  var weight: Int {
    switch self {
    case .moveInTime: 14
    case .cancel: 12
    case .insert: 10
    case .relocate: 8
    case .cancelTwin, .changePeople, .editTwice: 7
    case .moveAndRelocate, .rename: 6
    case .changeCase, .renumber, .insertInFront, .swap, .shuffle: 5
    case .newIdentifiers, .replace: 4
    case .split, .renameLocation, .giveUpRoom, .exchangeIdentifiers: 3
    case .retitle, .shiftTimes: 2
    }
  }

  /// All of them, each as often as its weight.
  static let weighted = allCases.flatMap { Array(repeating: $0, count: $0.weight) }
}
