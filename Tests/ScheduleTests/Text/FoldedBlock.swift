/// Letters of a stretch of Unicode as they are without marks and case.
///
/// Each is the canonical decomposition without nonspacing and enclosing marks, fully case folded
/// and decomposed again, after Unicode 14. `-` means that nothing is left, `?` that no letter is
/// assigned, and `_` is a blank.
struct FoldedBlock: Sendable {
  /// The first of the letters.
  let first: UInt32

  /// What becomes of each letter, in ascending order.
  let text: String

  static let all = [
    // Latin-1, Latin Extended-A and Extended-B.
    FoldedBlock(
      first: 0x00c0,
      text: """
        a a a a a a æ c e e e e i i i i ð n o o o o o \u{d7} ø u u u u y þ ss a a a a a a æ
        c e e e e i i i i ð n o o o o o \u{f7} ø u u u u y þ y a a a a a a c c c c c c c c
        d d đ đ e e e e e e e e e e g g g g g g g g h h ħ ħ i i i i i i i i i ı ĳ ĳ j j k k
        ĸ l l l l l l ŀ ŀ ł ł n n n n n n ʼn ŋ ŋ o o o o o o œ œ r r r r r r s s s s s s s
        s t t t t ŧ ŧ u u u u u u u u u u u u w w y y y z z z z z z s ƀ ɓ ƃ ƃ ƅ ƅ ɔ ƈ ƈ ɖ ɗ
        ƌ ƌ ƍ ǝ ə ɛ ƒ ƒ ɠ ɣ ƕ ɩ ɨ ƙ ƙ ƚ ƛ ɯ ɲ ƞ ɵ o o ƣ ƣ ƥ ƥ ʀ ƨ ƨ ʃ ƪ ƫ ƭ ƭ ʈ u u ʊ ʋ ƴ ƴ
        ƶ ƶ ʒ ƹ ƹ ƺ ƻ ƽ ƽ ƾ ƿ ǀ ǁ ǂ ǃ ǆ ǆ ǆ ǉ ǉ ǉ ǌ ǌ ǌ a a i i o o u u u u u u u u u u ǝ a
        a a a æ æ ǥ ǥ g g k k o o o o ʒ ʒ j ǳ ǳ ǳ g g ƕ ƿ n n a a æ æ ø ø a a a a e e e e i
        i i i o o o o r r r r u u u u s s t t ȝ ȝ h h ƞ ȡ ȣ ȣ ȥ ȥ a a e e o o o o o o o o y
        y ȴ ȵ ȶ ȷ ȸ ȹ ⱥ ȼ ȼ ƚ ⱦ ȿ ɀ ɂ ɂ ƀ ʉ ʌ ɇ ɇ ɉ ɉ ɋ ɋ ɍ ɍ ɏ ɏ
        """),
    // Latin Extended Additional.
    FoldedBlock(
      first: 0x1e00,
      text: """
        a a b b b b b b c c d d d d d d d d d d e e e e e e e e e e f f g g h h h h h h h h
        h h i i i i k k k k k k l l l l l l l l m m m m m m n n n n n n n n o o o o o o o o
        p p p p r r r r r r r r s s s s s s s s s s t t t t t t t t u u u u u u u u u u v v
        v v w w w w w w w w w w x x x x y y z z z z z z h t w y aʾ s ẜ ẝ ss ẟ a a a a a a a
        a a a a a a a a a a a a a a a a a e e e e e e e e e e e e e e e e i i i i o o o o o
        o o o o o o o o o o o o o o o o o o o u u u u u u u u u u u u u u y y y y y y y y ỻ
        ỻ ỽ ỽ ỿ ỿ
        """),
    // Greek and Coptic.
    FoldedBlock(
      first: 0x0370,
      text: """
        ͱ ͱ ͳ ͳ ʹ \u{375} ͷ ͷ ? ? ͺ ͻ ͼ ͽ ; ϳ ? ? ? ? \u{384} \u{a8} α \u{b7} ε η ι ? ο ? υ
        ω ι α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ ? σ τ υ φ χ ψ ω ι υ α ε η ι υ α β γ δ ε ζ η θ
        ι κ λ μ ν ξ ο π ρ σ σ τ υ φ χ ψ ω ι υ ο υ ω ϗ β θ ϒ ϒ ϒ φ π ϗ ϙ ϙ ϛ ϛ ϝ ϝ ϟ ϟ ϡ ϡ ϣ
        ϣ ϥ ϥ ϧ ϧ ϩ ϩ ϫ ϫ ϭ ϭ ϯ ϯ κ ρ ϲ ϳ θ ε \u{3f6} ϸ ϸ ϲ ϻ ϻ ϼ ͻ ͼ ͽ
        """),
    // Greek Extended.
    FoldedBlock(
      first: 0x1f00,
      text: """
        α α α α α α α α α α α α α α α α ε ε ε ε ε ε ? ? ε ε ε ε ε ε ? ? η η η η η η η η η η
        η η η η η η ι ι ι ι ι ι ι ι ι ι ι ι ι ι ι ι ο ο ο ο ο ο ? ? ο ο ο ο ο ο ? ? υ υ υ υ
        υ υ υ υ ? υ ? υ ? υ ? υ ω ω ω ω ω ω ω ω ω ω ω ω ω ω ω ω α α ε ε η η ι ι ο ο υ υ ω ω
        ? ? α α α α α α α α α α α α α α α α η η η η η η η η η η η η η η η η ω ω ω ω ω ω ω ω
        ω ω ω ω ω ω ω ω α α α α α ? α α α α α α α \u{1fbd} ι \u{1fbf} \u{1fc0} \u{a8} η η η
        ? η η ε ε η η η \u{1fbf} \u{1fbf} \u{1fbf} ι ι ι ι ? ? ι ι ι ι ι ι ? \u{1ffe}
        \u{1ffe} \u{1ffe} υ υ υ υ ρ ρ υ υ υ υ υ υ ρ \u{a8} \u{a8} ` ? ? ω ω ω ? ω ω ο ο ω ω
        ω \u{b4} \u{1ffe} ?
        """),
    // Cyrillic and Cyrillic Supplement.
    FoldedBlock(
      first: 0x0400,
      text: """
        е е ђ г є ѕ і і ј љ њ ћ к и у џ а б в г д е ж з и и к л м н о п р с т у ф х ц ч ш щ
        ъ ы ь э ю я а б в г д е ж з и и к л м н о п р с т у ф х ц ч ш щ ъ ы ь э ю я е е ђ г
        є ѕ і і ј љ њ ћ к и у џ ѡ ѡ ѣ ѣ ѥ ѥ ѧ ѧ ѩ ѩ ѫ ѫ ѭ ѭ ѯ ѯ ѱ ѱ ѳ ѳ ѵ ѵ ѵ ѵ ѹ ѹ ѻ ѻ ѽ ѽ
        ѿ ѿ ҁ ҁ \u{482} - - - - - - - ҋ ҋ ҍ ҍ ҏ ҏ ґ ґ ғ ғ ҕ ҕ җ җ ҙ ҙ қ қ ҝ ҝ ҟ ҟ ҡ ҡ ң ң ҥ
        ҥ ҧ ҧ ҩ ҩ ҫ ҫ ҭ ҭ ү ү ұ ұ ҳ ҳ ҵ ҵ ҷ ҷ ҹ ҹ һ һ ҽ ҽ ҿ ҿ ӏ ж ж ӄ ӄ ӆ ӆ ӈ ӈ ӊ ӊ ӌ ӌ ӎ ӎ
        ӏ а а а а ӕ ӕ е е ә ә ә ә ж ж з з ӡ ӡ и и и и о о ө ө ө ө э э у у у у у у ч ч ӷ ӷ ы
        ы ӻ ӻ ӽ ӽ ӿ ӿ ԁ ԁ ԃ ԃ ԅ ԅ ԇ ԇ ԉ ԉ ԋ ԋ ԍ ԍ ԏ ԏ ԑ ԑ ԓ ԓ ԕ ԕ ԗ ԗ ԙ ԙ ԛ ԛ ԝ ԝ ԟ ԟ ԡ ԡ ԣ
        ԣ ԥ ԥ ԧ ԧ ԩ ԩ ԫ ԫ ԭ ԭ ԯ ԯ
        """),
  ]
}
