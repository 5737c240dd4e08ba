"""Draws which drafters of the drawing style study measure and which choose thresholds, and halves the rest into folds.

`python3 models/training/recorded/draw_drafters.py` prints the lists of splits.json. It looks at nobody's drawings: only at how many
of them are usable.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from pathlib import Path

SEED = 24
LEAST_USABLE = 10
MEASURING, VALIDATION = 6, 3


def draw(truths: list[dict], everybody: set[str]) -> dict:
    """`truths` of truth.json, `everybody` who drew in the study: those to draw from and those who train whatever is drawn."""
    usable = Counter(truth["drafter"] for truth in truths if truth["set"] == "drawstyle" and truth["usable"])
    eligible = sorted(drafter for drafter, count in usable.items() if count >= LEAST_USABLE)
    chance = random.Random(SEED)
    drawn = chance.sample(eligible, MEASURING + VALIDATION)
    rest = sorted(everybody - set(drawn))
    chance.shuffle(rest)
    half = (len(rest) + 1) // 2
    return {
        "measuring": sorted(drawn[:MEASURING]),
        "validation": sorted(drawn[MEASURING:]),
        "folds": [sorted(rest[:half]), sorted(rest[half:])],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[3].parent / "shared" / "data")
    data = parser.parse_args().data / "more"
    folders = [data / "sketches" / name for name in ("drawstyle", "drawstyle_pilot", "drawstyle_gates")]
    everybody = {path.name.split("_")[0] for folder in folders for path in folder.glob("*.json")}
    print(json.dumps(draw(json.loads((data / "truth.json").read_text()), everybody)))


if __name__ == "__main__":
    main()
