extension Core {
  func group(_ matcher: Matcher) -> Group {
    if let group = groups[matcher] { return group }
    // A matcher sorts its types by address, but the order of new columns must not depend on
    // addresses.
    let named = matcher.required + matcher.offered + matcher.excluded
    let names = named.map { (type: $0, name: "\($0)") }
    // Computing the qualified name of a type takes 300,000 instructions at run time, so it is
    // computed only for different types with equal names. A type may occur in two parts of a
    // matcher.
    let sorted = names.sorted {
      if $0.name != $1.name { return $0.name < $1.name }
      return $0.type != $1.type && String(reflecting: $0.type) < String(reflecting: $1.type)
    }
    for each in sorted { _ = column(of: each.type) }
    let required = matcher.required.map(column(of:))
    let offered = matcher.offered.map(column(of:))
    let excluded = matcher.excluded.map(column(of:))
    let mask = MatchMask(
      required: required.map(\.bit), offered: offered.map(\.bit), excluded: excluded.map(\.bit),
      conditions: PreparedConditions(of: matcher, in: self))
    let group = Group(matcher, mask: mask, core: self)
    // Groups are often created before any entity has the required components.
    if !required.contains(where: \.isEmpty) {
      var index: UInt32 = 0
      while Int(index) < entities.slotCount {
        if entities.generation(of: index) != 0, mask.matches(entities, index) {
          group.members.insert(index)
        }
        index &+= 1
      }
    }
    list(group)
    groups[matcher] = group
    return group
  }

  private func list(_ group: Group) {
    kinds.invalidate()
    let required = group.matcher.required.map(column(of:))
    let excluded = group.matcher.excluded.map(column(of:))
    let offered = group.matcher.offered.map(column(of:))
    for column in required + excluded + offered {
      column.hasGroups = true
      groupedBits.fill(to: column.bit.word + 1, with: 0)
      unsafe groupedBits[column.bit.word] |= column.bit.mask
    }
    for column in required { column.setsRequiring.append(group.members) }
    for condition in group.matcher.conditions {
      column(of: condition.component).hasConditions = true
    }
    for column in excluded { column.setsExcluding.append(group.members) }
    for column in offered { column.setsOffering.append(group.members) }
    if group.members.mask.isMetByNothing { groupsOfEmpty.append(group.members) }
  }

  func listGroups() {
    kinds.invalidate()
    for column in columns.all {
      column.hasGroups = false
      column.hasConditions = false
      column.setsRequiring = ObjectList<MemberSet>()
      column.setsExcluding = ObjectList<MemberSet>()
      column.setsOffering = ObjectList<MemberSet>()
    }
    groupsOfEmpty = ObjectList<MemberSet>()
    groupedBits.removeAll()
    for group in groups.values.sorted(by: { $0.number < $1.number }) { list(group) }
  }

  /// Returns the distinct columns of the components in a rule, in the order of first use.
  func columns(of matcher: Matcher) -> [AnyColumn] {
    let named = (matcher.required + matcher.offered + matcher.excluded).map(column(of:))
    var last = -1
    return named.sorted { $0.number < $1.number }.filter { column in
      defer { last = column.number }
      return column.number != last
    }
  }
}
