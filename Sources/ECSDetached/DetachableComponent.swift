public import ECSKit

/// A component whose values can leave their context for another thread.
///
/// Only such components are copied into a detached entity. A plain `Component` may hold references
/// that belong to one thread, so it stays.
public protocol DetachableComponent: Component, Sendable {}

/// A component that is unique in its context and whose values can leave it.
public typealias DetachableUniqueComponent = DetachableComponent & UniqueComponent
