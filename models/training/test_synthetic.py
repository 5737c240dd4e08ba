"""`python3 -m unittest discover models/training`: drawn outlines are gates of their class, and stay what they are in other hands."""

import unittest

import numpy as np

from composed.parametric import gate_outline
from drawings import GATE_CLASSES
from pages import broken, tremble


class Outlines(unittest.TestCase):
    def test_an_outline_is_about_one_high_and_has_its_circle_in_front(self):
        rng = np.random.default_rng(3)
        for name in GATE_CLASSES:
            for _ in range(50):
                strokes = gate_outline(rng, name)
                box = np.vstack(strokes)
                self.assertTrue(np.isfinite(box).all())
                self.assertTrue(0.8 < np.ptp(box[:, 1]) < 1.6, name)
                if name in ("NOT", "NAND", "NOR", "XNOR"):
                    self.assertGreater(strokes[-1][:, 0].mean(), np.vstack(strokes[:-1])[:, 0].mean(), name)


class OtherHands(unittest.TestCase):
    line = np.float32([[0, 0], [200, 0]])

    def test_a_trembling_line_goes_the_same_way(self):
        rng = np.random.default_rng(5)
        drawn = tremble(rng, self.line, size=0.5, wave=20)
        self.assertGreater(len(drawn), 20)
        self.assertTrue(0 < np.abs(drawn[:, 1]).max() < 5)
        self.assertTrue(np.abs(drawn[[0, -1]] - self.line).max() < 5)

    def test_a_broken_line_has_one_gap_of_a_few_pens(self):
        rng = np.random.default_rng(5)
        parts = [broken(rng, self.line, thick=4) for _ in range(100)]
        gaps = [own[1][0, 0] - own[0][-1, 0] for own in parts if len(own) == 2]
        self.assertTrue(10 < len(gaps) < 40)
        self.assertTrue(all(4 < gap < 16 for gap in gaps))


if __name__ == "__main__":
    unittest.main()
