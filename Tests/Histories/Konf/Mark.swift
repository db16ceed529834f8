import TestSupport

/// Something that was marked in a way that is unique, so that it can be recognized.
struct Mark {
  /// How it is marked.
  enum Value: Equatable {
    /// With a note that few others have, which of these have other stars.
    case plan(note: String, star: String?, isHidden: Bool)
    /// With stars, and a comment that no other has.
    case rating(stars: Int, comment: String)
  }

  /// What it is on, in truth.
  let key: Thing.Key
  let value: Value
  /// The number of the version that it was made in.
  let stage: Int

  /// The kinds of marks that are counted apart.
  enum Kind: String, CaseIterable {
    case star, maybe, note, hidden, rating

    /// What konf calls one of them.
    var word: String {
      switch self {
      case .star, .maybe: "star"
      case .hidden: "hidden talk"
      case .note, .rating: rawValue
      }
    }
  }

  var kind: Kind {
    switch value {
    case .rating: .rating
    case .plan(_, "yes", _): .star
    case .plan(_, "maybe", _): .maybe
    case .plan(_, _, true): .hidden
    case .plan: .note
    }
  }

  /// The text that only this mark, or few others, have.
  var token: String {
    switch value {
    case .plan(let note, _, _): note
    case .rating(_, let comment): comment
    }
  }

  var words: String {
    switch value {
    case .plan(let note, let star, let isHidden):
      "\(star ?? "no star"), \(note)\(isHidden ? ", hidden" : "")"
    case .rating(let stars, let comment): "rated \(stars), \(comment)"
    }
  }
}

/// A plan beside the schedule.
struct PlannedAppointment: Equatable {
  let title: String
  let at: String
}
