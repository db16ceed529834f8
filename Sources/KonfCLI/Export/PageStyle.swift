/// How a page of the web looks: colours, the list, the grid and paper.
enum PageStyle {
  /// Returns the beginning of a page, up to its content.
  ///
  /// - Parameter title: The title as HTML has it, without elements.
  /// - Returns: The text.
  static func head(title: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(policy)">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <title>\(title)</title>
    <style>
    \(style)
    </style>
    </head>
    <body>
    """
  }

  /// What a browser may do with the page: nothing but use its style.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

  /// The items are a list; only on a wide screen is `--a`, where `DayGrid` has them, of use.
  ///
  /// What scrolls below the clocks and the names of locations is nowhere seen between them. Paper
  /// opens nothing, so the abstracts are open there.
  private static let style = """
    :root{color-scheme:light dark;--bg:#fff;--fg:#1b1b1f;--dim:#55555c;--line:#c4c4cc;--card:#f3f3f6;\
    --mine:#8a5a00;--link:#0b4fb3}
    @media (prefers-color-scheme:dark){:root{--bg:#131316;--fg:#ececf0;--dim:#b0b0b8;--line:#4a4a52;\
    --card:#1f1f24;--mine:#f2c14e;--link:#8fb8ff}}
    *{box-sizing:border-box;margin:0}
    body{padding:1rem;background:var(--bg);color:var(--fg);font:1rem/1.4 system-ui,sans-serif;\
    overflow-wrap:anywhere}
    h2{margin:2rem 0 .5rem}
    h3{margin:1.25rem 0 .5rem;color:var(--dim)}
    h4,h5{font-size:1rem}
    a{color:var(--link)}
    a:focus-visible,summary:focus-visible,.g:focus-visible,:target\
    {outline:3px solid var(--link);outline-offset:2px}
    nav ul{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:1rem;padding:0;list-style:none}
    nav a{display:block;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.375rem}
    article{margin:.5rem 0;padding:.5rem .75rem;background:var(--card);\
    border:1px solid var(--line);border-radius:.375rem}
    article,li{scroll-margin-top:3rem}
    article ul{padding:.5rem 0 0 1.25rem}
    article p{color:var(--dim)}
    article p:first-of-type,details p{color:inherit}
    .m{border-inline-start:.375rem solid var(--mine)}
    li.m{padding-inline-start:.5rem}
    .r,.t,.o{display:none}
    @media screen and (min-width:60em){
    .g{position:relative;display:grid;overflow:auto;max-height:95vh;gap:2px;\
    grid-template-columns:4.5rem repeat(var(--n),minmax(11rem,1fr));font-size:.875rem}
    .g>*{grid-area:var(--a)}
    .g>h3{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    .g>article{margin:0}
    .r,.t,.o{display:block}
    .r{position:sticky;top:0;z-index:2;padding:.25rem;background:var(--bg);font-weight:bold}
    .t{position:sticky;left:0;z-index:1;background:var(--bg);color:var(--dim);\
    box-shadow:0 2px var(--bg)}
    .g::before{content:"";grid-area:1/1;position:sticky;top:0;left:0;z-index:3;\
    background:var(--bg)}
    .o{padding:.5rem .75rem;border:1px dashed var(--line);border-radius:.375rem;color:var(--dim)}
    }
    @media print{
    :root{--bg:#fff;--fg:#000;--dim:#333;--line:#999;--card:#fff;--mine:#000;--link:#000}
    nav{display:none}
    details::details-content{content-visibility:visible}
    article{break-inside:avoid}
    h2,h3{break-after:avoid}
    }
    """
}
