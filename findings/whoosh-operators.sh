#!/usr/bin/env bash
# With Whoosh-Reloaded, a search for `* AND rope` finds all documents, and `rope ANDNOT knot` finds some with knots.
#
# Whoosh-Reloaded is a search engine in Python; sites without a server for search use it. Its query language has `*` for
# all documents, ANDNOT for documents without a word, and REQUIRE for documents that need a word that does not count.
# When a query is read, a part `*` of AND replaces the other parts, as it should only in OR; the same happens to
# `*:* NOT rope`. ANDNOT does not look at the first document that the left side finds if it comes after the first one
# of the right side: that document is found whether it has the word or not. REQUIRE with a limit below the number of
# documents that the left side finds raises AssertionError.
# A page that adds the words of visitors to `*` shows all talks for each search, and an excluded topic is in the list,
# depending on what was indexed before: write AND NOT instead of ANDNOT, and leave `*` out.
#
# Installs Whoosh-Reloaded in a temporary folder, and searches in three talks.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-2.7.5}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "Whoosh-Reloaded==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from whoosh.fields import ID, TEXT, Schema
from whoosh.filedb.filestore import RamStorage
from whoosh.qparser import QueryParser


def found(talks, text, limit=None, normalize=True):
    index = RamStorage().create_index(Schema(title=ID(stored=True), words=TEXT))
    writer = index.writer()
    for title, words in talks:
        writer.add_document(title=title, words=words)
    writer.commit()
    query = QueryParser("words", index.schema).parse(text, normalize=normalize)
    with index.searcher() as searcher:
        try:
            return sorted(hit["title"] for hit in searcher.search(query, limit=limit))
        except AssertionError as error:
            return type(error).__name__


talks = [("Maps", "map knot"), ("Hitches", "rope knot"), ("Rigging", "rope ship")]
print(f"Whoosh-Reloaded {sys.argv[1]}: Maps (map, knot), Hitches (rope, knot) and Rigging (rope, ship), in this order")
seen = []
for text, expected in (
        ("rope", ["Hitches", "Rigging"]), ("* AND rope", ["Hitches", "Rigging"]), ("*:* NOT rope", ["Maps"]),
        ("rope AND NOT knot", ["Rigging"]), ("rope ANDNOT knot", ["Rigging"])):
    seen.append(found(talks, text))
    print(f"{text}: expected {expected}; seen {seen[-1]}")
plain = found(talks, "* AND rope", normalize=False)
print(f"* AND rope, read with normalize=False: expected ['Hitches', 'Rigging']; seen {plain}")
behind = found(talks[1:] + talks[:1], "rope ANDNOT knot")
print(f"rope ANDNOT knot, Maps added last: expected ['Rigging']; seen {behind}")
required = [found(talks, "rope REQUIRE knot", limit) for limit in (None, 1)]
print(f"rope REQUIRE knot: expected ['Hitches']; seen {required[0]} without a limit, {required[1]} with 1")
both, everything = ["Hitches", "Rigging"], ["Hitches", "Maps", "Rigging"]
sys.exit(0 if (seen, plain, behind, required) == (
    [both, everything, everything, ["Rigging"], both], both, ["Rigging"], [["Hitches"], "AssertionError"]) else 1)
PYTHON
