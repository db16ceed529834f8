#!/usr/bin/env bash
# pycrdt-store empties a document when it shortens the document's history.
#
# SQLiteYStore stores each change of a shared document. To keep the file small, it can replace the changes by a single
# one: after a time without changes (squash_after_inactivity_of), or when they are too old (squash_history_older_than).
# It reads the old changes, but applies them only if functions for compression are registered, deletes them, and stores
# an empty document. After the next start, what people wrote is gone. With these functions, applying the stored changes
# fails from the first one, even without shortening, because they are not decompressed.
#
# Installs pycrdt-store in a temporary folder, writes three changes, and reads the document after each pause.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.1.5}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "pycrdt-store==$version" pycrdt==0.14.13
cd "$folder"
environment/bin/python - "$version" <<'PYTHON'
import logging
import sys
import zlib

import anyio
from pycrdt import Doc, Text
from pycrdt.store import SQLiteYStore, YDocNotFound

logging.disable(logging.CRITICAL)
COMPRESSION = "compression"


async def stored(store):
    document = Doc()
    try:
        await store.apply_updates(document)
    except YDocNotFound:
        return "YDocNotFound"
    return str(document.get("day", type=Text))


async def texts(number, settings):
    class Store(SQLiteYStore):
        db_path = f"store{number}.db"

    for name in settings.keys() - {COMPRESSION}:
        setattr(Store, name, settings[name])
    store = Store("saturday")
    if COMPRESSION in settings:
        store.register_compression_callbacks(zlib.compress, zlib.decompress)
    document, updates, seen = Doc(), [], []
    text = document.get("day", type=Text)
    subscription = document.observe(lambda event: updates.append(event.update))
    async with store:
        for title in ("Opening ", "Lunch ", "Closing "):
            text += title
            await store.write(updates.pop())
            if title != "Opening ":
                seen.append(await stored(store))
                await anyio.sleep(1.5)
    document.unobserve(subscription)
    return seen


async def main():
    print(f"pycrdt-store {sys.argv[1]}: Opening and Lunch are written, and after a pause Closing")
    same = True
    before, after, refused = "Opening Lunch ", "Opening Lunch Closing ", "YDocNotFound"
    for number, (settings, known) in enumerate((
        ({}, [before, after]),
        ({"squash_after_inactivity_of": 1}, [before, ""]),
        ({"squash_history_older_than": 1}, [before, ""]),
        ({COMPRESSION: "zlib"}, [refused, refused]),
    )):
        seen = await texts(number, settings)
        print(f"{settings or 'without settings'}: expected {[before, after]}; seen {seen}")
        same = same and seen == known
    return 0 if same else 1


sys.exit(anyio.run(main))
PYTHON
