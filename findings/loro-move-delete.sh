#!/usr/bin/env bash
# In loro, an entry that one device deletes and another one moves comes back, or not, depending on kind and device.
#
# LoroMovableList and LoroTree are lists and trees whose entries can be moved. In a movable list, the move always wins:
# the deleted entry is there again on both devices. In a tree, the operation with the later logical time wins, and if
# the times are equal, that of the device with the greater identifier, which is random by default. If the other
# device changes an entry of the list instead of moving it, it stays deleted.
#
# Installs loro in a temporary folder; one document deletes an entry while another one moves or changes it.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.17.1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "loro==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

import loro


def exchange(one, other):
    one.commit()
    other.commit()
    one.import_(other.export(loro.ExportMode.Snapshot()))
    other.import_(one.export(loro.ExportMode.Snapshot()))


def documents(here_number):
    here, there = loro.LoroDoc(), loro.LoroDoc()
    here.peer_id, there.peer_id = here_number, 3 - here_number
    return here, there


def list_after(here_number, change):
    here, there = documents(here_number)
    for title in ("Opening", "Lunch", "Closing"):
        here.get_movable_list("talks").push(title)
    exchange(here, there)
    here.get_movable_list("talks").delete(0, 1)
    change(there.get_movable_list("talks"))
    exchange(here, there)
    assert here.get_deep_value() == there.get_deep_value()
    return here.get_deep_value()["talks"]


def tree_after(here_number):
    here, there = documents(here_number)
    talk, day = here.get_tree("talks").create(), here.get_tree("talks").create()
    exchange(here, there)
    here.get_tree("talks").delete(talk)
    there.get_tree("talks").mov(talk, day)
    exchange(here, there)
    assert here.get_deep_value() == there.get_deep_value()
    return "deleted" if here.get_tree("talks").is_node_deleted(talk) else "kept"


print(f"loro {sys.argv[1]}: here the talk Opening is deleted; there, at the same time, it is moved behind Closing")
lists, trees = [], []
for here_number in (1, 2):
    moved = list_after(here_number, lambda talks: talks.mov(0, 2))
    changed = list_after(here_number, lambda talks: talks.set(0, "Welcome"))
    lists.append((moved, changed))
    trees.append(tree_after(here_number))
    print(f"here is device {here_number}; list: expected ['Lunch', 'Closing'] seen {moved}")
    print(f"changed there instead of moved: {changed}; the same deletion and move in a tree: {trees[-1]}")
sys.exit(0 if lists == [(["Lunch", "Closing", "Opening"], ["Lunch", "Closing"])] * 2
         and trees == ["kept", "deleted"] else 1)
PYTHON
