"""Who draws for training, who for choosing thresholds and who for measuring: splits.json read."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]

# Sets that were drawn by the people of another set: what one of them drew in either is in the same part.
PEOPLE_OF = {
    "gatesheets": "gatestudy",
    "gatestudy_more": "gatestudy",
    "drawstyle_gates": "drawstyle",
    "drawstyle_pilot": "drawstyle",
}
# Nobody knows who drew these. They may be people of other sets, so no fold can hold them apart.
UNKNOWN_PEOPLE = {"drawstyle_lab", "corrected"}


@cache
def splits() -> dict:
    return json.loads((HERE / "splits.json").read_text())


# A network trained on "all but fold 0" reads that fold's drafters as writers that it has never seen.
ALL_BUT_FOLD = [f"all but fold {fold}" for fold in range(len(splits()["folds"]))]


def person_of(set_name: str, drafter: str) -> tuple[str, str]:
    """The set and number that splits.json knows a drafter by; gatestudy's 12 is gm12 in gatestudy_more."""
    return PEOPLE_OF.get(set_name, set_name), drafter.removeprefix("gm")


def listed(drafters: dict[str, list[str]], set_name: str, drafter: str) -> bool:
    people, number = person_of(set_name, drafter)
    return number in drafters.get(people, [])


def part_of(set_name: str, drafter: str) -> str:
    """'training', 'validation' or 'measuring'."""
    return next((part for part in ("measuring", "validation") if listed(splits()[part], set_name, drafter)), "training")


def fold_of(set_name: str, drafter: str) -> int | None:
    """Which fold of the training drafters a person is in; None for the drafters of other parts and for unknown people."""
    return next((number for number, fold in enumerate(splits()["folds"]) if listed(fold, set_name, drafter)), None)


def belongs(set_name: str, drafter: str, part: str) -> bool:
    """Whether a drafter is in `part`: one of part_of, or one of ALL_BUT_FOLD, of training and validation drafters."""
    own = part_of(set_name, drafter)
    if part not in ALL_BUT_FOLD:
        return own == part
    return own != "measuring" and set_name not in UNKNOWN_PEOPLE and fold_of(set_name, drafter) != ALL_BUT_FOLD.index(part)
