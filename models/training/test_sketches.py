"""`python3 -m unittest discover models/training`: which drawings train, and what they become."""

import argparse
import json
import tempfile
import unittest
from pathlib import Path

import numpy as np

from drawings import CROSSING, END, GATE_CLASSES, JUNCTION
from letters import CLASSES, real_letters
from recorded.drafters import ALL_BUT_FOLD, fold_of, part_of, person_of, splits
from recorded.draw_drafters import draw
from recorded.sketches import DATA, SETS, Selection, add_selection_options, load_sketches, load_truths, selection_of, to_drawing, trusted


class Selected(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.training = load_sketches(Selection())

    def test_every_set_trains(self):
        self.assertEqual({sketch["set"] for sketch in self.training}, set(SETS) - {"corrected"})

    def test_training_has_no_drafter_of_another_part(self):
        self.assertEqual({part_of(sketch["set"], sketch["drafter"]) for sketch in self.training}, {"training"})

    def test_every_training_drafter_but_unknown_people_is_in_a_fold(self):
        listed = {(name, drafter) for fold in splits()["folds"] for name, drafters in fold.items() for drafter in drafters}
        known = {person_of(sketch["set"], sketch["drafter"]) for sketch in self.training if sketch["set"] != "drawstyle_lab"}
        self.assertEqual(known, listed)

    def test_a_fold_left_out_is_unknown(self):
        for fold, part in enumerate(ALL_BUT_FOLD):
            left = load_sketches(Selection(part), ("gatestudy", "drawstyle", "drawstyle_gates", "drawstyle_lab"))
            self.assertNotIn(fold, {fold_of(sketch["set"], sketch["drafter"]) for sketch in left})
            self.assertNotIn("drawstyle_lab", {sketch["set"] for sketch in left})

    def test_a_set_can_be_left_out(self):
        parser = argparse.ArgumentParser()
        add_selection_options(parser)
        selection = selection_of(parser.parse_args(["--without", "drawstyle_lab", "--data", str(DATA)]))
        self.assertEqual(selection, Selection("training", DATA, ("drawstyle_lab",)))
        self.assertEqual(load_sketches(selection, ("drawstyle_lab",)), [])

    def test_the_held_apart_drafters_are_those_that_were_drawn(self):
        truths = json.loads((DATA / "more" / "truth.json").read_text())
        sets = [DATA / "more" / "sketches" / name for name in ("drawstyle", "drawstyle_pilot", "drawstyle_gates")]
        drawn = draw(truths, {path.name.split("_")[0] for folder in sets for path in folder.glob("*.json")})
        for part in ("measuring", "validation"):
            self.assertEqual(splits()[part]["drawstyle"], drawn[part])
        self.assertEqual([fold["drawstyle"] for fold in splits()["folds"]], drawn["folds"])


def line(*points: tuple[float, float]) -> list[list[float]]:
    return [list(point) for point in points]


def sketch(wires: list[list[list]], set_name: str = "drawstyle") -> dict:
    """A NOT gate of 60 px far away and `wires`, each some strokes."""
    strokes = [line((900, 900), (960, 930), (900, 960), (900, 900))]
    shapes = [{"label": "NOT", "strokes": [0]}]
    for wire in wires:
        shapes.append({"label": "WIRE", "strokes": list(range(len(strokes), len(strokes) + len(wire)))})
        strokes += wire
    return {"id": "a", "set": set_name, "drafter": "ds01", "strokes": strokes, "shapes": shapes}


RAIL, OTHER_RAIL = line((100, 0), (100, 400)), line((200, 0), (200, 400))
# Begins 15 px before the first rail and passes the second.
TAP = line((85, 200), (500, 200))


class Wires(unittest.TestCase):
    truth = {"usable": True, "gates": {"NOT": 1}, "inputs": ["A"], "orientation": "lr"}

    def points(self, drawing, kind):
        return sorted((round(x), round(y)) for x, y, own in drawing.points if own == kind)

    def test_of_nets_those_that_are_one_join_and_others_cross(self):
        drawing = to_drawing(sketch([[RAIL, TAP], [OTHER_RAIL]]), self.truth)
        self.assertEqual(self.points(drawing, JUNCTION), [(100, 200)])
        self.assertEqual(self.points(drawing, CROSSING), [(200, 200)])

    def test_the_tip_of_a_tap_that_overshoots_is_no_end(self):
        drawing = to_drawing(sketch([[RAIL, TAP], [OTHER_RAIL]]), self.truth)
        self.assertNotIn((85, 200), self.points(drawing, END))
        self.assertIn((500, 200), self.points(drawing, END))
        self.assertIn((85, 200), [(round(x), round(y)) for x, y, _ in drawing.ignore])

    def test_nets_that_a_program_joined_are_told_apart_by_their_ends(self):
        tap = line((98, 200), (500, 200))
        drawing = to_drawing(sketch([[RAIL, tap, OTHER_RAIL]]), self.truth)
        self.assertEqual(self.points(drawing, JUNCTION), [(100, 200)])
        self.assertEqual(self.points(drawing, CROSSING), [(200, 200)])

    def test_without_trusted_nets_a_stub_may_be_either(self):
        drawing = to_drawing(sketch([[RAIL, TAP, OTHER_RAIL]]), None)
        self.assertEqual(self.points(drawing, CROSSING), [(200, 200)])
        self.assertNotIn((100, 200), self.points(drawing, JUNCTION) + self.points(drawing, CROSSING))
        self.assertIn((100, 200), [(round(x), round(y)) for x, y, _ in drawing.ignore])

    def test_gates_point_right_only_where_the_truth_says_so(self):
        self.assertEqual(to_drawing(sketch([]), self.truth).gates[0].direction, 0.0)
        self.assertTrue(np.isnan(to_drawing(sketch([]), {**self.truth, "orientation": "mixed"}).gates[0].direction))
        self.assertEqual(to_drawing(sketch([], "drawstyle_gates"), None).gates[0].direction, 0.0)
        self.assertEqual(to_drawing(sketch([]), self.truth).gates[0].cls, GATE_CLASSES.index("NOT"))


class Letters(unittest.TestCase):
    def labelled(self, truth: dict, read: str = "") -> tuple[list, list]:
        """What letters a page gives that has three rails with letters and two outputs at its right, one higher up.

        `read` is what a program read in each of the five, `?` where it was no letter.
        """
        places = [(0, 10), (100, 5), (200, 0), (500, -20), (500, 300)]
        strokes = [line((x, y), (x + 10, y + 20), (x + 20, y)) for x, y in places]
        page = {"id": "ds01_EQ1_1", "set": "drawstyle", "drafter": "ds01", "strokes": strokes}
        page["shapes"] = [{"label": "LABEL", "strokes": [index]} for index in range(len(places))]
        for shape, letter in zip(page["shapes"], read, strict=False):
            shape["text"] = letter
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "more" / "sketches" / "drawstyle").mkdir(parents=True)
            (folder / "truth.json").write_text("[]")
            (folder / "more" / "truth.json").write_text(json.dumps([truth]))
            (folder / "more" / "sketches" / "drawstyle" / "ds01_EQ1_1.json").write_text(json.dumps(page))
            named, unnamed = real_letters(Selection(folder=folder))
            self.assertEqual(trusted(load_truths(folder)["ds01_EQ1_1"]), truth["verified"] != "none")
        return [CLASSES[cls] for cls, _ in named], unnamed

    truth = {
        "id": "ds01_EQ1_1",
        "usable": True,
        "verified": "auto",
        "orientation": "lr",
        "inputs": ["A", "B", "C"],
        "outputs": [{"name": "D", "expression": "A"}, {"name": "E", "expression": "B"}],
    }

    def test_letters_are_named_by_the_truth(self):
        named, unnamed = self.labelled(self.truth)
        self.assertEqual(named, ["A", "B", "C", "D", "E"])
        self.assertEqual(unnamed, [])

    def test_letters_are_named_in_another_order_where_two_or_more_were_read_so(self):
        for read in ("bcade", "b?ade"):
            named, _ = self.labelled(self.truth, read)
            self.assertEqual(named, ["B", "C", "A", "D", "E"], read)

    def test_one_letter_read_otherwise_does_not_change_the_order(self):
        for read in ("aacde", "c??de", "abcee"):
            named, _ = self.labelled(self.truth, read)
            self.assertEqual(named, ["A", "B", "C", "D", "E"], read)

    def test_letters_that_people_confirmed_are_named_without_a_truth(self):
        page = {"id": "a", "set": "corrected", "drafter": "unknown", "strokes": [line((0, 0), (9, 9))]}
        page["shapes"] = [{"label": "LABEL", "text": "B", "strokes": [0]}]
        with tempfile.TemporaryDirectory() as folder:
            sketches = Path(folder) / "sketches" / "corrected"
            sketches.mkdir(parents=True)
            (sketches / "a.json").write_text(json.dumps(page))
            [[cls, _]], unnamed = real_letters(Selection(folder=Path(folder)))
        self.assertEqual((CLASSES[cls], unnamed), ("B", []))

    def test_a_draft_names_no_letters(self):
        named, unnamed = self.labelled({**self.truth, "verified": "none"})
        self.assertEqual(named, [])
        self.assertEqual(len(unnamed), 5)


if __name__ == "__main__":
    unittest.main()
