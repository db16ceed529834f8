#!/usr/bin/env bash
# With luqum, a query whose missing operators were filled in means something else when it is written and read again.
#
# luqum reads queries in the language of Lucene, which search servers have. Between words without an operator,
# UnknownOperationResolver fills in AND. In the tree, such an AND binds less than OR: `rope knot OR ship` needs `rope`.
# The text of the tree has no parentheses for that: it is `rope AND knot OR ship`, in which AND binds more, for luqum
# as well, so that a ship without a rope matches. With OrOperation for the missing operators, both are the same, and
# ElasticsearchQueryBuilder refuses trees with AND and OR on one level.
# A site that shows the filled-in query, or stores it for a saved search, finds other talks than the first time: put
# parentheses around each OR before filling in, or store the query as it was typed.
#
# Installs luqum in a temporary folder, fills operators in, and compares the meanings.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.0.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "luqum==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import itertools
import sys

from luqum.parser import parser
from luqum.tree import AndOperation, Group, Not, OrOperation, Word
from luqum.utils import UnknownOperationResolver

words = ("rope", "knot", "ship")
talks = [set(itertools.compress(words, chosen)) for chosen in itertools.product((0, 1), repeat=3)]


def matches(tree, talk):
    if isinstance(tree, Word):
        return tree.value in talk
    results = [matches(child, talk) for child in tree.children]
    return {AndOperation: all, OrOperation: any, Group: all, Not: lambda found: not found[0]}[type(tree)](results)


def found(tree):
    return ["+".join(sorted(talk)) for talk in talks if matches(tree, talk)]


print(f"luqum {sys.argv[1]}: talks about any of {', '.join(words)}")
seen = []
for query, operation in (
        ("rope knot OR ship", AndOperation), ("rope OR knot ship", AndOperation), ("rope (knot OR ship)", AndOperation),
        ("rope knot OR ship", OrOperation), ("rope knot NOT ship", AndOperation)):
    tree = UnknownOperationResolver(resolve_to=operation)(parser.parse(query))
    first, again = found(tree), found(parser.parse(str(tree)))
    seen.append(first == again)
    print(f"{query} becomes {tree}: expected the talks {first} after reading it again; seen {again}")
sys.exit(0 if seen == [False, False, True, True, True] else 1)
PYTHON
