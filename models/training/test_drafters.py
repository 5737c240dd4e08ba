"""`python3 -m unittest discover models/training`: drafters are split, and each person is in one part only."""

import unittest

from recorded.drafters import ALL_BUT_FOLD, UNKNOWN_PEOPLE, belongs, fold_of, part_of, person_of, splits
from recorded.draw_drafters import MEASURING, VALIDATION, draw


class Split(unittest.TestCase):
    def test_single_gates_follow_their_drafter(self):
        self.assertEqual(part_of("gatesheets", "03"), "measuring")
        self.assertEqual(part_of("gatesheets", "05"), "validation")
        self.assertEqual(part_of("gatesheets", "01"), "training")
        self.assertEqual(part_of("drawstyle_gates", "ds06"), "measuring")
        self.assertEqual(part_of("drawstyle_gates", "ds37"), "validation")
        self.assertEqual(part_of("drawstyle_pilot", "dsP1"), "training")

    def test_the_same_number_of_one_study_is_the_same_person(self):
        self.assertEqual(person_of("gatestudy_more", "gm12"), ("gatestudy", "12"))
        self.assertEqual(part_of("gatestudy_more", "gm12"), "measuring")

    def test_nobody_is_listed_twice(self):
        parts = [splits()["measuring"], splits()["validation"], *splits()["folds"]]
        people = [(name, drafter) for part in parts for name, drafters in part.items() for drafter in drafters]
        self.assertEqual(len(people), len(set(people)))

    def test_all_but_a_fold_has_neither_its_drafters_nor_measuring_ones_nor_unknown_people(self):
        for fold, part in enumerate(ALL_BUT_FOLD):
            left_out = splits()["folds"][fold]["drawstyle"][0]
            other = splits()["folds"][1 - fold]["drawstyle"][0]
            self.assertFalse(belongs("drawstyle", left_out, part))
            self.assertFalse(belongs("drawstyle_gates", left_out, part))
            self.assertTrue(belongs("drawstyle", other, part))
            self.assertFalse(belongs("drawstyle", "ds06", part))
            self.assertTrue(belongs("drawstyle", "ds37", part))
            for unknown in UNKNOWN_PEOPLE:
                self.assertTrue(belongs(unknown, "lab01", "training"))
                self.assertFalse(belongs(unknown, "lab01", part))

    def test_unknown_people_are_in_no_fold(self):
        self.assertIsNone(fold_of("drawstyle_lab", "lab01"))


class Draw(unittest.TestCase):
    def test_only_drafters_with_ten_usable_drawings_are_held_apart(self):
        truths = [{"set": "drawstyle", "drafter": f"ds{usable:02}", "usable": k < usable} for usable in range(8, 24) for k in range(14)]
        everybody = {truth["drafter"] for truth in truths} | {"dsP1"}
        drawn = draw(truths, everybody)
        self.assertEqual((len(drawn["measuring"]), len(drawn["validation"])), (MEASURING, VALIDATION))
        held_apart = {*drawn["measuring"], *drawn["validation"]}
        self.assertEqual(len(held_apart), MEASURING + VALIDATION)
        self.assertTrue(all(int(drafter[2:]) >= 10 for drafter in held_apart))
        first, second = drawn["folds"]
        self.assertEqual({*first, *second}, everybody - held_apart)
        self.assertLessEqual(abs(len(first) - len(second)), 1)
        self.assertEqual(drawn, draw(truths, everybody))


if __name__ == "__main__":
    unittest.main()
