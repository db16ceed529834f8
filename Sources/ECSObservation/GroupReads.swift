import ECSKit

/// The tracked reads of one group.
///
/// The group is observed after the first read.
final class GroupReads {
  let group: Group
  private var members: Reads?
  private var values: [ObjectIdentifier: Reads] = [:]

  init(_ group: Group) {
    self.group = group
  }

  func accessMembers() {
    let reads = members ?? followMembers()
    reads.access()
  }

  /// Registers a read of a component of all members.
  ///
  /// The rule of the group must name the component.
  func accessValues(of type: any Component.Type) {
    let reads = values[ObjectIdentifier(type)] ?? followValues(of: type)
    reads.access()
  }

  private func followMembers() -> Reads {
    let reads = Reads()
    members = reads
    follow(
      reads, observe: { group.observe(.added, .removed, body: $0) },
      body: { reads, _ in reads.change() })
    return reads
  }

  private func followValues(of type: any Component.Type) -> Reads {
    let reads = Reads()
    values[ObjectIdentifier(type)] = reads
    follow(
      reads, observe: { group.observe(body: $0) },
      body: { reads, event in
        // The event of a created or destroyed entity names no component.
        if event.component.map({ $0 == type }) ?? true { reads.change() }
      })
    return reads
  }
}
