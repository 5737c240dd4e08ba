"""`python3 -m unittest discover models/training`: drawn outlines are gates of their class."""

import unittest

import numpy as np

from composed.parametric import gate_outline
from drawings import GATE_CLASSES


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


if __name__ == "__main__":
    unittest.main()
