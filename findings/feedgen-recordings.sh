#!/usr/bin/env bash
# In an Atom feed that feedgen writes, recordings are links to pages, and RSS names the feed itself as the website.
#
# feedgen writes one description of a feed as Atom and as RSS. For the links of an entry, Atom has the address only: the
# kind of the link, its type, language, title and length are lost. A link without a kind means a page that shows the
# entry (RFC 4287, 4.2.7.2), so that an entry with a recording has two such pages, and more than one of the same type
# and language is not allowed (4.1.2). The manual says that enclosure is a link of the kind enclosure in Atom. Links of
# the feed, and recordings in RSS, are right.
# In RSS, the link of the channel is that of the last call of link, of whatever kind: after the usual link to the feed
# itself, the website is the feed.
# A reader or a podcast player finds no recordings in the Atom feed, and all of them in RSS; who follows the website of
# the feed gets XML: check the Atom feed by its own, and add the link to the website last.
#
# Installs feedgen and feedparser in a temporary folder, writes a feed with both links, and reads it.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.0.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "feedgen==$version" feedparser==6.0.14
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from datetime import datetime, timezone

import feedparser
from feedgen.feed import FeedGenerator

same = True
site = "https://example.org/"


def check(what, expected, seen, known):
    global same
    print(f"{what}: expected {expected}; seen {seen}")
    same = same and seen == known


def write(website_last=False):
    feed = FeedGenerator()
    feed.id(site)
    feed.title("Recordings")
    feed.description("The recordings of all talks")
    links = [{"href": site, "rel": "alternate"}, {"href": site + "feed.xml", "rel": "self"}]
    for link in reversed(links) if website_last else links:
        feed.link(link)
    entry = feed.add_entry()
    entry.id(site + "1")
    entry.title("Opening")
    entry.updated(datetime(2026, 6, 10, tzinfo=timezone.utc))
    entry.link(href=site + "1")
    entry.link(href=site + "1.html.de", rel="related", hreflang="de", title="Deutsch")
    entry.enclosure(site + "1.mp4", "1000", "video/mp4")
    return feed


print(f"feedgen {sys.argv[1]}, feedparser 6.0.14")
feed = write()
atom, rss = (feedparser.parse(text) for text in (feed.atom_str(), feed.rss_str()))
check("the links of the feed in Atom", ["alternate", "self"], [link.rel for link in atom.feed.links],
      ["alternate", "self"])
check("the links of the entry in Atom", ["alternate", "related", "enclosure"],
      [link.rel for link in atom.entries[0].links], ["alternate", "alternate", "alternate"])
check("its languages", ["de"], [link.hreflang for link in atom.entries[0].links if "hreflang" in link], [])
check("its recordings in Atom", [("video/mp4", "1000")],
      [(each.type, each.length) for each in atom.entries[0].enclosures], [])
check("its recordings in RSS", [("video/mp4", "1000")],
      [(each.type, each.length) for each in rss.entries[0].enclosures], [("video/mp4", "1000")])
check("the website in RSS", site, rss.feed.link, site + "feed.xml")
check("the website in RSS, with the link to the feed before that to the website", site,
      feedparser.parse(write(website_last=True).rss_str()).feed.link, site)
sys.exit(0 if same else 1)
PYTHON
