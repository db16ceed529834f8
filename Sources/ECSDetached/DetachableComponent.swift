public import ECSKit

/// A component whose values may leave their context for another thread.
///
/// Only such components can be part of what is taken out of a context; a plain `Component` may
/// hold references that belong to one thread, and stays.
public protocol DetachableComponent: Component, Sendable {}

/// A component that is unique in its context and whose values may leave it.
public typealias DetachableUniqueComponent = DetachableComponent & UniqueComponent
