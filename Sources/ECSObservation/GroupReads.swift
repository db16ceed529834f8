import ECSKit

/// The reads of one group.
///
/// It observes the group from the first read on.
final class GroupReads {
  let group: Group
  private var members: Reads?
  /// By component type.
  private var values: [ObjectIdentifier: Reads] = [:]

  init(_ group: Group) {
    self.group = group
  }

  /// Registers a read of the members.
  func accessMembers() {
    let reads = members ?? followMembers()
    reads.access()
  }

  /// Registers a read of the values that the members have of a component in the rule.
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
        // A whole entity that comes or goes names no component.
        if event.component.map({ $0 == type }) ?? true { reads.change() }
      })
    return reads
  }
}
