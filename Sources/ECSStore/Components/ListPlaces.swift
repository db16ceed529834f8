import ECSKit
import ECSModel

/// The identities and positions of a list's links in the file.
///
/// In the context, each link has an integer label instead, which is shorter but valid only in that
/// context.
struct ListPlaces {
  private(set) var positions: [StoredLinks.ID: ListPosition] = [:]
  /// The copy numbers of links, by label.
  ///
  /// Only the second and later links to a target have a copy number.
  private(set) var copies: [Int: String] = [:]
  /// True if the file also contains the list as one value.
  private(set) var isWhole = false
  /// Recently removed or moved links, by previous label.
  ///
  /// Undo restores a link with its previous label. The link then gets its previous identity and
  /// position, too. At least the links of the last 1,000 removals and moves are retained.
  private var formerLinks: [Int: FormerLink] = [:]
  /// The links that were removed or moved before the links in ``formerLinks``.
  private var olderFormerLinks: [Int: FormerLink] = [:]

  struct FormerLink {
    let id: StoredLinks.ID
    let position: ListPosition
  }

  /// The number of ``formerLinks`` above which the ``olderFormerLinks`` are discarded.
  private static let mostFormerLinks = 1_000

  init() {}

  /// A copy that contains only the former links.
  var withoutLinks: ListPlaces {
    var places = ListPlaces()
    (places.formerLinks, places.olderFormerLinks) = (formerLinks, olderFormerLinks)
    return places
  }

  /// Creates the identities and positions of the links that the file contains for a list.
  ///
  /// The list in the context may have other labels than a new list, because setting an equal list
  /// has no effect.
  ///
  /// - Parameters:
  ///   - links: The links in the file.
  ///   - list: The list with these links in the context.
  ///   - name: Returns the id that a target has in the file.
  init(_ links: StoredLinks, in list: any StoredLinkList, _ name: (Entity) -> String?) {
    isWhole = links.isWhole
    positions = links.links.mapValues(\.position)
    if !positions.keys.contains(where: { !$0.copy.isEmpty }) { return }
    var ids = Dictionary(grouping: links.inOrder.map(\.id), by: \.target).mapValues { $0[...] }
    for place in 0..<list.count {
      let (label, target) = list.link(at: place)
      let id = name(target).flatMap { ids[$0]?.popFirst() }
      if let id, !id.copy.isEmpty { copies[label] = id.copy }
    }
  }

  /// Creates the identities and positions for a list that the file contains as one value.
  ///
  /// The closure returns the id that a target has in the file.
  init(whole list: any StoredLinkList, _ name: (Entity) -> String?) {
    isWhole = true
    for place in 0..<list.count {
      let (label, target) = list.link(at: place)
      guard let name = name(target) else { continue }
      var id = StoredLinks.ID(target: name, copy: "")
      if positions[id] != nil {
        id = StoredLinks.ID(target: name, copy: "\(label)")
        copies[label] = id.copy
      }
      positions[id] = ListPosition(label: label)
    }
  }

  /// The effect of unwritten lines on the identities and positions.
  ///
  /// The effect is discarded if the write fails. Only the differences are stored, because a copy of
  /// all positions would be as long as the list.
  struct Changes {
    var positions: [StoredLinks.ID: ListPosition?] = [:]
    var copies: [Int: String?] = [:]
    var formerLinks: [Int: FormerLink] = [:]
    var isWhole: Bool
    /// True if all previous positions and copy numbers are discarded.
    var areAll = false
  }

  mutating func apply(_ changes: Changes) {
    if changes.areAll { (positions, copies) = ([:], [:]) }
    isWhole = changes.isWhole
    for (id, position) in changes.positions { positions[id] = position }
    for (label, copy) in changes.copies { copies[label] = copy }
    if formerLinks.count > Self.mostFormerLinks {
      (formerLinks, olderFormerLinks) = ([:], formerLinks)
    }
    formerLinks.merge(changes.formerLinks) { $1 }
  }

  /// Returns the recently removed or moved link with a previous label.
  func formerLink(_ label: Int) -> FormerLink? { formerLinks[label] ?? olderFormerLinks[label] }

  /// Removes the position of the first link to a target.
  mutating func forget(target: String) {
    positions[StoredLinks.ID(target: target, copy: "")] = nil
  }

  /// Assigns the copy numbers of one list's labels to the labels of another list.
  ///
  /// Both lists have the same links in the same order.
  mutating func relabel(from old: any StoredLinkList, to new: any StoredLinkList) {
    if copies.isEmpty || old.count != new.count { return }
    let former = copies
    copies = [:]
    for place in 0..<new.count {
      if let copy = former[old.link(at: place).label] { copies[new.link(at: place).label] = copy }
    }
  }
}

/// A source of position tags and copy numbers.
///
/// Both contain a random number, so two writers are unlikely to use the same ones.
final class ListWriter {
  private let number = UInt64.random(in: 0...UInt64.max)
  private var copyCount = 0

  /// The tag for new positions.
  var tag: Int { Int(number % (62 * 62 * 62)) }

  /// Returns a copy number for an additional link to a target.
  func nextCopy() -> String {
    copyCount += 1
    return "\(String(number, radix: 16)).\(copyCount)"
  }
}
