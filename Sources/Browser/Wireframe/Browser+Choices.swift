import Schedule

extension Browser {
  /// A list of the keys that have an effect on the current screen.
  var help: ChooserScreen {
    ChooserScreen(
      "Keys",
      KeyBindings.described(offered).map { keys, help in
        var line = Strip(keys)
        line.pad(to: KeyBinding.namesWidth)
        return Choice(id: keys, lead: line.text, title: help)
      },
      filters: true)
  }

  static func rating(_ row: TalkRow) -> ChooserScreen {
    let words = [
      "remove the rating", "not for me", "could be better", "good", "very good", "outstanding",
    ]
    let order = [1, 2, 3, 4, 5, 0]
    return ChooserScreen(
      "Rate \(row.title)",
      order.map { stars in
        Choice(
          id: "\(stars)", title: words[stars], key: Character("\(stars)"), isOn: row.rating == stars
        )
      }, filters: false)
  }

  func hiding(_ row: TalkRow) -> ChooserScreen {
    var choices = [
      row.isHidden
        ? Choice(id: "again", title: "show this talk again", key: "t")
        : Choice(id: "talk", title: "this talk", key: "t")
    ]
    let entity = presenter.entity(row.id)
    func hasTalks(sharing choice: String) -> Bool {
      entity.map { !talks(sharing: choice, with: $0).isEmpty } ?? false
    }
    if !row.track.isEmpty, hasTalks(sharing: "track") {
      choices.append(Choice(id: "track", title: "all talks of the track \(row.track)", key: "r"))
    }
    if !row.locations.isEmpty, hasTalks(sharing: "location") {
      choices.append(Choice(id: "location", title: "all talks at \(row.locations)", key: "l"))
    }
    return ChooserScreen("Hide", choices, filters: false)
  }

  func copying(_ row: TalkRow) -> ChooserScreen {
    var choices = [Choice(id: "id", title: "the id \(row.shownID)", key: "i")]
    if let link = link(of: row.id) {
      choices.append(Choice(id: "link", title: "the address \(link)", key: "l"))
    }
    return ChooserScreen("Copy", choices, filters: false)
  }
}
