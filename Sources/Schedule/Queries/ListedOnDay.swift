/// A list element, shown under the heading of a day.
package struct ListedOnDay<Element> {
  /// The day, or nil for an element without a time.
  package let day: CivilDate?
  package let element: Element
  /// True if the element began on an earlier day.
  package let isLater: Bool

  package init(day: CivilDate?, element: Element, isLater: Bool) {
    self.day = day
    self.element = element
    self.isLater = isLater
  }
}

extension ConferenceSchedule {
  /// Returns the elements of a list with their days, in the order of the list.
  ///
  /// An element that lasts a day or more is listed on each of its days, before the elements that
  /// begin on that day. If a day is given and the element includes it, the element is listed only
  /// on that day. If the list is in chronological order, each day's elements are adjacent.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of results.
  package func listed<Element>(
    _ elements: [Element], in zone: Zone, within selection: Selection = .all,
    onlyOn day: CivilDate? = nil, _ timing: (Element) -> Timing?
  ) -> [ListedOnDay<Element>] {
    let change = dayChange(in: zone)
    var all: [ListedOnDay<Element>] = []
    all.reserveCapacity(elements.count)
    var later: [CivilDate: [ListedOnDay<Element>]] = [:]
    for element in elements {
      let timing = timing(element)
      let own = (timing?.start ?? timing?.end).map { zone.day(at: $0, changingAt: change) }
      guard let timing, lasts(timing) else {
        all.append(ListedOnDay(day: own, element: element, isLater: false))
        continue
      }
      if let day, timing.isListed(in: [zone.day(day, changingAt: change)], self.zone) {
        all.append(ListedOnDay(day: day, element: element, isLater: day != own))
        continue
      }
      for day in days(of: timing, in: zone, within: selection) {
        let listed = ListedOnDay(day: day, element: element, isLater: day != own)
        if listed.isLater { later[day, default: []].append(listed) } else { all.append(listed) }
      }
    }
    return later.isEmpty ? all : Self.inserting(later, into: all)
  }

  /// Returns a list in which elements are inserted before the first element of their day.
  ///
  /// If the list lacks the day, the elements are inserted between the neighboring days.
  private static func inserting<Element>(
    _ later: [CivilDate: [ListedOnDay<Element>]], into all: [ListedOnDay<Element>]
  ) -> [ListedOnDay<Element>] {
    var result: [ListedOnDay<Element>] = []
    var days = later.keys.sorted()[...]
    for listed in all {
      while let day = days.first, listed.day.map({ day <= $0 }) ?? true {
        result += later[day] ?? []
        days.removeFirst()
      }
      result.append(listed)
    }
    for day in days { result += later[day] ?? [] }
    return result
  }
}
