"""`python3 -m unittest discover models/training`: gates of many hands stay gates of their class."""

import unittest

import numpy as np

from parametric import gate_outline
from sketches import GATE_CLASSES
from synthetic import another_hand, is_circle, normalise

INVERTED = {"NOT", "NAND", "NOR", "XNOR"}


class Hands(unittest.TestCase):
    def test_an_outline_is_about_one_high_and_has_its_circle_in_front(self):
        rng = np.random.default_rng(3)
        for name in GATE_CLASSES:
            for _ in range(50):
                strokes = gate_outline(rng, name)
                box = np.vstack(strokes)
                self.assertTrue(np.isfinite(box).all())
                self.assertTrue(0.8 < np.ptp(box[:, 1]) < 2.2, name)
                if name in INVERTED:
                    self.assertGreater(strokes[-1][:, 0].mean(), np.vstack(strokes[:-1])[:, 0].mean(), name)

    def test_another_hand_keeps_the_strokes_and_changes_circles_only_of_inverted_gates(self):
        rng = np.random.default_rng(4)
        circles = {name: 0 for name in GATE_CLASSES}
        for name in GATE_CLASSES:
            for _ in range(50):
                strokes = normalise(gate_outline(rng, name))
                circles[name] += any(is_circle(s, strokes) for s in strokes)
                self.assertEqual(len(another_hand(rng, strokes)), len(strokes))
        for name, count in circles.items():
            if name in INVERTED:
                self.assertGreater(count, 25, name)
            else:
                self.assertLess(count, 3, name)


if __name__ == "__main__":
    unittest.main()
