"""`python3 -m unittest discover models/training`: composed circuits are whole, labelled and reproducible."""

import unittest
from dataclasses import replace

import numpy as np

from composed.clutter import THINGS, add_clutter
from composed.composer import Composer
from composed.labels import complement_bar, written
from drawings import BUBBLE, CROSSING, END, GATE_CLASSES, JUNCTION, TEXT, WIRE, Drawing
from pages import PageSource, render_crop
from polylines import resample
from recorded.sketches import Selection

SOURCE = PageSource(Selection(), 11)


def composed(seed: int, **habits) -> Composer:
    """A circuit by somebody with these habits."""
    composer = Composer(np.random.default_rng(seed), SOURCE.bank)
    composer.hand = replace(composer.hand, **habits)
    composer.compose()
    return composer


def strokes_of(drawing: Drawing, kind: int) -> int:
    return sum(own == kind for own in drawing.kinds)


class Composed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.drawings = [Composer(SOURCE.rng, SOURCE.bank).compose() for _ in range(60)]

    def test_every_gate_has_its_inputs_from_before_it(self):
        for drawing in self.drawings:
            self.assertEqual(len(drawing.circuit), len(drawing.gates))
            for number, placed in enumerate(drawing.circuit):
                is_not = GATE_CLASSES[drawing.gates[placed.gate].cls] == "NOT"
                self.assertEqual(len(placed.inputs) == 1, is_not)
                for source, _ in placed.inputs:
                    kind, place = source.split()
                    self.assertTrue(kind == "in" or int(place) < number)

    def test_an_inverted_input_has_its_circle(self):
        for drawing in self.drawings:
            inverted = sum(inverted for placed in drawing.circuit for _, inverted in placed.inputs)
            self.assertEqual(inverted, sum(kind == BUBBLE for _, _, kind in drawing.points))

    def test_all_kinds_of_meetings_occur(self):
        kinds = {kind for drawing in self.drawings for _, _, kind in drawing.points}
        self.assertTrue({JUNCTION, CROSSING, END} <= kinds)

    def test_the_same_seed_gives_the_same_page(self):
        first, second = composed(5).drawing, composed(5).drawing
        for own, other in zip(first.strokes, second.strokes, strict=True):
            np.testing.assert_array_equal(own, other)
        crops = [render_crop(np.random.default_rng(1), drawing, 256)[0] for drawing in (first, second)]
        np.testing.assert_array_equal(*crops)


class Habits(unittest.TestCase):
    seeds = range(24)

    def test_taps_overshoot_slanted_rails_with_a_junction_on_the_rail(self):
        seen = 0
        for seed in self.seeds:
            composer = composed(seed, overshooting=1.0, overshot=20.0, lean=0.1, hopping=0.0, breaking=0.0)
            rails = [(name, trunk) for (name, channel), trunk in composer.trunks.items() if channel == 0 and trunk.lean > 0.03]
            junctions = np.array([(x, y) for x, y, kind in composer.drawing.points if kind == JUNCTION] or [(9e9, 9e9)])
            for name, rail in rails:
                for net, stroke in composer.nets:
                    start = stroke[0]
                    beyond = rail.x_at(start[1]) - start[0]
                    if net != name or not 6 < beyond <= 24 or stroke[-1, 0] < start[0] + 30:
                        continue
                    on_rail = (rail.x_at(start[1]), start[1])
                    self.assertLess(np.abs(junctions - on_rail).sum(1).min(), 12)
                    seen += 1
        self.assertGreater(seen, 10)

    def test_outputs_that_feed_gates_are_named_at_taps(self):
        plain = [composed(seed, tapping=0.0) for seed in self.seeds]
        tapped = [composed(seed, tapping=1.0) for seed in self.seeds]
        ends = [sum(kind == END for composer in own for _, _, kind in composer.drawing.points) for own in (plain, tapped)]
        self.assertGreater(ends[1], ends[0] + 5)

    def test_gates_bear_words(self):
        plain = sum(strokes_of(composed(seed, wording=0.0).drawing, TEXT) for seed in self.seeds)
        worded = sum(strokes_of(composed(seed, wording=1.0).drawing, TEXT) for seed in self.seeds)
        self.assertGreater(worded, plain + 100)

    def test_gates_of_one_page_differ_in_size(self):
        def spread(uneven: float) -> float:
            drawings = [composed(seed, uneven=uneven).drawing for seed in self.seeds]
            heights = [[np.ptp(np.vstack(gate.strokes)[:, 1]) for gate in drawing.gates] for drawing in drawings]
            return float(np.mean([np.std(np.log(own)) for own in heights if len(own) > 3]))

        self.assertGreater(spread(0.5), spread(0.05) + 0.1)

    def test_tips_bear_blots(self):
        def blots(blotting: float) -> int:
            drawings = [composed(seed, blotting=blotting, dotting=0.0).drawing for seed in self.seeds]
            pairs = [pair for drawing in drawings for pair in zip(drawing.strokes, drawing.kinds, strict=True)]
            return sum(kind == WIRE and np.ptp(stroke, axis=0).max() < 8 for stroke, kind in pairs)

        self.assertGreater(blots(1.0), blots(0.0) + 20)

    def test_labels_bear_bars(self):
        plain, barred = (sum(strokes_of(composed(seed, barring=share).drawing, TEXT) for seed in self.seeds) for share in (0.0, 1.0))
        self.assertGreater(barred, plain + 40)


class Labels(unittest.TestCase):
    def test_a_bar_is_over_its_letter(self):
        rng = np.random.default_rng(2)
        for _ in range(50):
            letter = written(rng, "A")
            bar = complement_bar(rng, letter)
            box = np.vstack(letter)
            height = np.ptp(box[:, 1])
            self.assertLess(bar[:, 1].mean(), box[:, 1].min() + 0.15 * height)
            self.assertGreater(np.ptp(bar[:, 0]), 0.6 * np.ptp(box[:, 0]))

    def test_characters_of_a_word_stand_in_a_row_and_some_touch(self):
        rng = np.random.default_rng(3)
        gaps = []
        for _ in range(40):
            first = written(np.random.default_rng(rng.integers(1 << 30)), "I")
            self.assertTrue(first)
            word = written(rng, "CO")
            halves = sorted((stroke[:, 0].min(), stroke[:, 0].max()) for stroke in word)
            gaps.append(halves[-1][0] - halves[0][1])
        self.assertLess(min(gaps), 0)
        self.assertGreater(max(gaps), 0.1)


class Clutter(unittest.TestCase):
    def cluttered(self, seed: int) -> tuple[Drawing, Drawing]:
        """A circuit, and the same with other things on its page."""
        alone = composed(seed).drawing
        page = replace(alone, strokes=alone.strokes.copy(), kinds=alone.kinds.copy())
        add_clutter(np.random.default_rng(seed), page, SOURCE.bank)
        return alone, page

    def test_it_is_writing_around_a_circuit_that_stays_as_it_is(self):
        added = 0
        for seed in range(20):
            alone, page = self.cluttered(seed)
            count = len(alone.strokes)
            for own, other in zip(alone.strokes, page.strokes[:count], strict=True):
                self.assertIs(own, other)
            self.assertEqual(set(page.kinds[count:]) - {TEXT}, set())
            self.assertEqual(page.gates, alone.gates)
            added += len(page.strokes) - count
        self.assertGreater(added, 20 * 20)

    def test_nothing_of_it_meets_the_circuit(self):
        for seed in range(20):
            alone, page = self.cluttered(seed)
            near = 0.05 * alone.gate_size()
            circuit = np.vstack([resample(stroke, near) for stroke in alone.strokes])
            for stroke in page.strokes[len(alone.strokes) :]:
                apart = np.abs(circuit[:, None] - resample(stroke, near)[None]).max(2)
                self.assertGreater(apart.min(), near)

    def test_every_kind_of_thing_is_finite_and_comes_again_with_its_seed(self):
        for make in THINGS:
            for seed in range(20):
                first, second = (make(np.random.default_rng(seed), 20.0, 60.0, SOURCE.bank) for _ in range(2))
                np.testing.assert_array_equal(np.vstack(first), np.vstack(second))
                self.assertTrue(np.isfinite(np.vstack(first)).all())
                self.assertGreater(np.ptp(np.vstack(first), axis=0).max(), 5)


if __name__ == "__main__":
    unittest.main()
