"""`python3 -m unittest discover models/training`: nothing of a measuring drafter gets into training."""

import unittest

from sketches import load_sketches, part_of, splits


class Split(unittest.TestCase):
    def test_training_has_no_drafter_of_another_part(self):
        kept = {(s, d) for part in ("measuring", "validation") for s, ids in splits()[part].items() for d in ids}
        for sketch in load_sketches("training"):
            name = "gatestudy" if sketch["set"] == "gatesheets" else sketch["set"]
            self.assertNotIn((name, sketch["drafter"]), kept)

    def test_sheets_follow_their_drafter(self):
        self.assertEqual(part_of("gatesheets", "03"), "measuring")
        self.assertEqual(part_of("gatesheets", "05"), "validation")
        self.assertEqual(part_of("gatesheets", "01"), "training")


if __name__ == "__main__":
    unittest.main()
