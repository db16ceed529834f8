public import ECSKit

/// A component whose values can leave their context for another thread.
///
/// A detached entity contains only such components. Other components may hold references that
/// belong to one thread, so they are not copied.
public protocol DetachableComponent: Component, Sendable {}

/// A component that is unique in its context and whose values can leave the context.
public typealias DetachableUniqueComponent = DetachableComponent & UniqueComponent
