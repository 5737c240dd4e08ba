"""`python3 -m unittest discover models/training`: composed circuits are whole, labelled and reproducible."""

import unittest

import numpy as np

from composer import Composer
from pages import PageSource, render_crop
from sketches import BUBBLE, CROSSING, END, GATE_CLASSES, JUNCTION, Drawing


def composed(seed: int) -> Drawing:
    source = PageSource("training", seed)
    return Composer(source.rng, source.bank).compose()


class Composed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        source = PageSource("training", 11)
        cls.drawings = [Composer(source.rng, source.bank).compose() for _ in range(60)]

    def test_every_gate_has_its_inputs_from_before_it(self):
        for drawing in self.drawings:
            self.assertEqual(len(drawing.circuit), len(drawing.gates))
            for number, placed in enumerate(drawing.circuit):
                is_not = GATE_CLASSES[drawing.gates[placed.gate].cls] == "NOT"
                self.assertEqual(len(placed.inputs) == 1, is_not)
                for source, _ in placed.inputs:
                    kind, k = source.split()
                    self.assertTrue(kind == "in" or int(k) < number)

    def test_an_inverted_input_has_its_circle(self):
        for drawing in self.drawings:
            inverted = sum(inverted for placed in drawing.circuit for _, inverted in placed.inputs)
            self.assertEqual(inverted, sum(kind == BUBBLE for _, _, kind in drawing.points))

    def test_all_kinds_of_meetings_occur(self):
        kinds = {kind for drawing in self.drawings for _, _, kind in drawing.points}
        self.assertTrue({JUNCTION, CROSSING, END} <= kinds)

    def test_the_same_seed_gives_the_same_page(self):
        first, second = composed(5), composed(5)
        for a, b in zip(first.strokes, second.strokes, strict=True):
            np.testing.assert_array_equal(a, b)
        crops = [render_crop(np.random.default_rng(1), d, 256)[0] for d in (first, second)]
        np.testing.assert_array_equal(*crops)


if __name__ == "__main__":
    unittest.main()
