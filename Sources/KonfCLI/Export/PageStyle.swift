import CommandLine

/// The style of a web page: colors, list, grid and print.
enum PageStyle {
  /// Returns the beginning of a page, up to its content.
  ///
  /// The title must be escaped. `selectors` match the items to show after a click on a link.
  static func head(title: String, shownBy selectors: String) -> String {
    let shown = selectors.isEmpty ? "" : "\n\(selectors){display:block}"
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width,initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>\(title)</title>
      <style>
      \(style)\(shown)
      </style>
      </head>
      <body>
      """
  }

  /// The content security policy of the page: only inline styles are allowed.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

  /// The style sheet.
  ///
  /// Only the grid of a wide screen uses `--a`, the position in `DayGrid`.
  ///
  /// The headings of the grid cover content that scrolls below them. A reader cannot open an
  /// abstract on paper, so all abstracts are printed. After a click on the link of a location, a
  /// track or the starred items, only the matching items are shown, as a list.
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
    article :is(h3,h4,h5){margin:0;color:inherit;font-size:1rem}
    a{color:var(--link)}
    a:focus-visible,summary:focus-visible,.g:focus-visible,:target\
    {outline:3px solid var(--link);outline-offset:2px}
    nav ul{display:flex;flex-wrap:wrap;gap:.375rem;padding:.375rem 0;list-style:none}
    nav a{display:block;padding:.25rem .5rem;border:1px solid var(--line);border-radius:.375rem}
    .x:not(.b){display:none}
    .x:target,.x:not(.b):has(:target){display:block}
    .b{position:sticky;top:0;z-index:4;margin-top:.5rem;background:var(--bg);font-size:.875rem}
    .x li:target a{background:var(--card);border-color:var(--fg)}
    section,.x{scroll-margin-top:7.5rem}
    article{margin:.5rem 0;padding:.5rem .75rem;background:var(--card);\
    border:1px solid var(--line);border-radius:.375rem}
    article,h3,li{scroll-margin-top:7.5rem}
    article ul{padding:.5rem 0 0 1.25rem}
    article p{color:var(--dim)}
    article p:first-of-type,details p{color:inherit}
    .m{border-inline-start:.375rem solid var(--mine)}
    li.m{padding-inline-start:.5rem}
    .h{margin:.5rem 0;padding:.25rem .75rem;border-inline-start:.125rem dashed var(--line);\
    color:var(--dim)}
    article .c{color:var(--mine);font-weight:bold}
    .e,.r,.t,.o{display:none}
    @media screen and (min-width:60em){
    .g{position:relative;display:grid;overflow:auto;max-height:calc(100vh - 3.5rem);gap:2px;\
    grid-template-columns:4.5rem repeat(var(--n),minmax(11rem,1fr));font-size:.875rem}
    .e{display:contents}
    .g>*,.e>*{grid-area:var(--a)}
    .g>h3{width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}
    .g>article{margin:0}
    .g>.h{display:none}
    .r,.t,.o{display:block}
    .r{position:sticky;top:0;z-index:2;padding:.25rem;background:var(--bg);font-weight:bold}
    .t{position:sticky;left:0;z-index:1;background:var(--bg);color:var(--dim);\
    box-shadow:0 2px var(--bg)}
    .t::before{content:attr(data-t)}
    .g::before{content:"";grid-area:1/1;position:sticky;top:0;left:0;z-index:3;\
    background:var(--bg)}
    .o{padding:.5rem .75rem;border:1px dashed var(--line);border-radius:.375rem;color:var(--dim)}
    }
    @media print{
    :root{--bg:#fff;--fg:#000;--dim:#333;--line:#999;--card:#fff;--mine:#000;--link:#000}
    body{padding:0;font-size:8pt;line-height:1.25}
    main{columns:2;column-gap:.5cm}
    nav,summary{display:none}
    details::details-content{content-visibility:visible}
    a{text-decoration:none}
    article :is(h3,h4,h5){font-size:1em}
    h2{margin:.5rem 0 .25rem}
    h3{margin:.375rem 0 .125rem}
    article{break-inside:avoid;margin:0;padding:.125rem .25rem;border-width:0 0 1px;border-radius:0}
    article ul{padding:.125rem 0 0 .75rem}
    .m{border-inline-start-width:.25rem}
    h2,h3{break-after:avoid}
    }
    body:has(.x li:target) :is(article,div>h3,.h,.r,.t,.o){display:none}
    .x:not(.b) ul:has(:target) li:not(:target){display:none}
    body:has(.x li:target) .g{display:block;max-height:none;font-size:1rem}
    body:has(.x li:target) .g::before{display:none}
    body:has(.x li:target) article{margin:.5rem 0}
    """
}
