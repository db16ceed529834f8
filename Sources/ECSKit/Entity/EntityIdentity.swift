/// Numbers that identify an entity and can be sent to any thread.
///
/// Code only compares the numbers, so they may outlive the context.
package struct EntityIdentity: Hashable, Sendable {
  private let core: UInt
  let index: UInt32
  let generation: UInt32

  init(_ reference: CoreReference, _ index: UInt32, _ generation: UInt32) {
    core = reference.address
    self.index = index
    self.generation = generation
  }
}
