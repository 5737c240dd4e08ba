"""`python3 -m unittest discover models/training`: nothing of a measuring drafter gets into training."""

import unittest

from sketches import ALL_BUT_FOLD, circuit_set, fold_of, load_sketches, part_of, splits


class Split(unittest.TestCase):
    def test_training_has_no_drafter_of_another_part(self):
        kept = {(s, d) for part in ("measuring", "validation") for s, ids in splits()[part].items() for d in ids}
        for sketch in load_sketches("training"):
            self.assertNotIn((circuit_set(sketch["set"]), sketch["drafter"]), kept)

    def test_sheets_follow_their_drafter(self):
        self.assertEqual(part_of("gatesheets", "03"), "measuring")
        self.assertEqual(part_of("gatesheets", "05"), "validation")
        self.assertEqual(part_of("gatesheets", "01"), "training")

    def test_every_training_drafter_is_in_one_fold(self):
        listed = [(s, d) for fold in splits()["folds"] for s, ids in fold.items() for d in ids]
        self.assertEqual(len(listed), len(set(listed)))
        training = {(circuit_set(s["set"]), s["drafter"]) for s in load_sketches("training")}
        self.assertEqual(set(listed), training)

    def test_all_but_a_fold_has_neither_its_drafters_nor_measuring_ones(self):
        for fold, part in enumerate(ALL_BUT_FOLD):
            for sketch in load_sketches(part):
                self.assertNotEqual(fold_of(sketch["set"], sketch["drafter"]), fold)
                self.assertNotEqual(part_of(sketch["set"], sketch["drafter"]), "measuring")


if __name__ == "__main__":
    unittest.main()
