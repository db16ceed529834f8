import ECSHistory
public import ECSKit
import ECSModel

/// A context whose components are kept in a file.
///
///     let store = ComponentStore(
///       context, in: "/home/me/.local/share/game", StoredComponents(Stats.self)) { now }
///     try store.load()
///     try store.transaction { hero.set(Stats(strength: 7)) }
///
/// A store follows its context. After any change of a component that is kept (by a `set`, an observer, a
/// system, a relation that cascades, undo, a sync), the context has the content of the file and the
/// unsaved changes, see ``hasUnsavedChanges``. Changes that are rolled back are not written.
/// Changes of a transaction of the store that cannot be written are rolled back.
///
/// The file is an append-only log with all promises of the article <doc:Durability>. One store follows a
/// context; it ends with the store.
public final class ComponentStore {
  /// When changes are written.
  public enum Saving {
    /// With the next ``ComponentStore/transaction(label:_:)`` or ``ComponentStore/save()``.
    case onRequest
    /// At the end of each outermost call that changes the context. What cannot be written is rolled back
    /// with the opposite events, and reported to the closure, which must not change the context.
    case always(onFailure: (StoreError) -> Void)
  }

  let context: Context
  let log: ChangeLog?
  let components: StoredComponents
  private let saving: Saving
  let clock: () -> Int64
  /// The names of entities in the log; nil if they are durable IDs.
  unowned let naming: (any EntityNaming)?
  /// True if the log says which entities exist.
  let ownsEntities: Bool
  /// Whether no other store follows the context.
  private let isFollowing: Bool
  private var tokens: [ObserverToken] = []
  var unsaved: UnsavedChanges
  /// How far the file was read; the entries that were not taken are not in the context.
  var reading = LogReading()
  /// Whether the context has what was read.
  var isLoaded = false
  /// Whether the context takes in what was read.
  var isReading = false
  /// What the undo stack has of the file.
  var steps = StoreSteps()
  /// The entities that values refer to and that are not there.
  let references: References
  /// The entities whose ids changed in the call that is under way.
  var changedIDs: [Entity] = []
  /// Whether the entities that values refer to are about to be kept.
  var isPreparing = false
  /// Whether entities get ids before a save.
  private var isGivingIDs = false
  /// Whether the call that is under way decided whether it is kept.
  var hasDecided = false
  /// Whether a save was asked for inside the call that is under way.
  private var isSaveDue = false
  /// What a transaction of the store writes, while it is under way.
  private var writing: Writing?

  /// A transaction of the store.
  private struct Writing {
    var amend: ([LogChange]) -> [LogChange] = { $0 }
    var remark: ([LogChange]) -> [LogChange] = { _ in [] }
    /// True if nothing is written when others have written since the last reading.
    var isExclusive = false
    /// Whether something was changed that is kept.
    var isTouched = false
    /// What came of the end of the call; nil if it has not come.
    var result: Result<Void, StoreError>?
  }

  /// Creates a store that follows a context from now on; nothing is read or made.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - folder: The path of the folder; the first change that is written makes it if it is missing.
  ///   - name: The name of the file in the folder.
  ///   - components: The components that are kept. All values of other components live as long as the
  ///     context.
  ///   - saving: When changes are written.
  ///   - clock: Returns the time now, in seconds since 1970 in UTC; it is kept, and decides nothing.
  /// - Complexity: O(*c*) for *c* components. From then on a change of a component that is kept is
  ///   observed; a change of any other component costs no more than without a store.
  public convenience init(
    _ context: Context, in folder: String, name: String = "store.log",
    _ components: StoredComponents, saving: Saving = .onRequest, clock: @escaping () -> Int64
  ) {
    self.init(
      context, ChangeLog(folder: folder, name: name), components, saving: saving, clock: clock,
      naming: nil)
  }

  /// Creates a store whose entities have names of their own in the log.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - log: The log; nil keeps nothing.
  ///   - components: The components that are kept.
  ///   - saving: When changes are written.
  ///   - clock: Returns the time now.
  ///   - naming: The names of entities in the log, which must outlive the store; nil for durable IDs.
  ///     With other names the log does not say which entities exist, so the store neither creates nor
  ///     destroys any.
  package init(
    _ context: Context, _ log: ChangeLog?, _ components: StoredComponents,
    saving: Saving = .onRequest, clock: @escaping () -> Int64, naming: (any EntityNaming)?
  ) {
    self.context = context
    self.log = log
    self.components = naming == nil ? components.with(Existence.self) : components
    ownsEntities = naming == nil
    unsaved = UnsavedChanges(of: self.components)
    references = References(context)
    self.saving = saving
    self.clock = clock
    self.naming = naming
    let decision = Decision()
    isFollowing = context.decideCommits(
      preparing: { decision.store?.prepare() }, by: { decision.store?.commit() ?? true })
    if !isFollowing { return }
    decision.store = self
    for type in self.components.types { follow(type) }
    context.entityNaming = { [unowned self] in name($0) }
    tokens.append(context.group(.all(DurableID.self)).observe { [unowned self] in noteID($0) })
  }

  deinit {
    if !isFollowing { return }
    for token in tokens { token.cancel() }
    context.endDecidingCommits()
    context.entityNaming = nil
  }

  /// The way from the context to its store, which the context does not keep alive; closures that hold the
  /// store weakly themselves take a fifteenth more for each change.
  private final class Decision {
    weak var store: ComponentStore?
  }

  // MARK: Following

  private func follow<C: StoredComponent>(_ type: C.Type) {
    let isInParts = type.isWrittenInParts
    tokens.append(
      context.group(.all(type)).observe { [unowned self] event in
        if isInParts, event.isApplied { removeLinksToGone(event, type) }
        noteChange(event, type)
      })
  }

  private func noteChange(_ event: Event, _ type: any StoredComponent.Type) {
    if writing != nil { writing?.isTouched = true }
    steps.isTouched = true
    if unsaved.has(event.entity, type) {
      // It may have lost the component before it was kept, and has it again.
      if event.kind == .added, event.entity.has(type) { keep(event.entity) }
      return
    }
    if isReading, event.isApplied {
      // The context then has exactly the content of the file.
      if event.entity.has(type) { keep(event.entity) }
      return
    }
    // Only the first change needs the type itself, which is made at run time.
    func noteFirst<C: StoredComponent>(_ type: C.Type) {
      note(event.entity, type, event.old(type))
    }
    noteFirst(type)
  }

  /// Removes links to entities that were destroyed since, which an undo or others bring back.
  private func removeLinksToGone<C: StoredComponent>(_ event: Event, _ type: C.Type) {
    guard let new = event.new(type) as? any StoredInParts else { return }
    let targets = { new.targets(changedSince: event.old(type)) }
    for target in references.gone(of: targets, fromFile: isLoaded) {
      context.removeLinks(to: target)
    }
  }

  func note(
    _ entity: Entity, _ type: any StoredComponent.Type, _ kept: (any StoredComponent)?
  ) {
    unsaved.note(entity, type, kept)
    if entity.isAlive, entity.has(type) { keep(entity) }
  }

  /// Whether the context has changes that the file does not have yet.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values that were changed since they were written.
  public var hasUnsavedChanges: Bool { unsaved.hasChanges }

  /// Keeps the entities that values refer to, before the values are written.
  private func prepare() {
    if !changedIDs.isEmpty { noteChangedIDs() }
    if case .onRequest = saving, writing == nil, !isSaveDue { return }
    keepReferences()
  }

  /// Decides what becomes of a call that has ended.
  private func commit() -> Bool {
    hasDecided = true
    if case .onRequest = saving, writing == nil {
      noteEnd()
      if isSaveDue {
        isSaveDue = false
        // If that fails, everything is unsaved as before.
        do throws(StoreError) { try write(isUnderWay: true) } catch {}
      }
      return true
    }
    let before = steps
    noteEnd()
    let result = Result { () throws(StoreError) in try write(isUnderWay: !isGivingIDs) }
    writing?.result = result
    guard case .failure(let error) = result else { return true }
    if case .always(let onFailure) = saving, writing == nil { onFailure(error) }
    // The content of the file was read, also if the response to it fails.
    if isReading { return true }
    steps = before
    return false
  }

  private func noteEnd() {
    // What is read is written already, under the labels that it has in the file.
    if isReading || isGivingIDs { steps.isTouched = false } else { steps.noteEnd(context.label) }
  }

  /// Writes what is not saved if nothing is to be unsaved.
  func saveIfAlways() {
    guard case .always(let onFailure) = saving else { return }
    do throws(StoreError) { try write() } catch { onFailure(error) }
  }

  func requireFollowing() throws(StoreError) {
    if !isFollowing { throw StoreError(path: log?.path ?? "", reason: .followed) }
  }

  // MARK: Writing

  /// Makes changes of the context and of the file, or none.
  ///
  /// The net change of each component that is kept is written, with what observers changed in
  /// response and what was not saved before. Entities get a ``DurableID`` on the way. If that
  /// fails, everything that the transaction changed is rolled back: observers are notified of the
  /// opposite changes, and readers of change sets of neither.
  ///
  /// Inside another transaction or an observer the changes belong to the outermost call, and are saved
  /// with it or later.
  ///
  /// - Parameters:
  ///   - label: What the changes are called in their change set.
  ///   - body: The changes to make.
  /// - Returns: What the body returns.
  /// - Throws: ``StoreError`` if the file cannot be written, a component cannot be stored, the changes
  ///   caused each other without end, or another store follows the context; or what the body throws.
  ///   Everything is then as it was.
  /// - Complexity: That of the body, plus O(*n*) in the number of bytes that are written and that others
  ///   have written since; in the number of all of the file for the first change without ``load()``.
  @discardableResult
  public func transaction<Result>(
    label: String? = nil, _ body: () throws -> Result
  ) throws -> Result {
    try write(label: label, body)
  }

  /// Writes what is not saved yet.
  ///
  /// Inside a transaction or an observer it is written when the outermost call ends, since that may still be
  /// rolled back; what cannot be written then is unsaved.
  ///
  /// - Throws: ``StoreError``; nothing is then written, and all of it is still unsaved.
  /// - Complexity: As for a ``transaction(label:_:)``.
  public func save() throws(StoreError) {
    try requireFollowing()
    if !context.isIdle, !context.isFrozen {
      isSaveDue = true
      return
    }
    if case .onRequest = saving, context.isIdle { giveIDs() }
    try write()
  }

  /// Gives ids to the entities that unsaved values refer to, which is no step of its own.
  private func giveIDs() {
    isGivingIDs = true
    steps.stack?.recording = .nextStep
    defer {
      isGivingIDs = false
      steps.stack?.recording = .newSteps
    }
    context.transaction { keepReferences() }
  }

  /// Makes changes of the context and of the file; several lines are marked as one step.
  ///
  /// - Parameters:
  ///   - label: What the changes are called in their change set.
  ///   - amend: Returns what is written for the lines of the changes.
  ///   - remark: Returns lines that belong to no step, for the lines that are written.
  ///   - body: The changes to make.
  /// - Returns: What the body returns.
  /// - Throws: ``StoreError``, or what the body throws; everything is then as it was.
  @discardableResult
  package func write<Answer>(
    label: String? = nil, amending amend: @escaping ([LogChange]) -> [LogChange] = { $0 },
    remarking remark: @escaping ([LogChange]) -> [LogChange] = { _ in [] },
    _ body: () throws -> Answer
  ) throws -> Answer {
    guard context.isIdle, writing == nil else {
      try requireFollowing()
      return try context.transaction(label: label, body)
    }
    return try write(Writing(amend: amend, remark: remark)) {
      try context.transaction(label: label, body)
    }
  }

  /// Undoes or redoes a step of the stack and writes that, or does neither.
  ///
  /// - Parameters:
  ///   - amend: Returns what is written for the lines of the changes.
  ///   - remark: Returns lines that belong to no step, for the lines that are written.
  ///   - move: Undoes or redoes the step.
  /// - Throws: ``StoreError``, with the reason `replaced` if others have written since the last reading,
  ///   or what the call throws.
  package func writeMove(
    amending amend: @escaping ([LogChange]) -> [LogChange],
    remarking remark: @escaping ([LogChange]) -> [LogChange], _ move: () throws -> Void
  ) throws {
    try write(Writing(amend: amend, remark: remark, isExclusive: true), move)
  }

  /// Makes a call that changes the context, and writes the changes at its end.
  private func write<Answer>(_ writing: Writing, _ call: () throws -> Answer) throws -> Answer {
    try requireFollowing()
    self.writing = writing
    defer { self.writing = nil }
    let answer = try call()
    if let writing = self.writing, writing.result == nil {
      if writing.isTouched { throw StoreError(path: log?.path ?? "", reason: .endless) }
      // Nothing was changed, and what is unsaved may refer to entities without ids.
      giveIDs()
    }
    if let result = self.writing?.result { try result.get() } else { try write() }
    return answer
  }

  /// Appends what is not saved yet.
  ///
  /// - Parameter isUnderWay: Whether a call ends with it that changes the context.
  /// - Throws: ``StoreError``; nothing is then written.
  private func write(isUnderWay: Bool = false) throws(StoreError) {
    let calls = steps.calls(before: context.label, isUnderWay: isUnderWay)
    let groups = try unsaved.lines(
      of: calls, isUnderWay: isUnderWay, components, references, naming: naming,
      path: log?.path ?? ""
    ).map { writing?.amend($0) ?? $0 }
    let lines = groups.flatMap(\.self)
    var marked = StoreSteps.MarkedLines()
    var isApart = false
    if !lines.isEmpty || calls.contains(where: \.isMove), let log {
      let remarks = writing?.remark(lines) ?? []
      var refusal: StoreError?
      let entries = try log.append(at: clock(), after: &reading) { contents in
        refusal =
          writing?.isExclusive ?? false && !contents.entries.isEmpty
          ? StoreError(path: log.path, reason: .replaced)
          : self.refusal(of: lines, after: contents.entries)
        if refusal != nil { return [] }
        isApart = !contents.entries.isEmpty
        var groups = isApart ? wholeLines(groups) : groups
        for place in groups.indices {
          groups[place] += hiddenLines(groups[place], contents.entries)
        }
        marked = steps.marked(groups, calls, in: naming?.scope ?? "", after: contents)
        return marked.changes + remarks
      }
      if let refusal { throw refusal }
      steps.note(entries)
      // A refresh takes in the changes of others, with later changes of the same values.
      if reading.contents.entries.first?.counter == entries.first?.counter {
        reading.removeEntries()
        steps.noteAll(reading.contents)
        isLoaded = true
      }
    }
    unsaved.noteWritten()
    steps.noteWritten(marked, isUnderWay: isUnderWay && !isReading, isApart: isApart)
  }
}
