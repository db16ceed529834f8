#!/usr/bin/env bash
# With jsdiff, a patch does not make the newer text out of the older one if a line break at the end is missing.
#
# jsdiff, the package diff for Node, makes and applies patches. If one of two texts does not end with a line break, or
# is empty, applyPatch of createPatch gives another text in many cases: the line break that was added is lost, and a
# text that was emptied keeps one. The manual says that applyPatch also takes what structuredPatch returns, and merge
# returns the same kind; both end with a TypeError, except for texts without changes, because these lack a field that
# only parsePatch fills in.
# A description that is stored as patches differs from the one that was typed, and only if it was typed without a last
# line break: add one to each text first, and give applyPatch the text of createPatch.
#
# Unpacks the Debian package node-diff in a temporary folder, and applies patches of small texts.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without the package or Node.
set -euo pipefail
package=node-diff version=5.0.0~dfsg+~5.0.1-4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if ! command -v node >/dev/null || ! apt-get download --quiet=2 "$package=$version" 2>download.log; then
  echo "Debian 12 has $package $version; install nodejs, and run apt-get update there first" >&2
  exit 69
fi
dpkg -x ./*.deb root
cat >check.js <<'NODE'
const diff = require("./root/usr/share/nodejs/diff");
const lines = ["rope", "knot", "sail"];
let same = true;

function compare(name, expected, seen, known) {
  console.log(`${name}: expected ${JSON.stringify(expected)}; seen ${JSON.stringify(seen)}`);
  same = same && JSON.stringify(seen) === JSON.stringify(known);
}

function applied(older, patch) {
  try {
    return diff.applyPatch(older, patch);
  } catch (error) {
    return error.constructor.name;
  }
}

function texts(last) {
  const all = [];
  for (const first of lines) for (const second of lines) all.push(first, `${first}\n${second}`);
  return [...new Set(all)].flatMap((text) => last.map((end) => text + end));
}

function wrong(all, patch) {
  let count = 0;
  for (const older of all) for (const newer of all) count += applied(older, patch(older, newer)) !== newer;
  return count;
}

const text = (older, newer) => diff.createPatch("talk", older, newer);
const structure = (older, newer) => diff.structuredPatch("talk", "talk", older, newer);
console.log(`jsdiff ${process.argv[2]}`);
compare("rope to sail, both with a line break", "sail\n", applied("rope\n", text("rope\n", "sail\n")), "sail\n");
const swapped = applied("knot\nrope", text("knot\nrope", "rope\nknot\n"));
compare("two lines without one to the other order with one", "rope\nknot\n", swapped, "rope\nknot");
compare("rope to an empty text", "", applied("rope\n", text("rope\n", "")), "\n");
compare("structuredPatch of rope to sail", "sail\n", applied("rope\n", structure("rope\n", "sail\n")), "TypeError");
const [base, mine, theirs] = ["a\nb\nc\nd\ne\n", "A\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\n"];
compare("merge of two changes", "A\nb\nc\nd\nE\n", applied(base, diff.merge(mine, theirs, base)), "TypeError");
const [whole, open] = [texts(["\n"]), texts(["\n", ""])];
compare(`wrong of ${whole.length ** 2} pairs, all with a line break`, 0, wrong(whole, text), 0);
const count = wrong(open, text);
console.log(`wrong of ${open.length ** 2} pairs, half of them without: expected 0; seen ${count}`);
process.exit(same && count > 10 ? 0 : 1);
NODE
node check.js "$version"
