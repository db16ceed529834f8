import Schedule

extension TalkCard {
  /// Returns the first lines of the card, with an ellipsis at the end if lines are omitted.
  func strips(_ view: View, upTo height: Int) -> [Strip] {
    let signs = view.signs
    var strips: [Strip] = []
    let facts = facts.joined(separator: signs.separator)
    var head = Strip()
    let room = view.width - facts.count - 2
    if room >= 30 {
      head.add(row.title.cut(to: room, signs.ellipsis), .strong)
      head.add(facts, .dim, endingAt: view.width)
      strips.append(head)
    } else {
      strips += row.title.wrapped(to: view.width).map { Strip($0, .strong) }
      strips += facts.wrapped(to: view.width).map { Strip($0, .dim) }
    }
    func add(_ text: String, _ look: Look = .plain) {
      if !text.isEmpty { strips += text.wrapped(to: view.width).map { Strip($0, look) } }
    }
    add(row.subtitle)
    add(
      ([people.joined(separator: ", "), when].filter { !$0.isEmpty }).joined(separator: ", "), .time
    )
    for remark in remarks { add(remark, .note) }
    if !row.note.isEmpty { add("note: \(row.note)", .note) }
    if let stars = row.rating { add("your rating: \(stars) of 5", .star) }
    add(abstract)
    if strips.count > height, height > 0 {
      strips.removeLast(strips.count - height)
      var last = strips[height - 1].cut(to: view.width - signs.ellipsis.count - 1, signs)
      if !last.text.hasSuffix(signs.ellipsis) { last.add(" \(signs.ellipsis)", .dim) }
      strips[height - 1] = last
    }
    return strips.map { $0.cut(to: view.width, signs) }
  }
}
